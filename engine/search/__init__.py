"""The computer player: the rulesets compiled to flat tables, and searched (NumPy and Numba).

Importing this package compiles nothing and is quick. ``warm()`` compiles everything, or loads it from the cache of an
earlier start; until then ``is_warm()`` is false, and ``engine.search.searcher`` should not be imported on a thread
that others wait for.
"""

import sys
from importlib import import_module

LEVELS = range(1, 9)
"""The strengths at which the computer plays, the weakest first."""
_LAST = "engine.search.searcher"


def warm() -> None:
    """Compile the kernel, or load it compiled: about half a minute the first time, about a second afterwards."""
    import_module(_LAST)


def is_warm() -> bool:
    """Is the kernel ready, so that a search begins at once?"""
    module = sys.modules.get(_LAST)
    return module is not None and hasattr(module, "READY")

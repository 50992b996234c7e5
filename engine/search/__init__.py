"""The computer player: the rulesets compiled to flat tables, and searched (NumPy and Numba).

Importing this package compiles nothing and is quick. ``warm()`` compiles everything, or loads it from the cache of an
earlier start; until then ``is_warm()`` is false, and ``engine.search.searcher`` should not be imported on a thread
that others wait for.
"""

import sys
from collections.abc import Callable
from importlib import import_module

LEVELS = range(1, 9)
"""The strengths at which the computer plays, the weakest first."""
_LAST = "engine.search.searcher"


COMPILING = "compiling the computer player, which takes about half a minute, and longer on a busy machine"
"""What those are told who wait for the kernel."""


def warm(on_compile: Callable[[], None] = lambda: None) -> None:
    """Compile the kernel, or load it compiled: about half a minute the first time, about a second afterwards.

    ``on_compile`` is called once it turns out that something has to be compiled.
    """
    from engine.search.jit import watched  # Numba takes a second

    with watched(on_compile):
        import_module(_LAST)


def is_kept() -> bool:
    """Is what is compiled kept in a folder, for the next process to load? This, too, takes a second the first time."""
    from engine.search.jit import CACHE

    return CACHE is not None


def is_warm() -> bool:
    """Is the kernel ready, so that a search begins at once?"""
    module = sys.modules.get(_LAST)
    return module is not None and hasattr(module, "READY")

"""Compiles the kernel, and has the few machine operations Python has no name for.

With ``NUMBA_DISABLE_JIT=1`` everything here and in the kernel is plain Python on the same records.
"""

import ctypes
import hashlib
import os
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba.core.event import Listener, install_listener
from numba.extending import intrinsic
from numba.np import arrayobj

from engine.search.layout import STATE, TABLES

# All that is compiled, and the constants in it.
SOURCES = (
    "layout",
    "scores",
    "move_code",
    "jit",
    "movegen",
    "make_move",
    "evaluate",
    "tablebase/entries",
    "tablebase/retrograde",
    "transposition",
    "node_scores",
    "move_ordering",
    "oversight",
    "quiescence",
    "pvs",
)
Function = TypeVar("Function", bound=Callable[..., int])


def own_folder(name: str) -> Path | None:
    """A folder of this name in NUMBA_CACHE_DIR, the user's cache, or the system's temporary folder.

    None where there is no such place that is ours and can be written.
    """
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    given = os.environ.get("NUMBA_CACHE_DIR")
    candidates = (
        [Path(given)] if given else [Path(home) / "papan", Path(tempfile.gettempdir()) / f"papan-{os.getuid()}"]
    )
    for base in candidates:
        folder = base / name
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # What lies there is run, so the folder must be this user's own.
            if folder.stat().st_uid != os.getuid():
                continue
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return None


def _cache_folder() -> Path | None:
    """The folder in which compiled code is kept; None where it cannot be.

    A folder of its own for each state of the kernel's source: Numba looks only at the file of a function, not at
    those it calls, and would go on using code compiled with an older callee.
    """
    digest = hashlib.blake2b(numba.__version__.encode(), digest_size=8)
    for name in SOURCES:
        digest.update((Path(__file__).parent / f"{name}.py").read_bytes())
    return own_folder(f"kernel-{digest.hexdigest()}")


CACHE = _cache_folder()
_config: Any = numba.config
if CACHE:
    _config.CACHE_DIR = str(CACHE)
COMPILED = not _config.DISABLE_JIT

int64 = numba.int64
tables = numba.from_dtype(TABLES)
state = numba.from_dtype(STATE)


def _plain_index(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
    """Numba's index of an element, but not from the end where it is below zero: no index of the kernel is.

    A search takes an eighth longer with Numba's own (7 to 19 % by ruleset); compiling and loading take the same.
    """
    return context.cast(builder, index, kind, numba.types.intp)


arrayobj.fix_integer_index = _plain_index


class _Watch(Listener):
    """Calls a function once something has to be compiled."""

    def __init__(self, on_compile: Callable[[], None]) -> None:
        self._on_compile: Callable[[], None] | None = on_compile

    def on_start(self, _event: object) -> None:
        on_compile, self._on_compile = self._on_compile, None
        if on_compile:
            on_compile()

    def on_end(self, _event: object) -> None:
        """Each function that is compiled ends; there is nothing to do."""


def watched(on_compile: Callable[[], None]) -> AbstractContextManager[object]:
    """A context in which ``on_compile`` is called when the first function is compiled, and not loaded."""
    watching: AbstractContextManager[object] = install_listener("numba:compile", _Watch(on_compile))
    return watching


def kernel(*arguments: Any) -> Callable[[Function], Function]:
    """Compile a function of these argument types that gives an integer; at import, or from the cache."""
    return numba.njit(int64(*arguments), nogil=True, cache=CACHE is not None, error_model="numpy")


def inlined(*arguments: Any) -> Callable[[Function], Function]:
    """The same for a part of one hot function, so that the split costs nothing."""
    return numba.njit(int64(*arguments), nogil=True, cache=CACHE is not None, error_model="numpy", forceinline=True)


Generator = Callable[[Any, Any, Any, Any], Any]


def _machine(generate: Generator, name: str, arguments: int, plain: Callable[..., int]) -> Callable[..., int]:
    """A machine operation on words inside compiled code; without the compiler, the plain function."""
    if not COMPILED:
        return plain
    words = [int64] * arguments
    if arguments == 1:  # Numba reads off the signature how many there are

        def operation(_context: Any, word: Any) -> Any:
            return int64(*words), generate

    else:

        def operation(_context: Any, word: Any, other: Any) -> Any:  # type: ignore[misc]  # one name, two shapes
            return int64(*words), generate

    operation.__name__ = name
    compiled: Callable[..., int] = intrinsic(operation)
    return compiled


_WORD = ir.IntType(64)

# The number of the least significant bit (LSB) that is set in a word other than 0.
lsb = _machine(
    lambda _context, builder, _signature, words: builder.cttz(words[0], ir.Constant(ir.IntType(1), 1)),
    "lsb",
    1,
    lambda word: (int(word) & -int(word)).bit_length() - 1,
)

# How many bits of a word are set.
popcount = _machine(
    lambda _context, builder, _signature, words: builder.ctpop(words[0]),
    "popcount",
    1,
    lambda word: int(word).bit_count(),
)

# The word at an address.
peek = _machine(
    lambda _context, builder, _signature, words: builder.load(builder.inttoptr(words[0], _WORD.as_pointer())),
    "peek",
    1,
    lambda address: ctypes.c_int64.from_address(int(address)).value,
)


def _store(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
    builder.store(words[1], builder.inttoptr(words[0], _WORD.as_pointer()))
    return words[1]


def _poke(address: int, word: int) -> int:
    ctypes.c_int64.from_address(int(address)).value = int(word)
    return word


# Put a word (the second) at an address (the first); gives the word.
poke = _machine(_store, "poke", 2, _poke)

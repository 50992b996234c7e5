"""The limit on the work of a question, counted in leaps that are looked at: some positions have millions of captures.

Pure: no input or output. Without an allowance nothing is limited.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")


class _Allowance:
    def __init__(self, leaps: int, outer: "_Allowance | None") -> None:
        self.left = leaps
        self.outer = outer
        self.is_open = True


class TooMuchWork(Exception):
    """An answer would cost more than it may; the position has too many captures."""

    def __init__(self, used_up: _Allowance) -> None:
        super().__init__()
        self.used_up = used_up


_allowance: ContextVar[_Allowance | None] = ContextVar("allowance", default=None)


@contextmanager
def at_most(leaps: int) -> Iterator[None]:
    """Let everything that is done within, also in tasks and threads begun there, look at so many leaps together.

    What is still under way there afterwards is not limited by it any more. Another allowance around it holds as well.
    """
    with _allowing(leaps):
        yield


def within(leaps: int, work: Callable[[], T], otherwise: U) -> T | U:
    """The result of ``work``, or ``otherwise`` where that takes looking at more leaps.

    Raises TooMuchWork where an allowance around it is used up.
    """
    with _allowing(leaps) as own:
        try:
            return work()
        except TooMuchWork as error:
            if error.used_up is not own:
                raise
    return otherwise


def look_at_a_leap() -> None:
    """Charge all allowances with one leap. Raises TooMuchWork where nothing is left of one, the outermost first."""
    allowance, used_up = _allowance.get(), None
    while allowance is not None:
        allowance.left -= 1
        if allowance.is_open and allowance.left < 0:
            used_up = allowance
        allowance = allowance.outer
    if used_up is not None:
        raise TooMuchWork(used_up)


@contextmanager
def _allowing(leaps: int) -> Iterator[_Allowance]:
    own = _Allowance(leaps, _allowance.get())
    token = _allowance.set(own)
    try:
        yield own
    finally:
        own.is_open = False
        _allowance.reset(token)

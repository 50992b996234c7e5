"""How much work a question may cost, counted in leaps that are looked at: some positions have millions of captures.

Pure: no input or output. Without an allowance nothing is limited.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class TooMuchWork(Exception):
    """An answer would cost more than it may; the position has too many captures."""


class _Allowance:
    def __init__(self, leaps: int) -> None:
        self.left = leaps
        self.is_open = True


_allowance: ContextVar[_Allowance | None] = ContextVar("allowance", default=None)


@contextmanager
def at_most(leaps: int) -> Iterator[None]:
    """Let everything that is done within, also in tasks and threads begun there, look at so many leaps together.

    What is still under way there afterwards is not limited any more. Within another allowance the smaller of the two
    holds, and the outer one is charged as well.
    """
    outer = _allowance.get()
    own = _Allowance(leaps if outer is None else min(leaps, outer.left))
    granted = own.left
    token = _allowance.set(own)
    try:
        yield
    finally:
        own.is_open = False
        _allowance.reset(token)
        if outer is not None:
            outer.left -= granted - own.left


def look_at_a_leap() -> None:
    """Charge the allowance with one leap. Raises TooMuchWork where nothing is left of it."""
    allowance = _allowance.get()
    if allowance is None or not allowance.is_open:
        return
    allowance.left -= 1
    if allowance.left < 0:
        raise TooMuchWork

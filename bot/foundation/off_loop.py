"""Long work on the turns of a position leaves the event loop."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from engine.work import within

T = TypeVar("T")

LEAPS = 250
"""The most leaps that are looked at on the event loop, some three milliseconds; longer work is done in a thread."""


async def off_loop_if_long(work: Callable[[], T]) -> T:
    """The result of ``work``, which has no side effect and may be begun twice. Raises TooMuchWork."""

    def tried() -> tuple[T]:
        return (work(),)

    done = within(LEAPS, tried, None)
    return done[0] if done else await asyncio.to_thread(work)

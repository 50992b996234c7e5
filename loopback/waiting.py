"""Waiting for something to be so. Nobody who waits names seconds: a slow machine makes nothing wrong.

The only limit stands here. It says what was waited for, and what was seen instead, before the limit on a whole test
(``timeout`` in ``pyproject.toml``) ends everything without a word.
"""

import asyncio
import linecache
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeVar

PATIENCE = 100.0
"""Seconds until what does not come is said to be missing; less than a test may take."""
LOOK_EVERY = 0.01
SLOWER = 1.3
"""The next pause between two looks, as a multiple of the last one."""
LOOK_AT_LEAST_EVERY = 0.1
"""Seconds until something is looked at again that tells of its changes: not all that is waited for tells of itself."""

T = TypeVar("T")


async def until(
    ready: Callable[[], T | None],
    seen: Callable[[], object] | None = None,
    woken: Callable[[], Awaitable[object]] | None = None,
) -> T:
    """The first true value of ``ready``, asked again when ``woken`` returns, by default very often.

    Raises TimeoutError, which says what ``seen`` gives instead.
    """
    async with patience(ready, seen or ready):
        while True:
            value = ready()
            if value:
                return value
            await (woken() if woken else asyncio.sleep(LOOK_EVERY))


async def eventually(look: Callable[[], Awaitable[T]], fits: Callable[[T], object]) -> T:
    """The result of ``look`` once it fits. Raises TimeoutError with what it gives instead.

    A look costs more than a glance at a variable, and what has not come soon comes no sooner for being looked at often.
    """
    found: list[T] = []
    pause = LOOK_EVERY
    async with patience(fits, lambda: found[-1:]):
        while True:
            found.append(await look())
            if fits(found[-1]):
                return found[-1]
            await asyncio.sleep(pause)
            pause = min(SLOWER * pause, LOOK_AT_LEAST_EVERY)


def block_until(ready: Callable[[], T | None], seen: Callable[[], object] | None = None) -> T:
    """``until`` for a thread without an event loop."""
    ends = time.monotonic() + PATIENCE
    while True:
        value = ready()
        if value:
            return value
        if time.monotonic() > ends:
            raise TimeoutError(_missing(ready, seen or ready))
        time.sleep(LOOK_EVERY)


async def change(event: asyncio.Event) -> None:
    """Wait for an event, or for a moment."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LOOK_AT_LEAST_EVERY):
            await event.wait()


@asynccontextmanager
async def patience(awaited: object, seen: Callable[[], object] = lambda: "nothing") -> AsyncIterator[None]:
    """See that the work within the context comes to an end. Raises TimeoutError, which says what was waited for."""
    limit = asyncio.timeout(PATIENCE)
    try:
        async with limit:
            yield
    except TimeoutError:
        if not limit.expired():
            raise
        raise TimeoutError(_missing(awaited, seen)) from None


def _missing(awaited: object, seen: Callable[[], object]) -> str:
    return f"waited {PATIENCE:.0f} s for {name_of(awaited)}; seen instead: {seen()!r}"


def name_of(awaited: object) -> str:
    """A function by the line that it begins on, so that those who wait need not say it twice."""
    code = getattr(awaited, "__code__", None)
    if code is None:
        return str(awaited)
    line = linecache.getline(code.co_filename, code.co_firstlineno).strip()
    return f"{line or code.co_name} ({Path(code.co_filename).name}:{code.co_firstlineno})"

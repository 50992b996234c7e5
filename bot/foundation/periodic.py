"""A step that is done again and again for as long as Papan runs, and sooner when there is a reason."""

import asyncio
import math
from collections.abc import Awaitable, Callable

import structlog

_log = structlog.get_logger(__name__)


class Periodic:
    """``start`` once, ``stop`` once.

    ``step`` is done for the first time ``first`` seconds after the start, and then ``every`` so many seconds after the
    end of the one before; after one that has raised, which is logged as ``failed``, ``again`` seconds later if that is
    sooner. ``least`` seconds lie between two steps, however often ``wake`` is called.
    """

    def __init__(
        self,
        failed: str,
        step: Callable[[], Awaitable[object]],
        every: Callable[[], float],
        *,
        first: float = 0.0,
        least: float = 0.0,
        again: float = math.inf,
    ) -> None:
        self._failed = failed
        self._step = step
        self._every = every
        self._first = first
        self._least = least
        self._again = again
        self._next = math.inf
        self._sooner = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin."""
        self.wake(self._first)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End, even in the middle of a step."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def wake(self, seconds: float = 0.0) -> None:
        """Do the next step after so many seconds at the latest, by default now; also from within a step."""
        self._next = min(self._next, asyncio.get_running_loop().time() + seconds)
        self._sooner.set()

    async def _run(self) -> None:
        not_before = -math.inf
        while True:
            await self._sleep(not_before)
            self._next = math.inf
            try:
                await self._step()
            except Exception:
                _log.exception(self._failed)
                self.wake(self._again)
            not_before = asyncio.get_running_loop().time() + self._least
            self.wake(self._every())

    async def _sleep(self, not_before: float) -> None:
        """Sleep until the next step, which may be wanted sooner meanwhile."""
        loop = asyncio.get_running_loop()
        while (until := max(self._next, not_before)) > loop.time():
            self._sooner.clear()
            try:
                async with asyncio.timeout_at(None if math.isinf(until) else until):
                    await self._sooner.wait()
            except TimeoutError:
                return

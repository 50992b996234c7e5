"""Passing messages: refusals that others see too, deleted after a while."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

_log = structlog.get_logger(__name__)

STANDS_FOR = 60.0
"""Seconds after which such a message is taken away, if what it refuses has not been done better before."""


class PassingMessages:
    """The latest of them for each person in each place. After a restart they stay where they are."""

    def __init__(self) -> None:
        self._solved: dict[str, tuple[int, asyncio.Event]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, key: str, message: int, delete: Callable[[], Awaitable[object]]) -> None:
        """A message for the person and place ``key`` was shown; it takes the place of the one before."""
        if self._solved.get(key, (None, None))[0] == message:
            return  # the same event has come twice
        self.end(key)
        solved = asyncio.Event()
        self._solved[key] = message, solved
        task = asyncio.create_task(self._stand(key, solved, delete))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def end(self, key: str) -> None:
        """The person has got another answer: the message is taken away now."""
        if latest := self._solved.pop(key, None):
            latest[1].set()

    async def stop(self) -> None:
        """Leave all messages where they are."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _stand(self, key: str, solved: asyncio.Event, delete: Callable[[], Awaitable[object]]) -> None:
        try:
            async with asyncio.timeout(STANDS_FOR):
                await solved.wait()
        except TimeoutError:
            if self._solved.get(key, (None, None))[1] is solved:
                del self._solved[key]
        try:
            await delete()
        except Exception as error:  # it only says why something was not done
            _log.warning("refusal_left", reason=type(error).__name__)

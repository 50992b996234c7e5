"""Messages that change by themselves after they have been shown (``PrivatePanel.updates``)."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import structlog

from bot.chat import Panel, Personal, PrivatePanel

_log = structlog.get_logger(__name__)


class FollowUps:
    """One task for each message that is still changing."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def __contains__(self, message: str) -> bool:
        """Is a message still changing?"""
        return message in self._tasks

    def begin(
        self, message: str, personal: Personal, edit: Callable[[Panel], Awaitable[bool]], *, last_only: bool = False
    ) -> None:
        """Bring a message to the states that follow ``personal``, which it shows; nothing to do where none follow.

        ``edit`` tells whether the message is still there. ``last_only``: each edit costs others their messages.
        """
        if not isinstance(personal, PrivatePanel) or personal.updates is None:
            return
        self.end(message)
        task = asyncio.create_task(_follow(personal.updates, edit, last_only=last_only))
        self._tasks[message] = task
        task.add_done_callback(lambda done: self._forget(message, done))

    def end(self, message: str) -> None:
        """A message shows something else, or is about to."""
        if task := self._tasks.pop(message, None):
            task.cancel()

    async def stop(self) -> None:
        """Leave all messages as they are."""
        tasks = list(self._tasks.values())
        for message in list(self._tasks):
            self.end(message)
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self, message: str, done: "asyncio.Task[None]") -> None:
        if self._tasks.get(message) is done:
            del self._tasks[message]
        if not done.cancelled() and (error := done.exception()):
            _log.error("follow_up_failed", exc_info=error)


async def _follow(updates: AsyncIterator[Panel], edit: Callable[[Panel], Awaitable[bool]], *, last_only: bool) -> None:
    latest = None
    async for latest in updates:
        if not last_only and not await edit(latest):
            return
    if last_only and latest is not None:
        await edit(latest)

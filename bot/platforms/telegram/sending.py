"""Sends something again while Telegram cannot be reached, asks for a wait, or says that a chat has moved."""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import partial
from typing import TypeVar

import structlog

from bot.chat import Gone, Later, Place, PlaceMoved, Refused, RequestHandler, Unreachable
from bot.platforms.telegram.chat_messages import NotEphemeral
from bot.platforms.telegram.reading import PLATFORM

_log = structlog.get_logger(__name__)

T = TypeVar("T")

ATTEMPTS = 4
UPDATE_ATTEMPTS = 8
"""So often an answer is tried to be brought up to date: nobody presses anything for it, but it must not stand still."""
LONGEST_WAIT = 10.0
"""An answer that may not be sent for longer than this is given up: it would come when nobody waits for it any more."""


_begins_to_wait: ContextVar[asyncio.Event] = ContextVar("begins_to_wait")


class WaitingAnswers:
    """Shows answers, and lets those that have to wait do so beside the queue of their chat, each line in its order."""

    def __init__(self) -> None:
        self._last: dict[str, asyncio.Task[bool]] = {}

    async def show(self, line: str, work: Callable[[], Awaitable[bool]]) -> bool:
        """The result of ``work``, once it is done; False once it has to wait, or others of the same line do."""
        before, waits = self._last.get(line), asyncio.Event()

        async def in_turn() -> bool:
            _begins_to_wait.set(waits)
            if before:
                waits.set()
                await asyncio.wait([before])
            return await work()

        self._last[line] = task = asyncio.create_task(in_turn())
        task.add_done_callback(partial(self._forget, line))
        waiting = asyncio.create_task(waits.wait())
        try:
            await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            task.cancel()
            raise
        finally:
            waiting.cancel()
        if task.done():
            return await task
        task.add_done_callback(_log_failure)
        return False

    def _forget(self, line: str, task: asyncio.Task[bool]) -> None:
        if self._last.get(line) is task:
            del self._last[line]

    async def stop(self) -> None:
        """Give up what still waits."""
        while self._last:
            tasks = [*self._last.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def _log_failure(task: asyncio.Task[bool]) -> None:
    if not task.cancelled() and (error := task.exception()):
        _log.error("answer_failed", exc_info=error)


async def with_retries(send: Callable[[], Awaitable[T]]) -> T:
    """Repeat while Telegram cannot be reached or asks for a short wait."""
    for attempt in range(1, ATTEMPTS):
        try:
            return await send()
        except Later as later:
            wait = 0.2 * 2**attempt if later.seconds is None else later.seconds
            if wait > LONGEST_WAIT:
                raise
            _log.warning("answer_waits", platform=PLATFORM, reason=later.reason)
        if begins := _begins_to_wait.get(None):
            begins.set()
        await asyncio.sleep(wait)
    return await send()


async def in_place(
    handler: RequestHandler, place: Place, send: Callable[[Place], Awaitable[T]], *, again: bool = True
) -> T:
    """Send to a place, and on to where it has moved. ``again``: repeat as ``with_retries`` does."""
    try:
        return await (with_retries(lambda: send(place)) if again else send(place))
    except PlaceMoved as moved:
        new = moved.place
    await handler.place_moved(place, new)
    return await with_retries(lambda: send(new))


async def update(edit: Callable[[], Awaitable[None]]) -> bool:
    """Edit a message as soon as Telegram lets us; False if it is not there any more, or may not say that."""
    for _ in range(UPDATE_ATTEMPTS):
        try:
            await edit()
        except Later as later:
            _log.warning("update_waits", platform=PLATFORM, reason=later.reason)
            await asyncio.sleep(1.0 if later.seconds is None else later.seconds)
        except (Gone, Unreachable, Refused, NotEphemeral, PlaceMoved):
            return False
        else:
            return True
    return False

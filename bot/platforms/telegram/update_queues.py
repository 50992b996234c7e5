"""The updates in the inbox, processed in a queue for each chat.

A kill at any moment loses nothing: received updates are in the inbox, others are delivered again by Telegram. An update
that was under way when the program was killed may be the cause: it is a suspect, and suspects are tried one at a time,
so that each shows for itself whether it is. One that was begun in ``TRIES`` starts is set aside.
"""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import structlog
from telegram import Bot, Update

from bot.chat.ports import ReceivedUpdate, UpdateInbox
from bot.foundation import metrics
from bot.foundation.bounded import BoundedMemory
from bot.platforms.telegram.precedence import CROWD, Precedence
from bot.platforms.telegram.reading import PLATFORM, queue_of

_log = structlog.get_logger(__name__)

AT_ONCE = 32
"""Updates handled at once; within a queue always one."""
TRIES = 3
"""Starts in which an update may be begun and not finished; at the next one it is set aside."""
ALONE_WITHIN = 30.0
"""Seconds for which a suspect waits for another to end, which may only be slow."""
GIVE_BACK_WITHIN = 1.0
"""Seconds in which an orderly stop takes back the tries of the updates it breaks off; later they count."""
UPDATES = 20_000
"""Updates whose numbers are kept, so that none is begun twice."""


@dataclass
class _QueuedUpdate:
    """An update that waits for its turn. ``tries``: how often it was begun before; ``begun``: this try is counted."""

    number: int
    received: dict[str, Any]
    update: Update | None
    """It is read where its turn comes, so that a crowd costs those little who are served before it."""
    arrived: float
    tries: int
    begun: bool


def _unreadable(number: int, error: Exception) -> None:
    """Say that an update cannot be read: it stays in the inbox for a version that can, and holds up nothing."""
    metrics.UNREADABLE.labels("update").inc()
    # Not with the error's message, which may cite what people wrote.
    _log.error("update_unreadable", update_id=number, error=type(error).__name__)


class UpdateQueues:
    """Processes the updates in the inbox: in order within a chat or topic, concurrently between them. Where very many
    wait in one, the others go before them.

    ``handle`` gets each update with the time at which it came in, in seconds of the event loop's clock. ``given_up``
    gets those that are set aside.
    """

    def __init__(
        self,
        bot: Bot,
        inbox: UpdateInbox,
        handle: Callable[[Update, float], Awaitable[None]],
        given_up: Callable[[Update], Awaitable[None]],
    ) -> None:
        self._bot = bot
        self._inbox = inbox
        self._handle = handle
        self._given_up = given_up
        self._taken = BoundedMemory[int, bool](UPDATES)
        self._queues: dict[str, deque[_QueuedUpdate]] = {}
        self._coming: set[str] = set()
        self._begun: set[int] = set()
        self._suspects = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._precedence = Precedence()
        self._open = False
        self._following: int | None = None

    async def following(self) -> int | None:
        """The number of the next update to ask for, None before the first ever."""
        if self._following is None:
            self._following = await self._inbox.offset()
        return self._following

    async def receive(self, payloads: dict[int, str]) -> None:
        """Keep updates; once this returns they may be acknowledged. They are worked off once ``open`` was called."""
        known: dict[int, Update] = {}
        at_once = self._at_once(payloads, known)
        self._coming |= at_once.keys()
        keeping = asyncio.ensure_future(self._inbox.receive(payloads, {*at_once.values()}))
        try:
            ours = await asyncio.shield(keeping)
        except asyncio.CancelledError:  # they may be kept all the same, but nothing begins
            self._start(self._never_begun(keeping, {*at_once.values()}))
            raise
        finally:
            self._coming -= at_once.keys()
        self._following = max(self._following or 0, max(payloads) + 1)
        if self._open:
            self._begin(ours, known)

    async def _never_begun(self, keeping: Awaitable[object], numbers: set[int]) -> None:
        """Take back the tries of updates that were stored while their receiver was stopped."""
        self._begun |= numbers
        with suppress(Exception):  # then nothing was kept
            await keeping
            await self._inbox.give_back(numbers)
        self._begun -= numbers

    def _at_once(self, payloads: Mapping[int, str], read: dict[int, Update]) -> dict[str, int]:
        """Updates whose work begins as soon as they are kept, by their queues: nothing is under way there.

        Their try is counted where they are kept, which costs nothing. What is read for that goes into ``read``.
        """
        found: dict[str, int] = {}
        if not self._open:
            return found
        for number in sorted(payloads):
            if len(self._queues) + len(self._coming) + len(found) >= AT_ONCE:
                break
            if self._taken.get(number):
                continue
            try:
                received = json.loads(payloads[number])
                name = queue_of(received)
                if name not in self._queues and name not in self._coming and name not in found:
                    read[number] = Update.de_json(received, self._bot)
                    found[name] = number
            except Exception:  # it begins nothing; that it cannot be read is said once it is kept
                continue
        return found

    def forget(self) -> None:
        """Forget the number of the next update, because another process may have asked for updates meanwhile."""
        self._following = None

    async def open(self) -> None:
        """Begin, once the bot is connected, with the updates left from before or by a process that has ended."""
        self._open = True
        self._begin(await self._inbox.waiting(), {})

    def _begin(self, updates: Iterable[ReceivedUpdate], read: Mapping[int, Update]) -> None:
        """Begin with the updates that are not under way yet."""
        for kept in updates:
            if self._taken.get(kept.number):
                continue
            self._taken.put(kept.number, True)
            now = asyncio.get_running_loop().time()
            try:
                received = json.loads(kept.payload)
                name = queue_of(received)
            except Exception as error:
                _unreadable(kept.number, error)
            else:
                update = read.get(kept.number)
                self._queue(name, _QueuedUpdate(kept.number, received, update, now, kept.tries, kept.begun))

    async def finish(self, within: float) -> None:
        """Wait for the updates under way; a longer one is left in the inbox for the next start."""
        until = asyncio.get_running_loop().time() + within
        # What ends may begin another: the note that it has.
        while self._tasks and (left := until - asyncio.get_running_loop().time()) > 0:
            await asyncio.wait(self._tasks, timeout=left)
        late = [*self._tasks]
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        await self._give_back()

    async def _give_back(self) -> None:
        """Take back the tries of the updates that an orderly stop breaks off: they have not failed."""
        if not self._begun:
            return
        try:
            async with asyncio.timeout(GIVE_BACK_WITHIN):
                await self._inbox.give_back({*self._begun})
        except Exception as error:  # they are suspects at the next start, and are tried all the same
            _log.warning("tries_not_given_back", updates=len(self._begun), error=type(error).__name__)
        self._begun.clear()

    def _queue(self, name: str, waiting: _QueuedUpdate) -> None:
        if waiting.begun:
            self._begun.add(waiting.number)
        if name in self._queues:
            self._queues[name].append(waiting)
            return
        self._queues[name] = deque([waiting])
        self._start(self._work(name))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, name: str) -> None:
        queue = self._queues[name]
        finished: int | None = None
        try:
            while queue:
                if (update := self._read(queue[0])) is None:
                    queue.popleft()
                    continue
                if queue[0].tries and not queue[0].begun:
                    await self._work_off_suspect(queue.popleft(), update)
                    continue
                if is_crowd := len(queue) >= CROWD:
                    await self._precedence.wait()
                async with self._slots:
                    waiting = queue.popleft()
                    with self._precedence.served(of_crowd=is_crowd):
                        if not waiting.begun:
                            await self._count(waiting.number, finished)
                        await self._work_off(waiting, update)
                finished = waiting.number
                if not queue or queue[0].tries:
                    self._start(self._note_done(finished))
                    finished = None
        finally:
            if finished is not None:
                self._start(self._note_done(finished))
            del self._queues[name]

    def _read(self, waiting: _QueuedUpdate) -> Update | None:
        """An update as the library reads it, None where it cannot be read."""
        try:
            return waiting.update or Update.de_json(waiting.received, self._bot)
        except Exception as error:
            _unreadable(waiting.number, error)
            return None

    async def _work_off_suspect(self, waiting: _QueuedUpdate, update: Update) -> None:
        """Try a suspect, alone among its like, until its end is noted."""
        number = waiting.number
        if waiting.tries >= TRIES:
            async with self._slots:
                await self._set_aside(waiting, update)
            return
        async with self._alone(), self._slots:
            await self._count(number)
            await self._work_off(waiting, update)
            await self._note_done(number, at_once=True)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """The turn of one suspect; after a long wait it goes on beside the others."""
        held = False
        with suppress(TimeoutError):
            async with asyncio.timeout(ALONE_WITHIN):
                held = await self._suspects.acquire()
        try:
            yield
        finally:
            if held:
                self._suspects.release()

    async def _count(self, number: int, finished: int | None = None) -> None:
        """Count a try before the work begins; updates that were ``finished`` before are noted with it."""
        self._begun.add(number)
        try:
            await self._inbox.begin(number, finished)
        except Exception:  # its work goes on: what it needs may be there
            _log.exception("update_not_counted", update_id=number)
            self._begun.discard(number)
            if finished is not None:
                self._start(self._note_done(finished))
        else:
            self._begun -= {finished}

    async def _set_aside(self, waiting: _QueuedUpdate, update: Update) -> None:
        """Give an update up, and tell its sender. First it is noted: it must neither come again nor be told twice."""
        number = waiting.number
        try:
            if not await self._inbox.set_aside(number):
                return
        except Exception:  # the next start does it
            _log.exception("update_not_set_aside", update_id=number)
            return
        metrics.GIVEN_UP.labels(PLATFORM).inc()
        _log.warning("update_set_aside", update_id=number, tries=waiting.tries)
        try:
            await self._given_up(update)
        except Exception:
            _log.exception("update_given_up_untold", update_id=number)

    async def _work_off(self, waiting: _QueuedUpdate, update: Update) -> None:
        try:
            await self._handle(update, waiting.arrived)
        except Exception:  # one update that fails must not stop its chat
            _log.exception("update_failed", update_id=waiting.number)

    async def _note_done(self, number: int, *, at_once: bool = False) -> None:
        try:
            await self._inbox.done(number, at_once=at_once)
        except Exception:  # it is worked off again after a restart, and then does nothing twice
            _log.exception("update_not_noted", update_id=number)
        else:
            self._begun.discard(number)

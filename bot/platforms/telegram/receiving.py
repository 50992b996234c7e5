"""How updates arrive: stored in the inbox, then acknowledged, then processed in a queue for each chat.

A kill at any moment loses nothing: received updates are in the inbox, others are delivered again by Telegram.
"""

import asyncio
import json
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import structlog
from aiohttp import web
from telegram import Bot, Update
from telegram.constants import UpdateType
from telegram.error import BadRequest, Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError

from bot.chat.ports import ReceivedUpdate, UpdateInbox
from bot.http_server import HttpServer
from bot.platforms.telegram.errors import reason_of, seconds_of
from bot.platforms.telegram.reading import queue_of
from bot.telemetry import metrics
from bot.telemetry.contact import Contact

_log = structlog.get_logger(__name__)

WANTED = [UpdateType.MESSAGE, UpdateType.CALLBACK_QUERY, UpdateType.INLINE_QUERY]
POLL_SECONDS = 30
AT_ONCE = 32
"""Updates handled at once; within a queue always one."""
LONGEST_PAUSE = 30.0
_REMEMBERED = 20_000
_SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"


@dataclass(frozen=True)
class Webhook:
    """Where Telegram delivers updates: the public URL, the secret that proves them, and where we listen for them."""

    url: str
    secret: str = field(repr=False)
    host: str
    port: int


class UpdateQueues:
    """Processes what waits in the inbox: in order within a chat or topic, concurrently between them.

    ``handle`` gets each update with the time at which it came in, in seconds of the event loop's clock.
    """

    def __init__(self, bot: Bot, inbox: UpdateInbox, handle: Callable[[Update, float], Awaitable[None]]) -> None:
        self._bot = bot
        self._inbox = inbox
        self._handle = handle
        self._taken: OrderedDict[int, None] = OrderedDict()
        self._queues: dict[str, deque[tuple[Update, float]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._open = False
        self._following: int | None = None

    async def following(self) -> int | None:
        """The number of the next update to ask for, None before the first ever."""
        if self._following is None:
            self._following = await self._inbox.offset()
        return self._following

    async def receive(self, payloads: dict[int, str], read: Mapping[int, Update] | None = None) -> None:
        """Keep updates; once this returns they may be acknowledged. They are worked off once ``open`` was called.

        ``read`` are those that have been read from their payloads already.
        """
        ours = await self._inbox.receive(payloads)
        self._following = max(self._following or 0, max(payloads) + 1)
        if self._open:
            self._begin(ours, read or {})

    def forget(self) -> None:
        """Another process may have asked for updates meanwhile: the number of the next one is read again."""
        self._following = None

    async def open(self) -> None:
        """The bot is connected: begin with what waits from before, or was left by a process that has ended."""
        self._open = True
        self._begin(await self._inbox.waiting(), {})

    def _begin(self, updates: Iterable[ReceivedUpdate], read: Mapping[int, Update]) -> None:
        """Begin with the updates that are not under way yet."""
        for kept in updates:
            if kept.number in self._taken:
                continue
            self._taken[kept.number] = None
            if len(self._taken) > _REMEMBERED:
                self._taken.popitem(last=False)
            try:
                self._queue(read.get(kept.number) or Update.de_json(json.loads(kept.payload), self._bot))
            except Exception:  # it stays in the inbox for a version that can read it, and holds up nothing
                metrics.UNREADABLE.labels("update").inc()
                _log.exception("update_unreadable", update_id=kept.number)

    async def finish(self, within: float) -> None:
        """Wait for what is under way; what takes longer is left in the inbox for the next start."""
        until = asyncio.get_running_loop().time() + within
        # What ends may begin another: the note that it has.
        while self._tasks and (left := until - asyncio.get_running_loop().time()) > 0:
            await asyncio.wait(self._tasks, timeout=left)
        late = [*self._tasks]
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def _queue(self, update: Update) -> None:
        name, arrived = queue_of(update), asyncio.get_running_loop().time()
        if name in self._queues:
            self._queues[name].append((update, arrived))
            return
        self._queues[name] = deque([(update, arrived)])
        self._start(self._work(name))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, name: str) -> None:
        queue = self._queues[name]
        try:
            while queue:
                async with self._slots:
                    await self._work_off(*queue.popleft())
        finally:
            del self._queues[name]

    async def _work_off(self, update: Update, arrived: float) -> None:
        try:
            await self._handle(update, arrived)
        except Exception:  # one update that fails must not stop its chat
            _log.exception("update_failed", update_id=update.update_id)
        # The next one in the queue need not wait for the note.
        self._start(self._note_done(update.update_id))

    async def _note_done(self, number: int) -> None:
        try:
            await self._inbox.done(number)
        except Exception:  # it is worked off again after a restart, and then does nothing twice
            _log.exception("update_not_noted", update_id=number)


async def poll(bot: Bot, queues: UpdateQueues, contact: Contact) -> None:
    """Ask for updates until cancelled. After any failure it waits and asks again."""
    pause = 0.0
    while True:
        await asyncio.sleep(pause)
        try:
            updates = await bot.get_updates(
                offset=await queues.following(), timeout=POLL_SECONDS, allowed_updates=WANTED
            )
            contact.made()
            if updates:
                read = {update.update_id: update for update in updates}
                await queues.receive({number: update.to_json() for number, update in read.items()}, read)
            pause = 0.0
        except RetryAfter as error:
            contact.lost()
            pause = seconds_of(error.retry_after)
            _log.warning("telegram_asks_to_wait", retry_in=pause)
        except Conflict:
            contact.lost()
            _log.error("telegram_polled_elsewhere", hint="another process uses this bot's token")
            pause = LONGEST_PAUSE / 6
        except InvalidToken:
            contact.lost()
            _log.error("telegram_token_refused", hint="the token was revoked; set the new one and start again")
            pause = LONGEST_PAUSE
        except (BadRequest, NetworkError, TelegramError) as error:
            contact.lost()
            pause = min(max(0.25, 2 * pause), LONGEST_PAUSE)
            _log.warning("telegram_out_of_reach", reason=reason_of(error), retry_in=pause)
        except Exception:  # the database may be away; nothing was acknowledged, so nothing is lost
            pause = min(max(0.25, 2 * pause), LONGEST_PAUSE)
            _log.exception("updates_not_kept", retry_in=pause)


async def listen(webhook: Webhook, queues: UpdateQueues) -> HttpServer:
    """Serve the webhook until the server is stopped. Raises OSError if the address cannot be used."""

    async def deliver(request: web.Request) -> web.Response:
        given = request.headers.get(_SECRET_HEADER, "")
        if not compare_digest(given.encode(), webhook.secret.encode()):
            return web.Response(status=HTTPStatus.FORBIDDEN)
        try:
            payload = await request.text()
            number = int(json.loads(payload)["update_id"])
        except (ValueError, TypeError, KeyError, RecursionError):
            return web.Response(status=HTTPStatus.BAD_REQUEST)
        try:
            await queues.receive({number: payload})
        except Exception:  # Telegram delivers it again
            _log.exception("updates_not_kept")
            return web.Response(status=HTTPStatus.SERVICE_UNAVAILABLE)
        return web.Response()

    path = urlsplit(webhook.url).path or "/"
    server = HttpServer([web.post(path, deliver)], webhook.host, webhook.port, proxied=True)
    await server.start()
    return server

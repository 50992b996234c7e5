"""The ways by which updates reach the bot: the queue behind getUpdates, or the webhook.

An update stays until the bot asks for a higher one, or until its webhook answers 2xx; until then it is given again.
"""

import asyncio
import contextlib
import itertools
from collections import deque
from collections.abc import Callable

import aiohttp

from loopback.telegram.spec import Spec
from loopback.telegram.world import JSON, Refusal
from loopback.waiting import PATIENCE

_NOT_BY_DEFAULT = {"chat_member", "message_reaction", "message_reaction_count"}
_REDELIVERY = 0.05
"""Seconds between two attempts at a webhook; the real one waits longer, which no test needs."""


class Updates:
    """The updates that the bot has not confirmed yet; without a description they are not held against it."""

    def __init__(self, spec: Spec | None, changed: Callable[[], None]) -> None:
        self._spec = spec
        self._changed = changed
        self._ids = itertools.count(310_000_001)
        self._waiting: deque[JSON] = deque()
        self._news = asyncio.Event()
        self._poll: asyncio.Event | None = None
        self._twice = 0
        self._sender: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()
        self.allowed: list[str] = []
        self.webhook: JSON = {"url": "", "has_custom_certificate": False}
        self.deliveries = 0
        self.chats: dict[int, int] = {}
        """The chat in which each update came about."""

    @property
    def pending(self) -> int:
        """The number of updates that the bot has not confirmed."""
        return len(self._waiting)

    @property
    def polled(self) -> bool:
        """Does a getUpdates wait?"""
        return self._poll is not None

    def add(self, kind: str, content: JSON) -> int | None:
        """Queue an update; None where the bot did not ask for this kind."""
        if kind not in self.allowed if self.allowed else kind in _NOT_BY_DEFAULT:
            return None
        update: JSON = {"update_id": next(self._ids), kind: content}
        problems = self._spec.check_type("Update", update) if self._spec else []
        assert not problems, f"the loopback server itself breaks the description: {problems}"
        self._waiting.append(update)
        self._news.set()
        number: int = update["update_id"]
        self.chats[number] = content.get("message", content).get("chat", content["from"])["id"]
        return number

    def add_anything(self, content: JSON) -> None:
        """Queue an update with any content, also what Telegram would not send."""
        self._waiting.append({"update_id": next(self._ids), **content})
        self._news.set()

    def repeat_next(self, times: int = 1) -> None:
        """Give the next update(s) once more although they were confirmed."""
        self._twice += times

    def drop(self) -> None:
        """Drop the waiting updates."""
        self._waiting.clear()

    async def poll(self, offset: int, limit: int, wait: float) -> list[JSON]:
        """The body of getUpdates. Raises Refusal with 409 if another poll or a webhook takes the updates."""
        if self.webhook["url"]:
            raise Refusal(
                409,
                "Conflict: can't use getUpdates method while webhook is active; "
                "use deleteWebhook to delete the webhook first",
            )
        if self._poll:
            self._poll.set()
        ousted = self._poll = asyncio.Event()
        try:
            self._confirm(offset)
            self._changed()
            if not self._waiting and wait > 0:
                await self._first(self._news, ousted, wait)
            if ousted.is_set():
                raise Refusal(
                    409,
                    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
                )
            return list(itertools.islice(self._waiting, limit))
        finally:
            if self._poll is ousted:
                self._poll = None

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            while len(self._waiting) > -offset:
                self._waiting.popleft()
        kept = [update for update in self._waiting if update["update_id"] >= offset or self._once_more()]
        self._waiting = deque(kept)
        if not self._waiting:
            self._news.clear()

    def _once_more(self) -> bool:
        if not self._twice:
            return False
        self._twice -= 1
        return True

    @staticmethod
    async def _first(news: asyncio.Event, ousted: asyncio.Event, wait: float) -> None:
        tasks = [asyncio.ensure_future(event.wait()) for event in (news, ousted)]
        try:
            await asyncio.wait(tasks, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    async def set_webhook(self, url: str, secret: str) -> None:
        """Deliver to this address from now on; an empty one ends it."""
        async with self._changing:
            await self.stop()
            self.webhook = {"url": url, "has_custom_certificate": False}
            if url:
                self._sender = asyncio.create_task(self._deliver(url, secret))

    async def stop(self) -> None:
        """End the deliveries and the waiting poll."""
        if self._poll:
            self._poll.set()
        if self._sender:
            self._sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sender
            self._sender = None

    async def _deliver(self, url: str, secret: str) -> None:
        headers = {"X-Telegram-Bot-Api-Secret-Token": secret} if secret else {}
        timeout = aiohttp.ClientTimeout(total=PATIENCE)
        async with aiohttp.ClientSession(headers=headers, timeout=timeout) as session:
            while True:
                await self._news.wait()
                while self._waiting:
                    if await self._post(session, url, self._waiting[0]):
                        if not self._once_more():
                            self._waiting.popleft()
                        self._changed()
                    else:
                        await asyncio.sleep(_REDELIVERY)
                self._news.clear()

    async def _post(self, session: aiohttp.ClientSession, url: str, update: JSON) -> bool:
        self.deliveries += 1
        try:
            async with session.post(url, json=update) as response:
                await response.read()
                if response.ok:
                    return True
                problem = f"Wrong response from the webhook: {response.status} {response.reason}"
        except (aiohttp.ClientError, TimeoutError) as error:
            problem = f"Connection failed: {type(error).__name__}"
        self.webhook["last_error_message"] = problem
        return False

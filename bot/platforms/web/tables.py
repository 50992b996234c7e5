"""The matches whose live boards are open in one window: what is sent of them, and when."""

import asyncio
from collections.abc import Callable
from typing import Protocol

import structlog

from bot.chat import Answer, LiveHandler, PastPosition, Request, Table
from bot.platforms.web.bodies import JsonObject, past_frame, table_frame

_log = structlog.get_logger(__name__)
MOST = 12
"""The most matches that one window is told of."""


class Shower(Protocol):
    """Shows an answer to the person of the window."""

    async def __call__(self, request: Request, answer: Answer, panel: str | None) -> bool: ...


class Tables:
    """Sends the table of each watched match at first, and again after each change: always the newest, none twice."""

    def __init__(
        self, live: LiveHandler, request: Callable[[], Request], send: Callable[[JsonObject], None], show: Shower
    ) -> None:
        self._live = live
        self._request = request
        self._send = send
        self._show = show
        self._sent: dict[str, int] = {}
        """The version of each watched match that the page has."""
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()

    async def watch(self, code: str, version: int) -> None:
        """Tell the page of a match from now on; it has this version of it. The oldest of too many is dropped."""
        self._sent.pop(code, None)
        self._sent[code] = version
        while len(self._sent) > MOST:
            self._sent.pop(next(iter(self._sent)))
        await self._tell(code, watched=False)

    async def look(self, code: str, ply: int) -> None:
        """Send a match as it stood after so many moves."""
        past = await self._live.past(self._request(), code, ply)
        if isinstance(past, PastPosition):
            self._send(past_frame(past))

    def changed(self, code: str) -> None:
        """A match may have changed: its newest table is sent soon, if the page watches it."""
        if code not in self._sent:
            return
        self._changed.add(code)
        if code not in self._telling:
            task = self._telling[code] = asyncio.create_task(self._tell_changes(code))
            task.add_done_callback(lambda _: self._telling.pop(code, None))

    def end(self) -> None:
        """Tell nothing more."""
        self._sent.clear()
        for task in self._telling.values():
            task.cancel()

    async def _tell_changes(self, code: str) -> None:
        while code in self._changed:
            self._changed.discard(code)
            try:
                await self._tell(code, watched=True)
            except Exception:  # the page asks again when it comes back
                _log.exception("table_not_sent", match=code)

    async def _tell(self, code: str, *, watched: bool) -> None:
        """Send the newest table; what stands in its place is shown only where the page has just asked for it."""
        request = self._request()
        table = await self._live.table(request, code)
        if isinstance(table, Table):
            if table.version > self._sent.get(code, table.version):
                self._sent[code] = table.version
                self._send(table_frame(table))
            return
        self._sent.pop(code, None)
        self._send({"type": "no_table", "code": code})
        if not watched:
            await self._show(request, table, None)

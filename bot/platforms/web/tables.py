"""The matches whose live boards are open in one window: what is sent of them and of the words beside them, and when."""

import asyncio
from collections.abc import Callable
from typing import Protocol

import structlog

from bot.chat import Answer, PastPosition, Request, Table
from bot.platforms.web.bodies import JsonObject, messages_frame, past_frame, table_frame
from bot.platforms.web.hub import Hub

_log = structlog.get_logger(__name__)
MOST = 12
"""The most matches that one window is told of."""


def beside(code: str) -> str:
    """The name of the room beside the board of a match, or beside none. No page can enter it by its name."""
    return f"#{code}"


NOWHERE = beside("")
"""The room of what is answered to somebody who looks at no match and no talk. Nothing is said there to others."""


class Shower(Protocol):
    """Shows an answer to the person of the window, in a room."""

    async def __call__(self, request: Request, answer: Answer, beside: str) -> bool: ...


class Tables:
    """Sends the table of each watched match at first, and again after each change: always the newest, none twice."""

    def __init__(
        self,
        hub: Hub,
        person: str,
        request: Callable[[], Request],
        send: Callable[[JsonObject], None],
        show: Shower,
    ) -> None:
        self._hub = hub
        self._person = person
        self._request = request
        self._send = send
        self._show = show
        self._has: dict[str, int] = {}
        """The version that the page has of each match that it shows."""
        self._seen: set[str] = set()
        """Those of them that this person may see, as was found last."""
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()

    def begin(self, code: str, version: int) -> None:
        """The page shows a match from now on, and has this version of it. The oldest of too many is dropped."""
        self.leave(code)
        self._has[code] = version
        while len(self._has) > MOST:
            self.leave(next(iter(self._has)))

    def leave(self, code: str) -> None:
        """The page shows a match no more."""
        self._has.pop(code, None)
        self._seen.discard(code)

    def hears(self, room: str) -> bool:
        """Is it a room beside a match that the page shows, and that its person may see?"""
        return room.startswith("#") and room[1:] in self._seen

    async def sees(self, room: str) -> bool:
        """As ``hears``; looked up where the page has only just begun to show the match."""
        code = room.removeprefix("#")
        return self.hears(room) or (room == beside(code) and code in self._has and await self._tell(code, watched=True))

    async def tell_first(self, code: str, since: int) -> None:
        """Send a match that the page begins to show, and what has been said beside it after the change ``since``."""
        if not await self._tell(code, watched=False):
            return
        room = beside(code)
        said = await self._hub.archive.changed_since(room, self._person, since)
        if self.hears(room):
            self._send(messages_frame(room, said, since))

    async def look(self, code: str, ply: int) -> None:
        """Send a match as it stood after so many moves."""
        past = await self._hub.live.past(self._request(), code, ply)
        if isinstance(past, PastPosition):
            self._send(past_frame(past))

    def changed(self, code: str) -> None:
        """A match may have changed: its newest table is sent soon, if the page shows it."""
        if code not in self._has:
            return
        self._changed.add(code)
        if code not in self._telling:
            task = self._telling[code] = asyncio.create_task(self._tell_changes(code))
            task.add_done_callback(lambda _: self._telling.pop(code, None))

    def end(self) -> None:
        """Tell nothing more."""
        self._has.clear()
        self._seen.clear()
        for task in self._telling.values():
            task.cancel()

    async def _tell_changes(self, code: str) -> None:
        while code in self._changed:
            self._changed.discard(code)
            try:
                await self._tell(code, watched=True)
            except Exception:  # the page asks again when it comes back
                _log.exception("table_not_sent", match=code)

    async def _tell(self, code: str, *, watched: bool) -> bool:
        """Send the newest table if the page has an older one; does it show the match, and may its person see it?

        What stands in the place of a table is shown only where the page has just asked for it.
        """
        request = self._request()
        # Who may see a match by its code is found out for each of them.
        looks_on = not self._person and code in self._seen
        table = await (self._hub.shared_tables if looks_on else self._hub.live).table(request, code)
        if code not in self._has:
            return False
        if isinstance(table, Table):
            self._seen.add(code)
            if table.version > self._has[code]:
                self._has[code] = table.version
                self._send(table_frame(table))
            return True
        self.leave(code)
        self._send({"type": "no_table", "code": code, "text": getattr(table, "text", "")})
        if not watched and self._person:
            await self._show(request, table, beside(code))
        return False

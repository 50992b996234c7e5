"""The live boards of matches that windows show: what is sent of them and of the words beside them, and when."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import structlog

from bot.chat import Answer, LiveBoard, LiveHandler, PastPositions, PremovePosition, Request, SharedSeat
from bot.chat.ports import RoomArchive
from bot.platforms.web import sent_frames as sent
from bot.platforms.web.bodies import board_frame, messages_frame, premove_frame
from bot.platforms.web.windows import Window, Windows

_log = structlog.get_logger(__name__)
MOST = 12
"""The most matches that one window is told of."""


def beside(code: str) -> str:
    """The name of the room beside the board of a match, or beside none. No page can enter it by its name."""
    return f"#{code}"


NOWHERE = beside("")
"""The room of what is answered to somebody who looks at no match and no talk. Nothing is said there to others."""

Shower: TypeAlias = Callable[[Request, Answer, str], Awaitable[bool]]
"""Shows an answer to the person of a window, in a room."""


class SharedBoards:
    """Boards that are being made for windows in which nobody has given a name: once for all of them after a change.

    They are kept by match, language and place: for those who only look on there, they are the same.
    """

    def __init__(self, live: LiveHandler) -> None:
        self._live = live
        self._making: dict[tuple[str, str, str], asyncio.Task[LiveBoard | Answer]] = {}

    def stop(self) -> None:
        """Make no more of them."""
        for task in self._making.values():
            task.cancel()

    def changed(self, code: str) -> None:
        """A match has changed: what is being made of it may be older, and is for those who wait for it already."""
        for key in [key for key in self._making if key[0] == code]:
            del self._making[key]

    async def board(self, request: Request, code: str) -> LiveBoard | Answer:
        """The newest board of a match that this onlooker has seen before."""
        key = (code, request.person.locale, request.place.chat)
        if key not in self._making:
            made = self._making[key] = asyncio.create_task(self._live.board(request, code))
            made.add_done_callback(lambda task: self._forget(key, task))
        # A window that is closed takes the board away from no other one.
        return await asyncio.shield(self._making[key])

    def _forget(self, key: tuple[str, str, str], task: asyncio.Task[LiveBoard | Answer]) -> None:
        if self._making.get(key) is task:
            del self._making[key]


class OpenBoards:
    """The live boards that are open in one window.

    Sends each at first, and again after each change of its match: always the newest, none twice.
    """

    def __init__(
        self,
        live: LiveHandler,
        archive: RoomArchive,
        shared: SharedBoards,
        windows: Windows,
        window: Window,
        request: Callable[[], Request],
        show: Shower,
    ) -> None:
        self._live = live
        self._archive = archive
        self._shared = shared
        self._windows = windows
        self._window = window
        self.person = window.person
        self._request = request
        self._show = show
        self._has: dict[str, tuple[int, tuple[str, ...], SharedSeat | None]] = {}
        """What the page has of each match that it shows: the version, what was said beside it, what a seat shares."""
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()

    def begin(self, code: str, version: int) -> None:
        """The page shows a match from now on, and has this version of it. The oldest of too many is dropped."""
        self.leave(code)
        self._has[code] = version, (), None
        while len(self._has) > MOST:
            self.leave(next(iter(self._has)))

    def leave(self, code: str) -> None:
        """The page shows a match no more."""
        self._has.pop(code, None)
        self._windows.hides(self._window, beside(code))

    async def sees(self, room: str) -> bool:
        """Does the page hear a room? Looked up where it has only just begun to show the match beside it."""
        code = room.removeprefix("#")
        if self._window.hears(room):
            return True
        return room == beside(code) and code in self._has and await self._tell(code, watched=True)

    async def tell_first(self, code: str, since: int) -> None:
        """Send a match that the page begins to show, and what has been said beside it after the change ``since``."""
        if not await self._tell(code, watched=False):
            return
        room = beside(code)
        with self._window.reading(room):
            said = await self._archive.changed_since(room, self.person, since)
            if self._window.hears(room):
                self._window.send(messages_frame(room, said, since))
        if self.person:
            planned = await self._live.premove_now(self._request(), code)
            if isinstance(planned, PremovePosition):
                self._window.send(premove_frame(planned))

    async def look(self, code: str) -> None:
        """Send a match as it stood before each of its moves."""
        past = await self._live.past(self._request(), code)
        if isinstance(past, PastPositions):
            self._window.send(sent.PastFrame(**vars(past)))

    def changed(self, code: str) -> None:
        """A match may have changed: its newest board is sent soon, if the page shows it."""
        if code not in self._has:
            return
        self._changed.add(code)
        if code not in self._telling:
            task = self._telling[code] = asyncio.create_task(self._tell_changes(code))
            task.add_done_callback(lambda _: self._telling.pop(code, None))

    def all_changed(self) -> None:
        """All that the page shows may have changed, or may not be its person's to see any more."""
        for code in [*self._has]:
            self.changed(code)

    def end(self) -> None:
        """Tell nothing more."""
        self._has.clear()
        for room in [*self._window.beside]:
            self._windows.hides(self._window, room)
        for task in self._telling.values():
            task.cancel()

    async def _tell_changes(self, code: str) -> None:
        while code in self._changed:
            self._changed.discard(code)
            try:
                await self._tell(code, watched=True)
            except Exception:  # the page asks again when it comes back
                _log.exception("board_not_sent", match=code)

    async def _tell(self, code: str, *, watched: bool) -> bool:
        """Send the newest board if the page has an older one; does it show the match, and may its person see it?

        What stands in the place of a board is shown only where the page has just asked for it.
        """
        request = self._request()
        # Who may see a match by its code is found out for each of them.
        looks_on = not self.person and beside(code) in self._window.beside
        board = await (self._shared if looks_on else self._live).board(request, code)
        if code not in self._has:
            return False
        if isinstance(board, LiveBoard):
            self._windows.shows(self._window, beside(code), looks_on=not board.mine and not board.inviting)
            version, *beside_it = self._has[code]
            changed = beside_it != [board.talk, board.shared]
            if board.version > version or (board.version == version and changed):
                self._has[code] = board.version, board.talk, board.shared
                self._window.send(board_frame(board))
            return True
        self.leave(code)
        self._window.send(sent.NoBoardFrame(code=code, text=getattr(board, "text", "")))
        if not watched and self.person:
            await self._show(request, board, beside(code))
        return False

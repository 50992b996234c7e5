"""The lobbies that windows show: the matches of their people, sent at first and again after matches have changed."""

import asyncio
from collections.abc import Callable

import structlog

from bot.chat import LiveHandler, Lobby, Place, Request
from bot.platforms.web import sent_frames as sent
from bot.words import language_of

_log = structlog.get_logger(__name__)
AGAIN_AFTER = 1.0
"""Seconds in which matches change before they are listed again."""
RESTS = 4.0
"""The time between two lobbies that are told, as a multiple of what the first took: moves go before them."""
SHORTEST_REST = 0.002
"""Seconds between two lobbies at least: to be told the same costs the writing of it."""
Shared = dict[tuple[Place, str], str]
"""The lists of those who only look on, by place and language."""


class Lobbies:
    """Tells all lobbies that are open in the room after matches have changed: one at a time, and each in its turn."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        """Held while the lists for a lobby are read."""
        self._open: dict[LobbyWatch, None] = {}
        self._have_changed = False
        self._telling: asyncio.Task[None] | None = None

    def opened(self, lobby: "LobbyWatch") -> None:
        """A lobby is to be told from now on, and of a change while none was open: its lists may be older."""
        self._open[lobby] = None
        self._begin()

    def closed(self, lobby: "LobbyWatch") -> None:
        """A lobby is to be told no more."""
        self._open.pop(lobby, None)

    def changed(self) -> None:
        """Matches have changed, which may be among those that are listed or to be listed."""
        self._have_changed = True
        self._begin()

    def _begin(self) -> None:
        if self._have_changed and self._open and self._telling is None:
            self._telling = asyncio.create_task(self._tell())

    async def stop(self) -> None:
        """Tell nothing more."""
        if self._telling:
            self._telling.cancel()
            await asyncio.wait({self._telling})

    async def _tell(self) -> None:
        """Tell all of them, and again while there is something new."""
        try:
            while self._have_changed and self._open:
                self._have_changed = False  # a change from now on is told in a round of its own: lists are kept a while
                await asyncio.sleep(AGAIN_AFTER)
                shared: Shared = {}
                for lobby in tuple(self._open):
                    if lobby in self._open:
                        await self._tell_one(lobby, shared)
        finally:
            self._telling = None

    @staticmethod
    async def _tell_one(lobby: "LobbyWatch", shared: Shared) -> None:
        now = asyncio.get_running_loop().time
        began = now()
        try:
            await lobby.tell_again(shared)
        except Exception:  # the next change tries again
            _log.exception("lobby_not_sent")
        await asyncio.sleep(max(SHORTEST_REST, RESTS * (now() - began)))


class LobbyWatch:
    """The lobby in one window: sends the lists of matches while it is open. ``send`` takes a frame as text."""

    def __init__(
        self, lobbies: Lobbies, live: LiveHandler, request: Callable[[], Request], send: Callable[[str], None]
    ) -> None:
        self._lobbies = lobbies
        self._live = live
        self._request = request
        self._send = send
        self._sent = ""
        self._has_ended = False
        self._under_way: set[asyncio.Task[str]] = set()

    def stays(self, is_open: bool) -> None:
        """The lists are to be sent again when matches change, or no more."""
        if is_open:
            self._lobbies.opened(self)
        else:
            self._lobbies.closed(self)

    async def tell(self) -> None:
        """Send the lists, which the page has asked for."""
        self._sent = await self._unless_ended()
        if self._sent:
            self._send(self._sent)

    async def tell_again(self, shared: Shared) -> None:
        """Send the lists if they are others than before. Who only looks on has those that are ``shared``."""
        request = self._request()
        if request.person.account:
            text = await self._unless_ended()
        else:
            key = (request.place, language_of(request.person.locale))
            text = shared[key] = shared.get(key) or await self._unless_ended()
        if text and text != self._sent and not self._has_ended:
            self._sent = text
            self._send(text)

    def end(self) -> None:
        """Send nothing more, and read nothing more for it."""
        self._has_ended = True
        self._lobbies.closed(self)
        for reading in self._under_way:
            reading.cancel()

    async def ended(self) -> None:
        """``end``, and wait until nothing of it is under way."""
        self.end()
        if self._under_way:
            await asyncio.wait(self._under_way)

    async def _unless_ended(self) -> str:
        """The frame with the lists; empty where there are none for this person, or once this has ended."""
        if self._has_ended:
            return ""
        reading = asyncio.create_task(self._read())
        self._under_way.add(reading)
        reading.add_done_callback(self._under_way.discard)
        try:
            await asyncio.wait({reading})
        finally:
            reading.cancel()
        return "" if reading.cancelled() else reading.result()

    async def _read(self) -> str:
        async with self._lobbies.turn:
            found = await self._live.lobby(self._request())
        return sent.LobbyListsFrame(**vars(found)).as_json if isinstance(found, Lobby) else ""

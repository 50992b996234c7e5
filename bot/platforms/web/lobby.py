"""The lobby in one window: the matches of its person, sent at first and again after matches have changed."""

import asyncio
from collections.abc import Callable
from dataclasses import asdict

import structlog

from bot.chat import LiveHandler, Lobby, Request
from bot.platforms.web.bodies import JsonObject

_log = structlog.get_logger(__name__)
AGAIN_AFTER = 1.0
"""Seconds in which matches change before they are listed again."""


class LobbyWatch:
    """Sends the lists of matches while the lobby is open."""

    def __init__(self, live: LiveHandler, request: Callable[[], Request], send: Callable[[JsonObject], None]) -> None:
        self._live = live
        self._request = request
        self._send = send
        self._open = False
        self._soon: asyncio.Task[None] | None = None

    def stays(self, is_open: bool) -> None:
        """The lists are to be sent again when matches change, or no more."""
        self._open = is_open

    async def tell(self) -> None:
        """Send the lists."""
        found = await self._live.lobby(self._request())
        if isinstance(found, Lobby):
            self._send({"type": "lobby", **asdict(found)})

    def changed(self, code: str) -> None:
        """A match has changed, which may be one of those that are listed or to be listed."""
        del code
        if self._open and self._soon is None:
            self._soon = asyncio.create_task(self._tell_soon())

    def end(self) -> None:
        """Send nothing more."""
        self._open = False
        if self._soon:
            self._soon.cancel()

    async def _tell_soon(self) -> None:
        await asyncio.sleep(AGAIN_AFTER)
        self._soon = None
        try:
            if self._open:
                await self.tell()
        except Exception:  # the next change tries again
            _log.exception("lobby_not_sent")

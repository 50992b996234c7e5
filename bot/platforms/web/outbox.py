"""The frames on their way to one page. A page that does not read loses its connection, and holds up nobody."""

import asyncio

from aiohttp import web

FULL = 1_000_000
"""Characters that may wait for a page; with more it is disconnected, and asks for the rest when it is back."""
RESTART = 1012
"""The code with which a connection is closed because the server stops."""


class Outbox:
    """Sends frames to a page, in order, in a task of its own. ``end`` once."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport) -> None:
        self._socket = socket
        self._transport = transport
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._size = 0
        self._writing = asyncio.create_task(self._write())

    def put(self, frame: str) -> None:
        """Send a frame after those before it; if too much waits already, disconnect the page instead."""
        if self._size > FULL:
            self.abort()
            return
        self._size += len(frame)
        self._waiting.put_nowait(frame)

    def close(self) -> None:
        """Close the connection after the last frame because the server stops; the page will try again."""
        self._waiting.put_nowait(None)

    def abort(self) -> None:
        """End the connection at once, also with frames still to be sent."""
        self._transport.abort()

    def end(self) -> None:
        """Send nothing more, because the connection has ended."""
        self._writing.cancel()
        if self._transport.get_write_buffer_size():
            self.abort()  # a page that does not read would keep the connection

    async def _write(self) -> None:
        try:
            while (frame := await self._waiting.get()) is not None:
                await self._socket.send_str(frame)
                self._size -= len(frame)
            await self._socket.close(code=RESTART)
        except ConnectionError:
            return  # its reader notices too

"""A line to a server that can go dead: nothing passes any more, and neither end is told, as when a phone has slept."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

CHUNK = 1 << 16


class Line:
    """Passes on to a port of this machine whatever comes to another one."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._passing: set[asyncio.Task[None]] = set()
        self._open: list[asyncio.StreamWriter] = []

    @classmethod
    @asynccontextmanager
    async def between(cls, port: int, to: int) -> "AsyncIterator[Line]":
        """A line from ``port`` to the server at the port ``to``; it is cut at the end."""
        line = cls(to)
        server = await asyncio.start_server(line._connected, "127.0.0.1", port)
        try:
            yield line
        finally:
            server.close()
            line.go_dead()
            for end in line._open:
                end.close()
            await server.wait_closed()

    def go_dead(self) -> None:
        """From now on nothing passes over the connections that are open; new ones are made as before."""
        for passing in self._passing:
            passing.cancel()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        self._open += [writer, back]
        for source, target in ((reader, back), (there, writer)):
            passing = asyncio.create_task(_pass_on(source, target))
            self._passing.add(passing)
            passing.add_done_callback(self._passing.discard)


async def _pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while chunk := await source.read(CHUNK):
            target.write(chunk)
            await target.drain()
        target.close()

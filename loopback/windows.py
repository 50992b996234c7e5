"""Windows of the web room without a browser: people who sit down, and connections that read nothing."""

import asyncio
import json
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlsplit

from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector

from loopback.waiting import patience

JSON = dict[str, Any]


@dataclass
class Client:
    """A client without a browser: it sends what a test gives it."""

    socket: ClientWebSocketResponse
    heard: list[JSON] = field(default_factory=list)
    secret: str = ""

    async def say(self, **frame: Any) -> None:
        await self.socket.send_json(frame)

    async def hears(self, kind: str) -> JSON:
        """The next message of a kind; Raises TimeoutError."""
        return await self.hears_one_of(kind)

    async def hears_one_of(self, *kinds: str) -> JSON:
        """The next message of one of these kinds; Raises TimeoutError."""
        async with patience(f"a message of the kind {' or '.join(kinds)}", lambda: self.heard[-20:]):
            while True:
                message: JSON = json.loads((await self.socket.receive()).data)
                self.heard.append(message)
                if message["type"] in kinds:
                    return message

    async def card(self, words: str) -> JSON:
        """The next card with these words."""
        while True:
            for message in (await self.hears("messages"))["messages"]:
                if words in f"{message.get('title', '')} {message.get('text', '')}":
                    found: JSON = message
                    return found


class Room:
    """A web room that is served at ``url``, and its clients. ``empty`` at the end."""

    def __init__(self, url: str, session: ClientSession) -> None:
        self.url = url
        self.session = session
        self._open: list[Client] = []
        """Whoever is forgotten is disconnected."""

    @classmethod
    @asynccontextmanager
    async def at(cls, url: str, local: str = "127.0.0.1") -> "AsyncIterator[Self]":
        """The room at an address, for clients at a ``local`` one, which are disconnected at the end."""
        async with ClientSession(connector=TCPConnector(limit=0, local_addr=(local, 0))) as session:
            room = cls(url, session)
            yield room
            await room.empty()

    async def stranger(self, origin: str | None = None) -> Client:
        """A client that has not joined."""
        own = self.url.rstrip("/")
        client = Client(await self.session.ws_connect(f"{own}/socket", headers={"Origin": origin or own}))
        self._open.append(client)
        return client

    async def empty(self) -> None:
        """Close all clients."""
        for client in self._open:
            await client.socket.close()

    async def sits(self, name: str, *, quiet: bool = False) -> Client:
        """A client that has joined; a quiet one, as at home, is told nothing of what is said in the room."""
        client = await self.stranger()
        await client.say(type="sit", name=name, language="en", room="", quiet=quiet)
        client.secret = (await client.hears("seated"))["secret"]
        return client


async def deaf(url: str, **hello: Any) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A window that says one frame and reads nothing of what it is sent; its connection."""
    found = urlsplit(url)
    own = socket.socket()
    own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    own.setblocking(False)
    await asyncio.get_running_loop().sock_connect(own, (found.hostname, found.port))
    reader, writer = await asyncio.open_connection(sock=own, limit=1024)
    writer.write(
        f"GET /socket HTTP/1.1\r\nHost: {found.netloc}\r\nOrigin: http://{found.netloc}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    shout(writer, **hello)
    return reader, writer


def shout(writer: asyncio.StreamWriter, **frame: Any) -> None:
    """Send a frame over the connection of a window that does not read."""
    data = json.dumps(frame).encode()
    writer.write(struct.pack("!BBH", 0x81, 0x80 | 126, len(data)) + bytes(4) + data)

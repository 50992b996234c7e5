"""The web room's server: a page, a WebSocket for each browser window, and boards that are kept up to date."""

from collections.abc import Iterable
from importlib import resources
from typing import Any

import structlog
from aiohttp import WSMsgType, web

from bot.chat import Answer, CannotStart, Gone, Person, Place, RequestHandler
from bot.chat.ports import RoomArchive, RoomMessage
from bot.platforms.web.bodies import answer_body, message_frame
from bot.platforms.web.texts import page_texts
from bot.platforms.web.window import LINE_LENGTH, Window

_log = structlog.get_logger(__name__)

_STATIC = resources.files(__package__) / "static"
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
MESSAGE_BYTES = 6 * LINE_LENGTH
HEARTBEAT = 30.0
WINDOWS = 500
"""The most connections at once."""


class WebRoom:
    """The web room, and the ``MessageGateway`` for its messages. ``start`` once, ``stop`` once."""

    platform = "web"

    def __init__(self, handler: RequestHandler, archive: RoomArchive, host: str, port: int) -> None:
        self.handler = handler
        self.archive = archive
        self._host, self._port = host, port
        self._runner: web.AppRunner | None = None
        self._windows: set[Window] = set()

    def __str__(self) -> str:
        return f"open {self.url} in two browser windows"

    @property
    def url(self) -> str:
        """Where the room is, once it has started."""
        return f"http://{self._host}:{self._port}/"

    async def start(self) -> None:
        """Begin to serve. Raises CannotStart where the address is taken."""
        app = web.Application(middlewares=[self._guard])
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/r/{room}", self._page),
                web.get("/join/{code}", self._page),
                web.get("/texts/{locale}", self._texts),
                web.get("/picture/{name}.png", self._picture),
                web.get("/static/{name}", self._file),
                web.get("/talk", self._socket),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=2.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise CannotStart(
                f"PAPAN_WEB: cannot serve on {self._host}:{self._port} ({error.strerror or error}); "
                "set it to another port, as 127.0.0.1:8090"
            ) from None
        self._port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Close every window's connection and stop serving."""
        for window in tuple(self._windows):
            await window.close()
        if self._runner:
            await self._runner.cleanup()

    def wait(self, place: Place, spare: int = 0) -> float:
        """Always 0: the room has no limits."""
        del place, spare
        return 0.0

    async def post(self, place: Place, answer: Answer, key: str) -> str:
        """Post a message; the same key posts nothing twice."""
        return (await self.add(f"v-{key}", place.chat, None, answer)).id

    async def edit(self, place: Place, message: str, answer: Answer) -> None:
        """Bring a message to this state. Raises Gone."""
        del place
        png = answer.picture.png if answer.picture else None
        edited = await self.archive.edit(message, answer_body(answer), png)
        if edited is None:
            raise Gone
        await self.broadcast(edited)

    async def delete(self, place: Place, message: str) -> None:
        """Delete a message."""
        del place
        if deleted := await self.archive.delete(message):
            await self.broadcast(deleted)

    async def ping(self, place: Place, message: str, person: Person, text: str, key: str) -> str:
        """Show the text in all windows of this person; no message is posted, so the id is empty."""
        del place, key
        for window in self.windows_of(person.account):
            await window.send({"type": "turn", "text": text, "message": message})
        return ""

    async def add(self, message: str, room: str, only_for: str | None, answer: Answer) -> RoomMessage:
        """Keep an answer as a message of the room and send it to those who may see it."""
        png = answer.picture.png if answer.picture else None
        added = await self.archive.add(message, room, None, only_for, answer_body(answer), png)
        await self.broadcast(added)
        return added

    async def broadcast(self, message: RoomMessage) -> None:
        """Send a message, or its change, to every window that may see it."""
        for window in tuple(self._windows):
            if window.room == message.room and message.only_for in (None, window.person):
                await window.send({"type": "messages", "messages": [message_frame(message)]})

    def windows_of(self, person: str) -> Iterable[Window]:
        """The open windows of a person."""
        return [window for window in self._windows if window.person == person]

    def present(self, room: str) -> list[str]:
        """The names of those who are in a room, each once."""
        return sorted({window.name for window in self._windows if window.room == room and window.name})

    def is_present(self, name: str) -> bool:
        """Is a person with this name in any room?"""
        return any(window.name.casefold() == name.casefold() for window in self._windows)

    async def send_people(self, room: str) -> None:
        """Send the list of people to all windows of a room."""
        people = {"type": "people", "people": self.present(room)}
        for window in tuple(self._windows):
            if window.room == room:
                await window.send(people)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Only requests to our own address: a page elsewhere must not reach the room through a browser."""
        if not self._is_own(request.host):
            raise web.HTTPMisdirectedRequest(text="This is not the address of the room.")
        response: web.StreamResponse = await handler(request)
        return response

    def _is_own(self, host: str) -> bool:
        name, _, port = host.rpartition(":")
        own = name == self._host or (self._host in ("127.0.0.1", "localhost", "::1", "::") and name in _LOOPBACK)
        return (own or self._host == "0.0.0.0") and port == str(self._port)

    async def _page(self, _: web.Request) -> web.Response:
        return self._static("index.html")

    async def _file(self, request: web.Request) -> web.Response:
        return self._static(request.match_info["name"])

    @staticmethod
    def _static(name: str) -> web.Response:
        file = _STATIC / name
        kind = _TYPES.get(f".{name.rpartition('.')[2]}")
        if "/" in name or kind is None or not file.is_file():
            raise web.HTTPNotFound(text="There is nothing here.")
        return web.Response(body=file.read_bytes(), content_type=kind, charset="utf-8", headers=_HEADERS)

    async def _texts(self, request: web.Request) -> web.Response:
        return web.json_response(page_texts(request.match_info["locale"]), headers=_HEADERS)

    async def _picture(self, request: web.Request) -> web.Response:
        png = await self.archive.picture(request.match_info["name"])
        if png is None:
            raise web.HTTPNotFound(text="This picture has been replaced.")
        headers = _HEADERS | {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=png, content_type="image/png", headers=headers)

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        if request.headers.get("Origin") != f"http://{request.host}":
            raise web.HTTPForbidden(text="The room is open to its own page only.")
        if len(self._windows) >= WINDOWS:
            raise web.HTTPServiceUnavailable(text="The room is full.")
        socket = web.WebSocketResponse(max_msg_size=MESSAGE_BYTES, heartbeat=HEARTBEAT)
        await socket.prepare(request)
        window = Window(self, socket)
        self._windows.add(window)
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await window.receive(message.data)
        finally:
            self._windows.discard(window)
            await window.end()
            await self.send_people(window.room)
        return socket

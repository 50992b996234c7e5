"""The web room's server: people sit in windows, speak over a WebSocket, and see boards that stay up to date."""

from collections.abc import Iterable
from importlib import resources
from typing import Any

import structlog
from aiohttp import WSMsgType, web

from bot.chat import Answer, CannotStart, Gone, Person, Place, RequestHandler
from bot.platforms.web.bodies import answer_body, shown
from bot.platforms.web.texts import page_texts
from bot.platforms.web.window import LINE_LENGTH, Window
from bot.store import Database
from bot.store.room import RoomStore, Said

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
"""So many may be open at once."""


class WebRoom:
    """Serves the room and is the screen on which its matches are shown. ``start`` once, ``stop`` once."""

    platform = "web"

    def __init__(self, handler: RequestHandler, database: Database, host: str, port: int) -> None:
        self.handler = handler
        self.store = RoomStore(database)
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
                web.get("/talk", self._talk),
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
        """Nothing has to wait here."""
        del place, spare
        return 0.0

    async def post(self, place: Place, answer: Answer, key: str) -> str:
        """Post a message; the same key posts nothing twice."""
        return (await self.say(f"v-{key}", place.chat, None, None, answer)).id

    async def edit(self, place: Place, message: str, answer: Answer) -> None:
        """Bring a message to this state. Raises Gone."""
        del place
        png = answer.picture.png if answer.picture else None
        said = await self.store.change(message, answer_body(answer), png)
        if said is None:
            raise Gone
        await self.spread(said)

    async def delete(self, place: Place, message: str) -> None:
        """Take a message away."""
        del place
        if said := await self.store.take_away(message):
            await self.spread(said)

    async def ping(self, place: Place, message: str, person: Person, text: str, key: str) -> str:
        """Tell somebody in all their windows; nothing stays in the room."""
        del place, key
        for window in self.windows_of(person.account):
            await window.send({"type": "turn", "text": text, "message": message})
        return ""

    async def say(self, message: str, room: str, author: str | None, only_for: str | None, answer: Answer) -> Said:
        """Keep an answer as a message of the room and show it to whom it is for."""
        png = answer.picture.png if answer.picture else None
        said = await self.store.say(message, room, author, only_for, answer_body(answer), png)
        await self.spread(said)
        return said

    async def spread(self, said: Said) -> None:
        """Show a message, or its change, in every window that may see it."""
        for window in tuple(self._windows):
            if window.room == said.room and said.only_for in (None, window.person):
                await window.send({"type": "messages", "messages": [shown(said)]})

    def windows_of(self, person: str) -> Iterable[Window]:
        """The open windows of somebody."""
        return [window for window in self._windows if window.person == person]

    def present(self, room: str) -> list[str]:
        """The names of those who sit in a room, each once."""
        return sorted({window.name for window in self._windows if window.room == room and window.name})

    def is_present(self, name: str) -> bool:
        """Does somebody with this name sit in any room?"""
        return any(window.name.casefold() == name.casefold() for window in self._windows)

    async def tell_presence(self, room: str) -> None:
        """Tell everybody in a room who sits there."""
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
        png = await self.store.picture(request.match_info["name"])
        if png is None:
            raise web.HTTPNotFound(text="This picture has been replaced.")
        headers = _HEADERS | {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=png, content_type="image/png", headers=headers)

    async def _talk(self, request: web.Request) -> web.WebSocketResponse:
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
                    await window.hear(message.data)
        finally:
            self._windows.discard(window)
            await window.end()
            await self.tell_presence(window.room)
        return socket

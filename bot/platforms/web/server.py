"""The web room's server: a page, a WebSocket for each browser window, and boards that are kept up to date."""

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import asdict
from importlib import resources
from importlib.resources.abc import Traversable
from typing import cast
from urllib.parse import urlsplit

from aiohttp import web

from bot.chat import (
    BoardMessage,
    CannotStart,
    Capabilities,
    Gone,
    LiveHandler,
    Person,
    Ping,
    Place,
    RequestHandler,
    Successor,
    ThreadTitle,
    Unreachable,
)
from bot.chat.ports import BoardFiles, RoomArchive
from bot.foundation.http_server import Handler, HttpServer
from bot.platforms.web.bodies import JsonObject, content_body
from bot.platforms.web.dispatcher import Dispatcher
from bot.platforms.web.hub import Hub
from bot.platforms.web.limits import Budget, Budgets, FairQueue, asker_at
from bot.platforms.web.lines import call_id, corner_of
from bot.platforms.web.offline import offline_page
from bot.platforms.web.pages import KEPT, Assets, GamePages, text_file
from bot.platforms.web.previews import PreviewedPages
from bot.platforms.web.session import LINE_LENGTH
from bot.platforms.web.socket import Window
from bot.platforms.web.texts import page_texts
from bot.telemetry.contact import Contact
from bot.words import language_of

_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_WORKER = "worker.js"
_AT_ROOT = ("manifest.webmanifest", "robots.txt", _WORKER)
"""Files that are looked for beside the page. A service worker acts for the addresses below its own."""


def _without_comments(name: str, content: bytes) -> bytes:
    """A script or a style without its comments, which are a tenth of what a newcomer would wait for.

    In scripts those go that have a line of their own.
    """
    if name.endswith(".js"):
        return b"".join(line for line in content.splitlines(keepends=True) if not line.lstrip().startswith(b"//"))
    if not name.endswith(".css"):
        return content
    first, *others = content.split(b"/*")
    return first + b"".join(each.partition(b"*/")[2] for each in others)


def _files(folder: Traversable, path: str = "") -> dict[str, bytes]:
    """The files of a folder and those below it, by their paths."""
    found: dict[str, bytes] = {}
    for file in folder.iterdir():
        if file.is_dir():
            found |= _files(file, f"{path}{file.name}/")
        elif f".{file.name.rpartition('.')[2]}" in _TYPES:
            found[f"{path}{file.name}"] = _without_comments(file.name, file.read_bytes())
    return found


_FILES = _files(resources.files(__package__) / "static")
"""The files of the page by their paths."""
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
_PAGE_HEADERS = _HEADERS | {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
}
"""The page alone may load anything: the long policy with each of its files would be a tenth of what they take."""
_WORKER_HEADERS = _HEADERS | {"Content-Security-Policy": "default-src 'none'; connect-src 'self'"}
MESSAGE_BYTES = 3 * LINE_LENGTH // 2
"""A line with what is escaped in it: in a record that is no more than the ends of its lines and quotation marks."""
HEARTBEAT = 30.0
CLOSE_WITHIN = 1.0
"""Seconds in which a page must confirm that its connection is closed."""
WINDOWS = 500
"""The most windows at once."""


class WebRoom:
    """The web room, and the ``MessageGateway`` for its messages. ``start`` once, ``stop`` once."""

    platform = "web"
    capabilities = Capabilities(hears_all=True, draws_boards=True, watched_by_address=True)

    def __init__(
        self,
        handler: RequestHandler,
        live: LiveHandler,
        archive: RoomArchive,
        files: BoardFiles,
        host: str,
        port: int,
        public: str = "",
    ) -> None:
        self.contact = Contact()
        shares = Budgets(burst=300, per_second=50)
        self.requests = FairQueue(each=shares, together=Budget(burst=600, per_second=120))
        """The pages and pictures that an address may ask for, and all of them together."""
        self._texts_made: dict[str, bytes] = {}
        self._games_made: dict[str, bytes] = {}
        """What has been asked for so far, by language."""
        assets = Assets(files, shares, _HEADERS)
        self.hub = Hub(handler, live, archive, assets.build)
        self._archive = archive
        outside = urlsplit(public)
        self._origin = f"{outside.scheme}://{outside.netloc}" if public else ""
        routes = [
            web.get("/games/{locale}", self._games),
            web.get("/texts/{locale}", self._texts),
            web.get("/offline/{locale}", self._offline),
            web.get("/picture/{name:[0-9a-f]{64}}.png", self._picture),
            web.get("/static/{name:.+}", self._file),
            web.get(f"/{{name:{'|'.join(map(re.escape, _AT_ROOT))}}}", self._file),
            web.get("/socket", self._socket),
            *assets.routes(),
            *GamePages(live, assets.build, _HEADERS).routes(),
            *PreviewedPages(live, files, shares, _PAGE_HEADERS, _HEADERS, self._origin).routes(),
        ]
        self._server = HttpServer(routes, host, port, self._count, name=outside.netloc)

    def __str__(self) -> str:
        return f"open {self.url} in a browser"

    @property
    def inner_url(self) -> str:
        """The address at which it is served, once it has started; a proxy before it asks there."""
        return f"{self._server.url}/"

    @property
    def url(self) -> str:
        """The address at which people open the room, once it has started."""
        return f"{self._origin}/" if self._origin else self.inner_url

    async def start(self) -> None:
        """Begin to serve. Raises CannotStart where the address is taken."""
        try:
            await self._server.start()
        except OSError as error:
            raise CannotStart(
                f"PAPAN_WEB: cannot serve on {self._server.host}:{self._server.port} ({error.strerror or error}); "
                "set it to another port, as 127.0.0.1:8090"
            ) from None

    async def stop(self) -> None:
        """Close every window's connection and stop serving; a page that does not read is disconnected."""
        self.hub.windows.close()
        await self._server.stop()
        await self.hub.stop()

    def wait(self, place: Place, spare: int = 0, turn: str = "") -> float:
        """Always 0: the room has no limits."""
        del place, spare, turn
        return 0.0

    def below(self, place: Place, message: str) -> int:
        """The number of messages below this one, of those since the start."""
        return self.hub.below(place.chat, message)

    async def post(self, place: Place, board: BoardMessage, key: str) -> str:
        """Post a message; the same key posts nothing twice."""
        return (await self.hub.add(f"v-{key}", place.chat, None, board)).id

    async def edit(self, place: Place, message: str, board: BoardMessage) -> None:
        """Bring a message to this state. Raises Gone."""
        del place
        png = board.picture.png if board.picture else None
        edited = await self._archive.edit(message, content_body(board), png)
        if edited is None:
            raise Gone
        self.hub.broadcast(edited)

    async def private_place(self, account: str) -> Place:
        """The person's own corner. Raises Unreachable for somebody who is not in the room."""
        if await self._archive.member(account) is None:
            raise Unreachable
        return corner_of(account)

    async def open_thread(self, place: Place, message: str, title: str) -> Place:
        """Do nothing: a match has no thread here."""
        raise Unreachable

    async def is_member(self, place: Place, account: str) -> bool | None:
        """Nobody leaves the room: it is there for whoever opens its page."""
        del place, account
        return None

    async def may_manage(self, place: Place, account: str) -> bool:
        """A room belongs to whoever is in it."""
        del place, account
        return True

    async def name_thread(self, place: Place, named: ThreadTitle, *, archive: bool) -> None:
        """Do nothing: a match has no thread here."""
        del place, named, archive

    async def delete(self, place: Place, message: str, successor: Successor | None = None) -> None:
        """Delete a message."""
        del place, successor
        if deleted := await self._archive.delete(message):
            self.hub.broadcast(deleted)

    async def ping(self, place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        """Show the text in all windows of this person. It is posted in their corner where there is no board; else no
        message is, so the id is empty.
        """
        for window in self.hub.windows.of(person.account):
            window.send({"type": "turn", "text": ping.text, "message": message})
        if message or not place.private:
            return ""
        return (await self.hub.add(call_id(person.account, key), place.chat, None, ping)).id

    @web.middleware
    async def _count(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer the requests of an address as fast as it may ask; addresses take turns where there are too many."""
        address = asker_at(request.remote or "")
        if not self.requests.may_go(address, address, 1.0):
            await self.requests.turn(address, address, 1.0)
        return await handler(request)

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in _FILES:
            raise web.HTTPNotFound(text="There is nothing here.")
        kind = _TYPES[f".{name.rpartition('.')[2]}"]
        if kind == _TYPES[".png"]:
            return web.Response(body=_FILES[name], content_type=kind, headers=_HEADERS)
        if kind == _TYPES[".woff2"]:  # another cut of it has another name
            return web.Response(body=_FILES[name], content_type=kind, headers=_HEADERS | KEPT)
        return text_file(request, _FILES[name], kind, _WORKER_HEADERS if name == _WORKER else _HEADERS)

    async def _games(self, request: web.Request) -> web.Response:
        """The games that are offered, with the build of their pictures."""

        def made(language: str) -> JsonObject:
            return {"build": self.hub.build, "games": [asdict(each) for each in self.hub.live.games(language)]}

        return self._json(request, self._games_made, made)

    @staticmethod
    async def _offline(request: web.Request) -> web.Response:
        content = offline_page(language_of(request.match_info["locale"]))
        return text_file(request, content, "text/html", _PAGE_HEADERS)

    async def _texts(self, request: web.Request) -> web.Response:
        return self._json(request, self._texts_made, page_texts)

    @staticmethod
    def _json(request: web.Request, known: dict[str, bytes], made: Callable[[str], JsonObject]) -> web.Response:
        """What is made once for each language, in that of the locale of the address."""
        language = language_of(request.match_info["locale"])
        if language not in known:
            known[language] = json.dumps(made(language)).encode()
        return text_file(request, known[language], "application/json", _HEADERS)

    async def _picture(self, request: web.Request) -> web.Response:
        png = await self._archive.picture(request.match_info["name"])
        if png is None:
            raise web.HTTPNotFound(text="This picture has been replaced.")
        headers = _HEADERS | {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=png, content_type="image/png", headers=headers)

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        # Behind a proxy that speaks TLS the page has come by https, though the request comes here by http.
        if request.headers.get("Origin") not in (f"http://{request.host}", self._origin):
            raise web.HTTPForbidden(text="The room is open to its own page only.")
        if self.hub.windows.count >= WINDOWS:
            raise web.HTTPServiceUnavailable(text="The room is full.")
        socket = web.WebSocketResponse(
            max_msg_size=MESSAGE_BYTES, heartbeat=HEARTBEAT, timeout=CLOSE_WITHIN, autoping=False, compress=False
        )
        await socket.prepare(request)
        window = Window(socket, cast(asyncio.Transport, request.transport))
        dispatcher = Dispatcher(self.hub, window, asker_at(request.remote or ""))
        self.hub.windows.enter(window)
        try:
            await dispatcher.serve()
        finally:
            self.hub.windows.leave(window)
            await dispatcher.end()
        return socket

"""The server of the page of live boards: its files, its texts, and a WebSocket for each browser window."""

import asyncio
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import cast
from urllib.parse import urlsplit

from aiohttp import hdrs, web

from bot.chat import CannotStart
from bot.chat.ports import BoardFiles
from bot.foundation.http_server import Handler, HttpServer
from bot.foundation.proxies import Proxies
from bot.platforms.web.bodies import JsonObject
from bot.platforms.web.devices import device_of
from bot.platforms.web.dispatcher import Dispatcher
from bot.platforms.web.files import APP, FILES, TYPES, build
from bot.platforms.web.hub import Hub
from bot.platforms.web.limits import Budget, Budgets, FairQueue, asker_at
from bot.platforms.web.offline import offline_page
from bot.platforms.web.page_faults import PageFaults
from bot.platforms.web.pages import KEPT, Assets, GamePages, text_file
from bot.platforms.web.session import LINE_LENGTH
from bot.platforms.web.texts import first_texts, later_texts
from bot.platforms.web.windows import Window
from bot.words import language_of

_WORKER = "worker.js"
_AT_ROOT = ("manifest.webmanifest", "robots.txt", _WORKER)
"""Files that are looked for beside the page. A service worker acts for the addresses below its own."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
PAGE_HEADERS = HEADERS | {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
}
"""The page alone may load anything: the long policy with each of its files would be a tenth of what they take."""
_TEXT_HEADERS = {"X-Content-Type-Options": "nosniff"}
"""For scripts and styles, which load nothing where they are opened by themselves: each is one of forty."""
_NOT_KEPT = {"Cache-Control": "no-store"}
_ENTRY = "main.js"
"""The script with which the page begins."""
_LOADED_ANEW = "if (performance.getEntriesByType('navigation')[0]?.type !== 'reload') location.reload();"
"""That script for a page which came just before another version of it did."""
_WORKER_HEADERS = HEADERS | {"Content-Security-Policy": "default-src 'none'; connect-src 'self'"}
MESSAGE_BYTES = 3 * LINE_LENGTH // 2
"""A line with what is escaped in it: in a record that is no more than the ends of its lines and quotation marks."""
HEARTBEAT = 30.0
CLOSE_WITHIN = 1.0
"""Seconds in which a page must confirm that its connection is closed."""
WINDOWS = 1000
"""The most windows at once."""


class PageServer:
    """Serves the page of a hub. ``start`` once, ``stop`` once.

    ``public`` is its address behind a proxy, ``proxies`` those that are believed whose request it is. ``pages`` are the
    addresses of the page itself, which come last. The files below ``instead`` take the place of those of the same path.
    ``origins`` gives the other addresses that a page may have come from.
    """

    def __init__(
        self,
        make_hub: Callable[[str], Hub],
        files: BoardFiles,
        host: str,
        port: int,
        public: str,
        *,
        pages: Callable[["PageServer"], Iterable[web.RouteDef]],
        proxies: Proxies,
        instead: str = "",
        origins: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self.shares = Budgets(burst=300, per_second=50)
        self.requests = FairQueue(each=self.shares, together=Budget(burst=600, per_second=120))
        """The pages and pictures that an address may ask for, and all of them together."""
        self._texts_made: dict[str, bytes] = {}
        self._later_texts_made: dict[str, bytes] = {}
        self._games_made: dict[str, bytes] = {}
        """What has been asked for so far, by language."""
        self.faults = PageFaults()
        self._instead = instead
        self._origins = origins
        assets = Assets(files, self.shares, HEADERS)
        self.hub = make_hub(assets.build)
        outside = urlsplit(public)
        self.origin = f"{outside.scheme}://{outside.netloc}" if public else ""
        routes = [
            web.get("/games/{locale}", self._games),
            web.get("/texts/{locale}", self._texts),
            web.get("/texts/{locale}/later", self._later_texts),
            web.get("/offline/{locale}", self._offline),
            web.get("/picture/{name:[0-9a-f]{64}}.png", self._picture),
            web.get("/static/{build:[0-9a-f]{16}}/{name:.+}", self._file_of_build),
            web.get("/static/{name:.+}", self._file),
            web.get(f"/{{name:{'|'.join(map(re.escape, _AT_ROOT))}}}", self._file),
            web.get("/socket", self._socket),
            web.post("/fault", self._fault),
            *assets.routes(),
            *GamePages(self.hub.live, assets.build, HEADERS).routes(),
            *pages(self),
        ]
        self._server = HttpServer(routes, host, port, self._count, name=outside.netloc, proxies=proxies)

    @property
    def inner_url(self) -> str:
        """The address at which it is served, once it has started; a proxy before it asks there."""
        return f"{self._server.url}/"

    @property
    def url(self) -> str:
        """The address at which people open it, once it has started."""
        return f"{self.origin}/" if self.origin else self.inner_url

    async def start(self, setting: str) -> None:
        """Begin to serve. Raises CannotStart, which names the ``setting``, where the address is taken."""
        try:
            await self._server.start()
        except OSError as error:
            raise CannotStart(
                f"{setting}: cannot serve on {self._server.host}:{self._server.port} ({error.strerror or error}); "
                "set it to another port, as 127.0.0.1:8090"
            ) from None

    async def stop(self) -> None:
        """Close every window's connection and stop serving; a page that does not read is disconnected."""
        self.hub.windows.close()
        await self._server.stop()
        await self.hub.stop()

    @web.middleware
    async def _count(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer the requests of an address as fast as it may ask; addresses take turns where there are too many."""
        address = asker_at(request.remote or "")
        if not self.requests.may_go(address, 1.0):
            await self.requests.turn(address, 1.0)
        return await handler(request)

    async def _file_of_build(self, request: web.Request) -> web.Response:
        """A file at the address that it has for ever. The page of another build is loaded anew."""
        if request.match_info["build"] != build():
            if request.match_info["name"] == _ENTRY:
                return web.Response(text=_LOADED_ANEW, content_type=TYPES[".js"], headers=HEADERS | _NOT_KEPT)
            raise web.HTTPNotFound(text="This is of another version.", headers=_NOT_KEPT)
        is_document = request.match_info["name"].endswith(".svg")
        return self._sent(request, (HEADERS if is_document else _TEXT_HEADERS) | KEPT)

    async def _file(self, request: web.Request) -> web.Response:
        return self._sent(request, HEADERS)

    def _sent(self, request: web.Request, headers: dict[str, str]) -> web.Response:
        name = request.match_info["name"]
        name = f"{self._instead}{name}" if f"{self._instead}{name}" in FILES else name
        if name not in FILES or (name.startswith(APP) and not self._instead):
            raise web.HTTPNotFound(text="There is nothing here.")
        kind = TYPES[f".{name.rpartition('.')[2]}"]
        if kind == TYPES[".png"]:
            return web.Response(body=FILES[name], content_type=kind, headers=headers)
        if kind == TYPES[".woff2"]:  # another cut of it has another name
            return web.Response(body=FILES[name], content_type=kind, headers=headers | KEPT)
        return text_file(request, FILES[name], kind, _WORKER_HEADERS if name == _WORKER else headers)

    async def _games(self, request: web.Request) -> web.Response:
        """The games that are offered, with the build of their pictures."""

        def made(language: str) -> JsonObject:
            return {"build": self.hub.build, "games": [asdict(each) for each in self.hub.live.games(language)]}

        return self._json(request, self._games_made, made)

    @staticmethod
    async def _offline(request: web.Request) -> web.Response:
        content = offline_page(language_of(request.match_info["locale"]))
        return text_file(request, content, "text/html", PAGE_HEADERS)

    async def _texts(self, request: web.Request) -> web.Response:
        def made(language: str) -> JsonObject:
            return first_texts(language, in_chat=bool(self._instead))

        return self._json(request, self._texts_made, made)

    async def _later_texts(self, request: web.Request) -> web.Response:
        return self._json(request, self._later_texts_made, later_texts)

    @staticmethod
    def _json(request: web.Request, known: dict[str, bytes], made: Callable[[str], JsonObject]) -> web.Response:
        """The JSON made once for each language, in the language of the locale of the address."""
        language = language_of(request.match_info["locale"])
        if language not in known:
            known[language] = json.dumps(made(language)).encode()
        return text_file(request, known[language], "application/json", HEADERS)

    async def _picture(self, request: web.Request) -> web.Response:
        png = await self.hub.archive.picture(request.match_info["name"])
        if png is None:
            raise web.HTTPNotFound(text="This picture has been replaced.")
        headers = HEADERS | {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=png, content_type="image/png", headers=headers)

    def _check_origin(self, request: web.Request) -> None:
        # Behind a proxy that speaks TLS the page has come by https, though the request comes here by http.
        if request.headers.get("Origin") not in (f"http://{request.host}", self.origin, *self._origins()):
            raise web.HTTPForbidden(text="The room is open to its own page only.")

    async def _fault(self, request: web.Request) -> web.Response:
        self._check_origin(request)
        return await self.faults.hear(request)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        self._check_origin(request)
        if self.hub.windows.count >= WINDOWS:
            raise web.HTTPServiceUnavailable(text="The room is full.")
        socket = web.WebSocketResponse(
            max_msg_size=MESSAGE_BYTES, heartbeat=HEARTBEAT, timeout=CLOSE_WITHIN, autoping=False, compress=False
        )
        try:
            await socket.prepare(request)
        except ConnectionError:  # its page has gone on to another address, and reads no answer
            return web.Response()
        device = device_of(request.headers.get(hdrs.USER_AGENT, ""))
        window = Window(socket, cast(asyncio.Transport, request.transport), device)
        dispatcher = Dispatcher(self.hub, window, asker_at(request.remote or ""))
        self.hub.windows.enter(window)
        try:
            await dispatcher.serve()
        finally:
            self.hub.windows.leave(window)
            await dispatcher.end()
        return socket

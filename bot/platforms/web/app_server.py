"""The page of live boards inside Telegram: for people of its chats, who bring signed data that says who they are."""

from collections.abc import Callable
from http import HTTPStatus

from aiohttp import hdrs, web

from bot.chat import LiveHandler, RequestHandler
from bot.chat.browser_links import BrowserLinks
from bot.chat.ports import BoardFiles
from bot.platforms.web.app_archive import AppArchive
from bot.platforms.web.app_people import AppPeople
from bot.platforms.web.app_sessions import AppSessions
from bot.platforms.web.hub import Hub
from bot.platforms.web.page import accepted_language, app_page
from bot.platforms.web.page_server import APP, HEADERS, PAGE_HEADERS, PageServer
from bot.platforms.web.pages import text_file

FRAMED_BY = "https://web.telegram.org"
"""The pages that may show it in a frame: apps on phones have none."""
_HEADERS = {
    **PAGE_HEADERS,
    "Content-Security-Policy": PAGE_HEADERS["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", f"frame-ancestors {FRAMED_BY}"
    ),
    "Referrer-Policy": "no-referrer",
    hdrs.VARY: hdrs.ACCEPT_LANGUAGE,
}


class MiniApp:
    """The page inside Telegram, served on an address of its own. ``start`` once, ``stop`` once.

    ``token`` is that of the bot, with which Telegram signs. ``public`` is the address behind a proxy. It shows no
    messages of matches: what is done in it shows in the chats, and the other way round.
    """

    def __init__(
        self,
        handler: RequestHandler,
        live: LiveHandler,
        files: BoardFiles,
        token: str,
        host: str,
        port: int,
        public: str = "",
        links: BrowserLinks | None = None,
        bot_name: Callable[[], str] = lambda: "",
    ) -> None:
        self._bot_name = bot_name
        self.sessions = AppSessions(token, links=links)
        self.archive = AppArchive(self.sessions)

        def make_hub(build: str) -> Hub:
            return Hub(handler, live, self.archive, AppPeople(), build, self.sessions)

        self._server = PageServer(make_hub, files, host, port, public, pages=self._pages, instead=APP)

    def _pages(self, server: PageServer) -> list[web.RouteDef]:
        del server
        addresses = ("/", "/app", "/me", "/m/{code}", "/g/{game}", "/p/{person}")
        invited = web.get("/join/{code:[0-9A-Za-z]{4,16}}", self._invited)
        return [*(web.get(each, _page) for each in addresses), invited, web.get("/{path:.*}", _nothing)]

    async def _invited(self, request: web.Request) -> web.Response:
        """Who opens the link of an invitation comes by no chat yet: it leads to the one with the bot."""
        if not (name := self._bot_name()):
            return await _page(request)
        raise web.HTTPFound(f"https://t.me/{name}?start={request.match_info['code'].upper()}", headers=HEADERS)

    @property
    def url(self) -> str:
        """The address at which people open it, once it has started."""
        return self._server.url

    @property
    def inner_url(self) -> str:
        """The address at which it is served, once it has started; a proxy before it asks there."""
        return self._server.inner_url

    async def start(self) -> None:
        """Begin to serve. Raises CannotStart where the address is taken."""
        await self._server.start("PAPAN_APP_LISTEN")

    async def stop(self) -> None:
        """Close every window's connection and stop serving."""
        await self._server.stop()


async def _page(request: web.Request) -> web.Response:
    return text_file(request, app_page(accepted_language(request)), "text/html", _HEADERS)


async def _nothing(request: web.Request) -> web.Response:
    page = app_page(accepted_language(request))
    return text_file(request, page, "text/html", _HEADERS, HTTPStatus.NOT_FOUND)

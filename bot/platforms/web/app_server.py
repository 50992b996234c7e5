"""The page of live boards inside Telegram, and as an activity on Discord: for people of their chats.

What says who they are is signed by Telegram, and asked of Discord.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus

from aiohttp import hdrs, web

from bot.chat import LiveHandler, RequestHandler
from bot.chat.browser_links import BrowserLinks
from bot.chat.ports import BoardFiles
from bot.foundation.proxies import Proxies
from bot.platforms.web.activity import Activities
from bot.platforms.web.app_archive import AppArchive
from bot.platforms.web.app_people import AppPeople
from bot.platforms.web.app_sessions import AppSessions
from bot.platforms.web.files import APP
from bot.platforms.web.hub import Hub
from bot.platforms.web.launch import LAUNCH_LASTS
from bot.platforms.web.page import OWN, STUDIES, accepted_language, app_page
from bot.platforms.web.page_server import HEADERS, PAGE_HEADERS, PageServer
from bot.platforms.web.pages import text_file

TELEGRAM = "https://web.telegram.org"
"""The pages of Telegram that may show it in a frame: its apps on phones have none."""
DISCORD = "https://discord.com https://ptb.discord.com https://canary.discord.com https://*.discordsays.com"
"""The pages of Discord that may."""


class MiniApp:
    """The page inside Telegram, served on an address of its own. ``start`` once, ``stop`` once.

    ``token`` is that of the bot with which Telegram signs, empty without one; ``activities`` asks Discord who comes.
    ``public`` is the address behind a proxy. It shows no messages of matches: what is done in it shows in the chats,
    and the other way round.
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
        activities: Activities | None = None,
        proxies: Proxies | None = None,
    ) -> None:
        self._bot_name = bot_name
        self._activities = activities
        framed_by = " ".join(each for each in (TELEGRAM if token else "", DISCORD if activities else "") if each)
        policy = PAGE_HEADERS["Content-Security-Policy"]
        self._headers = PAGE_HEADERS | {
            "Content-Security-Policy": policy.replace("frame-ancestors 'none'", f"frame-ancestors {framed_by}"),
            "Referrer-Policy": "no-referrer",
            hdrs.VARY: hdrs.ACCEPT_LANGUAGE,
        }
        self._live = live
        self.sessions = AppSessions(token, links=links, activities=activities)
        self.archive = AppArchive(self.sessions)

        def make_hub(build: str) -> Hub:
            return Hub(handler, live, self.archive, AppPeople(), build, self.sessions)

        self._server = PageServer(
            make_hub,
            files,
            host,
            port,
            public,
            pages=self._pages,
            proxies=proxies or Proxies(),
            instead=APP,
            origins=self._origins,
        )

    def _origins(self) -> list[str]:
        """The origin from which Discord serves the page, through a proxy of its own; nothing without an activity."""
        application = self._activities.application() if self._activities else ""
        return [f"https://{application}.discordsays.com"] if application else []

    def _pages(self, server: PageServer) -> list[web.RouteDef]:
        del server
        addresses = ("/", "/app", *OWN, *STUDIES, "/m/{code}", "/g/{game}", "/p/{person}")
        invited = web.get("/join/{code:[0-9A-Za-z]{4,16}}", self._invited)
        activity = web.get("/activity", self._activity)
        rest = web.get("/{path:.*}", self._nothing)
        return [*(web.get(each, self._page) for each in addresses), invited, activity, rest]

    async def _activity(self, request: web.Request) -> web.Response:
        """The facts that the page has to tell Discord: the id of the bot's application."""
        if self._activities is None:
            return await self._nothing(request)
        return web.json_response({"application": self._activities.application()}, headers=HEADERS)

    async def _invited(self, request: web.Request) -> web.Response:
        """Lead those who open the link of an invitation, and come by no chat yet, to the chat with the bot."""
        if not (name := self._bot_name()):
            return await self._page(request)
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
        self.sessions.remember(await self._live.deletions(datetime.now(UTC) - LAUNCH_LASTS))
        await self._server.start("PAPAN_APP_LISTEN")

    async def stop(self) -> None:
        """Close every window's connection and stop serving."""
        await self._server.stop()
        if self._activities:
            await self._activities.stop()

    async def _page(self, request: web.Request) -> web.Response:
        return text_file(request, app_page(accepted_language(request)), "text/html", self._headers)

    async def _nothing(self, request: web.Request) -> web.Response:
        page = app_page(accepted_language(request))
        return text_file(request, page, "text/html", self._headers, HTTPStatus.NOT_FOUND)

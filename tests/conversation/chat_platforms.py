"""A Discord, a Telegram and a web room, and one Papan that serves all three."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from playwright.async_api import BrowserContext
from pydantic import SecretStr

from bot.bootstrap.assembly import RunningApp, run_app
from bot.bootstrap.settings import Address, Settings
from bot.platforms.web import WebRoom
from loopback.discord import DiscordServer, Member
from loopback.discord.world import ALL, OPEN_THREADS, Channel
from loopback.ports import hand_out
from loopback.telegram import TelegramServer
from tests.bot.database_files import file_in
from tests.conversation.clients import Client, DiscordClient, TelegramClient, WebClient
from tests.conversation.shared_browser import SharedBrowser

PHONE = {"width": 360, "height": 720}
DESKTOP = {"width": 1100, "height": 900}


class ChatPlatforms:
    """The servers that play the platforms; Papan itself runs inside ``async with chats.running_app()``.

    ``host`` is a name in ``.test`` under which browsers find the web room.
    """

    def __init__(self, folder: Path, browser: SharedBrowser, room: str = "", host: str = "") -> None:
        self.room = room
        self.discord = DiscordServer()
        self.telegram = TelegramServer()
        self.url = ""
        self.app_url = ""
        self._folder = folder
        self._port = hand_out()
        self._app_port = hand_out()
        self._public = f"http://{host}:{self._port}" if host else None
        self._stack = AsyncExitStack()
        self._browser = browser
        self._group = self.telegram.group("Kampung")

    async def __aenter__(self) -> Self:
        await self._stack.enter_async_context(self.telegram)
        await self.discord.start()
        self._stack.push_async_callback(self.discord.stop)
        guild = self.discord.add_guild("Kampung")
        self._channel = self.discord.add_channel("serambi", guild, allowed=ALL & ~OPEN_THREADS)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()
        if error is None:
            assert [*self.discord.violations, *self.telegram.violations] == []

    @property
    def channel(self) -> Channel:
        """The channel of the tests on Discord."""
        return self._channel

    def with_app(self) -> None:
        """Have Papan serve its page inside Telegram and on Discord too."""
        self.app_url = f"http://127.0.0.1:{self._app_port}"

    @asynccontextmanager
    async def running_app(self) -> AsyncIterator[RunningApp]:
        """Papan running; a second time on the same database and at the same address."""
        settings = Settings(
            discord_token=SecretStr(self.discord.token),
            discord_api_url=self.discord.api_url,
            discord_gateway_url=self.discord.gateway_url,
            discord_client_secret=SecretStr(self.discord.world.client_secret) if self.app_url else None,
            telegram_token=SecretStr(self.telegram.token),
            telegram_api_url=self.telegram.api_url,
            papan_web=Address("127.0.0.1", self._port),
            papan_web_url=self._public,
            papan_app_url=self.app_url or None,
            papan_app_listen=Address("127.0.0.1", self._app_port) if self.app_url else None,
            database_url=SecretStr(file_in(self._folder)),
        )
        async with run_app(settings) as running:
            self.url = next(each.url for each in running.platforms if isinstance(each, WebRoom))
            yield running

    async def client(self, platform: str, name: str) -> Client:
        """A person's client on a platform, in the chat of the tests there."""
        if platform == "telegram":
            person = self.telegram.person(name, f"{name.casefold()}_k", started=True)
            self._group.members[person.id] = person.account
            return TelegramClient(self.telegram, person, self._group)
        if platform == "discord":
            return DiscordClient(Member(self.discord, self.discord.add_user(name), self._channel))
        return await self.window(name)

    async def window(self, name: str, **context: object) -> WebClient:
        """A browser window of a person who has joined the web room; ``context`` as Playwright takes it."""
        page = await (await self.browser(**context)).new_page()
        client = WebClient(page, name)
        await page.goto(f"{self.url}{self.room or 'talk'}")
        await page.fill("#name", name)
        await page.click("#sit button[type=submit]")
        await page.locator("#door").wait_for(state="hidden")
        return client

    async def browser(self, **context: object) -> BrowserContext:
        """A browser profile of its own, as another person's or another machine's."""
        browser = await self._browser.started()
        wanted = {"viewport": DESKTOP, "locale": "en-GB"} | context
        made = await browser.new_context(**wanted)  # type: ignore[arg-type]  # Playwright checks them itself
        self._stack.push_async_callback(made.close)
        return made

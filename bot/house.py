"""Papan put together and running: the one place where the parts meet."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from random import SystemRandom
from typing import Protocol

from bot.app.context import Desk
from bot.app.door import Papan
from bot.app.pictures import Studio
from bot.computer import ComputerPlayer
from bot.health import HealthPage
from bot.platforms.discord import Discord, Shards
from bot.platforms.telegram import OFFICIAL_API, TelegramPlatform, Webhook, inbox_name
from bot.platforms.web import WebRoom
from bot.service import MatchService
from bot.settings import Settings
from bot.shares import MATCHES, Alone, Shares
from bot.store import Database, Inbox
from bot.talk import Screen
from bot.thinking import Thinking
from bot.views import ViewKeeper


class Part(Protocol):
    """Something that runs while Papan does."""

    async def start(self) -> None:
        """Begin; raises CannotStart."""

    async def stop(self) -> None:
        """End in order."""


class Platform(Part, Screen, Protocol):
    """A chat platform: it brings requests in, and matches are shown on it."""


@dataclass(frozen=True)
class House:
    """A running Papan, for those who want to talk to its parts."""

    papan: Papan
    service: MatchService
    platforms: tuple[Platform, ...]


@asynccontextmanager
async def house(settings: Settings) -> AsyncIterator[House]:
    """Papan put together and running: the one place where the parts meet. Leaving it stops everything in order.

    Raises UnusableDatabase or CannotStart, each with one sentence.
    """
    async with AsyncExitStack() as stack:
        database = await Database.open(settings.database_url.get_secret_value())
        stack.push_async_callback(database.close)
        shares = Alone() if database.is_file else Shares(database)
        service = MatchService(database, shares.now, SystemRandom())
        service.announce = shares.ring
        shares.heard.append(service.hear)
        thinking = Thinking()
        desk = Desk(service, Studio(), thinking)
        stack.callback(desk.studio.close)
        papan = Papan(desk)
        platforms = _platforms(settings, papan, database, shares)
        parts: list[Part] = [thinking, ComputerPlayer(service, thinking, SystemRandom(), shares=shares), *platforms]
        if settings.papan_health:
            parts.append(HealthPage(service, [each.platform for each in platforms], *settings.papan_health))
        for kind in (MATCHES, *(platform.platform for platform in platforms)):
            shares.divide(kind)
        for part in (shares, *parts):
            await part.start()
            stack.push_async_callback(part.stop)
        screens = {platform.platform: platform for platform in platforms}
        keeper = ViewKeeper(service, screens, desk.show, desk.ping_text, shares)
        keeping = asyncio.create_task(keeper.run())
        stack.push_async_callback(_end, keeper, keeping)
        yield House(papan, service, tuple(platforms))


def _platforms(settings: Settings, papan: Papan, database: Database, shares: Alone) -> list[Platform]:
    """The platforms that the settings ask for; each token alone is enough."""
    platforms: list[Platform] = []
    if settings.discord_token:
        token = settings.discord_token.get_secret_value()
        shards = Shards(settings.shard_ids, settings.discord_shard_count)
        platforms.append(
            Discord(papan, token, settings.discord_api_url, settings.discord_gateway_url, shards=shards, shares=shares)
        )
    if settings.telegram_token:
        token = settings.telegram_token.get_secret_value()
        inbox = Inbox(database, inbox_name(token), shares.now, lambda: shares.id)
        api_url = settings.telegram_api_url or OFFICIAL_API
        platforms.append(
            TelegramPlatform(token, inbox, papan, api_url=api_url, webhook=_webhook(settings), shares=shares)
        )
    if settings.web:
        platforms.append(WebRoom(papan, database, *settings.web))
    return platforms


def _webhook(settings: Settings) -> Webhook | None:
    url, secret = settings.telegram_webhook_url, settings.telegram_webhook_secret
    if not url or not secret:
        return None
    return Webhook(url, secret.get_secret_value(), *settings.telegram_webhook_listen)


async def _end(keeper: ViewKeeper, keeping: "asyncio.Task[None]") -> None:
    keeper.stop()
    await keeping


async def serve(settings: Settings) -> None:
    """Run until somebody says stop (SIGTERM, or Ctrl-C)."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with house(settings) as running:
        for platform in running.platforms:
            print(f"Papan is ready: {platform}", flush=True)
        await stop.wait()

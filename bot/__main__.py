"""The command line of Papan. ``papan`` alone runs the bot; the other commands look at games and at stored matches."""

import asyncio
import logging
import signal
import sys
from argparse import Namespace
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom
from typing import Protocol

from bot import engine_tools, tools, upkeep
from bot.app.context import Desk
from bot.app.door import Papan
from bot.app.pictures import Studio
from bot.arguments import command_line
from bot.computer import ComputerPlayer
from bot.health import HealthPage, ask
from bot.logs import log_to_stderr
from bot.platforms.discord import Discord
from bot.platforms.telegram import OFFICIAL_API, TelegramPlatform, Webhook, inbox_name
from bot.platforms.web import WebRoom
from bot.service import MatchService
from bot.settings import Settings, SettingsError, load_settings
from bot.store import Database, Inbox, UnusableDatabase
from bot.talk import CannotStart, Screen
from bot.thinking import Thinking
from bot.tools import UsageError
from bot.views import ViewKeeper


def main(argv: list[str] | None = None) -> int:
    """Run one command; give its exit status: 0, 1 for trouble, 2 for a wrong command line."""
    given = command_line().parse_args(argv)
    try:
        return _COMMANDS[given.command](given)
    except UsageError as error:
        return _complain(str(error), 2)
    except (SettingsError, UnusableDatabase, CannotStart) as error:
        return _complain(str(error), 1)
    except BrokenPipeError:
        return 0


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
        service = MatchService(database, _now, SystemRandom())
        thinking = Thinking()
        desk = Desk(service, Studio(), thinking)
        stack.callback(desk.studio.close)
        papan = Papan(desk)
        platforms = _platforms(settings, papan, database)
        parts: list[Part] = [thinking, ComputerPlayer(service, thinking, SystemRandom()), *platforms]
        if settings.papan_health:
            parts.append(HealthPage(database, *settings.papan_health))
        for part in parts:
            await part.start()
            stack.push_async_callback(part.stop)
        screens = {platform.platform: platform for platform in platforms}
        keeper = ViewKeeper(service, screens, desk.show, desk.ping_text)
        keeping = asyncio.create_task(keeper.run())
        stack.push_async_callback(_end, keeper, keeping)
        yield House(papan, service, tuple(platforms))


def _platforms(settings: Settings, papan: Papan, database: Database) -> list[Platform]:
    """The platforms that the settings ask for; each token alone is enough."""
    platforms: list[Platform] = []
    if settings.discord_token:
        token = settings.discord_token.get_secret_value()
        platforms.append(Discord(papan, token, settings.discord_api_url, settings.discord_gateway_url))
    if settings.telegram_token:
        token = settings.telegram_token.get_secret_value()
        inbox = Inbox(database, inbox_name(token), _now)
        api_url = settings.telegram_api_url or OFFICIAL_API
        platforms.append(TelegramPlatform(token, inbox, papan, api_url=api_url, webhook=_webhook(settings)))
    if settings.web:
        platforms.append(WebRoom(papan, database, *settings.web))
    return platforms


def _webhook(settings: Settings) -> Webhook | None:
    url, secret = settings.telegram_webhook_url, settings.telegram_webhook_secret
    if not url or not secret:
        return None
    return Webhook(url, secret.get_secret_value(), *settings.telegram_webhook_listen)


def _now() -> datetime:
    return datetime.now(UTC)


async def _end(keeper: ViewKeeper, keeping: "asyncio.Task[None]") -> None:
    keeper.stop()
    await keeping


async def _serve(settings: Settings) -> None:
    """Run until somebody says stop (SIGTERM, or Ctrl-C)."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with house(settings) as running:
        for platform in running.platforms:
            print(f"Papan is ready: {platform}", flush=True)
        await stop.wait()


def _complain(sentence: str, status: int) -> int:
    print(f"papan: {sentence}", file=sys.stderr)
    return status


def _printed(command: Callable[[Namespace], Iterable[str]]) -> Callable[[Namespace], int]:
    def act(given: Namespace) -> int:
        for line in command(given):
            print(line)
        return 0

    return act


def _run(_: Namespace) -> int:
    log_to_stderr(logging.INFO)
    asyncio.run(_serve(load_settings()))
    return 0


def _check(_: Namespace) -> int:
    return _report(asyncio.run(upkeep.check_stored(_database_url())))


def _backup(given: Namespace) -> int:
    log_to_stderr(logging.ERROR)
    asyncio.run(upkeep.back_up(_database_url(), Path(given.file)))
    print(f"backed up to {given.file}")
    return 0


def _restore(given: Namespace) -> int:
    log_to_stderr(logging.ERROR)
    file = Path(given.file)
    if not file.is_file():
        raise UsageError(f"there is no file {file}")
    restored, problems = asyncio.run(upkeep.restore(file, _database_url(), replace=given.replace))
    print(f"restored {restored}")
    return _report(problems)


def _copy(given: Namespace) -> int:
    log_to_stderr(logging.ERROR)
    copied, problems = asyncio.run(upkeep.copy(given.source, given.target, replace=given.replace))
    print(f"copied {copied}")
    return _report(problems)


def _report(problems: list[str]) -> int:
    for problem in problems:
        print(problem)
    count = f"{len(problems)} problem{'s' if len(problems) > 1 else ''}"
    print(count if problems else upkeep.FINE)
    return 1 if problems else 0


def _database_url() -> str:
    return load_settings().database_url.get_secret_value()


def _health(_: Namespace) -> int:
    address = load_settings().papan_health
    if address is None:
        raise UsageError("PAPAN_HEALTH is not set, so there is no page to ask; set it as 127.0.0.1:8081")
    said = ask(*address)
    print(said)
    return 0 if said == "ok" else 1


_COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "run": _run,
    "games": _printed(tools.games),
    "moves": _printed(tools.moves),
    "perft": _printed(engine_tools.perft),
    "show": _printed(tools.show),
    "render": _printed(tools.render),
    "analyse": _printed(engine_tools.analyse),
    "match": _printed(engine_tools.match),
    "engine": _printed(engine_tools.engine),
    "warm": _printed(engine_tools.warm),
    "check": _check,
    "backup": _backup,
    "restore": _restore,
    "copy": _copy,
    "health": _health,
}


if __name__ == "__main__":
    sys.exit(main())

"""The command line of Papan. ``papan`` alone runs the bot; the other commands look at games and at stored matches."""

import asyncio
import signal
import sys
from argparse import Namespace
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom

from bot import tools
from bot.arguments import command_line
from bot.check import check
from bot.health import ask
from bot.settings import Settings, SettingsError, load_settings
from bot.store import Database, UnusableDatabase
from bot.tools import UsageError


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


@asynccontextmanager
async def house(settings: Settings) -> AsyncIterator[House]:
    """Papan put together and running: the one place where the parts meet. Leaving it stops everything in order.

    Raises UnusableDatabase or CannotStart, each with one sentence.
    """
    async with AsyncExitStack() as stack:
        database = await Database.open(settings.database_url.get_secret_value())
        stack.push_async_callback(database.close)
        service = MatchService(database, lambda: datetime.now(UTC), SystemRandom())
        desk = Desk(service, Studio())
        stack.callback(desk.studio.close)
        papan = Papan(desk)
        platforms = _platforms(settings, papan, database)
        keeper = ViewKeeper(service, {platform.platform: platform for platform in platforms}, desk)
        for part in (*platforms, keeper, *_watched(settings, database)):
            await part.start()
            stack.push_async_callback(part.stop)
        yield House(papan, tuple(platforms))


def _platforms(settings: Settings, papan: Papan, database: Database) -> list[Platform]:
    """The platforms that the settings ask for; each token alone is enough."""
    platforms: list[Platform] = []
    if settings.discord_token:
        platforms.append(Discord(papan, settings.discord_token.get_secret_value(), settings.discord_api_url,
                                 settings.discord_gateway_url))
    if settings.telegram_token:
        platforms.append(Telegram(papan, Inbox(database), settings.telegram_token.get_secret_value(),
                                  settings.telegram_api_url, _webhook(settings)))
    if settings.web:
        platforms.append(WebRoom(papan, database, *settings.web))
    return platforms


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
    asyncio.run(run(load_settings()))
    return 0


def _check(_: Namespace) -> int:
    problems = asyncio.run(_check_stored(load_settings()))
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems" if problems else "all stored matches replay as recorded")
    return 1 if problems else 0


async def _check_stored(settings: Settings) -> list[str]:
    database = await Database.look(settings.database_url.get_secret_value())
    try:
        return [str(problem) for problem in await check(database)]
    finally:
        await database.close()


def _backup(given: Namespace) -> int:
    try:
        asyncio.run(_copy_to(load_settings(), Path(given.file)))
    except FileExistsError:
        raise UsageError(f"{given.file} exists already; name a new file") from None
    print(f"backed up to {given.file}")
    return 0


async def _copy_to(settings: Settings, file: Path) -> None:
    database = await Database.look(settings.database_url.get_secret_value())
    try:
        await database.backup(file)
    finally:
        await database.close()


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
    "perft": _printed(tools.count),
    "show": _printed(tools.show),
    "render": _printed(tools.render),
    "check": _check,
    "backup": _backup,
    "health": _health,
}


if __name__ == "__main__":
    sys.exit(main())

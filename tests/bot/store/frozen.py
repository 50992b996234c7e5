"""A process that is stopped (SIGSTOP) in the middle of a move, and says what became of it once it runs again.

``python -m tests.bot.store.frozen ADDRESS CODE PLAYER IDLE PATIENCE``: the player resigns the match, and the process
stops itself between reading the match and writing it. Once continued it prints the name of what was raised, or the
version that was written, and then the name of the next thing that the database gives it.
"""

import asyncio
import os
import signal
import sys
from datetime import UTC, datetime
from random import Random

import structlog

from bot.matches.match import Match
from bot.services.services import Services
from bot.store import Database
from bot.store.backends import postgresql


async def resign(address: str, code: str, player_id: str) -> None:
    """Resign; stop in the middle."""
    database = await Database.open(address)
    services = Services.over(database, lambda: datetime.now(UTC), Random(1))
    player = await services.people.by_id(player_id)
    assert player is not None

    stops = iter([signal.SIGSTOP])

    def action(match: Match, now: datetime) -> Match:
        for stop in stops:  # the first time only
            os.kill(os.getpid(), stop)
        return match.resign(player_id, now)

    try:
        print((await services.matches.act("resigned", player, code, action)).version)
    except Exception as error:
        print(type(error).__name__)
    print((await services.matches.get(code)).version)
    await database.close()


if __name__ == "__main__":
    _, address, code, player, idle, patience = sys.argv
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    postgresql.IDLE_WITHIN, postgresql.PATIENCE = float(idle), float(patience)
    asyncio.run(resign(address, code, player))

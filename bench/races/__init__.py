"""People who act at the same moment, in two processes: every kind of race again and again, on both kinds of databases.

Two ``Services`` with a memory of their own share the database; on PostgreSQL each has its own connections too, so that
their transactions really run beside each other. What must hold afterwards is read without any memory.
"""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from itertools import product
from random import Random

from bench.races import in_matches, of_clocks, of_deletions, of_guesses, of_villages
from bench.races.round import PLATFORM, Kind, Round
from bench.traffic import quiet
from bot.services.integrity import check
from bot.services.services import Services
from bot.store import Database
from loopback.postgresql import PostgreSQL

ROUNDS = 50
PART = 100
"""So many rounds share a database: what is checked at its end takes longer the more there is in it."""
KINDS: tuple[Kind, ...] = (
    *in_matches.KINDS,
    *of_clocks.KINDS,
    *of_deletions.KINDS,
    *of_guesses.KINDS,
    *of_villages.KINDS,
)
SMALLEST = {"kinds": (in_matches.two_moves, of_deletions.delete_and_move), "rounds": 1}


async def run_kind(kind: Kind, url: str, numbers: range, tally: Counter[str] | None = None) -> list[str]:
    """Race once by each number in an empty database; what was wrong, a sentence each. ``tally`` goes on counting."""
    wrong: list[str] = []
    tally = Counter() if tally is None else tally
    async with AsyncExitStack() as stack:
        here = await Database.open(url)
        stack.push_async_callback(here.close)
        there = here  # a file has one process
        if not here.is_file:
            there = await Database.open(url)
            stack.push_async_callback(there.close)
        for number in numbers:
            chance = Random(number)
            both = [Services.over(each, lambda: datetime.now(UTC), Random(f"{number} {at}"), {PLATFORM: 1})
                    for at, each in enumerate((here, there))]  # fmt: skip
            await kind(Round(both[0], both[1], number, chance, wrong, tally))
        wrong += [str(problem) for problem in await check(here)]
    return wrong


def run(kinds: Sequence[Kind] = KINDS, rounds: int = ROUNDS) -> None:
    """Print for each kind how many races went wrong on each kind of database."""
    quiet()
    print(f"{len(kinds)} kinds of races, {rounds} times each\n")
    print(f"{'wrong':<27}{'SQLite':>8}{'PostgreSQL':>12}{'deadlocks':>11}")
    with PostgreSQL() as server, tempfile.TemporaryDirectory() as folder:
        for kind, first in product(kinds, range(0, rounds, PART)):
            name, numbers, tally = kind.__name__, range(first, min(first + PART, rounds)), Counter[str]()
            file = asyncio.run(run_kind(kind, f"sqlite:///{folder}/{name}-{first}.sqlite", numbers, tally))
            database = server.create()
            other = asyncio.run(run_kind(kind, server.address(database), numbers, tally))
            deadlocks = server.execute(f"SELECT deadlocks FROM pg_stat_database WHERE datname = '{database}'")
            told = ", ".join(f"{what} {count}" for what, count in sorted(tally.items()))
            print(f"{name.replace('_', ' '):<27}{len(file):>8}{len(other):>12}{deadlocks:>11}  {told}", flush=True)
            for sentence in (*file[:3], *other[:3]):
                print(f"  {sentence}")

"""Does a growing database make clocks late? What the search for matches in which something is due reads, how long it
takes while nothing is, and how late a live match is lost once its time is over.

The matches are copies of two, made by the database: half of them go on at a day a move, each with something to fall due
within a month, half are over. Nobody is spared after the start here (``LIVE_SPARED``), so that each live match can be
lost as soon as it begins; all else is as people have it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from random import Random
from statistics import median
from time import monotonic, perf_counter
from typing import Any
from unittest.mock import patch

from sqlalchemy import ColumnElement, Select, cast, literal, literal_column, select, text, true, type_coerce

from bench.growth import in_file, on_server
from bench.traffic import quiet
from bot.foundation.shared_work import SingleProcess
from bot.foundation.steady_clock import SteadyClock
from bot.matches.clock import LAG
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.match.matches import MatchAction, Player
from bot.services.services import Services
from bot.store import Database
from bot.store import match_queries as queries
from bot.store.connection import Connection
from bot.store.tables import matches
from bot.store.types import Number, Text
from bot.workers.timekeeper import TimeKeeper
from engine.games import find_ruleset

SIZE = 1_000_000
SWEEPS = 50
FLAGS = 20
SMALLEST = {"size": 200, "sweeps": 2, "flags": 2}
AT_ONCE = 50_000
INDEX = "ix_matches_wake"
MONTH = 30 * 24 * 60 * 60
STEP = 7919
"""Seconds between what falls due in one match and in the next: no divisor of a month."""
RULESET = find_ruleset("dam-8")
HERE = Venue(Place("bench", "room"), "en")
BEFORE_THE_END = timedelta(seconds=0.5)
SECOND = 1_000_000
"""In the database a moment is a number of microseconds."""
LOST_WITHIN = 30.0
"""Seconds after which something is wrong."""


def run(size: int = SIZE, sweeps: int = SWEEPS, flags: int = FLAGS) -> None:
    """Print the figures for each kind of database."""
    quiet()
    for name, opened in (("SQLite", in_file), ("PostgreSQL", on_server)):
        asyncio.run(_measure(name, opened, size, sweeps, flags))


async def _measure(
    name: str, opened: Callable[[], AbstractAsyncContextManager[Database]], size: int, sweeps: int, flags: int
) -> None:
    async with opened() as database:
        leases = SingleProcess()
        clock = SteadyClock(leases.now, monotonic)
        services = Services.over(database, clock.now, Random(1))
        await _fill(services, size)
        print(f"{name}: {size:,} matches", flush=True)
        now = clock.now()
        asked = {"what is due": queries.due_by(now), "what falls due next": queries.next_due_after(now)}
        for what, query in asked.items():
            plan = await database.read(partial(_plan, query=query))
            used = "by its index" if INDEX in plan else "NOT BY ITS INDEX"
            print(f"  {what} is found {used}:\n    " + plan.replace("\n", "\n    "))
        sweep = await _timed(sweeps, services.time.tick_due)
        beat = await _timed(sweeps, services.time.beat)
        print(f"  nothing is due: a sweep takes {sweep:.2f} ms, a beat {beat:.2f} ms (medians of {sweeps})", flush=True)
        with patch("bot.workers.timekeeper.LIVE_SPARED", timedelta()):
            keeper = TimeKeeper(services, clock, leases)
            await keeper.start()
            late = [await _flag(services, number) for number in range(flags)]
            await keeper.stop()
        print(
            f"  a live match is lost {median(late):.0f} ms late, at worst {max(late):.0f} ms (of {flags})", flush=True
        )


async def _fill(services: Services, size: int) -> None:
    """Write so many matches, half of them with something that falls due within a month."""
    adi, siti = [await services.people.player(Person("bench", name, name)) for name in ("adi", "siti")]
    going = await _begun(services, adi, siti, Pace.RELAXED)
    over = await _begun(services, siti, adi, Pace.RELAXED)
    await _act(services, adi, over, lambda match, now: match.resign(adi.id, now))
    for match, letter in ((going, "A"), (over, "B")):
        for first in range(0, size // 2, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, size // 2))
            await services.database.write(partial(_copy, match=match, letter=letter, numbers=numbers))
    await services.database.write(lambda connection: connection.execute(text("ANALYZE")))


async def _copy(connection: Connection, match: Match, letter: str, numbers: range) -> None:
    """Copy a match under codes that begin with a letter; what falls due in the copies does at other times."""
    number = literal_column("number", Number)
    soon = matches.c.wake + number * STEP % MONTH * SECOND  # nothing where nothing falls due
    changed: dict[str, ColumnElement[Any]] = {
        "code": literal(letter, Text) + cast(number, Text),
        "wake": type_coerce(soon, Number),
    }
    series = select(literal(numbers.start, Number).label("number")).cte("series", recursive=True)
    series = series.union_all(select(series.c.number + 1).where(series.c.number < numbers.stop - 1))
    copies = select(*(changed.get(column.name, column) for column in matches.c)).join_from(matches, series, true())
    await connection.execute(matches.insert().from_select(matches.c.keys(), copies.where(matches.c.code == match.code)))


async def _plan(connection: Connection, query: Select[Any]) -> str:
    """The plan by which the database finds what a query asks for."""
    is_file = connection.dialect.name == "sqlite"
    said = query.compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
    rows = await connection.execute(text(f"EXPLAIN {'QUERY PLAN' if is_file else ''} {said}"))
    return "\n".join(str(row[-1]) for row in rows)


async def _timed(repeats: int, work: Callable[[], Awaitable[object]]) -> float:
    """The median time in milliseconds."""
    waits = []
    for _ in range(repeats):
        began = perf_counter()
        await work()
        waits.append(perf_counter() - began)
    return 1000 * median(waits)


async def _flag(services: Services, number: int) -> float:
    """Milliseconds from the end of the time in a live match, lag included, until it is stored that it is lost."""
    people = [await services.people.player(Person("bench", f"{side}{number}", f"{side}{number}")) for side in "ab"]
    match = await _begun(services, people[0], people[1], Pace.BLITZ)
    for player in people:
        match = await _act(services, player, match, partial(_ready, player))
    lost: asyncio.Future[datetime] = asyncio.get_running_loop().create_future()

    def look(code: str) -> None:
        now = services.matches.cached(code)
        if now and code == match.code and now.status is Status.OVER and not lost.done():
            lost.set_result(services.clock())

    unsubscribe = services.news.matches.subscribe_local(look)
    match = await _act(services, people[0], match, _thought)
    async with asyncio.timeout(LOST_WITHIN):
        late = await lost
    unsubscribe()
    assert match.wake, "something falls due while a clock runs"
    return (late - match.wake) / timedelta(milliseconds=1)


async def _begun(services: Services, host: Player, guest: Player, pace: Pace) -> Match:
    wish = Invitation(RULESET, guest.person, 0, terms=Terms(pace))
    match, _ = await services.opening.open(f"{host.id} opens", host, wish, HERE)
    return await services.matches.join(f"{guest.id} joins", guest, match.code)


async def _act(services: Services, player: Player, match: Match, action: MatchAction) -> Match:
    return await services.matches.act(f"{player.id} {match.version}", player, match.code, action)


def _ready(player: Player, match: Match, now: datetime) -> Match:
    return match.say_ready(player.id, now)


def _thought(match: Match, now: datetime) -> Match:
    """The match once whoever is to move has thought until a moment before the end."""
    assert match.clock, "a live match has a clock"
    times = match.clock.pace.times
    since = now - (times.move + times.bank + LAG - BEFORE_THE_END)
    return replace(match, version=match.version + 1, clock=replace(match.clock, since=since))

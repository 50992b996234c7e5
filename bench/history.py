"""Measures how long a page of the finished matches takes beside a million of them, and how the database goes about it.

The matches are written straight into the tables; one in a hundred is the measured person's own, who has had either side
in half of them, against two hundred others. One in two thousand begins otherwise than the rest.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from random import Random
from statistics import median
from time import perf_counter

from sqlalchemy import text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, DropIndex

from bench.growth import in_file
from bench.traffic import quiet
from bot.app.match.history import PAGE
from bot.matches.happening import Happening
from bot.matches.history import HistoryFilter, MatchResult
from bot.matches.match import Match
from bot.matches.status import Status
from bot.services.services import Services
from bot.store import Database
from bot.store.connection import Connection
from bot.store.match_queries import history
from bot.store.records import columns_of
from bot.store.tables import matches, moves, players
from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from loopback.postgresql import PostgreSQL

SIZE = 1_000_000
REPEATS = 50
SMALLEST = {"size": 200, "repeats": 2}
ME = "me"
OTHERS = 200
SHARE = 100
"""One match in so many is the measured person's own."""
RARE = 2_000
"""One match in so many begins otherwise."""
PLIES = 4
AT_ONCE = 20_000
USUAL_CODE, RARE_CODE = "GAAA", "GBBB"
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
MINUTE = 60_000_000


def run(size: int = SIZE, repeats: int = REPEATS) -> None:
    """Print the plan of a page, and a line for each kind of page, on each kind of database."""
    quiet()
    for name, opened in (("SQLite", _in_file), ("PostgreSQL", _on_server)):
        asyncio.run(_measure(name, opened, size, repeats))


Tidy = Callable[[], Awaitable[object]]
"""Does what a server does by itself within a minute of so many new rows, and a file never needs."""


@asynccontextmanager
async def _in_file() -> AsyncIterator[tuple[Database, Tidy]]:
    async with in_file() as database:
        yield database, partial(database.write, lambda connection: connection.execute(text("ANALYZE")))


@asynccontextmanager
async def _on_server() -> AsyncIterator[tuple[Database, Tidy]]:
    with PostgreSQL() as server:
        name = server.create()
        database = await Database.open(server.address(name))
        yield database, partial(asyncio.to_thread, server.execute, "VACUUM ANALYZE", name)
        await database.close()


async def _measure(
    name: str, opened: Callable[[], AbstractAsyncContextManager[tuple[Database, Tidy]]], size: int, repeats: int
) -> None:
    games = {USUAL_CODE: _game(1), RARE_CODE: _game(2)}
    turns = {code: [format_move(game.ruleset, move) for move in game.moves] for code, game in games.items()}
    async with opened() as (database, tidy):
        began = perf_counter()
        await database.write(partial(_templates, games=games))
        for index in matches.indexes:  # made at the end they are made far quicker
            await database.write(partial(_ddl, statement=DropIndex(index)))
        for first in range(0, size, AT_ONCE):
            await database.write(partial(_fill, numbers=range(first, min(first + AT_ONCE, size))))
        for index in matches.indexes:
            await database.write(partial(_ddl, statement=CreateIndex(index)))
        await tidy()
        print(f"{name}: {size:,} finished matches, written in {perf_counter() - began:.0f} s", flush=True)
        own = size // SHARE
        kinds = {
            "first page": (HistoryFilter(), 0),
            "last page": (HistoryFilter(), max(own - PAGE, 0)),
            "against somebody": (HistoryFilter(opponent="p0"), 0),
            "won": (HistoryFilter(result=MatchResult.WON), 0),
            "usual opening": (HistoryFilter(opening=tuple(turns[USUAL_CODE][:2])), 0),
            "rare opening": (HistoryFilter(opening=tuple(turns[RARE_CODE][:2])), 0),
            "opening of nobody": (HistoryFilter(opening=("a1-h8",)), 0),
        }
        for line in await _plan(database, name):
            print(f"  {line}", flush=True)
        services = Services.over(database, lambda: datetime.now(UTC), Random(1))
        for kind, (wanted, skipped) in kinds.items():
            waits = [await _wait(services, wanted, skipped) for _ in range(repeats)]
            print(f"{name:<12}{kind:<20}{1000 * median(waits):>10.1f} ms", flush=True)


async def _wait(services: Services, wanted: HistoryFilter, skipped: int) -> float:
    began = perf_counter()
    await services.matches.history(ME, wanted, skipped, PAGE + 1)
    return perf_counter() - began


async def _plan(database: Database, name: str) -> Sequence[str]:
    """The plan by which the database finds a first page, in its own words."""
    explain, dialect = ("EXPLAIN QUERY PLAN", sqlite.dialect) if name == "SQLite" else ("EXPLAIN", postgresql.dialect)

    async def work(connection: Connection) -> Sequence[str]:
        query = history(ME, HistoryFilter(), 0, PAGE + 1)
        written = query.compile(dialect=dialect(), compile_kwargs={"literal_binds": True})
        rows = (await connection.execute(text(f"{explain} {written}"))).all()
        return [str(row[-1]) for row in rows]

    return await database.read(work)


async def _ddl(connection: Connection, statement: CreateIndex | DropIndex) -> None:
    await connection.execute(statement)


def _game(seed: int) -> Game:
    game, chance = Game.begin(find_ruleset("dam-8")), Random(seed)
    while game.ply < PLIES:
        game = game.play(chance.choice(game.legal_moves))
    return game.resign(game.turn)


async def _templates(connection: Connection, games: dict[str, Game]) -> None:
    """The people, and a match of each beginning, of which all others are copies."""
    ids = [ME, *(f"{side}{number}" for side in "pq" for number in range(OTHERS))]
    await connection.execute(players.insert(), [{"id": each, "created": BEGAN} for each in ids])
    for code, game in games.items():
        match = Match(
            code=code,
            game=game,
            status=Status.OVER,
            host="p0",
            created=BEGAN,
            changed=BEGAN,
            invited="q0",
            seats=("p0", "q0"),
            version=PLIES + 3,
            moved_at=BEGAN,
            actor="p0",
            happened=Happening.RESIGNED,
        )
        await connection.execute(matches.insert(), [columns_of(match)])
        made = [
            {"match": code, "ply": ply, "text": format_move(game.ruleset, move), "player": "p0", "at": BEGAN}
            for ply, move in enumerate(game.moves, 1)
        ]
        await connection.execute(moves.insert(), made)


async def _fill(connection: Connection, numbers: range) -> None:
    """Copies of the two matches, with other people and at other times."""
    counted = f"WITH RECURSIVE n(i) AS (SELECT {numbers.start} UNION ALL SELECT i + 1 FROM n WHERE i < {numbers[-1]})"
    model = f"CASE WHEN i % {RARE} = {SHARE} THEN '{RARE_CODE}' ELSE '{USUAL_CODE}' END"
    mine = f"i % {2 * SHARE}"
    number = f"CAST((i / {SHARE} + i) % {OTHERS} AS TEXT)"
    first = f"CASE WHEN {mine} = 0 THEN '{ME}' ELSE 'p' || {number} END"
    second = f"CASE WHEN {mine} = {SHARE} THEN '{ME}' ELSE 'q' || {number} END"
    own = {
        "code": "'G' || CAST(i AS TEXT)",
        **dict.fromkeys(("host", "seat_0", "actor"), first),
        **dict.fromkeys(("invited", "seat_1"), second),
        "changed": f"t.changed + CAST(i AS BIGINT) * {MINUTE}",
    }
    names = [column.name for column in matches.columns]
    values = ", ".join(own.get(name, f"t.{name}") for name in names)
    copied = f"FROM n JOIN matches t ON t.code = {model}"
    record = f"FROM n JOIN moves t ON t.match = {model}"
    kept = f"{own['code']}, t.ply, t.text, t.player, t.at"
    for statement in (
        f"INSERT INTO matches ({', '.join(names)}) {counted} SELECT {values} {copied}",
        f"INSERT INTO moves (match, ply, text, player, at) {counted} SELECT {kept} {record}",
    ):
        await connection.execute(text(statement))

"""Does a growing database make Papan slower? Times of a move, of ``/games`` and of the sweep over unfinished work,
beside more and more finished matches, each with its board.

The finished matches are written straight into the tables, several moves each; one in a hundred was played by the person
who then plays on. Each figure is a median over many moves, on one connection, nothing else going on.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from statistics import median, quantiles
from time import perf_counter

from sqlalchemy import text

from bench.commits import Table
from bench.traffic import quiet
from bot.matches.happening import Happening
from bot.matches.match import Match
from bot.matches.status import Status
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.store import Database
from bot.store.connection import Connection
from bot.store.records import columns_of
from bot.store.tables import matches, moves, views
from bot.workers.views.view_reconciler import CATCH_UP
from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from loopback.postgresql import PostgreSQL

SIZES = (1_000, 100_000, 1_000_000)
PLIES = 6
REPEATS = 400
AT_ONCE = 2000
SMALLEST = {"sizes": (1, 10), "repeats": 2}
SHARE = 100
"""One finished match in so many is the measured person's own."""
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def run(sizes: Sequence[int] = SIZES, repeats: int = REPEATS) -> None:
    """Print a line for each size on each kind of database."""
    quiet()
    heads = ("finished matches", "move median", "move p95", "/games median", "/games p95", "sweep median", "sweep p95")
    print(f"{'':<12}" + "".join(f"{head:>18}" for head in heads), flush=True)
    for name, opened in (("SQLite", in_file), ("PostgreSQL", on_server)):
        asyncio.run(_grow(name, opened, sizes, repeats))


@asynccontextmanager
async def in_file() -> AsyncIterator[Database]:
    """An empty database in a file."""
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(f"sqlite:///{folder}/papan.db")
        yield database
        await database.close()


@asynccontextmanager
async def on_server() -> AsyncIterator[Database]:
    """An empty database on a server."""
    with PostgreSQL() as server:
        database = await Database.open(server.address(server.create()))
        yield database
        await database.close()


async def _grow(
    name: str, opened: Callable[[], AbstractAsyncContextManager[Database]], sizes: Sequence[int], repeats: int
) -> None:
    async with opened() as database:
        services = Services.over(database, lambda: datetime.now(UTC), Random(1))
        table = await Table.sit(services, "measured")
        others = await Table.sit(services, "others")
        finished = _Finished(table.players[0], others.players)
        for size in sizes:
            await finished.up_to(database, size)
            moving = await _timed(repeats, table.move, lambda: _begun(table))
            listing = await _timed(repeats, lambda: services.matches.of_player(table.players[0].id))
            sweeping = await _timed(
                repeats, lambda: services.views.unfinished(services.clock() - CATCH_UP, lambda platform, chat: True)
            )
            cells = (f"{size:,}", *(f"{1000 * value:.2f} ms" for value in (*moving, *listing, *sweeping)))
            print(f"{name:<12}" + "".join(f"{cell:>18}" for cell in cells), flush=True)


async def _nothing() -> None:
    pass


async def _begun(table: Table) -> None:
    if table.match.status is not Status.PLAYING:
        await table.open()


async def _timed(
    repeats: int, work: Callable[[], Awaitable[object]], before: Callable[[], Awaitable[None]] = _nothing
) -> tuple[float, float]:
    """Median and 95th percentile in seconds, what comes ``before`` left out."""
    waits = []
    for _ in range(repeats):
        await before()
        began = perf_counter()
        await work()
        waits.append(perf_counter() - began)
    return median(waits), quantiles(waits, n=20)[18]


class _Finished:
    """Writes finished matches: the same game again and again, under ever new codes."""

    def __init__(self, measured: Player, others: tuple[Player, Player]) -> None:
        ruleset = find_ruleset("dam-8")
        game, chance = Game.begin(ruleset), Random(5)
        while game.ply < PLIES:
            game = game.play(chance.choice(game.legal_moves))
        self._texts = [format_move(ruleset, move) for move in game.moves]
        self._turns = [position.turn for position in game.positions]
        self._resigned = game.turn
        self._game = game.resign(game.turn)
        self._measured, self._others = measured.id, (others[0].id, others[1].id)
        self._written = 0

    async def up_to(self, database: Database, size: int) -> None:
        """Write until there are so many."""
        while self._written < size:
            numbers = range(self._written, min(self._written + AT_ONCE, size))
            await database.write(partial(self._write, numbers=numbers))
            self._written = numbers[-1] + 1
        # What a server does by itself within a minute: so many rows at once are not what it plans for.
        await database.write(lambda connection: connection.execute(text("ANALYZE")))

    async def _write(self, connection: Connection, numbers: range) -> None:
        rows, made, shown = [], [], []
        for number in numbers:
            match = self._match(number)
            rows.append(columns_of(match))
            made += [
                {"match": match.code, "ply": ply, "text": text, "player": match.seats[turn], "at": match.changed}
                for ply, (text, turn) in enumerate(zip(self._texts, self._turns, strict=False), 1)
            ]
            shown.append(
                {"id": f"V{match.code}", "match": match.code, "platform": "bench", "chat": f"room {number % 1000}"}
                | {"thread": "", "private": False, "can_post": True, "can_thread": False, "language": "en"}
                | {"message": match.code, "posts": 0, "created": match.created, "frozen": False}
                | {"tries": 0, "shown_version": match.version, "match_version": match.version}
            )
        await connection.execute(matches.insert(), rows)
        await connection.execute(moves.insert(), made)
        await connection.execute(views.insert(), shown)

    def _match(self, number: int) -> Match:
        seats = (self._measured, self._others[0]) if number % SHARE == 0 else self._others
        at = BEGAN + timedelta(minutes=number % 400_000)
        return Match(
            code=f"G{Random(number).getrandbits(64):016X}",
            game=self._game,
            status=Status.OVER,
            host=seats[0],
            created=at,
            changed=at,
            invited=seats[1],
            seats=seats,
            version=PLIES + 3,
            moved_at=at,
            actor=seats[self._resigned],
            happened=Happening.RESIGNED,
        )

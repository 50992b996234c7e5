"""Measures how many moves a second are committed, each in its own transaction, on disk before it is acknowledged."""

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from random import Random
from statistics import quantiles
from time import perf_counter

from bench.traffic import quiet
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.status import Status
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.store import Database
from engine.games import find_ruleset
from engine.moves import Move

CLIENTS = (1, 16, 64)
MOVES = 1200
SMALLEST = {"clients": (1, 2), "moves": 8}
ROOM = Place("bench", "room")


def run(clients: Sequence[int] = CLIENTS, moves: int = MOVES) -> None:
    """Print a line for each number of matches at once."""
    quiet()
    print(f"{'matches at once':>15}{'moves/s':>10}{'median ms':>11}{'p99 ms':>9}")
    for at_once in clients:
        seconds, waits = asyncio.run(_measure(at_once, moves))
        cuts = quantiles(waits, n=100)
        print(f"{at_once:>15}{len(waits) / seconds:>10.0f}{cuts[49] * 1000:>11.1f}{cuts[98] * 1000:>9.1f}")


async def _measure(clients: int, moves: int) -> tuple[float, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(f"sqlite:///{folder}/papan.sqlite")
        services = Services.over(database, lambda: datetime.now(UTC), Random(1))
        tables = [await Table.sit(services, f"{number}") for number in range(clients)]
        waits: list[float] = []
        began = perf_counter()
        await asyncio.gather(*(_play(table, moves // clients, waits) for table in tables))
        seconds = perf_counter() - began
        await database.close()
    return seconds, waits


async def _play(table: "Table", moves: int, waits: list[float]) -> None:
    for _ in range(moves):
        if table.match.status is not Status.PLAYING:
            await table.open()
        began = perf_counter()
        await table.move()
        waits.append(perf_counter() - began)


class Table:
    """Two people who play one match after the other, choosing their moves by chance."""

    def __init__(self, services: Services, players: tuple[Player, Player], seed: str) -> None:
        self._services = services
        self.players = players
        self._chance = Random(seed)
        self._events = 0
        self.match: Match

    @classmethod
    async def sit(cls, services: Services, name: str) -> "Table":
        """Two new people with a match begun."""
        players = [await services.people.player(Person("bench", f"{name}{side}", f"{name}{side}")) for side in "ab"]
        table = cls(services, (players[0], players[1]), name)
        await table.open()
        return table

    async def open(self) -> None:
        """Begin the next match."""
        host, guest = self.players
        ruleset = find_ruleset("dam-8")
        match, _ = await self._services.opening.open(
            self._event(), host, Invitation(ruleset, None, 0), Venue(ROOM, "en")
        )
        self.match = await self._services.matches.join(self._event(), guest, match.code)

    async def move(self) -> None:
        """Make one move."""
        mover = self.players[self.match.seats.index(self.players[0].id) ^ self.match.game.turn]
        move = self._chance.choice(self.match.game.legal_moves)
        self.match = await self._services.matches.act(
            self._event(), mover, self.match.code, _moving(mover, move, self.match)
        )

    def _event(self) -> str:
        self._events += 1
        return f"{self.players[0].id}-{self._events}"


def _moving(mover: Player, move: Move, match: Match) -> Callable[[Match, datetime], Match]:
    return lambda now, at: now.move(mover.id, move, match.game.ply, at)

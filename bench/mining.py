"""Measures what it costs those who play that Papan mines puzzles while they think: from a move to the board visible.

Two Papans with the same finished matches serve a match each, by turns; one of them mines. Each move comes after a pause
in which the process that mines has worked, so that it has to be halted by that move. While the other Papan is measured
it is halted from outside. Promised: the median of a board takes within 5 % as long.

``python -m bench.mining run`` is ``papan run`` that begins to mine a second after the last move, instead of five.
"""

import asyncio
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

import pytest
import uvloop

from bench.events import PATIENCE, Match, Tables, discord, telegram
from bench.traffic import quiet
from bench.used import idle, processor_seconds
from bot.__main__ import main
from bot.computer import puzzle_miner
from bot.services.services import Services
from bot.store import Database
from engine.games import find_ruleset
from engine.ruleset import Ruleset
from loopback.waiting import until
from tests.bot.kit import Clock, begun, event, moving
from tests.unhurried import hurry

ROUNDS, MOVES = 20, 6
"""So many turns of each kind, and moves in each."""
GAMES, PLIES = 160, 60
"""So many matches are in the database, and so many turns at most in each."""
RULESETS = ("permainan-tabal", "main-tapal-empat", "malaysian-checkers-8", "russian-draughts")
PAUSE, WORKS = 1.5, 0.1
"""Seconds before each move, and of processor that the mining has at least had in them."""
PROMISED = 0.05
SMALLEST = {"rounds": 1, "moves": 2, "games": 8}
OFF, MINING = "off", "mining"
HOURS = {OFF: "off", MINING: "0-24"}
PAPAN = ("bench.mining", "run")
QUIET, LOOK_EVERY = 1.0, 1.0


def run(rounds: int = ROUNDS, moves: int = MOVES, games: int = GAMES) -> None:
    """Print a line for each platform without mining and with it, then how the medians of the turns compare."""
    quiet()
    print(f"{'platform':>10} {'':<14}{'moves':>7}{'median ms':>11}{'p95 ms':>9}{'worst ms':>10}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "finished.db"
        asyncio.run(_finish(file, games))
        for platform, serve in (("Discord", discord), ("Telegram", telegram)):
            waits = uvloop.run(_measure(serve, file, rounds, moves))
            for kind, turns in waits.items():
                every = [1000 * wait for turn in turns for wait in turn]
                cuts = quantiles(every, n=20)
                line = f"{len(every):>7}{cuts[9]:>11.0f}{cuts[18]:>9.0f}{max(every):>10.0f}"
                print(f"{platform:>10} {kind:<14}{line}")
            pairs = zip(waits[OFF], waits[MINING], strict=True)
            ratio = median(median(mining) / median(off) for off, mining in pairs)
            kept = "within" if ratio <= 1 + PROMISED else "NOT WITHIN"
            print(f"{platform:>10}: with mining a board takes {ratio:.2f} times as long, {kept} 5 %", flush=True)


async def _finish(file: Path, games: int) -> None:
    """A database with so many finished matches of turns at random."""
    database, chance, clock = await Database.open(f"sqlite:///{file}"), Random(1), Clock()
    services = Services.over(database, clock, Random(1))
    for number in range(games):
        clock.forward(minutes=5)  # nobody may open too many in an hour
        await _play(services, find_ruleset(RULESETS[number % len(RULESETS)]), chance)
    await database.close()


async def _play(services: Services, ruleset: Ruleset, chance: Random) -> None:
    match, adi, siti, _ = await begun(services, ruleset)
    seats = {adi.id: adi, siti.id: siti}
    while not match.game.outcome:
        mover = seats[str(match.seats[match.game.turn])]
        action = moving(mover, chance.choice(match.game.legal_moves))
        if match.game.ply == PLIES:
            await services.matches.act(event(), mover, match.code, lambda match, now: match.resign(adi.id, now))
            return
        match = await services.matches.act(event(), mover, match.code, action)


@dataclass
class _Served:
    """A match at a Papan; ``miner`` is the number of the process that mines for it, if one does."""

    match: Match
    process: int
    miner: int | None

    async def move(self) -> float:
        """Make a move after the pause; the seconds until the board shows it. The mining works until then."""
        await self.works()
        return await self.match.move()

    async def works(self) -> None:
        """Pause, until the process that mines has worked. Raises RuntimeError where it does not."""
        before, until = self._had, perf_counter() + PATIENCE
        await asyncio.sleep(PAUSE)
        while self.miner and self._had - before < WORKS:
            if perf_counter() > until:
                raise RuntimeError("nothing is mined")
            await asyncio.sleep(0.01)

    def may_work(self, *, may: bool) -> None:
        """Let the process that mines work, or not, whatever its Papan has told it last."""
        if self.miner:
            os.kill(self.miner, signal.SIGCONT if may else signal.SIGSTOP)

    @property
    def _had(self) -> float:
        return processor_seconds(self.miner) if self.miner else 0.0


Serve = Callable[..., AbstractAsyncContextManager[Tables]]


async def _measure(serve: Serve, file: Path, rounds: int, moves: int) -> dict[str, list[list[float]]]:
    """The waits of each turn without mining and with it; which comes first changes with each."""
    waits: dict[str, list[list[float]]] = {OFF: [], MINING: []}
    async with AsyncExitStack() as stack:
        served = {kind: await stack.enter_async_context(_begun(serve, file, kind)) for kind in waits}
        mining = served[MINING]
        await asyncio.gather(*(idle(each.process) for each in served.values()))
        for number in range(rounds):
            for kind in (OFF, MINING) if number % 2 else (MINING, OFF):
                mining.may_work(may=kind == MINING)
                waits[kind].append([await served[kind].move() for _ in range(moves)])
                # Its Papan lets it go on now, and does not touch it again before the next move there.
                await served[kind].works()
    return waits


@asynccontextmanager
async def _begun(serve: Serve, file: Path, kind: str) -> AsyncIterator[_Served]:
    """A match at a Papan with a copy of the finished matches, which mines or not."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "papan.db"
        shutil.copy(file, copy)
        given = {"DATABASE_URL": f"sqlite:///{copy}", "PAPAN_PUZZLES": HOURS[kind]}
        async with serve(1, *PAPAN, **given) as tables:
            match = Match(tables.tables[0], Random(1))
            await match.begin()
            await match.move()
            served = _Served(match, tables.process, await _miner_of(tables.process) if kind == MINING else None)
            await served.works()
            served.may_work(may=False)  # the matches are for the measurement
            yield served


async def _miner_of(process: int) -> int:
    """The number of the process that a Papan has started to mine. Raises TimeoutError."""
    return await until(lambda: _mining_for(process))


def _mining_for(process: int) -> int:
    """The child of a process that mines; 0 where there is none."""
    children = " ".join(each.read_text() for each in Path(f"/proc/{process}/task").glob("*/children")).split()
    commands = {int(child): Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0") for child in children}
    return next((child for child, words in commands.items() if b"mine" in words), 0)


if __name__ == "__main__":
    patch = pytest.MonkeyPatch()
    hurry(patch)
    patch.setattr(puzzle_miner, "QUIET", QUIET)
    patch.setattr(puzzle_miner, "LOOK_EVERY", LOOK_EVERY)
    sys.exit(main())

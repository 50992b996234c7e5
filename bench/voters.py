"""Five hundred people of one Telegram group who vote within ten seconds, beside ordinary matches in other groups.

The real program runs in a process of its own. They are so divided that the turn is not decided, and vote again in each
turn of the measurement: a voice may be changed until the close. By turns nobody votes, and all do; meanwhile there are
moves in the ordinary matches, whose clock runs from the move until the board shows it. Promised: an ordinary board
takes at most 1.2 times as long beside the votes, and the board of those who vote is edited at most six times.
"""

import asyncio
from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles
from time import perf_counter

import uvloop

from bench.events import Match, TelegramTable
from bench.traffic import quiet
from bench.used import idle
from bench.villages import Village, moves_of, serving
from engine.notation import format_move

VOTERS, SECONDS = 500, 10.0
TABLES, MOVES, ROUNDS = 4, 10, 6
PAUSE = 1.0
"""Seconds between two moves of an ordinary match: people who play as fast as they can."""
SMALLEST = {"voters": 4, "seconds": 0.4, "tables": 1, "moves": 2, "rounds": 1}


@dataclass
class Seen:
    """The waits for ordinary boards in seconds, of each turn; edits of the board voted on, and seconds of the votes."""

    calm: list[list[float]] = field(default_factory=list)
    beside: list[list[float]] = field(default_factory=list)
    edits: list[int] = field(default_factory=list)
    took: list[float] = field(default_factory=list)


def run(
    voters: int = VOTERS, seconds: float = SECONDS, tables: int = TABLES, moves: int = MOVES, rounds: int = ROUNDS
) -> None:
    """Print what ordinary boards took, calm and beside the votes, and how often the board voted on was edited."""
    quiet()
    seen = uvloop.run(_measure(voters, seconds, tables, moves, rounds))
    print(f"{'ordinary boards':<22}{'moves':>7}{'median ms':>11}{'p95 ms':>9}{'worst ms':>10}")
    for name, turns in (("calm", seen.calm), ("beside the votes", seen.beside)):
        waits = [1000 * wait for turn in turns for wait in turn]
        cuts = quantiles(waits, n=20)
        print(f"{name:<22}{len(waits):>7}{cuts[9]:>11.0f}{cuts[18]:>9.0f}{max(waits):>10.0f}")
    ratio = median(median(beside) / median(calm) for calm, beside in zip(seen.calm, seen.beside, strict=True))
    print(f"beside the votes an ordinary board takes {ratio:.2f} times as long, the median of {rounds} turns")
    print(f"{voters} votes in {median(seen.took):.1f} s: the board voted on was edited at most {max(seen.edits)} times")


async def _measure(voters: int, seconds: float, tables: int, moves: int, rounds: int) -> Seen:
    seen = Seen()
    async with serving(1, voters) as (process, server, (village,)):
        matches = [Match(TelegramTable(server, number), Random(number)) for number in range(tables)]
        for match in matches:
            await match.begin()
        for number in range(rounds):
            for voting in (number % 2 == 0, number % 2 == 1):
                await idle(process)
                if not voting:
                    seen.calm.append(await moves_of(matches, moves, PAUSE))
                    continue
                waits, took = await asyncio.gather(moves_of(matches, moves, PAUSE), _vote(village, seconds, number))
                seen.beside.append(waits)
                seen.took.append(took)
                await idle(process)
                seen.edits.append(village.edits() - sum(seen.edits))
    return seen


async def _vote(village: Village, seconds: float, number: int) -> float:
    """All vote, each for one of two turns, another one than before; the seconds that it took."""
    turns = [format_move(village.game.ruleset, each) for each in village.game.legal_moves[:2]]
    began = perf_counter()
    for voter, person in enumerate(village.voters):
        person.say(village.group, f"/guess {village.code} {turns[(voter + number) % 2]}")
        await asyncio.sleep(max(began + (voter + 1) * seconds / len(village.voters) - perf_counter(), 0))
    return perf_counter() - began

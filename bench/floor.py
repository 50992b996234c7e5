"""Processor time from event to board, beside a floor: the same libraries answering with one fixed picture.

Both answer the same moves typed in a group, by the same calls (the board edited, the next player called, the call
before deleted), on loopback servers, by turns in one run. All of these calls are counted, for both; what a program does
once, after its start, is not, nor what the computer player's processes use.
"""

import asyncio
from random import Random
from statistics import median

import uvloop

from bench import events
from bench.events import Match
from bench.used import idle, processor_seconds

ROUNDS = 3
WARM_UP, MOVES = 10, 100
GOAL = 2.5
SMALLEST = {"rounds": 1, "warm_up": 1, "moves": 2}
AFTER = 0.3
"""Seconds in which the calls that follow the last board are made."""


def run(rounds: int = ROUNDS, warm_up: int = WARM_UP, moves: int = MOVES) -> None:
    """Print a line for each platform: medians of the rounds."""
    print(f"{'platform':>10}{'Papan ms':>10}{'floor ms':>10}{'ratio':>7}   goal {GOAL}")
    for platform, serve in (("Discord", events.discord), ("Telegram", events.telegram)):
        papan, floor = list[float](), list[float]()
        for _ in range(rounds):
            papan.append(uvloop.run(_cost(serve, warm_up, moves)))
            floor.append(uvloop.run(_cost(serve, warm_up, moves, "bench.floor_bot", platform.casefold())))
        ratio = median(ours / theirs for ours, theirs in zip(papan, floor, strict=True))
        print(f"{platform:>10}{median(papan):>10.1f}{median(floor):>10.1f}{ratio:>7.2f}", flush=True)


async def _cost(serve: events.Serve, warm_up: int, moves: int, *module: str) -> float:
    """Milliseconds of a process's time for a move."""
    async with serve(1, *module) as served:
        match = Match(served.tables[0], Random(0))
        await match.begin()
        for _ in range(warm_up):
            await match.move()
        await idle(served.process)
        before = processor_seconds(served.process)
        for _ in range(moves):
            await match.move()
        await asyncio.sleep(AFTER)
        return 1000 * (processor_seconds(served.process) - before) / moves

"""What mining puzzles costs those who play: from a move to the board visible, while a miner works that gives way.

The miner is stopped and goes on by turns, so that both are measured in the same minutes. Promised: the median of a
board takes within 5 % as long beside it. It keeps what it finds in memory, and writes no file.

``python -m bench.mining`` is the miner.
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import count
from random import Random
from statistics import median, quantiles

import uvloop

from bench.events import RULESET, Match, Tables, discord, telegram
from bench.used import idle
from tools.puzzles import Mine, Miner, give_way

ROUNDS, MOVES = 20, 20
"""So many turns of each kind, and moves in each."""
PROMISED = 0.05
SMALLEST = {"rounds": 1, "moves": 2}
ALONE, BESIDE = "alone", "beside mining"


def run(rounds: int = ROUNDS, moves: int = MOVES) -> None:
    """Print a line for each platform without a miner and with one, then how the medians of the turns compare."""
    print(f"{'platform':>10} {'':<14}{'moves':>7}{'median ms':>11}{'p95 ms':>9}{'worst ms':>10}")
    for platform, serve in (("Discord", discord), ("Telegram", telegram)):
        waits = uvloop.run(_measure(serve(1), rounds, moves))
        for kind, turns in waits.items():
            every = [1000 * wait for turn in turns for wait in turn]
            cuts = quantiles(every, n=20)
            line = f"{len(every):>7}{cuts[9]:>11.0f}{cuts[18]:>9.0f}{max(every):>10.0f}"
            print(f"{platform:>10} {kind:<14}{line}")
        pairs = zip(waits[ALONE], waits[BESIDE], strict=True)
        ratio = median(median(beside) / median(alone) for alone, beside in pairs)
        kept = "within" if ratio <= 1 + PROMISED else "NOT WITHIN"
        print(f"{platform:>10}: beside mining a board takes {ratio:.2f} times as long, {kept} 5 %", flush=True)


async def _measure(
    serving: AbstractAsyncContextManager[Tables], rounds: int, moves: int
) -> dict[str, list[list[float]]]:
    """The waits of each turn without and with the miner; which comes first changes with each."""
    waits: dict[str, list[list[float]]] = {ALONE: [], BESIDE: []}
    async with serving as served, _miner() as miner:
        match = Match(served.tables[0], Random(1))
        await match.begin()
        await match.move()
        await idle(served.process)
        for number in range(rounds):
            for kind in (ALONE, BESIDE) if number % 2 else (BESIDE, ALONE):
                os.kill(miner, signal.SIGCONT if kind == BESIDE else signal.SIGSTOP)
                waits[kind].append([await match.move() for _ in range(moves)])
    return waits


@asynccontextmanager
async def _miner() -> AsyncIterator[int]:
    """A process that mines, stopped; its number."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "bench.mining", stdout=PIPE, stderr=DEVNULL)
    assert process.stdout is not None
    try:
        if b"mining" not in await process.stdout.readline():
            raise RuntimeError("the miner did not start")
        os.kill(process.pid, signal.SIGSTOP)
        yield process.pid
    finally:
        process.kill()
        await process.wait()


def mine() -> None:
    """Mine without end, giving way as the tool does."""
    give_way()
    miner = Miner(Mine(RULESET, "bench"))
    print("mining", flush=True)
    for number in count():
        for _ in miner.game(number):
            pass


if __name__ == "__main__":
    mine()

"""The cost of the computer player for everybody else: delays of the event loop, memory, and time to start.

``python -m bench.thinking`` is the child whose start is measured: a Papan with a web room, in which a person
plays the computer at once.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import Any

import uvloop

from bench.load import megabytes
from bench.traffic import quiet
from bot.bootstrap.assembly import RunningApp, run_app
from bot.bootstrap.settings import Address, Settings
from bot.chat import BoardMessage, Request
from bot.computer.search_pool import SearchPool, SearchWorker
from bot.matches.identity import Person, Place
from engine.game import Game
from engine.games import find_ruleset

SEARCHES = 2
TICK = 0.002
SECONDS = 20.0
MOVETIME_MS = 2000
STARTS = 3
MARK = "measured"
SMALLEST = {"seconds": 0.5, "starts": 1}


def run(seconds: float = SECONDS, starts: int = STARTS) -> None:
    """Print the loop's delays with and without searches, then the starts with and without a warm cache."""
    quiet()
    print(f"{'loop delay':<28}{'median':>10}{'p99':>10}{'worst':>10}")
    for searches in (0, SEARCHES):
        cuts = uvloop.run(_delays(searches, seconds))
        print(f"{f'{searches} searches under way':<28}" + "".join(f"{1000 * value:>7.1f} ms" for value in cuts))
    print(f"\n{'start':<28}{'serves':>10}{'memory':>10}{'computer moves':>16}{'memory':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for number in range(starts + 1):
            name = f"warm cache, {number}" if number else "without a cache"
            serves, before, moves, after = _start(folder)
            print(f"{name:<28}{serves:>8.1f} s{before:>7.0f} MB{moves:>14.1f} s{after:>7.0f} MB", flush=True)


async def _delays(searches: int, seconds: float) -> tuple[float, float, float]:
    """The delays of the loop in waking up, beyond what was asked for: median, 99th percentile, worst; in seconds."""
    search_pool = SearchPool(SEARCHES)
    await search_pool.start()
    await search_pool.ask("first", lambda worker: None)
    tasks = [asyncio.create_task(_think(search_pool, f"chat {number}")) for number in range(searches)]
    loop, late = asyncio.get_running_loop(), []
    until = loop.time() + seconds
    while loop.time() < until:
        due = loop.time() + TICK
        await asyncio.sleep(TICK)
        late.append(loop.time() - due)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await search_pool.stop()
    cuts = quantiles(late, n=100)
    return cuts[49], cuts[98], max(late)


async def _think(search_pool: SearchPool, chat: str) -> None:
    """One search after the other, as at the highest level."""
    game = Game.begin(find_ruleset("international"))

    def search(worker: SearchWorker) -> Any:
        from engine.search.results import Limit

        return worker.searcher(game.ruleset).search(game, Limit(movetime_ms=MOVETIME_MS), stop=worker.stop)

    while True:
        await search_pool.ask(chat, search)


def _start(cache: str) -> tuple[float, float, float, float]:
    """Seconds until it serves and until the computer has moved, each with the memory in MB by then."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    began = time.time()
    done = subprocess.run(
        [sys.executable, "-m", "bench.thinking"], env=environment, capture_output=True, text=True, check=True
    )
    lines = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith(MARK)]
    (serves, before), (moves, after) = (map(float, line) for line in lines)
    return serves - began, before, moves - began, after


async def _child() -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'papan.db'}"
        async with run_app(Settings(database_url=url, papan_web=Address("127.0.0.1", 0))) as running:
            print(MARK, time.time(), megabytes(), flush=True)
            await _play(running)
            print(MARK, time.time(), megabytes(), flush=True)


async def _play(running: RunningApp) -> None:
    """Begin a match in which the computer has the first move, and see that made."""
    request = Request("start", Person("web", "a", "Adi"), Place("web", "room"))
    card = await running.papan.command(request, "play", {"game": "dam-8", "side": "second", "level": "8"})
    assert isinstance(card, BoardMessage)
    code = card.title.split()[0]
    while not (await running.services.matches.get(code)).game.ply:  # noqa: ASYNC110 - as those who look at the board see it
        await asyncio.sleep(0.02)


if __name__ == "__main__":
    quiet()
    uvloop.run(_child())

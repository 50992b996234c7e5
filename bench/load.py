"""Many matches at once, with moves that come when they come, whether or not the former ones are done (open loop).

The moves enter through the RequestHandler, as from platforms; the boards are in web rooms, one for each match, and so
in the same database. They have pictures, as boards in chats have; the page of the room would draw its own. Measured
from the moment a move was due to its answer, and to its board.
"""

import asyncio
import gc
import os
import resource
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count, cycle
from pathlib import Path
from random import Random
from statistics import quantiles
from time import process_time
from unittest.mock import patch

import uvloop

from bench.traffic import quiet
from bot.bootstrap.assembly import RunningApp, run_app
from bot.bootstrap.settings import Address, Settings
from bot.chat import Request
from bot.cli.database import check_stored
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.platforms.web import WebRoom
from bot.services.match.matches import Player, View
from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from loopback.postgresql import PostgreSQL

MATCHES = 2000
RATE, SECONDS = 50, 300
PUSHED, PUSHED_SECONDS = (75, 100, 150, 200), 20
SEATING = 16
PLIES = 24
"""Moves that are made ready for each match, so that choosing them is not measured."""
BREAKS_AT = 1.0
"""Seconds: a 99th percentile above this counts as broken."""
SMALLEST = {"matches": 4, "rate": 10, "seconds": 2, "pushed": (20,), "pushed_seconds": 1}
_numbers = count(1)


@dataclass
class Table:
    """Two people, their room, and the moves they are going to make."""

    code: str
    place: Place
    people: tuple[Person, Person]
    moves: Iterator[tuple[int, str]]
    view: str
    version: int
    ply: int = 0
    busy: bool = False


@dataclass
class Waits:
    """Seconds from when each move was due: to its answer, and to its board.

    ``late`` counts those that were not asked for, because the match's last move had not been answered.
    """

    answered: list[float] = field(default_factory=list)
    visible: list[float] = field(default_factory=list)
    late: int = 0


def run(
    matches: int = MATCHES,
    rate: int = RATE,
    seconds: int = SECONDS,
    pushed: Sequence[int] = PUSHED,
    pushed_seconds: int = PUSHED_SECONDS,
) -> None:
    """Print a line for each rate on each database, and the memory as it went."""
    quiet()
    phases = [(rate, seconds), *((each, pushed_seconds) for each in pushed)]
    with _databases() as (databases, state):
        for name, url in databases:
            uvloop.run(_load(name, url, state, matches, phases))
            problems = [found for found in asyncio.run(check_stored(url)) if found.is_fault]
            print(f"papan check on {name}: {len(problems)} problems\n", flush=True)


@contextmanager
def _databases() -> Iterator[tuple[list[tuple[str, str]], Path]]:
    """Their names and addresses, and a folder for what Papan remembers of them between two starts."""
    with tempfile.TemporaryDirectory() as folder, PostgreSQL() as server:
        databases = [("SQLite", f"sqlite:///{folder}/papan.db"), ("PostgreSQL", server.address(server.create()))]
        yield databases, Path(folder)


async def _load(name: str, url: str, state: Path, matches: int, phases: list[tuple[int, int]]) -> None:
    """The first of the phases (rate and seconds) also tells the memory; the others go on until it breaks."""
    print(f"{name}: {matches} matches")
    heads = ("moves/s", "seconds", "moves", "late", "answer p50", "p95", "p99", "worst", "board p50", "p95")
    print("".join(f"{head:>11}" for head in (*heads, "p99", "worst", "CPU")), flush=True)
    settings = Settings(database_url=url, papan_web=Address("127.0.0.1", 0), papan_state=state)
    with patch.object(WebRoom, "capabilities", replace(WebRoom.capabilities, draws_boards=False)):
        await _run(settings, matches, phases)


async def _run(settings: Settings, matches: int, phases: list[tuple[int, int]]) -> None:
    async with run_app(settings) as running:
        tables = await _seated(running, matches)
        memory = [megabytes()]
        for number, (rate, seconds) in enumerate(phases):
            p99 = await _at_rate(running, tables, rate, seconds, None if number else memory)
            if not number:
                told = ", ".join(f"{size:.0f}" for size in memory)
                print(f"resident memory in MB, each {seconds / 5:g} s: {told}", flush=True)
            if p99 > BREAKS_AT:
                break
        lost = sum([(await running.services.matches.get(table.code)).game.ply != table.ply for table in tables])
        print(f"matches that do not stand as played: {lost}")


async def _seated(running: RunningApp, matches: int) -> list[Table]:
    """All matches begun, every board shown."""
    slots = asyncio.Semaphore(SEATING)

    async def seat(number: int) -> Table:
        async with slots:
            return await _table(running, number)

    tables = await asyncio.gather(*(seat(number) for number in range(matches)))
    await _caught_up(running)
    return list(tables)


async def _caught_up(running: RunningApp) -> None:
    while await running.services.views.behind(["web"]):  # noqa: ASYNC110 - whether they are is asked of the database
        await asyncio.sleep(0.2)


async def _table(running: RunningApp, number: int) -> Table:
    services, place = running.services, Place("web", f"room-{number}")
    people = Person("telegram", f"a{number}", f"Adi {number}"), Person("telegram", f"b{number}", f"Siti {number}")
    players: list[Player] = [await services.people.player(person) for person in people]
    ruleset = find_ruleset("malaysian-checkers-8-strict")
    match, view = await services.opening.open(
        _event(), players[0], Invitation(ruleset, people[1], 0), Venue(place, "en")
    )
    begun = await services.matches.join(_event(), players[1], match.code)
    return Table(match.code, place, people, _moves(match.game, Random(number)), view.id, begun.version)


def _moves(game: Game, chance: Random) -> Iterator[tuple[int, str]]:
    made = []
    while not game.outcome and game.ply < PLIES:
        move = chance.choice(game.legal_moves)
        made.append((game.turn, format_move(game.ruleset, move)))
        game = game.play(move)
    return iter(made)


async def _at_rate(
    running: RunningApp, tables: list[Table], rate: int, seconds: int, memory: list[float] | None
) -> float:
    """Moves at a steady rate; the 99th percentile until the board. Prints a line."""
    loop, waits = asyncio.get_running_loop(), Waits()
    due: dict[str, float] = {}
    updated = running.services.views.updated

    async def noted(view: View, message: str, version: int, lapses: datetime | None = None) -> View | None:
        now = await updated(view, message, version, lapses)
        if (was_due := due.pop(f"{view.id} {version}", None)) is not None:
            waits.visible.append(loop.time() - was_due)
        return now

    watching = patch.object(running.services.views, "updated", noted)
    watching.start()
    turn, tasks, used, began = cycle(tables), set[asyncio.Task[None]](), process_time(), loop.time()
    for number in range(rate * seconds):
        at = began + number / rate
        await asyncio.sleep(max(0.0, at - loop.time()))
        table = next(turn)
        if table.busy:
            waits.late += 1
            continue
        task = asyncio.create_task(_play(running, table, at, due, waits))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        if memory is not None and (number + 1) % (rate * seconds // 5) == 0:
            gc.collect()
            memory.append(megabytes())
    took, used = loop.time() - began, process_time() - used
    await asyncio.gather(*tasks)
    await _caught_up(running)
    watching.stop()
    cells = [f"{rate}", f"{took:.0f}", f"{len(waits.answered)}", f"{waits.late}"]
    cells += [f"{1000 * value:.0f} ms" for wait in (waits.answered, waits.visible) for value in _summary(wait)]
    print("".join(f"{cell:>11}" for cell in (*cells, f"{100 * used / took:.0f} %")), flush=True)
    return _summary(waits.visible)[2]


async def _play(running: RunningApp, table: Table, at: float, due: dict[str, float], waits: Waits) -> None:
    table.busy = True
    try:
        following = next(table.moves, None)
        if following is None:
            return
        side, text = following
        table.version += 1
        table.ply += 1
        due[f"{table.view} {table.version}"] = at
        request = Request(_event(), table.people[side], table.place)
        await running.papan.command(request, "move", {"move": text, "match": table.code})
        waits.answered.append(asyncio.get_running_loop().time() - at)
    finally:
        table.busy = False


def _event() -> str:
    return f"load-{next(_numbers)}"


def _summary(waits: list[float]) -> tuple[float, float, float, float]:
    """Median, 95th and 99th percentile, and the worst."""
    cuts = quantiles(waits, n=100)
    return cuts[49], cuts[94], cuts[98], max(waits)


def megabytes() -> float:
    """Resident memory of this process; where /proc is not, the most it ever was."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

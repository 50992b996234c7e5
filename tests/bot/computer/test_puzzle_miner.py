"""Puzzles are mined in the hours for it, by one process, and never while somebody plays."""

import asyncio
import math
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.computer import mining_process, puzzle_miner
from bot.computer.mining_process import COMMAND
from bot.computer.puzzle_miner import PUZZLES, PuzzleMiner
from bot.foundation.attention import Attention
from bot.foundation.hours import Hours
from bot.foundation.shared_work import SingleProcess
from engine.game import Game
from engine.puzzles import Puzzle, write_puzzle
from engine.ruleset import Ruleset
from loopback.waiting import until
from tests.bot.mined import PUZZLE, blunder

BEGINS = "import json, sys, time\nfor line in sys.stdin:\n number = json.loads(line)['number']\n"
ANSWERS = "print(json.dumps({'done': number}), flush=True)"
FINDS = f"{BEGINS} print(json.dumps({{'at': 6, 'puzzle': {PUZZLE!r}}})); {ANSWERS}"
WORKS = f"{BEGINS} while True: print(json.dumps({{'at': 1}}), flush=True); time.sleep(0.01)"
DIES = f"{BEGINS} sys.exit('no memory is left') if number == 1 else {ANSWERS}"
HANGS = f"{BEGINS} time.sleep(3600)"
RAVES = f"{BEGINS} print('[', flush=True)"
LIES = f"{BEGINS} print(json.dumps({{'puzzle': 'no puzzle'}})); {ANSWERS}"
ALWAYS = Hours(0, 24)
NIGHT = Hours(1, 6)


@dataclass(frozen=True)
class Over:
    """A match that is over."""

    number: int
    game: Game


class Shelf:
    """Finished matches in memory."""

    def __init__(self, *numbers: int) -> None:
        self.left = [Over(number, blunder()) for number in numbers]
        self.asked = 0
        self.found: dict[int, list[str]] = {}

    async def next_game(self) -> Over | None:
        self.asked += 1
        return next((each for each in self.left if each.number not in self.found), None)

    async def looked(self, number: int, found: Sequence[Puzzle]) -> None:
        self.found[number] = [write_puzzle(each) for each in found]

    async def of(self, ruleset: Ruleset) -> tuple[Puzzle, ...]:
        return ()


class Passing(SingleProcess):
    """A lease that is held when the test says so."""

    def __init__(self, *, held: bool) -> None:
        super().__init__()
        self._held = held
        self._changed = asyncio.Event()

    def pass_on(self) -> None:
        self._held = not self._held
        self._changed.set()
        self._changed = asyncio.Event()

    def holds(self, kind: str, key: str = "") -> bool:
        assert kind == PUZZLES
        return self._held

    async def wait_until_held(self, kind: str, key: str = "") -> None:
        while not self._held:
            await self._changed.wait()

    async def wait_until_lost(self, kind: str, key: str = "") -> None:
        while self._held:
            await self._changed.wait()


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_miner, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(puzzle_miner, "QUIET", 0.2)


async def at_once() -> None:
    """The computer player is ready."""


@asynccontextmanager
async def mining(
    shelf: Shelf,
    program: str,
    hours: Hours = ALWAYS,
    leases: SingleProcess | None = None,
    now: Callable[[], datetime] = datetime.now,
    attention: Attention | None = None,
) -> AsyncIterator[PuzzleMiner]:
    command = (sys.executable, "-c", f"print('{{}}', flush=True)\n{program}") if program else COMMAND
    miner = PuzzleMiner(shelf, leases or SingleProcess(), attention or Attention(), at_once, hours, command, now)
    await miner.start()
    try:
        yield miner
    finally:
        await miner.stop()


def state(process: int | None) -> str:
    """``T`` for one that is halted, empty where there is none."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


async def let_work(process: int | None) -> None:
    """Give a process that gives way its share of the machine again: the other tests leave it none."""
    if process and os.sched_getscheduler(process) == os.SCHED_IDLE:
        os.sched_setscheduler(process, os.SCHED_OTHER, os.sched_param(0))
    await asyncio.sleep(0.01)


@pytest.mark.long("a process that searches")
async def test_a_game_is_looked_at_and_its_puzzle_kept() -> None:
    shelf = Shelf(4)
    async with mining(shelf, "") as miner:
        await until(lambda: shelf.found, woken=lambda: let_work(miner.process))
        await until(lambda: miner.process is None)
    assert shelf.found == {4: [PUZZLE]}


async def test_one_process_looks_at_all_games_and_ends() -> None:
    shelf = Shelf(1, 2, 3)
    with capture_logs() as logs:
        async with mining(shelf, FINDS) as miner:
            await until(lambda: len(shelf.found) == 3)
            await until(lambda: miner.process is None)
    assert shelf.found == {1: [PUZZLE], 2: [PUZZLE], 3: [PUZZLE]}
    assert [each for each in logs if each["event"] == "puzzles_mined"] == [
        {"event": "puzzles_mined", "games": 3, "puzzles": 3, "log_level": "info"}
    ]


async def test_without_a_game_no_process_is_started() -> None:
    shelf = Shelf()
    async with mining(shelf, "raise SystemExit") as miner:
        await until(lambda: shelf.asked > 3)
        assert miner.process is None


async def test_whoever_does_something_has_the_machine_alone() -> None:
    """Halted at once, for as long as events come and somebody waits; then it goes on by itself."""
    attention = Attention()
    async with mining(Shelf(1), WORKS, attention=attention) as miner:
        process = await until(lambda: miner.process)
        await until(lambda: state(process) in ("S", "R"))
        attention.touched()
        await until(lambda: state(process) == "T")
        with attention.needed():
            await asyncio.sleep(2 * puzzle_miner.QUIET)
            assert state(process) == "T"
        for _ in range(6):
            await asyncio.sleep(puzzle_miner.QUIET / 4)
            attention.touched()
            assert state(process) == "T"
        await until(lambda: state(process) in ("S", "R"))
        attention.touched()
        await until(lambda: state(process) == "T")
    assert state(process) == ""  # also one that is halted ends with Papan


async def test_nothing_begins_while_somebody_plays() -> None:
    attention, shelf = Attention(), Shelf(1)
    with attention.needed():
        async with mining(shelf, FINDS, attention=attention):
            attention.touched()
            await asyncio.sleep(2 * puzzle_miner.QUIET)
            assert not shelf.asked


async def test_it_ends_with_its_hours_and_begins_with_them() -> None:
    shelf, clock = Shelf(1), [datetime(2026, 11, 28, 0, 59, 59)]  # noqa: DTZ001 - the machine's own time
    async with mining(shelf, WORKS, NIGHT, now=lambda: clock[0]) as miner:
        await asyncio.sleep(0.05)
        assert not shelf.asked
        clock[0] = datetime(2026, 11, 28, 5, 59, 59, 500_000)  # noqa: DTZ001
        process = await until(lambda: miner.process)
        clock[0] = datetime(2026, 11, 28, 6)  # noqa: DTZ001
        await until(lambda: not state(process))
        asked = shelf.asked
        await asyncio.sleep(0.05)
        assert (shelf.asked, shelf.found, miner.process) == (asked, {}, None)


@pytest.mark.parametrize(
    ("hours", "at", "left"),
    [
        (Hours(1, 6), 1, 5),
        (Hours(1, 6), 5, 1),
        (Hours(1, 6), 6, 0),
        (Hours(1, 6), 0, 0),
        (Hours(22, 4), 23, 5),
        (Hours(22, 4), 3, 1),
        (Hours(22, 4), 4, 0),
        (Hours(20, 24), 23, 1),
        (Hours(20, 24), 0, 0),
        (ALWAYS, 0, math.inf),
    ],
)
def test_hours(hours: Hours, at: int, left: int) -> None:
    assert hours.left(datetime(2026, 11, 28, at)) / 3600 == left  # noqa: DTZ001


async def test_of_two_processes_one_mines_and_the_other_takes_over() -> None:
    shelf = Shelf(1)
    first, second = Passing(held=True), Passing(held=False)
    async with mining(shelf, WORKS, leases=first) as one, mining(shelf, WORKS, leases=second) as other:
        process = await until(lambda: one.process)
        assert other.process is None
        first.pass_on()
        await until(lambda: not state(process))
        second.pass_on()
        await until(lambda: other.process)
        assert one.process is None
    assert shelf.found == {}


@pytest.mark.parametrize(
    ("program", "problem"),
    [
        (DIES, "no memory is left"),
        (HANGS, "it has said nothing for long"),
        (RAVES, "it said what cannot be read: JSONDecodeError"),
        (LIES, "it said what cannot be read: InvalidPuzzle"),
    ],
    ids=["dies", "hangs", "raves", "lies"],
)
async def test_one_that_fails_is_left_alone_for_an_hour_and_the_game_passed_over(
    program: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if program == HANGS:
        monkeypatch.setattr(mining_process, "SILENCE", 0.3)
    shelf = Shelf(1, 2)
    with capture_logs() as logs:
        async with mining(shelf, program) as miner:
            await until(lambda: shelf.found)
            await until(lambda: miner.process is None)
            asked = shelf.asked
            await asyncio.sleep(0.1)
            assert shelf.asked == asked
            assert shelf.found == {1: []}
            if program == DIES:
                monkeypatch.setattr(miner, "_not_before", 0.0)
                await until(lambda: 2 in shelf.found)
    assert [(each["event"], each["problem"]) for each in logs if "problem" in each] == [("mining_failed", problem)]


async def test_one_that_is_halted_is_not_taken_for_hung(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining_process, "SILENCE", 0.3)
    attention, shelf = Attention(), Shelf(1)
    async with mining(shelf, HANGS, attention=attention) as miner:
        process = await until(lambda: miner.process)
        with attention.needed():
            await asyncio.sleep(3 * mining_process.SILENCE)
            assert (miner.process, shelf.found) == (process, {})
        await until(lambda: shelf.found)


async def test_a_command_that_is_not_there_passes_no_game_over() -> None:
    shelf = Shelf(1)
    miner = PuzzleMiner(shelf, SingleProcess(), Attention(), at_once, ALWAYS, ("/no/such/command",))
    with capture_logs() as logs:
        await miner.start()
        await until(lambda: logs)
        await miner.stop()
    assert logs[0]["problem"] == "it cannot be started: No such file or directory"
    assert shelf.found == {}


async def test_where_processes_cannot_be_halted_nothing_is_mined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("signal.SIGSTOP")
    shelf = Shelf(1)
    with capture_logs() as logs:
        async with mining(shelf, FINDS):
            await asyncio.sleep(0.05)
    assert [(each["event"], each["reason"]) for each in logs] == [("puzzles_not_mined", puzzle_miner.NO_SIGNALS)]
    assert not shelf.asked

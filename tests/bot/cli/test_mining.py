"""``papan mine``: games in, puzzles out, in a process of its own that never outlives whoever started it."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.cli.mining import BadLine, converse
from engine.game import Game
from engine.game_json import format_json
from engine.games import find_ruleset
from tests.bot.mined import PUZZLE, blunder
from tests.suites import deep

ROOT = Path(__file__).parents[3]


def asked(number: int, game: Game, *puzzles: str) -> str:
    """The line by which a game is given."""
    return json.dumps({"number": number, "game": format_json(game, {}), "puzzles": puzzles})


def test_what_was_overlooked_is_a_puzzle_once() -> None:
    """The second time it is known, and so it is where it is among those that are there."""
    said: list[str] = []
    converse([asked(7, blunder()), asked(8, blunder())], said.append)
    *looks, done, last = [json.loads(line) for line in said if "puzzle" in line or "done" in line]
    assert (looks, done, last) == ([{"at": 6, "puzzle": PUZZLE}], {"done": 7}, {"done": 8})
    said.clear()
    converse([asked(9, blunder(), PUZZLE)], said.append)
    assert not [line for line in said if "puzzle" in line]
    assert json.loads(said[-1]) == {"done": 9}


@deep("what it gives is asked without a process in the quick suite, in which one that gives way hardly gets on")
@pytest.mark.long("a process of its own")
def test_it_ends_with_its_input_and_gives_way() -> None:
    with started() as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(asked(1, Game.begin(find_ruleset("tabal"))) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == {"ready": True}
        assert json.loads(process.stdout.readline()) == {"at": 0}
        assert os.sched_getscheduler(process.pid) == os.SCHED_IDLE
        process.stdin.close()
        assert json.loads(process.stdout.read()) == {"done": 1}
        assert process.wait() == 0


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "a line has a number, a game and its puzzles as JSON"),
        ("[]", "a line has a number, a game and its puzzles as JSON"),
        ("[" * 100_000, "a line has a number, a game and its puzzles as JSON"),
        (json.dumps({"number": "1", "game": "", "puzzles": []}), "a line has a number, a game and its puzzles as JSON"),
        (json.dumps({"number": 1, "game": "", "puzzles": [1]}), "a line has a number, a game and its puzzles as JSON"),
        (json.dumps({"number": 1, "game": "", "puzzles": None}), "a line has a number, a game and its puzzles as JSON"),
        (json.dumps({"number": 1, "game": "nothing", "puzzles": []}), "game 1: this is no JSON"),
        (asked(2, blunder(), "no puzzle"), "a puzzle that is there already: "),
        (asked(2, blunder(), PUZZLE.replace("c8xc6xa6", "c8xa1")), "a puzzle that is there already: "),
    ],
)
def test_a_bad_line_is_told_in_one_sentence(line: str, complaint: str) -> None:
    with pytest.raises(BadLine) as fault:
        converse([line], lambda _: None)
    assert str(fault.value).startswith(complaint)
    assert "\n" not in str(fault.value)


@deep("a bad line is told of in the same process")
def test_a_bad_line_ends_it() -> None:
    with started() as process:
        _, complaint = process.communicate("{}\n", timeout=60)
    assert process.returncode == 1
    assert complaint == "papan: a line has a number, a game and its puzzles as JSON\n"


PARENT = """
import asyncio
from bot.computer.mining_process import COMMAND, MiningProcess

async def halt_at_once():
    process = await MiningProcess.start(COMMAND)
    process.halt()
    print(process.id, flush=True)
    await asyncio.get_running_loop().create_future()

asyncio.run(halt_at_once())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere one that is halted stays halted")
@deep("starts two processes")
def test_one_that_is_halted_goes_with_whoever_started_it() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], cwd=ROOT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        parent.kill()
        until = time.monotonic() + 20
        while is_running(child) and time.monotonic() < until:
            time.sleep(0.05)
        assert not is_running(child)


def is_running(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False


def started() -> "subprocess.Popen[str]":
    """The command in a process of its own, with pipes."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-m", "bot", "mine"], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    )

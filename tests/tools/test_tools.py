"""Every command of ``tools/`` works at its smallest size, as somebody runs it, and writes what it promises to write."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.games import find_ruleset
from engine.search import LEVELS
from engine.search.learned_data import LONE_KINGS
from engine.search.level_settings import LevelSettings
from engine.search.weights import Weights
from renderer.palettes import PALETTES
from tests.tools.test_api_facts import bot_api, openapi
from tools.fuzz_targets import SEEDS

ROOT = Path(__file__).parents[2]
GAME = "permainan-tabal"
HUNT = "catch-the-hare"
QUICK = ("--depth", "1", "--nodes", "20", "--compare", "2")

pytestmark = [pytest.mark.deep("runs a whole measurement"), pytest.mark.timeout(300)]


def run(tool: str, *arguments: object, status: int = 0, **environment: str) -> str:
    """The output of a tool."""
    done = subprocess.run(
        [sys.executable, "-m", f"tools.{tool}", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def test_how_often_a_king_alone_draws(tmp_path: Path) -> None:
    file = tmp_path / "lone_kings.json"
    known = json.loads(LONE_KINGS.read_text(encoding="utf-8"))[GAME]
    assert run("lone_kings", GAME, "--into", file) == f"{GAME}: {known}\n"
    assert json.loads(file.read_text()) == {GAME: known}


def test_what_a_score_says(tmp_path: Path) -> None:
    file = tmp_path / "odds.json"
    file.write_text('{"another": [1.0, 0.0, 0.0]}')
    printed = run("odds", GAME, "--games", 2, "--into", file)
    table = json.loads(file.read_text())
    assert table["another"] == [1.0, 0.0, 0.0]
    assert re.fullmatch(rf"{GAME}: (.*) from [1-9]\d* positions, the first side had \d\.\d\d\n", printed)
    assert printed.startswith(f"{GAME}: {table[GAME]} from ")
    assert table[GAME][0] > 0


def test_the_ladder_has_a_row_of_shares() -> None:
    heads, _, row = run("ladder", GAME, "--games", 2, "--nodes", 100).splitlines()
    assert heads.startswith("| Ruleset | Games | newcomer : 1 | 2 : 1 |")
    assert row.count("|") == heads.count("|")
    assert re.fullmatch(rf"\| {GAME} \| 2 \|( \d+ ± \d+ \|)+", row)


def test_the_sides_of_a_hunt() -> None:
    heads, _, row = run("ladder", HUNT, "--games", 1, "--nodes", 100, "--sides").splitlines()
    assert re.findall(r"level \d", heads) == [f"level {level}" for level in LEVELS]
    assert re.fullmatch(rf"\| {HUNT} \| 1 \|( \d+ ± \d+ \|){{{len(LEVELS)}}}", row)


def test_levels_of_a_hunt(tmp_path: Path) -> None:
    file = tmp_path / "levels.json"
    printed = run("levels", HUNT, "--games", 1, "--into", file).splitlines()
    assert len(printed) == 5
    assert all(re.match(rf"{HUNT} level \d: the hunters have \d\.\d\d at [+-]\d+ \(", line) for line in printed)
    sides = json.loads(file.read_text())[HUNT]
    assert len(sides) == 2
    assert all(LevelSettings(*level).depth > 0 for side in sides for level in side)
    assert {len(side) for side in sides} == {7}


@pytest.mark.parametrize(("key", "more"), [(GAME, ()), (HUNT, ("--no-points",))])
def test_weights_are_learned(key: str, more: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    printed = run("learn", key, "--games", 3, *QUICK, *more, "--into", file)
    assert re.search(rf"^{key}: \+\d =\d -\d against material, \d+ s$", printed, re.MULTILINE)
    learned = Weights(**json.loads(file.read_text()))
    assert f"tools.learn {key} --games 3 " in learned.command
    assert learned.piece.keys() == find_ruleset(key).kind.keys()


def test_fewer_games_than_rounds_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    run("learn", GAME, "--games", 2, *QUICK, "--into", file, status=2)
    assert not file.exists()


def test_palettes_are_those_of_the_renderer(tmp_path: Path) -> None:
    file = tmp_path / "found.py"
    run("palettes", file)
    spec = importlib.util.spec_from_file_location("found", file)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    assert found.PALETTES == PALETTES


def test_the_letters_that_look_alike_are_those_of_unicode(tmp_path: Path) -> None:
    file = tmp_path / "confusables.txt"
    run("confusables", file)
    assert file.read_text(encoding="ascii") == (ROOT / "bot/matches/confusables.txt").read_text(encoding="ascii")


def test_pictures_are_those_of_the_documents(tmp_path: Path) -> None:
    run("pictures", tmp_path)
    drawn = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    assert len(drawn) > 50
    assert [name for name, data in drawn.items() if (ROOT / "docs" / "pictures" / name).read_bytes() != data] == []


def test_facts_of_descriptions_are_kept_and_compared(tmp_path: Path) -> None:
    discord, telegram = tmp_path / "discord.json", tmp_path / "telegram.json"
    discord.write_text(json.dumps(openapi({"type": "string"})))
    telegram.write_text(json.dumps(bot_api()))
    run("api_facts", discord, telegram, "--check", "--into", tmp_path, status=1)
    run("api_facts", discord, telegram, "--into", tmp_path)
    kept = json.loads((tmp_path / "discord" / "facts.json").read_text(encoding="utf-8"))
    assert kept["requests"]["POST /things"] == {"type": "string"}
    assert run("api_facts", discord, telegram, "--check", "--into", tmp_path).splitlines() == [
        "discord: 10, as kept",
        "telegram: Bot API 1, as kept",
    ]
    discord.write_text(json.dumps(openapi({"type": "integer"})))
    printed = run("api_facts", discord, telegram, "--check", "--into", tmp_path, status=1)
    assert printed.startswith(f"discord: 10 says something else than {tmp_path}")
    discord.write_text("{}")
    run("api_facts", discord, "--into", tmp_path, status=2)


def test_a_conversation_is_written(tmp_path: Path) -> None:
    assert run("transcripts", tmp_path, "telegram-by-code").endswith(f"\n{tmp_path / 'telegram-by-code.html'}\n")
    page = (tmp_path / "telegram-by-code.html").read_text(encoding="utf-8")
    assert "Two strangers by code on Telegram" in page
    assert "Siti presses Ya, menyerah" in page
    assert all((tmp_path / name).exists() for name in re.findall(r'<img src="(.*?)"', page))


def test_a_mutant_is_killed() -> None:
    heads, _, row = run("mutants", "a resignation wins").splitlines()
    assert heads == "| What is broken | Where | Test that notices |"
    assert re.fullmatch(r"\| a resignation wins \| `engine/.*` \| `tests/.*` \|", row)


ENGINE = """
import contextlib, pathlib, sys
instrument_imports = lambda include: contextlib.nullcontext()
def Setup(arguments, target):
    global run, folder
    run, folder = target, pathlib.Path(arguments[-1])
def Fuzz():
    inputs = [each.read_bytes() for each in folder.iterdir()]
    for each in inputs:
        run(each)
    print(f"Done {len(inputs)} runs in 0 second(s)")
"""
"""What the tool asks of Atheris, which most machines lack: it tries the seeds and nothing else."""


def test_seeds_are_fuzzed(tmp_path: Path) -> None:
    (tmp_path / "atheris.py").write_text(ENGINE)
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    done = subprocess.run(
        [sys.executable, "-m", "tools.fuzz", "line", "1"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == f"{'line':>10}: {len(SEEDS['line']):>9} inputs, nothing found\n"

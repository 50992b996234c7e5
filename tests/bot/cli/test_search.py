"""The search on the command line: analyse tells each depth as it is found, match takes whole settings, engine ends."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.games import UsageError
from bot.cli.match_setting import player_of
from engine.game import Game
from engine.games import find_ruleset
from engine.moves import Move
from engine.search.tablebase import files
from tests.suites import deep

ROOT = Path(__file__).parents[3]
Run = Callable[..., str]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> str:
        assert main(list(arguments)) == 0
        return capsys.readouterr().out

    return run


def started(*arguments: str) -> "subprocess.Popen[str]":
    """The command in a process of its own, its input and output pipes."""
    return subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments],
        cwd=ROOT,
        env=os.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@deep("the engine tells each depth in test_arena")
def test_analyse_tells_each_depth_as_it_is_found() -> None:
    """An hour is given: the first depths are there long before."""
    with started("analyse", "international", "--seconds", "3600") as process:
        assert process.stdout
        lines = [process.stdout.readline() for _ in range(3)]
        process.kill()
    assert [line.split()[:2] for line in lines] == [["depth", "1"], ["depth", "2"], ["depth", "3"]]


def test_the_last_line_of_analyse_is_the_best_move(printed: Run) -> None:
    *depths, best = printed(
        "analyse", "tabal", "--position", "3/3/3m1/2m1m/K1m2/5/5/3/3 w", "--seconds", "0.2"
    ).splitlines()
    assert all(line.startswith("depth ") for line in depths)
    assert depths[-1].split("nodes  ")[1].split()[0] == best


@pytest.mark.parametrize("go", ["go infinite", "go movetime 3600000"])
@deep("a search is stopped in test_arena")
def test_engine_ends_with_its_input(go: str) -> None:
    with started("engine") as process:
        said, _ = process.communicate(f"position tabal\n{go}\n", timeout=100)
    assert process.returncode == 0
    assert said.splitlines()[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    ("first", "second"),
    [("level=3", "level=1"), ("depth=2,threads=2", "nodes=200"), ("movetime=1,tables=no", "level=8,movetime=1")],
)
@deep("settings are read in test_settings")
def test_match_takes_whole_settings(first: str, second: str, printed: Run) -> None:
    *games, total = printed("match", first, second, "--ruleset", "dam-8", "--games", "2").splitlines()
    assert len(games) == 2
    assert re.match(r"\+\d =\d -\d  ", total)
    assert not re.search(r"\b(nan|inf)\b", "\n".join([*games, total]))


def test_a_level_in_a_match_follows_from_the_seed() -> None:
    ruleset = find_ruleset("dam-8")

    def moves(seed: str) -> list[Move]:
        play, game = player_of(ruleset, "level=1", seed), Game.begin(ruleset)
        found = []
        for _ in range(12):
            found.append(play(game))
            game = game.play(game.legal_moves[0])
        return found

    assert moves("one") == moves("one")
    assert moves("one") != moves("two")


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("", "a setting is "),
        ("depth", "a setting is "),
        ("depth=0", "a setting is "),
        ("depth=3,colour=white", "a setting is "),
        ("tables=maybe", "a setting is "),
        ("level=9", "a level is one of 1 to 8, not 9"),
        ("threads=65", "the threads are at most 64"),
        ("level=3,depth=4", "levels have their own limits"),
        ("level=3,threads=2", "levels have their own limits"),
        ("level=8,nodes=4", "levels have their own limits"),
    ],
)
def test_settings_there_are_not(setting: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=re.escape(complaint)):
        player_of(find_ruleset("dam-8"), setting, "1")


def test_tables_are_used_where_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    files.tablebase_of.cache_clear()
    ruleset = find_ruleset("dam-8-strict")
    with pytest.raises(UsageError, match="there are no tables of malaysian-checkers-8-strict; make"):
        player_of(ruleset, "depth=2,tables=yes", "1")
    files.tablebase_of.cache_clear()
    assert player_of(ruleset, "depth=2,tables=no", "1")(Game.begin(ruleset)) in Game.begin(ruleset).legal_moves

"""Matches between settings, and the line protocol."""

import math
import re
import subprocess
import sys
import threading
from argparse import Namespace
from io import StringIO
from itertools import islice

import pytest

from bot.cli.search import engine
from engine.games import find_ruleset, rulesets
from engine.ruleset import Ruleset
from engine.search import root
from engine.search.arena import OPENING, Tally, match, openings, player
from engine.search.protocol import Protocol
from engine.search.results import Limit
from engine.search.searcher import Searcher
from loopback.waiting import block_until
from tests.suites import deep, quick_first


def test_tallies() -> None:
    assert Tally(30, 40, 30).share == 0.5
    assert Tally(30, 40, 30).elo == 0
    assert Tally(75, 0, 25).elo == pytest.approx(190.8, abs=0.1)
    # 100 games at 75 %: the standard error is 4.33 %, from 66.5 % to 83.5 %
    assert Tally(75, 0, 25).error == pytest.approx(81, abs=1)
    assert Tally(10, 0, 0).elo == math.inf
    assert str(Tally(75, 0, 25)) == "+75 =0 -25  75.0%  Elo +191 ± 81"
    assert Tally(10, 0, 0).error == Tally().error == math.inf


def test_a_tally_without_a_bound_is_told_in_words() -> None:
    # Whoever makes 74.1 % wins ten of ten one time in twenty: 0.05 to the power of a tenth; Elo +183.
    assert str(Tally(10, 0, 0)) == "+10 =0 -0  100.0%  Elo > +183"
    assert str(Tally(0, 0, 10)) == "+0 =0 -10  0.0%  Elo < -183"
    assert str(Tally()) == "+0 =0 -0  50.0%  Elo not known yet"
    assert str(Tally(1, 0, 1)).endswith("Elo not known yet")
    assert str(Tally(0, 4, 0)) == "+0 =4 -0  50.0%  Elo +0 ± 0"
    for won in range(4):
        for drawn in range(4):
            for lost in range(4):
                assert not re.search("nan|inf", str(Tally(won, drawn, lost)))


@pytest.mark.parametrize(
    "ruleset", quick_first(rulesets(), "openings are made alike in every game"), ids=lambda ruleset: ruleset.key
)
def test_openings_differ_and_go_on(ruleset: Ruleset) -> None:
    games = list(islice(openings(ruleset, "one"), 2))
    assert all(game.ply == OPENING and not game.outcome for game in games)
    assert games[0].position != games[1].position
    assert games == list(islice(openings(ruleset, "one"), 2))


@deep("levels are compared in test_levels")
def test_the_deeper_player_wins() -> None:
    ruleset = find_ruleset("dam-8")
    seen = []
    tally = match(
        ruleset,
        player(Searcher(ruleset, hash_mb=4), Limit(depth=6)),
        player(Searcher(ruleset, hash_mb=1), Limit(depth=1)),
        6,
        "seed",
        lambda tally, game: seen.append((tally.games, game.outcome is not None)),
    )
    assert tally.games == 6
    assert tally.won > tally.lost + 2
    assert seen == [(number, True) for number in range(1, 7)]


def talk(*lines: str) -> list[str]:
    said: list[str] = []
    protocol = Protocol(said.append)
    for line in lines:
        assert protocol.handle(line) is (line != "quit")
        if line.startswith("go") and "infinite" not in line:
            protocol.wait()
    return said


def test_a_conversation() -> None:
    said = talk("uci", "isready", "setoption name Hash value 1", "setoption name Threads value 2", "ucinewgame")
    assert said[0] == "id name Papan"
    assert said.index("uciok") < said.index("readyok")
    assert sum(line.startswith("info string ruleset ") for line in said) == len(rulesets())
    said = talk("position tabal moves c4-c5", "go depth 3", "quit")
    assert [line.split()[2] for line in said[:-1]] == ["1", "2", "3", "3"]
    assert said[-1] == "bestmove c6xc4"
    said = talk("position dam-8-strict text 4/4/4/4/4/1m2/1M2/4 w - 0 1", "go movetime 5000")
    assert "score win 1" in said[-2]
    assert said[-1] == "bestmove d2xb4"


def test_a_position_may_be_given_as_pdn_has_it() -> None:
    for text in ("W:W32:B28", '[FEN "W:W32 : BK28:H0:F1"]'):
        assert "bestmove d4x" in talk(f"position international text {text}", "go depth 1", "quit")[-1]


def test_a_level_answers_at_once_and_with_its_own_sight() -> None:
    said = talk("setoption name Level value 1", "position tabal", *["go infinite", "stop"] * 12)
    answers = {line for line in said if line.startswith("bestmove ")}
    assert len(answers) > 1
    assert not any(line.startswith("info depth") for line in said)
    assert sum(line.startswith("info score cp ") for line in said) == 12
    said = talk("setoption name Level value 8", "position tabal", "go depth 3")
    assert said[-2].startswith("info depth 3 score cp ")


def test_options_are_told_with_their_bounds() -> None:
    options = [line for line in talk("uci") if line.startswith("option ")]
    assert options == [
        "option name Hash type spin default 16 min 1 max 4096",
        "option name Threads type spin default 1 min 1 max 64",
        "option name Level type spin default 8 min 1 max 8",
    ]


def test_options_have_names_in_any_case_and_defaults_that_stay() -> None:
    said = talk("setoption name hash value 32", "setoption NAME THREADS VALUE 2", "setoption name Level value 3", "uci")
    assert [line for line in said if line.startswith("option ")] == [
        "option name Hash type spin default 16 min 1 max 4096",
        "option name Threads type spin default 1 min 1 max 64",
        "option name Level type spin default 8 min 1 max 8",
    ]
    assert not any("info string a whole" in line or "setoption" in line for line in said)
    said = talk("setoption name LEVEL value 1", "position tabal", "go depth 3")
    assert not any(line.startswith("info depth") for line in said)  # the level has its own settings


def test_after_a_refused_position_go_has_no_move_until_a_good_one() -> None:
    """A program that has said ``go`` waits for an answer."""
    said = talk("position tabal", "position chess", "go depth 1", "position tabal moves a1-a9", "go depth 1")
    assert [line for line in said if line.startswith("bestmove")] == ["bestmove (none)"] * 2
    refusal = "info string the last position was refused; give another first"
    assert said.count(refusal) == 2
    said = talk("position chess", "go depth 1", "position tabal moves c4-c5", "go depth 1")
    assert said.count(refusal) == 1
    assert said[-1] == "bestmove c6xc4"


OF_CHESS = "\n".join(("uci", "isready", "ucinewgame", "position startpos", "isready", "go depth 1", "quit"))
"""The lines of the handshake and search of a program that drives engines of chess."""


def assert_each_is_answered(said: str) -> None:
    asked = [line for line in said.splitlines() if line in ("uciok", "readyok") or line.startswith("bestmove")]
    assert asked == ["uciok", "readyok", "readyok", "bestmove (none)"]


def test_a_program_that_drives_engines_of_chess_gets_an_answer_to_each_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(OF_CHESS))
    assert [*engine(Namespace(hub=False))] == []
    assert_each_is_answered(capsys.readouterr().out)


@deep("the command gets the same lines without a process in the quick suite")
def test_it_gets_them_through_pipes() -> None:
    command = [sys.executable, "-m", "bot", "engine"]
    assert_each_is_answered(subprocess.run(command, input=OF_CHESS, capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize("position", ["tabal text 3/3/5/5/2M2/5/5/3/3 w", "tapal text T4/5/5/GGGGG/GGGGG t"])
@pytest.mark.parametrize("go", ["go depth 3", "go movetime 100"])
def test_a_finished_game_has_no_best_move(position: str, go: str) -> None:
    assert talk(f"position {position}", go)[-1] == "bestmove (none)"


class Stop(threading.Event):
    """The word to stop, and whether a search that has ended waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self._awaited = False

    def is_awaited(self) -> bool:
        return self._awaited

    def wait(self, timeout: float | None = None) -> bool:
        self._awaited = True
        return super().wait(timeout)


def held(said: list[str]) -> tuple[Protocol, Stop]:
    """A conversation of which it can be seen when its search waits to be stopped."""
    protocol, stop = Protocol(said.append), Stop()
    protocol._stop = stop
    return protocol, stop


@pytest.mark.parametrize("level", [1, 8])
@pytest.mark.parametrize(
    "position",
    [
        "dam-8-strict text 4/4/4/4/4/1m2/1M2/4 w - 0 1",  # one move, which wins
        "tabal moves c4-c5",  # one move
        "tabal text 3/3/5/5/2M2/5/5/3/3 w",  # over
        "dam-8-strict text 4/4/4/m3/4/4/1K2/K3 b",  # lost
    ],
)
@pytest.mark.parametrize("go", ["go infinite", "go", "go infinite depth 1"])
def test_an_infinite_search_ends_only_when_told(level: int, position: str, go: str) -> None:
    said: list[str] = []
    protocol, stop = held(said)
    for line in (f"setoption name Level value {level}", f"position {position}", go):
        protocol.handle(line)
    # It has ended by itself, or is one that goes on and on.
    block_until(lambda: stop.is_awaited() or any(line.startswith("info depth 8 ") for line in said), lambda: said)
    assert not any(line.startswith("bestmove") for line in said)
    protocol.handle("go depth 1")
    assert said[-1] == "info string a search is under way; say stop first"
    protocol.handle("stop")
    assert sum(line.startswith("bestmove ") for line in said) == 1


def test_the_deepest_search_is_held_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(root, "MAX_DEPTH", 3)
    said: list[str] = []
    protocol, stop = held(said)
    for line in ("position tabal", "go infinite"):
        protocol.handle(line)
    block_until(stop.is_awaited, lambda: said)
    assert any(line.startswith("info depth 3") for line in said)
    assert not any(line.startswith("bestmove") for line in said)
    assert protocol.handle("quit") is False
    assert said[-1].startswith("bestmove ")


@pytest.mark.parametrize("go", ["go infinite", "go movetime 3600000"])
def test_the_end_of_the_input_ends_a_search_with_an_answer(go: str) -> None:
    said: list[str] = []
    Protocol(said.append).converse(["position tabal\n", f"{go}\n"])
    assert said[-1].startswith("bestmove ")


def test_stop() -> None:
    said: list[str] = []
    protocol = Protocol(said.append)
    for line in ("position international", "go infinite", "go depth 1", "stop", "go nodes 100"):
        protocol.handle(line)
    protocol.wait()
    assert "info string a search is under way; say stop first" in said
    assert sum(line.startswith("bestmove ") for line in said) == 2


def test_the_next_question_may_come_with_the_answer() -> None:
    """A program asks again the moment it reads ``bestmove``, while the searching thread is not yet gone."""
    protocol: Protocol
    answers: list[str] = []

    def write(line: str) -> None:
        if line.startswith("bestmove "):
            answers.append(line)
        if line.startswith(("bestmove ", "info string")) and len(answers) < 2:
            again.append(protocol.handle("position tabal moves c4-c5"))

    again: list[bool] = []
    protocol = Protocol(write)
    protocol.handle("go depth 1")
    protocol.wait()
    protocol.handle("go depth 1")
    protocol.wait()
    assert again == [True]
    assert answers[-1] == "bestmove c6xc4"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hello", "no such command: hello"),
        ("position", "position RULESET"),
        ("position chess", "no game is called 'chess'"),
        ("position tabal text 3/3 w", "the board has 9 ranks"),
        ("position tabal moves a1-a9", "no legal move here: a1-a9"),
        ("position tabal text 3/3/5/5/5/5/5/3/2M w moves", "the game is over"),
        ("setoption name Hash value 0", "a whole number from 1"),
        ("setoption name Hash value 4097", "a whole number from 1 to 4096"),
        ("setoption name Threads value none", "a whole number from 1 to 64"),
        ("setoption name Threads value 65", "a whole number from 1 to 64"),
        ("setoption name Level value 9", "a whole number from 1 to 8"),
        ("setoption name Level value 0", "a whole number from 1 to 8"),
        ("setoption name Level value ٣", "a whole number from 1 to 8"),
        ("setoption name Level", "setoption name Hash|Threads|Level value N"),
        ("setoption name Colour value 3", "setoption name"),
        (f"go nodes {'9' * 5000}", "a whole number"),
        ("position tabal text", "position RULESET [text POSITION]"),
        ("position tabal moves c4-c5 c4-c5", "no legal move here: c4-c5"),
        ("go quickly", "go movetime"),
        ("go depth", "a whole number"),
    ],
)
def test_bad_lines(line: str, answer: str) -> None:
    said = talk(line, "go depth 1")
    assert any(text.startswith(f"info string {answer}") for text in said), said

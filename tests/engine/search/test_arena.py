"""Matches between settings, and the line protocol."""

import math
from itertools import islice

import pytest

from engine.games import find_ruleset, rulesets
from engine.ruleset import Ruleset
from engine.search.arena import OPENING, Tally, match, openings, player
from engine.search.protocol import Protocol
from engine.search.searcher import Limit, Searcher


def test_tallies() -> None:
    assert Tally(30, 40, 30).share == 0.5
    assert Tally(30, 40, 30).elo == 0
    assert Tally(75, 0, 25).elo == pytest.approx(190.8, abs=0.1)
    # 100 games at 75 %: the standard error is 4.33 %, from 66.5 % to 83.5 %
    assert Tally(75, 0, 25).error == pytest.approx(81, abs=1)
    assert Tally(10, 0, 0).elo == math.inf
    assert str(Tally(75, 0, 25)) == "+75 =0 -25  75.0%  Elo +191 ± 81"


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.key)
def test_openings_differ_and_go_on(ruleset: Ruleset) -> None:
    games = list(islice(openings(ruleset, "one"), 2))
    assert all(game.ply == OPENING and not game.outcome for game in games)
    assert games[0].position != games[1].position
    assert games == list(islice(openings(ruleset, "one"), 2))


def test_the_deeper_player_wins() -> None:
    ruleset = find_ruleset("dam-8")
    searcher = Searcher(ruleset, hash_mb=4)
    seen = []
    tally = match(
        ruleset,
        player(searcher, Limit(depth=6)),
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

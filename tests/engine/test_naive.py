"""The reference generator against a second one written from the rules' words, on games of those that it reads."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.notation import format_move
from engine.position import Position, format_position, parse_position
from engine.ruleset import Ruleset
from engine.turns import legal_moves
from tests.engine import naive, naive_relatives
from tests.engine.search.agreement import scattered
from tests.released import RELEASED
from tests.suites import each_ruleset, examples

READ = (*naive.RULES, *naive_relatives.GAMES)
GAMES = 4
PLIES = 110


def assert_same(ruleset: Ruleset, position: Position) -> None:
    text = format_position(ruleset, position, counters=False)
    ours = [format_move(ruleset, move) for move in legal_moves(ruleset, position)]
    assert len(ours) == len(set(ours)), text
    assert set(ours) == read_by_words(ruleset.key, text), text


def read_by_words(key: str, text: str) -> set[str]:
    """The turns of a position by the reader that knows the game."""
    return naive.turns(key, text) if key in naive.RULES else naive_relatives.turns(key, text)


def test_every_released_game_has_a_naive_reading() -> None:
    assert set(RELEASED) <= set(READ) <= {ruleset.key for ruleset in rulesets()}
    assert len(set(READ)) == len(READ)


@pytest.mark.parametrize("ruleset", each_ruleset(READ))
def test_same_turns_along_random_games(ruleset: Ruleset) -> None:
    chance = random.Random(ruleset.key)
    plies = PLIES if len(ruleset.board.points) < 60 else PLIES // 4
    seen = 0
    for _ in range(examples(GAMES)):
        game = Game.begin(ruleset)
        while not game.outcome and game.ply < plies:
            assert_same(ruleset, game.position)
            game = game.play(chance.choice(game.legal_moves))
        seen += game.ply
    assert seen > 10


@pytest.mark.parametrize("ruleset", each_ruleset(READ))
def test_same_turns_in_scattered_positions(ruleset: Ruleset) -> None:
    """Positions no game would reach soon: few men, many kings, long chains."""

    free = 40 if len(ruleset.board.points) > 60 else 0

    @settings(max_examples=examples(60))
    @given(st.integers(0, 1_000_000))
    def compare(seed: int) -> None:
        assert_same(ruleset, scattered(ruleset, random.Random(seed), free))

    compare()


def test_the_lines_of_the_relatives_are_those_of_their_boards() -> None:
    naive_relatives.check_lines()
    for key, rules in naive_relatives.GAMES.items():
        board = find_ruleset(key).board
        drawn = {frozenset(edge) for line in naive_relatives.lines_of(rules.board) for edge in pairwise(line)}
        built = {frozenset(board.points[point] for point in edge) for line in board.lines for edge in pairwise(line)}
        assert drawn == built, key


def test_the_texts_agree_with_the_boards() -> None:
    """Both readings of the Tabal board name the same points (docs/rules/permainan-tabal.md#the-board)."""
    ruleset = next(ruleset for ruleset in rulesets() if ruleset.key == "permainan-tabal")
    names = {naive.name(spot) for spot in naive.points(naive.RULES[ruleset.key])}
    assert names == set(ruleset.board.points)
    assert len(names) == 37
    position = parse_position(ruleset, ruleset.start)
    assert len(naive.read(naive.RULES[ruleset.key], ruleset.start.split()[0])) == 32 == 37 - position.cells.count(".")

"""The reference generator against a second one written from the rules' words, on games of every ruleset."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Game
from engine.games import rulesets
from engine.moves import legal_moves
from engine.notation import format_move
from engine.position import Position, format_position, parse_position
from engine.ruleset import Ruleset
from tests.engine import naive

KEYS = [ruleset.key for ruleset in rulesets()]
GAMES = 4
PLIES = 110


def assert_same(ruleset: Ruleset, position: Position) -> None:
    text = format_position(ruleset, position, counters=False)
    ours = [format_move(ruleset, move) for move in legal_moves(ruleset, position)]
    assert len(ours) == len(set(ours)), text
    assert set(ours) == naive.turns(ruleset.key, text), text


def test_every_ruleset_has_a_naive_reading() -> None:
    assert set(naive.RULES) == set(KEYS)


@pytest.mark.parametrize("ruleset", rulesets(), ids=KEYS)
def test_same_turns_along_random_games(ruleset: Ruleset) -> None:
    chance = random.Random(ruleset.key)
    for _ in range(GAMES):
        game = Game.begin(ruleset)
        while not game.outcome and game.ply < PLIES:
            assert_same(ruleset, game.position)
            game = game.play(chance.choice(game.legal_moves))
        assert game.ply > 10


@pytest.mark.parametrize("ruleset", rulesets(), ids=KEYS)
def test_same_turns_in_scattered_positions(ruleset: Ruleset) -> None:
    """Positions no game would reach soon: few men, many kings, long chains."""

    @settings(max_examples=60, deadline=None)
    @given(st.data())
    def compare(data: st.DataObject) -> None:
        letters = [kind.letter for kind in ruleset.kinds]
        most_tigers = 2
        cells: list[str] = []
        for point in range(len(ruleset.board.points)):
            cell = data.draw(st.sampled_from([*letters, ".", ".", "."]))
            if cell == "T" and cells.count("T") >= most_tigers:
                cell = "."
            if ruleset.kind[cell].promotes_on if cell != "." else False:
                cell = "." if point in ruleset.kind[cell].promotes_on else cell
            cells.append(cell)
        position = Position("".join(cells), data.draw(st.sampled_from([0, 1])))
        assert_same(ruleset, position)

    compare()


def test_the_texts_agree_with_the_boards() -> None:
    """Both readings of the Tabal board name the same points (docs/rules/permainan-tabal.md#the-board)."""
    ruleset = next(ruleset for ruleset in rulesets() if ruleset.key == "permainan-tabal")
    names = {naive.name(spot) for spot in naive.points(naive.RULES[ruleset.key])}
    assert names == set(ruleset.board.points)
    assert len(names) == 37
    position = parse_position(ruleset, ruleset.start)
    assert len(naive.read(naive.RULES[ruleset.key], ruleset.start.split()[0])) == 32 == 37 - position.cells.count(".")

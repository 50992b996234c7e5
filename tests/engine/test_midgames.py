"""The positions that pictures of games show."""

import pytest

from engine.games import rulesets
from engine.games.midgames import MIDGAMES
from engine.position import parse_position, start_position
from engine.ruleset import Ruleset
from engine.turns import legal_moves


def test_each_game_has_one() -> None:
    assert [*MIDGAMES] == [ruleset.key for ruleset in rulesets()]


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda each: each.key)
def test_the_game_goes_on_from_there_and_both_sides_are_seen(ruleset: Ruleset) -> None:
    position = parse_position(ruleset, MIDGAMES[ruleset.key])
    assert position.cells != start_position(ruleset).cells
    assert all(position.count(ruleset, side) for side in (0, 1))
    assert legal_moves(ruleset, position)

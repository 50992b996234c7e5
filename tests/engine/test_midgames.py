"""The positions that pictures of games show."""

import pytest

from engine.games import find_ruleset
from engine.games.midgames import MIDGAMES
from engine.position import parse_position, start_position
from engine.turns import legal_moves
from tests.released import RELEASED


def test_each_game_has_one() -> None:
    assert MIDGAMES.keys() == RELEASED.keys()


@pytest.mark.parametrize("key", RELEASED)
def test_the_game_goes_on_from_there_and_both_sides_are_seen(key: str) -> None:
    ruleset = find_ruleset(key)
    position = parse_position(ruleset, MIDGAMES[key])
    assert position.cells != start_position(ruleset).cells
    assert all(position.count(ruleset, side) for side in (0, 1))
    assert legal_moves(ruleset, position)

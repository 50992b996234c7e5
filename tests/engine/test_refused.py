"""Each example of a refused move: the rules of its game refuse it for the reason told, and allow the other."""

import pytest

from engine.parser import IllegalMove, parse_move
from engine.refusal import Reason
from engine.refused import REFUSED
from tests.released import RELEASED

ALWAYS = (Reason.NOT_YOUR_PIECE, Reason.NO_PIECE)
"""What every game can refuse, so every game shows it."""


@pytest.mark.parametrize("key", RELEASED)
def test_refused_moves_are_refused_for_the_reason_told_and_the_others_are_legal(key: str) -> None:
    rows = {reason: row for (game, reason), row in REFUSED.items() if game == key}
    assert set(ALWAYS) <= rows.keys(), sorted(reason.name for reason in rows)
    for reason, row in rows.items():
        game = row.begun()
        assert game.outcome is None, row
        with pytest.raises(IllegalMove) as refused:
            parse_move(game.ruleset, game.position, row.move)
        assert refused.value.refusal.reason is reason, row
        game.play(row.allowed_move)


def test_every_row_is_of_a_game_that_exists() -> None:
    assert {game for game, _ in REFUSED} == RELEASED.keys()


def test_every_reason_is_shown_in_some_game_except_one_that_needs_a_past() -> None:
    """No position alone forbids a move because the board stood so before."""
    assert {reason for _, reason in REFUSED} == set(Reason) - {Reason.STOOD_BEFORE}

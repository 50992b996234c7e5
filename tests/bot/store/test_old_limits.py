"""Stored matches stay readable when the limits of moves that draw a game have changed since they were played."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.store.records import BrokenRecord, MadeMove, replay
from engine.game import Game, Outcome
from engine.notation import format_move
from engine.position import format_position
from engine.ruleset import Ending
from tests.engine.draw_lines import DRAW_LINES


def games(name: str) -> list[Game]:
    """A line of the rules, and one turn beyond its draw."""
    found = list(next(line for line in DRAW_LINES if line.name == name).games())
    last = found[-1].play_on()
    return [*found, last.play(last.legal_moves[0])]


def stored(game: Game, ending: Ending | None, winner: int | None = None) -> Game:
    """The game as it comes back from rows that were written with this end."""
    ruleset = game.ruleset
    start = format_position(ruleset, game.positions[0])
    made = [MadeMove(ply, format_move(ruleset, move), None) for ply, move in enumerate(game.moves, 1)]
    row: Any = SimpleNamespace(
        code="abc", ruleset=ruleset.key, start=start, ending=ending and ending.value, winner=winner
    )
    return replay(row, made)


def test_a_match_that_went_on_beyond_a_limit_of_today_goes_on() -> None:
    for game in games("I2")[-2:]:
        again = stored(game, None)
        assert again.moves == game.moves
        assert again.outcome is None


def test_a_match_that_was_resigned_beyond_a_limit_of_today_is_still_lost() -> None:
    assert stored(games("I2")[-1], Ending.RESIGNATION, 1).outcome == Outcome(Ending.RESIGNATION, 1)


def test_a_match_that_an_earlier_limit_drew_is_still_drawn() -> None:
    assert stored(games("R3")[30], Ending.COUNTER).outcome == Outcome(Ending.COUNTER, None)


def test_no_limit_has_ever_drawn_a_match_so_soon() -> None:
    with pytest.raises(BrokenRecord, match="the moves do not end the game by counter"):
        stored(games("R3")[9], Ending.COUNTER)

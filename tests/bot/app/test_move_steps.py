"""The picked part of a move, named in a payload: short, read back as it was meant, and nothing else is read from it."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.app.moves.move_steps import move_argument, pick_argument, read_move_argument, read_picks, step_for
from engine.game import Game
from engine.games import find_ruleset
from engine.position import parse_position
from engine.turns import choices
from tests.engine.positions import FULL_OF_TURNS, MAY_STOP, games

LONGEST = 24
"""Characters that are left in a payload of 64 beside the action, the longest code, the ply and whose button it is."""


@given(games(), st.randoms(use_true_random=False))
def test_what_is_written_is_read_back(game: Game, chance: Random) -> None:
    first = game.first_choice
    moves = first.some(200) if not game.outcome else ()
    named = [move_argument(first, move) for move in moves]
    assert len(set(named)) == len(moves)
    assert [read_move_argument(game.first_choice, argument) for argument in named] == list(moves)
    assert all(len(argument) <= LONGEST for argument in named)
    for move in chance.sample(moves, min(len(moves), 5)):
        for count in range(1, len(choices(move))):
            picked = choices(move)[:count]
            back = read_picks(game, pick_argument(first, picked, game.ruleset.board.points))
            assert back is not None
            assert step_for(first, back).picked == step_for(first, picked).picked


def test_a_capture_that_stops_is_told_from_one_that_goes_on() -> None:
    ruleset = find_ruleset("sholo-guti")
    game = Game.begin(ruleset, parse_position(ruleset, MAY_STOP))
    moves = [move for move in game.legal_moves if move.captured]
    named = [move_argument(game.first_choice, move) for move in moves]
    assert len(set(named)) == len(moves) == 3
    assert [read_move_argument(game.first_choice, argument) for argument in named] == moves


@given(games(), st.text("0123abcXYZ-_.:/!", max_size=12))
def test_whatever_else_is_sent_is_a_legal_move_or_none(game: Game, text: str) -> None:
    if game.outcome:
        return
    for argument in (text, f".{text}"):
        move = read_move_argument(game.first_choice, argument)
        assert move is None or game.is_legal(move)
        picked = read_picks(game, argument)
        assert not picked or game.first_choice.after(picked)


def test_the_longest_way_there_is_stays_short() -> None:
    ruleset = find_ruleset("bagh-bandi-basirhat")
    game = Game.begin(ruleset, parse_position(ruleset, FULL_OF_TURNS))
    moves = game.first_choice.some(5000)
    longest = max(moves, key=lambda move: len(move.path))
    assert len(longest.path) > LONGEST / 2
    assert all(len(move_argument(game.first_choice, move)) <= LONGEST for move in (longest, *moves[-50:]))

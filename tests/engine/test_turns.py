"""Turns walked point by point: every legal turn is reached so, nothing else is, and little is looked at on the way."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Game
from engine.games import find_ruleset
from engine.moves import Move
from engine.parser import AmbiguousMove, MoveError, parse_move
from engine.position import Position, parse_position
from engine.ruleset import Ruleset
from engine.turns import PartialMove, choices, first_choice
from engine.work import at_most
from tests.engine.positions import FULL_OF_TURNS, KEYS, MAY_STOP, games, scattered
from tests.suites import WIDE, deep, examples

NARROW = [key for key in KEYS if key not in WIDE]


def reached(step: PartialMove) -> set[Move]:
    """All turns to which picking points leads."""
    found = {step.stop} if step.stop else set()
    for point in step.following:
        found |= reached(step.then(point))
    return found


def begins(move: Move, picked: tuple[int, ...]) -> bool:
    """Does a turn begin with these points, those of pieces on or off the board in any order?"""
    free = len(move.removed or move.drops)
    wanted = choices(move)
    return set(picked[:free]) <= set(wanted[:free]) and picked[free:] == wanted[free : len(picked)]


def check(game: Game, chance: Random) -> None:
    """The laws in one position."""
    first = game.first_choice
    legal = list(first.moves())
    assert reached(first) == set(legal)
    assert first.most() == max((len(move.captured) for move in legal), default=0)
    assert first.captures == any(move.captured for move in legal)
    for move in chance.sample(legal, min(len(legal), 5)):
        for count in range(len(choices(move)) + 1):
            picked = choices(move)[:count]
            step = first.after(picked)
            assert step
            assert step.picked == picked
            below = [other for other in legal if begins(other, picked)]
            assert list(step.moves()) == below
            assert step.some(2) == tuple(below[:2])
            assert step.most() == max(len(other.captured) for other in below)
            assert step.captures == any(other.captured for other in below)
            assert [step.count(limit) for limit in range(len(below) + 2)] == [*range(len(below) + 1), len(below)]
            assert step.is_last == all(len(choices(other)) <= count + 1 for other in below)
        assert first.along(choices(move)).stop == move


@deep("the turns of each ruleset are counted in the quick suite")
@settings(max_examples=examples(300))
@given(games(), st.randoms(use_true_random=False))
def test_every_turn_of_a_game_is_reached_and_no_other(game: Game, chance: Random) -> None:
    if not game.outcome and game.ruleset.key in NARROW:
        check(game, chance)


@deep("the turns of each ruleset are counted in the quick suite")
@settings(max_examples=examples(100))
@given(scattered(NARROW), st.randoms(use_true_random=False))
def test_so_it_is_with_pieces_anywhere(given_position: tuple[Ruleset, Position], chance: Random) -> None:
    check(Game.begin(*given_position), chance)


def test_where_the_longest_is_a_duty_only_that_is_gone() -> None:
    ruleset = find_ruleset("dam-8")
    start, middle, end = (ruleset.board.index[name] for name in ("d2", "f4", "h6"))
    step = first_choice(ruleset, parse_position(ruleset, "4/4/4/3m/4/1mm1/1M2/1m2 w")).then(start)
    assert step.following == [middle]
    assert not step.then(middle).stop
    assert step.then(middle).following == [end]


def test_a_capture_that_may_stop_stops_or_goes_on() -> None:
    ruleset = find_ruleset("sholo-guti")
    start, middle, end = (ruleset.board.index[name] for name in ("d7", "d5", "b5"))
    first = first_choice(ruleset, parse_position(ruleset, MAY_STOP))
    step = first.after((start, middle))
    assert step
    assert step.stop
    assert step.stop.path == (start, middle)
    assert step.following == [end]
    assert not step.then(end).following


def test_turns_that_bring_a_position_back_are_not_reached() -> None:
    ruleset = find_ruleset("bagh-chal-no-repeating")
    position = parse_position(ruleset, "T3T/5/2G2/5/T3T t G19 0 1")
    legal = list(first_choice(ruleset, position).moves())
    of_one_piece = [move for move in legal if move.origin == legal[0].origin]
    barred = (*of_one_piece, legal[-1])
    first = first_choice(ruleset, position, barred)
    assert reached(first) == set(first.moves()) == set(legal) - set(barred)
    assert legal[0].origin not in first.following


@pytest.mark.parametrize("text", ["", "c3", "b3", "c3 a3", "c3 b3 a1", "c3xe5xc8", "hello", "z9"])
def test_forty_thousand_turns_are_not_listed_for_what_was_typed(text: str) -> None:
    ruleset = find_ruleset("bagh-bandi-basirhat")
    position = parse_position(ruleset, FULL_OF_TURNS)
    with at_most(1000), pytest.raises(MoveError) as caught:
        parse_move(ruleset, position, text)
    if isinstance(caught.value, AmbiguousMove) and not caught.value.moves:
        assert first_choice(ruleset, position).after(caught.value.picked)


def test_nor_for_any_choice_on_the_way_of_the_longest() -> None:
    ruleset = find_ruleset("bagh-bandi-basirhat")
    step = first_choice(ruleset, parse_position(ruleset, FULL_OF_TURNS))
    picked = 0
    while step.following:
        with at_most(400):
            assert step.some(5)
            step = max(map(step.then, step.following), key=lambda onward: len(onward.following))
            picked += 1
    assert picked > 10
    assert step.stop
    with at_most(400):
        assert first_choice(ruleset, parse_position(ruleset, FULL_OF_TURNS)).after(choices(step.stop))

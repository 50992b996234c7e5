"""The legality of a turn, and the existence of one, asked without a list: the same answers as the list gives."""

import asyncio
import tracemalloc
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.foreign_position import read_position
from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.legality import has_legal_move, is_legal
from engine.moves import Move, compared_captures
from engine.notation import format_move, read_move
from engine.position import Position, parse_position
from engine.ruleset import CapturePrecedence, Ruleset
from engine.turns import legal_moves
from engine.work import TooMuchWork, at_most, within
from tests.engine.positions import FULL_OF_CAPTURES, KEYS, games, scattered
from tests.suites import WIDE, deep, examples

NARROW = [key for key in KEYS if key not in WIDE]


def spoilt(move: Move, chance: Random, points: int) -> Move:
    """A turn that is like a legal one, with something else in one place."""
    name = chance.choice(("path", "captured", "drops", "removed", "huff", "forfeit"))
    changed: dict[str, Any] = {name: chance.choice((None, chance.randrange(points)))}
    if name in ("huff", "forfeit"):
        return replace(move, **changed)
    own = list(getattr(move, name))
    match chance.randrange(4):
        case 0 if own:
            own.pop(chance.randrange(len(own)))
        case 1 if own:
            own[chance.randrange(len(own))] = chance.randrange(points)
        case 2:
            chance.shuffle(own)
        case _:
            own.insert(chance.randrange(len(own) + 1), chance.randrange(points))
    changed[name] = tuple(own)
    return replace(move, **changed)


def agree(ruleset: Ruleset, position: Position, chance: Random) -> None:
    listed = legal_moves(ruleset, position)
    legal = set(listed)
    assert len(legal) == len(listed)
    assert has_legal_move(ruleset, position) == bool(listed)
    for move in chance.sample(listed, min(len(listed), 12)):
        assert is_legal(ruleset, position, move)
        for _ in range(4):
            other = spoilt(move, chance, len(position.cells))
            assert is_legal(ruleset, position, other) == (other in legal), other


@settings(max_examples=examples(200))
@given(scattered(NARROW), st.integers(0, 9999))
def test_what_is_legal_is_what_is_listed(given_position: tuple[Ruleset, Position], seed: int) -> None:
    agree(*given_position, Random(seed))


@settings(max_examples=examples(200))
@given(games(), st.integers(0, 9999))
def test_so_it_is_in_the_course_of_games(game: Game, seed: int) -> None:
    agree(game.ruleset, game.position, Random(seed))
    assert all(game.is_legal(move) for move in game.legal_moves[:20])
    assert not any(game.is_legal(move) for move in game.barred)


@settings(max_examples=examples(200))
@given(scattered(NARROW), st.integers(0, 9999))
def test_what_is_written_is_read_without_a_list(given_position: tuple[Ruleset, Position], seed: int) -> None:
    ruleset, position = given_position
    listed, chance = legal_moves(ruleset, position), Random(seed)
    texts = {format_move(ruleset, move): move for move in listed}
    assert len(texts) == len(listed)
    for text, move in chance.sample(sorted(texts.items()), min(len(texts), 12)):
        assert read_move(ruleset, position, text) == move
        place = chance.randrange(len(text))
        other = text[:place] + chance.choice("a1b4cx-@~,T") + text[place + chance.randrange(2) :]
        read = read_move(ruleset, position, other)
        assert (read is not None and is_legal(ruleset, position, read)) == (other in texts), other


LONGEST = [ruleset.key for ruleset in rulesets() if ruleset.precedence is not CapturePrecedence.FREE]


@settings(max_examples=examples(200))
@given(scattered(LONGEST))
def test_the_longest_captures_are_the_longest_of_all_captures(given_position: tuple[Ruleset, Position]) -> None:
    ruleset, position = given_position
    free = [
        move for move in legal_moves(replace(ruleset, precedence=CapturePrecedence.FREE), position) if move.captured
    ]
    most = max((len(move.captured) for move in free), default=0)
    of_piece = {
        start: max(len(move.captured) for move in free if move.path[0] == start) for start in {m.path[0] for m in free}
    }
    if ruleset.precedence is CapturePrecedence.LONGEST_OF_ALL:
        of_piece = dict.fromkeys(of_piece, most)
    captures = [move for move in legal_moves(ruleset, position) if move.captured]
    assert {len(move.captured) - of_piece[move.path[0]] for move in captures} <= {0}
    assert bool(captures) == bool(free)


def test_the_position_that_froze_everything_has_an_outcome_at_once() -> None:
    ruleset = find_ruleset("omnidirectional-draughts-10")
    position = read_position(ruleset, FULL_OF_CAPTURES)
    with at_most(1000):
        assert Game.begin(ruleset, position).outcome is None


def test_what_costs_too_much_is_said_to() -> None:
    ruleset = find_ruleset("omnidirectional-draughts-10")
    position = read_position(ruleset, FULL_OF_CAPTURES)
    with at_most(5000), pytest.raises(TooMuchWork):
        legal_moves(ruleset, position)


def test_an_allowance_is_charged_for_what_is_done_within_another() -> None:
    ruleset = find_ruleset("dam-8")
    position = parse_position(ruleset, "4/4/2m1/4/mm2/1M1m/3M/M3 w")

    def listed() -> None:
        compared_captures.cache_clear()
        legal_moves(ruleset, position)

    def cost() -> int:
        """The least that suffices for a list."""
        for leaps in range(1000):
            try:
                with at_most(leaps):
                    listed()
            except TooMuchWork:
                continue
            return leaps
        raise AssertionError

    once = cost()
    with at_most(2 * once):
        for _ in range(2):
            with at_most(10_000):
                listed()
        with pytest.raises(TooMuchWork):
            listed()
        with pytest.raises(TooMuchWork):
            within(10_000, listed, None)
    assert within(once, listed, "too much") is None
    assert within(once - 1, listed, "too much") == "too much"


@deep("memory only: what is legal after it is tested in the quick suite")
def test_what_was_given_up_leaves_nothing_in_memory() -> None:
    ruleset = find_ruleset("omnidirectional-draughts-10")
    position = read_position(ruleset, FULL_OF_CAPTURES)

    def kept_after(tries: int) -> int:
        for _ in range(tries):
            assert within(700, lambda: legal_moves(ruleset, position), None) is None
        kept, _ = tracemalloc.get_traced_memory()
        return kept

    tracemalloc.start()
    once = kept_after(4)
    assert kept_after(4) - once < 100_000  # bytes; each try finds more than that
    tracemalloc.stop()


async def test_what_outlives_its_allowance_is_free() -> None:
    """A task begun on the way, as the workers of the app are, is not limited for ever."""
    ruleset = find_ruleset("dam-8")
    position = parse_position(ruleset, "4/4/2m1/4/mm2/1M1m/3M/M3 w")
    closed = asyncio.Event()

    async def later() -> int:
        await closed.wait()
        return len(legal_moves(ruleset, position))

    with at_most(0):
        with pytest.raises(TooMuchWork):
            await asyncio.to_thread(legal_moves, ruleset, position)
        task = asyncio.create_task(later())
    closed.set()
    assert await task == len(legal_moves(ruleset, position))

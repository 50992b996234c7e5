"""Captures that are hard to compare keep nobody waiting, and are compared once."""

import asyncio
from contextlib import suppress

import pytest

from bot.foundation.off_loop import LEAPS, off_loop_if_long
from engine.foreign_position import read_position
from engine.game import Game
from engine.games import find_ruleset
from engine.moves import compared_captures
from engine.position import parse_position
from engine.turns import legal_moves
from engine.work import TooMuchWork, at_most
from tests.engine.positions import FULL_OF_CAPTURES, HARD_TO_COMPARE


def hard() -> Game:
    ruleset = find_ruleset("dutch-queens-1805")
    return Game.begin(ruleset, parse_position(ruleset, HARD_TO_COMPARE))


async def test_others_go_on_meanwhile_and_afterwards_nothing_is_left_to_compare() -> None:
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    compared_captures.cache_clear()
    task = asyncio.create_task(others())
    pieces = await off_loop_if_long(lambda: hard().first_choice.following)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert turns > 1
    with at_most(0):
        assert hard().first_choice.following == pieces


async def test_what_is_short_is_done_at_once() -> None:
    done = asyncio.create_task(off_loop_if_long(lambda: Game.begin(find_ruleset("dam")).first_choice.following))
    await asyncio.sleep(0)
    assert done.done()


async def test_what_cannot_be_compared_is_refused_after_a_while() -> None:
    ruleset = find_ruleset("omnidirectional-draughts-10")
    position = read_position(ruleset, FULL_OF_CAPTURES)
    with at_most(10 * LEAPS), pytest.raises(TooMuchWork):
        await off_loop_if_long(lambda: legal_moves(ruleset, position))

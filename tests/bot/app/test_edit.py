"""A position that is set up by touches: what it is as text, and why nobody can play on from it."""

from dataclasses import replace

import pytest
from hypothesis import given

from bot.app.entry.live_boards import LiveBoards
from bot.app.live.edit import set_up
from bot.app.requests.pasted_text import read_pasted
from bot.chat import ActionKind, EditedPosition, LiveBoard, PlacedPieces, Refusal
from bot.words import words
from engine.game import Game
from engine.position import EMPTY, Position, format_position
from engine.ruleset import Ruleset
from engine.work import TooMuchWork
from tests.bot.app.visitors import Visitor, begin
from tests.engine.positions import games
from tests.suites import each_ruleset

SAY = words("en")


def touched(shown: EditedPosition, wanted: Position) -> PlacedPieces:
    """The pieces on the board after a touch for each piece of a position, as the page takes them."""
    cells, heights = [EMPTY] * len(wanted.cells), dict[int, int]()
    tall = {(letter, point): most for letter, point, most in shown.tall}
    for point, times in wanted.heights.items():
        letter = wanted.cells[point]
        for _ in range(times):
            if cells[point] != letter:
                cells[point] = letter
            elif heights.get(point, 1) < tall.get((letter, point), 1):
                heights[point] = heights.get(point, 1) + 1
            else:
                cells[point] = EMPTY
    hands = tuple((letter, wanted.in_hand(letter)) for letter, _ in shown.hands)
    return PlacedPieces(
        cells="".join(cells), stacks=tuple(heights.items()), hands=hands, turn=wanted.turn, opening=wanted.opening > 0
    )


def is_set_up(ruleset: Ruleset, position: Position) -> None:
    """A position can be touched on the empty board, and is the same as text and for ``/analyse``."""
    position = replace(position, pending=(), quiet=0, number=1)
    shown = set_up(ruleset, "", touched(set_up(ruleset, "", None, SAY), position), SAY)
    assert shown.text == f"{ruleset.key} {format_position(ruleset, position)}"
    assert set_up(ruleset, shown.text, None, SAY) == shown
    if not shown.problem:
        assert read_pasted(shown.text).game.position == position
        assert Game.begin(ruleset, position).outcome is None


@pytest.mark.parametrize("ruleset", each_ruleset())
def test_the_start_is_set_up_by_touches(ruleset: Ruleset) -> None:
    is_set_up(ruleset, Game.begin(ruleset).position)
    assert not set_up(ruleset, "", None, SAY).problem


@given(games())
def test_each_position_of_a_game_is_set_up_by_touches(game: Game) -> None:
    is_set_up(game.ruleset, game.position)
    begun = Game.begin(game.ruleset, replace(game.position, pending=(), quiet=0, number=1))
    try:
        is_over = begun.outcome is not None
    except TooMuchWork:
        is_over = True
    problem = set_up(game.ruleset, format_position(game.ruleset, begun.position), None, SAY).problem
    assert bool(problem) == is_over or "too many captures" in problem


async def test_what_is_wrong_is_said_in_a_sentence(live: LiveBoards, adi: Visitor) -> None:
    for key, text, why in [
        ("dam-8", "8/8/8/8/8/8/8/M7", "8x8. Start position shows how one is written."),
        ("dam-8", "hello", "That is no position of Malaysian checkers 8x8"),
        ("malaysian-checkers-8", "4/4/4/4/4/4/4/M3 w", "From there nothing is left to play."),
        ("malaysian-checkers-8", "4/4/4/4/4/4/4/4 w", "From there nothing is left to play."),
        ("bagh-chal", "TTTTT/5/5/5/5 g G20", "There are too many tigers: at most 4 with those in hand."),
        ("bagh-bandi", "2T2/1G{5}1G{5}1/2G{2}2/1G{5}3/2T2 g -", "On c3 no goats stand on one another."),
        ("bagh-bandi", "2T2/1G{6}1G{5}1/5/1G{5}3/2T2 g -", "On b4 at most 5 goats stand on one another."),
        (
            "rimau",
            "3/3/5/1GGG1/1GGG1/1GGG1/2T2/3/3 g ~3G15",
            "The pieces are first taken off by Tiger, whose turn it must be.",
        ),
        ("rimau", "3/3/5/1GG2/5/5/2T2/3/3 t ~3G15", "There are not 3 pieces to take off first."),
    ]:
        found = await live.edit(adi.request(), key, text, None)
        if isinstance(found, EditedPosition):
            assert why in found.problem
            assert found.text.startswith(f"{key} {text}"), "it stays on the board all the same"
            assert isinstance(await live.edit(adi.request(), key, found.text, None), EditedPosition)
        else:
            assert isinstance(found, Refusal), text
            assert why in found.text


async def test_texts_of_other_forms_and_games_are_read(live: LiveBoards, adi: Visitor) -> None:
    for text, game, cells in (
        ("W:Wc3,Kd2:Ba7,b8", "malaysian-checkers-8", "m...m..............."),
        ("dam-8 1. c3-d4", "malaysian-checkers-8", "mmmmmmmmmmmm"),
        ("bagh-chal T3T/5/5/5/T3T g G20 0 1", "bagh-chal", "T...T"),
    ):
        found = await live.edit(adi.request(), "dam-8", text, None)
        assert isinstance(found, EditedPosition)
        assert (found.ruleset, found.problem) == (game, "")
        assert found.cells.startswith(cells)
    nothing = await live.edit(adi.request(), "nothing", "", None)
    assert isinstance(nothing, Refusal)
    assert nothing.text == "There is no game called nothing."


async def test_what_no_page_places_is_refused(live: LiveBoards, adi: Visitor) -> None:
    start = await live.edit(adi.request(), "dam-8", "", None)
    assert isinstance(start, EditedPosition)
    for change in (
        {"cells": "M"},
        {"cells": "x" * 32},
        {"stacks": ((0, 2),)},
        {"stacks": ((99, 3),)},
        {"turn": 7},
        {"hands": (("M", 3),)},
    ):
        fields = {name: getattr(start, name) for name in ("cells", "stacks", "hands", "turn", "opening")}
        found = await live.edit(adi.request(), "dam-8", "", PlacedPieces(**fields | change))
        assert isinstance(found, Refusal) or (found == start and "hands" in change), change


async def test_what_is_set_up_is_played_and_analysed(live: LiveBoards, adi: Visitor) -> None:
    found = await live.edit(adi.request(), "dam-8", "4/m3/4/4/4/1M2/1K2/4 w", None)
    assert isinstance(found, EditedPosition)
    board = await adi.types(f"/play practice from:{found.text}")
    assert "from a position" in board.title


async def test_a_position_of_a_match_is_set_up_by_those_who_do_not_play_it(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves(f"match:{code} c3-d4")
    await ros.types("/games")  # she has sat down

    async def offered(who: Visitor) -> bool:
        board = await live.board(who.request(), code)
        assert isinstance(board, LiveBoard)
        return ActionKind.SET_UP in {action.kind for action in board.actions}

    async def text_of(who: Visitor, ply: int) -> str:
        found = await live.edit(who.request(), "dam-8", f"{code} {ply}", None)
        assert isinstance(found, EditedPosition | Refusal)
        return found.text

    assert (await text_of(ros, 1)).startswith("malaysian-checkers-8 mmmm/mmmm/mmmm/4/1M2/M1MM/MMMM/MMMM b")
    assert (await text_of(ros, 99)) == await text_of(ros, 1)
    assert (await text_of(adi, 1)).startswith("This match goes on.")
    assert [await offered(who) for who in (adi, siti, ros)] == [False, False, True]
    assert (await text_of(adi, 0)).startswith("This match goes on.")
    assert "No match with the code" in getattr(await live.edit(ros.request(), "dam-8", "QQQQ 1", None), "text", "")
    await siti.presses(await siti.types(f"/resign match:{code}"), "Yes, resign")
    assert (await text_of(adi, 1)) == await text_of(ros, 1)
    assert await offered(adi)

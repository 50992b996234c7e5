"""Moves asked about before they are played, and moves played by themselves: settings of each person."""

import pytest

from bot.matches.identity import Place
from bot.services.services import Services
from tests.bot.app.seen import Seen
from tests.bot.app.visitors import Visitor, begin, labels

GROUP = Place("telegram", "-100")


async def chooses(visitor: Visitor, *wanted: str) -> Seen:
    """Settings chosen in the tab about moves."""
    tab = await visitor.presses(await visitor.types("/settings"), "Moves")
    for label in wanted:
        tab = await visitor.presses(tab, label)
    return tab


async def test_the_tab_says_what_holds(adi: Visitor) -> None:
    tab = await chooses(adi)
    assert tab.text.startswith("Asked before a move in a chat: No.\nI play it myself.")
    assert (await chooses(adi, "Always", "It is played by itself")).text.startswith(
        "Asked before a move in a chat: Always.\nIt is played by itself."
    )


@pytest.mark.parametrize("how", ["typed", "picked"])
async def test_the_board_after_the_move_is_shown_first(
    adi: Visitor, siti: Visitor, services: Services, how: str
) -> None:
    await chooses(adi, "Always")
    code, _ = await begin(adi, siti, place=GROUP)
    if how == "typed":
        asked = await adi.types(f"/move {code} c3-d4", place=GROUP)
    else:
        panel = await adi.presses(await adi.types(f"/move {code}", place=GROUP), "c3", place=GROUP)
        asked = await adi.presses(panel, "c3-d4", place=GROUP)
    assert asked.text == "Play c3-d4? So the board would stand."
    assert asked.picture
    assert labels(asked) == ["Play", "Back"]
    assert (await services.matches.get(code)).game.ply == 0
    assert "Which piece?" in (await adi.presses(asked, "Back", place=GROUP)).text
    assert "You played c3-d4" in (await adi.presses(asked, "Play", place=GROUP)).text
    await siti.types(f"/move {code} b6-a5", place=GROUP)
    assert (await services.matches.get(code)).game.ply == 2, "who has not chosen that is not asked"


async def test_over_days_only_leaves_a_live_match_and_practice_alone(adi: Visitor, siti: Visitor) -> None:
    await chooses(adi, "In matches over days")
    practice = (await adi.types("/play practice dam-8", place=GROUP)).title.split()[0]
    assert "You played" in (await adi.types(f"/move {practice} c3-d4", place=GROUP)).text
    code, _ = await begin(adi, siti, place=GROUP)
    assert "So the board would stand." in (await adi.types(f"/move {code} c3-d4", place=GROUP)).text


async def test_a_declined_capture_is_asked_about_with_its_price_first(adi: Visitor, siti: Visitor) -> None:
    await chooses(adi, "Always")
    code, _ = await begin(adi, siti, place=GROUP)
    for visitor, move in ((adi, "c3-d4"), (siti, "b6-c5")):
        asked = await visitor.types(f"/move {code} {move}", place=GROUP)
        if visitor is adi:
            await adi.presses(asked, "Play", place=GROUP)
    priced = await adi.types(f"/move {code} g3-h4", place=GROUP)
    asked = await adi.presses(priced, "Play and lose it", place=GROUP)
    assert "So the board would stand." in asked.text
    assert "g3-h4, then d4 taken off" in (await adi.presses(asked, "Play", place=GROUP)).text


async def test_the_only_move_is_played_by_itself_where_somebody_wants_that(
    adi: Visitor, siti: Visitor, services: Services
) -> None:
    code = ""
    for wanted in (False, True):
        if wanted:
            await chooses(siti, "It is played by itself")
        code, _ = await begin(adi, siti, "dam-8-strict")
        for visitor, move in ((adi, "c3-d4"), (siti, "b6-a5")):
            await visitor.types(f"/move {code} {move}")
        await adi.types(f"/move {code} d4-c5")  # black has to take it, with one piece in one way or another
        match = await services.matches.get(code)
        options = match.game.back_to(3).legal_moves
        assert match.game.ply == (4 if wanted and len(options) == 1 else 3)
        assert len(options) == 1, "the test needs a position with one move"
    board = await adi.types(f"/board {code}")
    assert "It was the only move." in board.text
    assert "Adi (White) to move." in board.text

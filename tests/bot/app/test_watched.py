"""*Nobody watches*: a term of a match, by which its board is its players' alone."""

import pytest

from bot.app.entry.live_boards import LiveBoards
from bot.chat import LiveBoard, Lobby, Refusal
from bot.services.services import Services
from tests.bot.app.visitors import Visitor

SENTENCE = "Nobody watches this match."


async def sees(live: LiveBoards, visitor: Visitor, code: str) -> bool:
    return isinstance(await live.board(visitor.request(), code), LiveBoard)


async def begins(adi: Visitor, siti: Visitor) -> str:
    """Adi invites anybody in the room to a match that nobody watches, and Siti sits down."""
    card = await adi.types("/play dam-8 anybody first watch:no")
    assert "nobody watches" in card.text
    code = card.title.split()[0]
    await siti.sends(f"1:{code}:0:ac")
    return code


async def test_the_live_board_is_for_the_players_once_the_seats_are_taken(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    card = await adi.types("/play dam-8 anybody first watch:no")
    code = card.title.split()[0]
    assert await sees(live, ros, code), "whoever has the link may take the seat"
    await siti.sends(f"1:{code}:0:ac")
    for visitor, may in ((adi, True), (siti, True), (ros, False)):
        assert await sees(live, visitor, code) is may
    assert isinstance(await live.past(ros.request(), code), Refusal)
    for visitor, listed in ((siti, [code]), (ros, [])):
        lobby = await live.lobby(visitor.request())
        assert isinstance(lobby, Lobby)
        assert [each.code for each in (*lobby.mine, *lobby.watched)] == listed


async def test_the_message_that_all_in_the_place_read_shows_no_board(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    code = await begins(adi, siti)
    await adi.types(f"/move match:{code} c3-d4")
    shown = await adi.types(f"/board match:{code} public")
    assert SENTENCE in shown.text
    assert "c3-d4" not in shown.text
    assert (shown.picture, shown.code, shown.alt) == (None, "", "")
    own = await siti.types(f"/board match:{code}")
    assert "c3-d4" in own.text
    assert "c3-d4" not in (await ros.types(f"/board match:{code}")).text


async def test_a_rematch_is_as_private_as_the_match(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor, services: Services
) -> None:
    code = await begins(adi, siti)
    await siti.presses(await siti.types(f"/resign match:{code}"), "Yes, resign")
    for visitor in (adi, siti):
        board = await live.board(visitor.request(), code)
        assert isinstance(board, LiveBoard)
        action = next(each for each in board.actions if each.label.startswith("Rematch"))
        await live.press(visitor.request(), code, board.ply, action.kind, action.choice)
    following = await services.matches.code_of_rematch(code)
    assert following
    assert not await sees(live, ros, following)
    assert await sees(live, siti, following)


@pytest.mark.parametrize("line", ["/play practice dam-8 watch:no", "/play dam-8 level:1 watch:tidak"])
async def test_also_a_match_of_one_person_may_have_nobody_watching(
    live: LiveBoards, adi: Visitor, ros: Visitor, line: str
) -> None:
    code = (await adi.types(line)).title.split()[0]
    assert await sees(live, adi, code)
    assert not await sees(live, ros, code)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("/play dam-8 anybody watch:perhaps", "Behind watch: stands yes or no."),
        ("/play watch:no", "name the game and whom you play"),
        ("/play dam-8 watch:no", "name the game and whom you play"),
    ],
)
async def test_what_cannot_be_read_or_kept_is_refused_with_the_way_out(adi: Visitor, line: str, why: str) -> None:
    assert why in (await adi.types(line)).text

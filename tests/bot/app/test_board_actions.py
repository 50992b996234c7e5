"""The places of the buttons of a live board, and the line below it."""

from bot.app.entry.live_boards import LiveBoards
from bot.chat import ActionPlace, LiveBoard
from bot.computer.computer_player import computer
from bot.services.services import Services
from tests.bot.app.visitors import Visitor, begin


async def board(live: LiveBoards, visitor: Visitor, code: str) -> LiveBoard:
    found = await live.board(visitor.request(), code)
    assert isinstance(found, LiveBoard)
    return found


def standing(shown: LiveBoard, place: ActionPlace) -> list[str]:
    """The labels in a place, those switched off in brackets."""
    return [f"({each.label})" if each.disabled else each.label for each in shown.actions if each.place is place]


async def test_the_row_keeps_its_cells_and_resigning_is_under_more(
    live: LiveBoards, adi: Visitor, siti: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    mine, hers = await board(live, adi, code), await board(live, siti, code)
    assert standing(mine, ActionPlace.ROW) == ["Draw", "(Take back)", "Hint", "Rules"]
    assert standing(hers, ActionPlace.ROW) == ["Draw", "(Take back)", "(Hint)", "Rules"]
    assert {"Resign", "Call off"} <= set(standing(mine, ActionPlace.MORE))
    assert all(each.explained for each in mine.actions if each.place is not ActionPlace.LINE)
    await adi.moves("c3-d4")
    mine = await board(live, adi, code)
    assert standing(mine, ActionPlace.LINE) == ["Undo"]
    assert standing(mine, ActionPlace.ROW) == ["Draw", "Take back", "(Hint)", "Rules"]
    why = next(each.explained for each in mine.actions if each.label == "Hint")
    assert why == "A hint is for whoever is to move."


async def test_an_offer_is_told_to_both_and_answered_in_the_line(
    live: LiveBoards, adi: Visitor, siti: Visitor, ros: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    await adi.types("/draw")
    mine, hers, seen = [await board(live, each, code) for each in (adi, siti, ros)]
    assert mine.offer == "You offer a draw, until your opponent moves."
    assert standing(mine, ActionPlace.LINE) == ["Withdraw offer"]
    assert hers.offer == seen.offer == "Adi offers a draw."
    assert standing(hers, ActionPlace.LINE) == ["Accept the draw", "Play on"]
    assert standing(seen, ActionPlace.LINE) == []


async def test_of_the_computer_the_line_says_that_it_thinks_and_the_ear_hears_once_whose_turn_it_is(
    live: LiveBoards, adi: Visitor, services: Services
) -> None:
    services.matches.computers[(await services.people.player(computer(2))).id] = 2
    code = (await adi.types("/play dam-8 first level:2")).title.split()[0]
    await adi.moves("c3-d4")
    mine = await board(live, adi, code)
    assert (mine.offer, mine.awaits) == ("Computer 2 is thinking.", ("Computer 2 to move.",))


async def test_after_the_end_one_button_leads_on_and_the_line_tells_why(
    live: LiveBoards, adi: Visitor, siti: Visitor
) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    await siti.presses(await siti.types("/resign"), "Yes, resign")
    over = await board(live, adi, code)
    assert (over.offer, standing(over, ActionPlace.LINE)) == ("", [])
    assert standing(over, ActionPlace.ROW) == ["Rematch", "Analyse", "Share"]
    assert standing(over, ActionPlace.MORE) == [
        "Say...",
        "Note",
        "Report...",
        "Export...",
        "Rules",
        "Film",
        "Copy position",
        "Set up a position",
    ]
    assert all(each.explained for each in over.actions)
    await adi.presses(await adi.types(f"/board {code}"), "Rematch")
    mine, hers = await board(live, adi, code), await board(live, siti, code)
    assert mine.offer == "You would like a rematch. Your opponent answers."
    assert standing(mine, ActionPlace.LINE) == ["Withdraw offer"]
    assert "No rematch" not in standing(mine, ActionPlace.MORE), "that is for the other to say"
    assert standing(mine, ActionPlace.ROW) == ["(Rematch)", "Analyse", "Share"]
    assert hers.offer == "Adi would like a rematch."
    assert standing(hers, ActionPlace.LINE) == ["Rematch, sides swapped", "No rematch"]
    assert standing(hers, ActionPlace.ROW) == ["Analyse", "Share"]
    await adi.sends(f"1:{code}:1:wo")
    mine, hers = await board(live, adi, code), await board(live, siti, code)
    assert (mine.offer, hers.offer) == ("", "")
    for each in (mine, hers):
        assert standing(each, ActionPlace.ROW) == ["Rematch", "Analyse", "Share"]


async def test_on_a_practice_board_also_the_other_sides_first_turn_is_taken_back(
    live: LiveBoards, adi: Visitor
) -> None:
    code = (await adi.types("/play practice main-tapal-empat")).title.split()[0]
    assert "(Take back)" in standing(await board(live, adi, code), ActionPlace.ROW)
    await adi.moves(f"{code} b3 b4")  # the tigers, who are not the side at the bottom
    assert "Take back" in standing(await board(live, adi, code), ActionPlace.ROW)
    await adi.types(f"/takeback {code}")
    assert (await board(live, adi, code)).ply == 0


async def test_a_practice_board_that_is_over_is_played_again(live: LiveBoards, adi: Visitor, ros: Visitor) -> None:
    code = (await adi.types("/play practice dam-8")).title.split()[0]
    await adi.moves("c3-d4")
    await adi.presses(await adi.types("/resign"), "Yes, resign")
    over = await board(live, adi, code)
    assert standing(over, ActionPlace.ROW) == ["Play again", "Analyse", "Share"]
    assert standing(await board(live, ros, code), ActionPlace.ROW) == ["Analyse", "Share"]
    again = next(each for each in over.actions if each.label == "Play again")
    answer = await live.press(adi.request(), code, over.ply, again.kind, again.choice)
    assert "Malaysian checkers" in str(answer)


async def test_a_match_that_nobody_watches_is_not_shared(live: LiveBoards, adi: Visitor) -> None:
    code = (await adi.types("/play practice dam-8 watch:no")).title.split()[0]
    await adi.moves("c3-d4")
    await adi.presses(await adi.types("/resign"), "Yes, resign")
    assert standing(await board(live, adi, code), ActionPlace.ROW) == ["Play again", "Analyse"]


async def test_an_invitation_says_who_invites_and_waits(live: LiveBoards, adi: Visitor, siti: Visitor) -> None:
    card = await adi.types("/play dam-8 first", opponent=siti)
    code = card.title.split()[0]
    mine, hers = await board(live, adi, code), await board(live, siti, code)
    assert (mine.offer, standing(mine, ActionPlace.LINE)) == ("Waiting for Siti to accept.", ["Withdraw"])
    assert hers.offer == "Adi invites you to play Malaysian checkers 8x8. You play Black."
    assert standing(hers, ActionPlace.LINE) == ["Accept", "Decline"]

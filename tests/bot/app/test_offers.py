"""The offers of players to each other, and their buttons: for whom they are, and only while they would do it."""

from bot.computer.computer_player import computer
from bot.matches.identity import Place
from bot.services.services import Services
from bot.store import Database
from tests.bot.app.visitors import Visitor, begin, labels
from tests.bot.kit import Clock, check

AT_HOME = Place("web", "@adi", private=True)
AT_SITIS = Place("web", "@siti", private=True)


async def test_the_board_says_whose_move_it_is_while_a_draw_is_offered(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.types("/draw")
    lines = (await adi.types(f"/board {code}")).text.splitlines()
    assert "Adi offers a draw." in lines
    assert "Adi (White) to move." in lines


async def test_the_board_says_whose_move_it_is_while_a_takeback_is_asked_for(
    adi: Visitor, siti: Visitor, clock: Clock
) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    clock.forward(minutes=2)
    await adi.types("/takeback")
    lines = (await siti.types(f"/board {code}")).text.splitlines()
    assert "Adi asks to take back a move." in lines
    assert "Siti (Black) to move." in lines


async def test_sides_are_swapped_when_the_other_agrees_and_each_sees_their_new_side_below(
    adi: Visitor, siti: Visitor, database: Database
) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    more = await adi.sends(f"1:{code}:1:mo")
    assert (await adi.presses(more, "Swap sides")).text == "You asked to swap sides. It lapses with the next move."
    shown = await siti.types(f"/board {code}", place=AT_SITIS)
    assert "Adi asks to swap sides and to go on from here." in shown.text.splitlines()
    assert {"Swap sides", "Keep sides"} <= {*labels(shown)}
    assert (await siti.types(f"/tukarpihak {code}")).text == "Sides are swapped.", "typed, in any language, it agrees"
    lines = (await adi.types(f"/board {code}")).text.splitlines()
    assert "Sides were swapped after these numbers of turns: 1." in lines
    assert "Adi (Black) to move." in lines
    await adi.moves("b6-a5")
    assert "Swap sides" in labels(await siti.sends(f"1:{code}:2:mo"))
    written = await adi.types(f"/export {code} record")
    assert '[SidesSwapped "1"]' in str(written), "the record says from which turn on"
    assert await check(database) == []


async def test_the_computer_swaps_sides_at_once(adi: Visitor, services: Services) -> None:
    services.matches.computers[(await services.people.player(computer(3))).id] = 3
    code = (await adi.types("/play dam-8 first level:3")).title.split()[0]
    assert (await adi.presses(await adi.sends(f"1:{code}:0:mo"), "Swap sides")).text == "Sides are swapped."
    match = await services.matches.get(code)
    assert (match.swaps, match.to_act[0] in services.matches.computers) == ((0,), True)


async def test_a_draw_that_the_computer_refuses_never_stands_on_the_board(adi: Visitor, services: Services) -> None:
    services.matches.computers[(await services.people.player(computer(3))).id] = 3
    code = (await adi.types("/play dam-8 first level:3")).title.split()[0]
    offers: list[int | None] = []

    def note(changed: str) -> None:
        match = services.matches.cached(changed)
        offers.append(match.draw_offer if match else None)

    services.news.matches.subscribe(note)
    told = await adi.types(f"/draw {code}")
    assert told.text == f"The computer plays on in {code}: no draw."
    assert told.passing, "who offered it is told, also where there are no toasts"
    assert offers == [None], "the board changes once, and shows no offer"
    assert (await adi.types(f"/draw {code}")).text != told.text, "it counts as an offer: another comes too soon"


async def test_call_off_is_offered_only_while_it_would_be_done(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    assert "Call off" in labels(await adi.sends(f"1:{code}:0:mo"))
    await adi.moves("c3-d4")
    assert "Call off" in labels(await adi.sends(f"1:{code}:1:mo"))
    await siti.moves("b6-a5")
    more = labels(await adi.sends(f"1:{code}:2:mo"))
    assert "Resign" in more
    assert "Call off" not in more


async def test_a_rematch_is_not_offered_against_somebody_who_has_left(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    await siti.moves("b6-a5")
    await adi.presses(await adi.types(f"/resign {code}"), "Yes, resign")
    assert "Rematch, sides swapped" in labels(await adi.types(f"/board {code}"))
    await siti.presses(await siti.types("/privacy delete"), "Delete it all")
    assert "Rematch, sides swapped" not in labels(await adi.types(f"/board {code}"))


async def test_undo_of_anothers_move_says_whose_it_is(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    await siti.moves("b6-a5")
    assert (await adi.sends(f"1:{code}:2:un")).text == "Undo is for the player who has just moved."
    await adi.moves("d4-c5")
    assert (await siti.sends(f"1:{code}:3:un")).text == "Undo is for the player who has just moved."
    assert (await adi.sends(f"1:{code}:3:un")).text == "Taken back."


async def test_an_own_move_that_was_answered_is_not_said_to_be_anothers(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.moves("c3-d4")
    await siti.moves("b6-a5")
    assert "works for a minute" in (await adi.sends(f"1:{code}:1:un")).text


async def test_in_private_an_invitation_has_the_buttons_of_who_reads_it(adi: Visitor, siti: Visitor) -> None:
    card = await adi.types("/play dam-8 first", place=AT_HOME, opponent=siti)
    assert {"Accept", "Decline"}.isdisjoint(labels(card))
    assert "Withdraw" in labels(card)
    code = card.title.split()[0]
    theirs = labels(await siti.types(f"/board {code}", place=AT_SITIS))
    assert {"Accept", "Decline"} <= {*theirs}
    assert "Withdraw" not in theirs
    assert "Withdraw" in labels(await adi.types(f"/board {code}", place=AT_HOME))


async def test_in_private_the_host_is_not_asked_to_sit_down_at_the_own_invitation(adi: Visitor) -> None:
    assert labels(await adi.types("/play tapal anybody", place=AT_HOME)) == ["Withdraw", "Rules"]


async def test_a_draw_is_accepted_only_by_the_other_in_a_view_of_ones_own(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.types("/draw")
    assert "Accept the draw" not in labels(await adi.sends(f"1:{code}:0:vw"))
    assert "Accept the draw" in labels(await siti.sends(f"1:{code}:0:vw"))


async def test_an_offer_is_withdrawn_where_it_stands_by_whoever_made_it(adi: Visitor, siti: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.types("/draw")
    shown = await adi.types(f"/board {code}", place=AT_HOME)
    assert "Withdraw offer" in labels(shown)
    assert "Withdraw offer" not in labels(await siti.types(f"/board {code}", place=AT_SITIS))
    assert (await siti.sends(f"1:{code}:0:wo")).text == "Nothing that you have offered or asked for still stands."
    assert (await adi.presses(shown, "Withdraw offer")).text == "You have withdrawn your offer."
    assert "Accept the draw" not in labels(await siti.types(f"/board {code}", place=AT_SITIS))
    assert (await siti.sends(f"1:{code}:0:dn")).text == "There is no draw offer to answer."
    assert "lately" in (await adi.types("/draw")).text


async def test_a_spectators_view_has_no_move_and_no_answer(adi: Visitor, siti: Visitor, ros: Visitor) -> None:
    code, _ = await begin(adi, siti)
    await adi.types("/draw")
    assert labels(await ros.sends(f"1:{code}:0:vw")) == ["My view", "More", "Guess", "Follow", "Say...", "Note"]


async def test_who_may_sit_down_and_presses_withdraw_reads_what_they_can_do(adi: Visitor, siti: Visitor) -> None:
    card = await adi.types("/play tapal anybody")
    told = await siti.presses(card, "Withdraw")
    assert told.text == "Only Adi can withdraw the invitation. You may sit down."
    assert labels(told) == ["Sit down as Goats", "Sit down as Tigers"]


async def test_ended_invitations_lose_their_picture(adi: Visitor, siti: Visitor, clock: Clock) -> None:
    for act, who in (("Withdraw", adi), ("Decline", siti)):
        card = await adi.types("/play dam-8 first", opponent=siti)
        code = card.title.split()[0]
        assert (await adi.types(f"/board {code}")).picture
        await who.presses(card, act)
        ended = await adi.types(f"/board {code}")
        assert ended.picture is None
        assert ended.code == ""
        clock.forward(minutes=1)

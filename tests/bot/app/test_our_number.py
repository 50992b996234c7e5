"""The number of two people: agreed on with the invitation, kept for the two, moved by results, told where they look."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.bids import bid_position
from bot.matches.identity import Place
from bot.matches.our_number import OurNumber, begun_at, number_begun, numbers_in, our_number
from bot.services.services import Services
from bot.store import Database
from engine.games import rulesets
from engine.ruleset import Family, Ruleset
from tests.bot.app.test_mirror import CHAT, resigns
from tests.bot.app.test_rated import Villager
from tests.bot.app.visitors import Visitor, labels
from tests.bot.kit import DAM_8, TAPAL, Clock, check


@pytest.fixture
def budi(adi: Visitor) -> Villager:
    return Villager(adi.papan, "Budi")


@pytest.fixture
def ani(adi: Visitor) -> Villager:
    return Villager(adi.papan, "Ani")


@pytest.mark.parametrize(
    ("winners", "found"),
    [
        ((), OurNumber(18, 36)),
        ((0,), OurNumber(17, 34)),
        ((0, 0, None, 0), OurNumber(15, 30)),
        ((0, 0, 0, 1), OurNumber(16, 31)),
        ((0, 0, 0, 1, 0), OurNumber(15, 31)),
        ((1,) * 9, OurNumber(22, 44)),
        ((0,) * 9, OurNumber(11, 22)),
    ],
)
def test_the_number_follows_from_who_won(winners: tuple[int | None, ...], found: OurNumber) -> None:
    numbers = numbers_in(TAPAL)
    assert numbers
    assert our_number(numbers, [numbers.step(winner, 1) for winner in winners]) == found


DRAUGHTS = [each for each in rulesets() if each.family is not Family.HUNT]


@given(st.sampled_from(DRAUGHTS), st.lists(st.tuples(st.sampled_from((0, 1, None)), st.integers(0, 1)), max_size=40))
def test_in_draughts_whoever_wins_gives_a_man_more_to_the_same_person(
    ruleset: Ruleset, played: list[tuple[int | None, int]]
) -> None:
    """``played`` are who won, and who of the two had the first side."""
    numbers = numbers_in(ruleset)
    assert numbers
    given_by_first = 0
    for winner, _ in played:
        if winner is not None:
            given_by_first += 1 if winner == 0 else -1
            given_by_first = max(numbers.least, min(numbers.most, given_by_first))
    for me in (0, 1):
        steps = [
            numbers.step(None if winner is None else int(winner != first), int(me != first)) for winner, first in played
        ]
        mine = our_number(numbers, steps)
        assert mine.next == (given_by_first if me == 0 else -given_by_first)
        begun = begun_at(ruleset, mine)
        assert number_begun(begun) == mine.next
        assert begun.outcome is None
        men = [len(begun.positions[0].pieces(ruleset, side)) for side in (0, 1)]
        assert men[1] - men[0] == mine.next


async def test_in_draughts_the_handicap_follows_the_person_and_not_the_side(
    budi: Villager, ani: Villager, services: Services, clock: Clock, database: Database
) -> None:
    card = await budi.types("/play dam-8 first pace:none number:yes", place=CHAT, opponent=ani)
    assert "Budi and Ani play without a handicap." in card.text
    code = card.title.split()[0]
    await ani.presses(card, "Accept", place=CHAT)
    for men in (1, 2):
        await resigns(ani, code)
        clock.forward(minutes=1)
        over = await budi.types(f"/board {code} public", place=CHAT)
        assert "one more next time." in over.text
        await budi.presses(over, "Rematch, sides swapped", place=CHAT)
        clock.forward(minutes=1)
        await ani.presses(over, "Rematch, sides swapped", place=CHAT)
        again = await services.matches.get(await services.matches.code_of_rematch(code) or "")
        code, start = again.code, again.game.positions[0]
        his = again.seats.index((await services.people.player(budi.person)).id)
        assert len(start.pieces(DAM_8, his)) == 12 - men
        assert len(start.pieces(DAM_8, 1 - his)) == 12
    assert "our number: White without 2 men" in (await ani.types(f"/board {code} public", place=CHAT)).title
    told = await ani.presses(await ani.types("/h2h", place=CHAT), "Budi", place=CHAT)
    assert "Budi gives Ani 2 men." in told.text.splitlines()
    assert "Nobody has played" in (await ani.types("/top scope:number", place=CHAT)).text, "of pieces in hand alone"
    assert not [each for each in await check(database) if "match" in str(each)]


async def test_it_is_agreed_on_and_kept_and_moves_with_each_win(
    budi: Villager, ani: Villager, services: Services, clock: Clock, database: Database
) -> None:
    card = await budi.types("/play tapal first pace:none number:yes", place=CHAT, opponent=ani)
    assert "our number: begun so that the two are even" in card.text
    assert "It begins with 18 goats in hand (usual: 18)." in card.text
    code = card.title.split()[0]
    await ani.presses(card, "Accept", place=CHAT)
    await resigns(ani, code)
    clock.forward(minutes=1)
    over = await budi.types(f"/board {code} public", place=CHAT)
    assert "our number: 18 goats" in over.title
    assert "Our number: 18 goats, one fewer next time." in over.text
    await budi.presses(over, "Rematch, sides swapped", place=CHAT)
    clock.forward(minutes=1)
    await ani.presses(over, "Rematch, sides swapped", place=CHAT)
    again = await services.matches.get(await services.matches.code_of_rematch(code) or "")
    assert again.game.positions[0] == bid_position(TAPAL, 17)
    await resigns(ani, again.code)
    clock.forward(minutes=1)
    kept = await ani.types("/play tapal first pace:none", place=CHAT, opponent=budi)
    assert "It begins with 18 goats in hand (usual: 18)." in kept.text, "the tigers have won with 17"
    told = await budi.presses(await budi.types("/h2h", place=CHAT), "Ani", place=CHAT)
    assert "Budi and Ani: 17½ goats" in told.text.splitlines()
    listed = await ani.types("/top scope:number", place=CHAT)
    assert listed.text.splitlines()[0].startswith("1. ")
    assert listed.text.splitlines()[0].endswith(": 17½ goats")
    assert (await ani.types("/top scope:number game:chess", place=CHAT)).text == "There is no game called chess."
    assert "Nobody has played" in (await ani.types("/top scope:number", place=Place("telegram", "-2"))).text
    panel = await budi.presses(kept, "Change terms", place=CHAT)
    panel = await budi.presses(panel, "✓ Our number", place=CHAT)
    assert "our number" not in panel.text
    await budi.presses(panel, "Send to Ani", place=CHAT)
    assert not (await services.matches.get(kept.title.split()[0])).terms.our_number
    assert not [each for each in await check(database) if "match" in str(each)]


async def test_the_guest_switches_it_on_and_who_says_no_begins_as_usual(
    budi: Villager, ani: Villager, services: Services, clock: Clock
) -> None:
    card = await budi.types("/play tapal first pace:none", place=CHAT, opponent=ani)
    panel = await ani.presses(await ani.presses(card, "Change terms", place=CHAT), "Our number", place=CHAT)
    await ani.presses(panel, "Send to Budi", place=CHAT)
    code = card.title.split()[0]
    clock.forward(minutes=1)
    await budi.presses(await budi.types(f"/board {code} public", place=CHAT), "Accept", place=CHAT)
    await resigns(ani, code)
    clock.forward(minutes=1)
    usual = await budi.types("/play tapal number:no", place=CHAT, opponent=ani)
    assert not (await services.matches.get(usual.title.split()[0])).terms.our_number


async def test_it_is_chosen_beside_the_pace_where_pieces_are_in_hand_or_men_can_be_given(budi: Villager) -> None:
    for game, offered in (("tapal", True), ("bagh-chal", True), ("adugo", False), ("dam-8", True)):
        panel = await budi.types(f"/play {game}", place=CHAT)
        paces = await budi.presses(panel, "Pace: Relaxed", place=CHAT)
        assert ("Our number" in labels(paces)) is offered, game


async def test_it_is_refused_with_the_reason(budi: Villager) -> None:
    for line, reason in [
        ("/play adugo anybody number:yes", "This game has neither."),
        ("/play adugo number:yes", "This game has neither."),
        ("/play dam-8 mirror:yes", "In this game both are alike."),
        ("/play tapal practice number:yes", "Our number needs an opponent"),
        ("/play tapal computer 3 number:yes", "Our number needs an opponent"),
        ("/play tapal anybody number:yes rated", "A match for our number is casual"),
        ("/play tapal anybody number:yes bid:16", "neither a mirror match nor by a bid"),
        ("/play anybody number:yes from:tapal 5/2T2/5/2T2/5 g G14", "begins with its game"),
    ]:
        assert reason in (await budi.types(line, place=CHAT)).text, line

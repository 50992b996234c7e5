"""The number of two people: agreed on with the invitation, kept for the two, moved by results, told where they look."""

import pytest

from bot.matches.bids import bid_position, bids_in
from bot.matches.identity import Place
from bot.matches.our_number import OurNumber, our_number
from bot.services.services import Services
from bot.store import Database
from tests.bot.app.test_mirror import CHAT, resigns
from tests.bot.app.test_rated import Villager
from tests.bot.app.visitors import Visitor, labels
from tests.bot.kit import TAPAL, Clock, check


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
    bids = bids_in(TAPAL)
    assert bids
    assert our_number(bids, winners) == found


async def test_it_is_agreed_on_and_kept_and_moves_with_each_win(
    budi: Villager, ani: Villager, services: Services, clock: Clock, database: Database
) -> None:
    card = await budi.types("/play tapal first pace:none number:yes", place=CHAT, opponent=ani)
    assert "our number: as many in hand as make the two even" in card.text
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


async def test_it_is_chosen_beside_the_pace_where_pieces_are_in_hand(budi: Villager) -> None:
    for game, offered in (("tapal", True), ("bagh-chal", True), ("adugo", False), ("dam-8", False)):
        panel = await budi.types(f"/play {game}", place=CHAT)
        paces = await budi.presses(panel, "Pace: Relaxed", place=CHAT)
        assert ("Our number" in labels(paces)) is offered, game


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("/play dam-8 anybody number:yes", "In this game the hunted side has none."),
        ("/play dam-8 number:yes", "In this game the hunted side has none."),
        ("/play dam-8 mirror:yes", "In this game both are alike."),
        ("/play tapal practice number:yes", "Our number needs an opponent"),
        ("/play tapal computer 3 number:yes", "Our number needs an opponent"),
        ("/play tapal anybody number:yes rated", "A match for our number is casual"),
        ("/play tapal anybody number:yes bid:16", "neither a mirror match nor by a bid"),
        ("/play anybody number:yes from:tapal 5/2T2/5/2T2/5 g G14", "begins with its game"),
    ],
)
async def test_it_is_refused_with_the_reason(budi: Villager, line: str, reason: str) -> None:
    assert reason in (await budi.types(line, place=CHAT)).text

"""A bid for the hunted side: made, underbid with one press, accepted, and told on the card."""

import pytest

from bot.chat import Menu
from bot.matches.bids import bid_position
from bot.services.services import Services
from tests.bot.app.seen import Seen
from tests.bot.app.test_mirror import CHAT, resigns
from tests.bot.app.test_rated import Villager
from tests.bot.app.visitors import Visitor, labels
from tests.bot.kit import TAPAL, Clock


@pytest.fixture
def budi(adi: Visitor) -> Villager:
    return Villager(adi.papan, "Budi")


@pytest.fixture
def ani(adi: Visitor) -> Villager:
    return Villager(adi.papan, "Ani")


def numbers(panel: Seen) -> list[str]:
    """The numbers that the menu of bids offers."""
    menus = (row for row in panel.rows if isinstance(row, Menu) and row.prompt == "Bid")
    return [option.label for menu in menus for option in menu.options]


async def test_the_auction_is_open_and_goes_down(
    budi: Villager, ani: Villager, services: Services, clock: Clock
) -> None:
    card = await budi.types("/play tapal bid:16", place=CHAT, opponent=ani)
    code = card.title.split()[0]
    assert "by a bid: 16 goats" in card.title
    assert "from a position" not in card.title
    assert "Budi plays Goats with 16 in hand (usual: 18)." in card.text
    assert [each for each in labels(card) if "Bid" in each] == ["Bid 15"]
    clock.forward(minutes=1)
    said = await ani.presses(card, "Bid 15", place=CHAT)
    assert said.text == "Sent. Now Budi accepts or declines."
    answered = await budi.types(f"/board {code} public", place=CHAT)
    assert "by a bid: 15 goats" in answered.title
    assert "Ani answers Budi with other terms." in answered.text
    assert "Ani plays Goats with 15 in hand (usual: 18)." in answered.text
    said = await budi.presses(answered, "Accept", place=CHAT)
    assert said.text == f"You play Tigers in {code}."
    match = await services.matches.get(code)
    assert match.game.positions[0] == bid_position(TAPAL, 15)
    board = await budi.types(f"/board {code}", place=CHAT)
    assert "by a bid: 15 goats" in board.title
    assert "Goats in hand: 15." in board.text
    assert "taken 0 of 5" in board.text


async def test_a_press_on_an_older_card_is_no_other_bid(
    budi: Villager, ani: Villager, services: Services, clock: Clock
) -> None:
    card = await budi.types("/play tapal bid:16", place=CHAT, opponent=ani)
    code = card.title.split()[0]
    await ani.presses(card, "Bid 15", place=CHAT)
    clock.forward(minutes=1)
    lower = await budi.types(f"/board {code} public", place=CHAT)
    assert "This is your own invitation" in (await ani.presses(lower, "Bid 14", place=CHAT)).text
    await budi.presses(lower, "Bid 14", place=CHAT)
    assert (await ani.presses(card, "Bid 15", place=CHAT)).text == "The bid stands at 14. Accept it, or bid lower."
    assert (await services.matches.get(code)).terms.bid == 14


async def test_other_numbers_stand_under_change_terms(budi: Villager, ani: Villager, services: Services) -> None:
    card = await budi.types("/play tapal first bid 14", place=CHAT, opponent=ani)
    code = card.title.split()[0]
    panel = await ani.presses(card, "Change terms", place=CHAT)
    assert "You play Tigers, against 14 in hand (usual: 18)." in panel.text
    assert numbers(panel) == ["13 goats in hand", "12 goats in hand", "11 goats in hand"]
    assert "By lot" not in labels(panel), "a bid says who plays what"
    panel = await ani.presses(panel, "12 goats in hand", place=CHAT)
    assert "You play Goats with 12 in hand (usual: 18)." in panel.text
    await ani.presses(panel, "Send to Budi", place=CHAT)
    match = await services.matches.get(code)
    assert (match.terms.bid, match.host_side) == (12, 0)


async def test_the_guest_makes_a_bid_of_a_plain_invitation(budi: Villager, ani: Villager, services: Services) -> None:
    card = await budi.types("/play tapal first rated pace:coffee", place=CHAT, opponent=ani)
    panel = await ani.presses(card, "Bid", place=CHAT)
    assert "You play Goats with 17 in hand (usual: 18)." in panel.text
    assert "Rated" not in labels(panel)
    assert "Casual" not in labels(panel)
    assert numbers(panel)[0] == "22 goats in hand"
    await ani.presses(panel, "Send to Budi", place=CHAT)
    match = await services.matches.get(card.title.split()[0])
    assert (match.terms.bid, match.terms.rated, match.host_side) == (17, False, 0)


async def test_it_is_made_where_the_side_is_chosen(budi: Villager) -> None:
    panel = await budi.types("/play tapal", place=CHAT)
    panel = await budi.presses(panel, "Bid", place=CHAT)
    assert "You play Goats with 17 in hand (usual: 18)." in panel.text
    assert "✓ Bid" in labels(panel)
    assert "18 goats in hand, as usual" in numbers(panel)
    panel = await budi.presses(panel, "15 goats in hand", place=CHAT)
    card = await budi.presses(panel, "Anybody", place=CHAT)
    assert "Budi plays Goats with 15 in hand (usual: 18)." in card.text
    assert "Sit down as Tigers" in labels(card)
    asked = await budi.types("/play tapal bid:13", place=CHAT)
    assert "You play Goats with 13 in hand (usual: 18)." in asked.text
    assert "Either side" in labels(await budi.presses(asked, "✓ Bid", place=CHAT))
    assert "Bid" not in labels(await budi.types("/play adugo", place=CHAT)), "nothing is in hand there"


async def test_the_rematch_swaps_the_sides_and_keeps_the_number(
    budi: Villager,
    ani: Villager,
    services: Services,
) -> None:
    card = await budi.types("/play tapal bid:16", place=CHAT, opponent=ani)
    code = card.title.split()[0]
    await ani.presses(card, "Accept", place=CHAT)
    await resigns(ani, code)
    over = await budi.types(f"/board {code} public", place=CHAT)
    assert "by a bid: 16 goats" in over.title
    assert "The bid was 16 goats in hand (usual: 18)." in over.text
    against = await budi.presses(await budi.types("/h2h", place=CHAT), "Ani", place=CHAT)
    assert "By a bid of 16 goats: 1 – 0" in against.text.splitlines()
    assert ", by a bid: 16 goats · " in labels(against)[0]
    await budi.presses(over, "Rematch, sides swapped", place=CHAT)
    await ani.presses(over, "Rematch, sides swapped", place=CHAT)
    before, after = await services.matches.get(code), await services.matches.code_of_rematch(code)
    following = await services.matches.get(after or "")
    assert following.seats == before.seats[::-1]
    assert following.terms.bid == 16


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("/play dam-8 anybody bid:9", "In this game the hunted side has none."),
        ("/play tapal practice bid:16", "A bid needs an opponent"),
        ("/play tapal computer 3 bid:16", "A bid needs an opponent"),
        ("/play tapal anybody rated bid:16", "A match by a bid is casual"),
        ("/play tapal anybody mirror pace:none bid:16", "is no mirror match"),
        ("/play tapal anybody bid:10", "In this game a bid is 11 to 22 pieces in hand; usually there are 18."),
        ("/play tapal bid:23", "In this game a bid is 11 to 22"),
        ("/play tapal anybody bid:few", "Behind bid: stands a number"),
        ("/play anybody bid:14 from:tapal 5/2T2/5/2T2/5 g G14", "begins with its game"),
    ],
)
async def test_it_is_refused_with_the_reason(budi: Villager, line: str, reason: str) -> None:
    assert reason in (await budi.types(line, place=CHAT)).text

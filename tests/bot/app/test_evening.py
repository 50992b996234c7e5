"""The start at which two people of unequal ratings would be about even: suggested, taken with one press, kept."""

from datetime import UTC, datetime

import pytest

from bot.app.entry.live_boards import LiveBoards
from bot.chat import LiveBoard
from bot.matches.evening import EvenStart, evening
from bot.matches.glicko import Rating
from bot.matches.match import Match
from bot.matches.preferences import IN_CHATS, NOWHERE
from bot.matches.rating import SURE_AFTER, SURE_FROM, PlayerRating
from bot.services.services import Services
from bot.store import Database
from bot.store.tables import ratings
from engine.game import Game
from engine.ruleset import Ruleset
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


async def rated(
    database: Database, services: Services, who: Villager, ruleset: Ruleset, points: float, side: int = 0
) -> None:
    """A person gets a rating that can be relied on."""
    player = await services.people.player(who.person)
    row = {"player": player.id, "ruleset": ruleset.key, "side": side, "rating": points, "deviation": 60.0}
    row |= {"volatility": 0.06, "played": 40, "opponents": 5, "at": services.clock()}
    await database.write(lambda connection: connection.execute(ratings.insert(), row))


def of(
    ruleset: Ruleset, points: float, side: int, *, played: int = SURE_AFTER, deviation: float = SURE_FROM
) -> tuple[PlayerRating]:
    return (PlayerRating(ruleset.key, side, Rating(points, deviation, 0.06), played),)


@pytest.mark.parametrize(
    ("ruleset", "side", "lead", "found"),
    [
        (DAM_8, None, 149, None),
        (DAM_8, None, 150, EvenStart(0, 1)),
        (DAM_8, None, -320, EvenStart(1, 2)),
        (DAM_8, 1, 320, EvenStart(1, -2)),
        (DAM_8, 1, -320, EvenStart(1, 2)),
        (DAM_8, 0, 2000, EvenStart(0, 4)),
        (TAPAL, None, 99, None),
        (TAPAL, None, 250, EvenStart(0, 16)),
        (TAPAL, 0, -250, EvenStart(0, 20)),
        (TAPAL, 1, 250, EvenStart(1, 20)),
        (TAPAL, 1, -2000, EvenStart(1, 11)),
    ],
)
def test_the_table(ruleset: Ruleset, side: int | None, lead: int, found: EvenStart | None) -> None:
    match = Match.invite("K7QM", Game.begin(ruleset), "host", datetime(2026, 1, 1, tzinfo=UTC), "guest", None, side)
    hosts, guests = (0 if ruleset is DAM_8 else each for each in (side or 0, 1 - (side or 0)))
    host, guest = of(ruleset, 1500 + lead, hosts), of(ruleset, 1500, guests)
    told = evening(match, host, guest)
    assert (told and told.start) == found
    assert told is None or (told.points, told.guest_leads) == (abs(lead), lead < 0)
    assert evening(match, of(ruleset, 1500 + lead, hosts, played=SURE_AFTER - 1), guest) is None
    assert evening(match, host, of(ruleset, 1500, guests, deviation=SURE_FROM + 1)) is None


async def test_the_guest_takes_men_less_for_the_stronger_and_they_stay_with_that_person(
    budi: Villager, ani: Villager, live: LiveBoards, services: Services, clock: Clock, database: Database
) -> None:
    await rated(database, services, budi, DAM_8, 1500)
    await rated(database, services, ani, DAM_8, 1820)
    card = await budi.types("/play dam-8 first pace:coffee rated:yes", place=CHAT, opponent=ani)
    offer = "Ani is rated 320 points higher here. With 2 men less for Ani you two would be about even."
    assert f"{offer} The match is then casual." in card.text.splitlines()
    for who in (budi, ani):
        board = await live.board(who.request(CHAT), card.title.split()[0])
        assert isinstance(board, LiveBoard)
        assert board.offer.count(offer) == 1
        assert "2 men less for Ani" in [each.label for each in board.actions]
    said = await ani.presses(card, "2 men less for Ani", place=CHAT)
    assert said.text == "Sent. Now Budi accepts or declines."
    code = card.title.split()[0]
    clock.forward(minutes=1)
    answered = await budi.types(f"/board {code} public", place=CHAT)
    assert "Ani gives Budi 2 men." in answered.text.splitlines()
    assert "Black without 2 men" in answered.title
    assert offer not in answered.text
    panel = await budi.presses(answered, "Change terms", place=CHAT)
    assert "By lot" not in labels(panel)
    await budi.presses(await budi.presses(panel, "Black", place=CHAT), "Send to Ani", place=CHAT)
    clock.forward(minutes=1)
    other = await budi.types(f"/board {code} public", place=CHAT)
    assert "Ani gives Budi 2 men." in other.text.splitlines(), "on the other side as well"
    await ani.presses(other, "Accept", place=CHAT)
    begun = await services.matches.get(code)
    hers = begun.seats.index((await services.people.player(ani.person)).id)
    assert not begun.terms.rated
    assert [len(begun.game.positions[0].pieces(DAM_8, side)) for side in (hers, 1 - hers)] == [10, 12]
    await resigns(ani, code)
    clock.forward(minutes=1)
    over = await budi.types(f"/board {code} public", place=CHAT)
    await budi.presses(over, "Rematch, sides swapped", place=CHAT)
    clock.forward(minutes=1)
    await ani.presses(over, "Rematch, sides swapped", place=CHAT)
    again = await services.matches.get(await services.matches.code_of_rematch(code) or "")
    assert again.seats.index(begun.seats[hers] or "") == 1 - hers
    assert [len(again.game.positions[0].pieces(DAM_8, side)) for side in (hers, 1 - hers)] == [12, 10]
    assert not [each for each in await check(database) if code in str(each) or again.code in str(each)]


async def test_the_host_makes_the_invitation_anew_with_another_number_of_goats(
    budi: Villager, ani: Villager, services: Services, database: Database
) -> None:
    await rated(database, services, budi, TAPAL, 1710, 0)
    await rated(database, services, ani, TAPAL, 1500, 1)
    card = await budi.types("/play tapal pace:none", place=CHAT, opponent=ani)
    assert (
        "Budi, with Goats, is rated 210 points higher than Ani with Tigers. With 16 goats in hand (usual: 18) you two "
        "would be about even."
    ) in card.text.splitlines()
    assert "This is your own" not in (again := await budi.presses(card, "16 goats in hand", place=CHAT)).text
    assert "Budi plays Goats with 16 in hand (usual: 18)." in again.text
    assert "16 goats in hand" not in labels(again)
    before = await services.matches.get(card.title.split()[0])
    assert before.status.value == "withdrawn"
    assert "withdrawn" in (await ani.presses(card, "16 goats in hand", place=CHAT)).text


async def test_nobody_is_told_the_rating_of_who_stands_in_no_list(
    budi: Villager, ani: Villager, services: Services, database: Database
) -> None:
    await rated(database, services, budi, DAM_8, 1500)
    await rated(database, services, ani, DAM_8, 1820)
    hidden = await services.people.player(ani.person)
    await services.people.change_settings(hidden.id, listed=NOWHERE)
    card = await budi.types("/play dam-8 first pace:none", place=CHAT, opponent=ani)
    assert "rated" not in card.text
    assert not [each for each in labels(card) if "less" in each]
    await services.people.change_settings(hidden.id, listed=IN_CHATS)
    assert "rated 320 points higher" in (await ani.types(f"/board {card.title.split()[0]} public", place=CHAT)).text

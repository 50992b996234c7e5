"""A bid: who plays the hunted side begins with another number of pieces in hand; an open auction, which goes down."""

import pytest

from bot.matches import refusals
from bot.matches.bids import BidRange, bid_position, bids_in
from bot.matches.invitation import Invitation, has_hunt
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.services import Services
from bot.store import Database
from engine.endings import playable_moves
from engine.game import Game
from engine.game_json import format_json, parse_json
from engine.games import rulesets
from engine.position import format_position, parse_position, start_position
from engine.record import format_record, parse_record
from engine.ruleset import Ruleset
from tests.bot.kit import DAM_8, IN_ROOM, ROOM, TAPAL, check, event
from tests.bot.services.test_mirror import both
from tests.suites import quick_first

WITH_BIDS = [(ruleset, bids) for ruleset in rulesets() if (bids := bids_in(ruleset))]


def test_there_are_bids_where_the_hunted_side_has_pieces_in_hand() -> None:
    ranges = {ruleset.key: (bids.least, bids.usual, bids.most) for ruleset, bids in WITH_BIDS}
    assert ranges["main-tapal-empat"] == (11, 18, 22)
    assert ranges["bagh-chal"] == (16, 20, 20), "a point stays free"
    assert ranges["tapak-empat-1919"] == (12, 24, 24)
    assert "bagh-bandi" not in ranges
    assert all(has_hunt(ruleset) for ruleset, _ in WITH_BIDS)


@pytest.mark.parametrize(
    ("ruleset", "bids"),
    quick_first(WITH_BIDS, "the same bids in other games"),
    ids=lambda each: getattr(each, "key", ""),
)
def test_every_bid_begins_a_game_that_can_be_played_and_read_back(ruleset: Ruleset, bids: BidRange) -> None:
    start = start_position(ruleset)
    for count in range(bids.least, bids.most + 1):
        position = bid_position(ruleset, count)
        assert position.cells == start.cells
        assert position.in_hand(bids.letter) == count
        assert (position == start) == (count == bids.usual)
        assert parse_position(ruleset, format_position(ruleset, position)) == position
        game = Game.begin(ruleset, position)
        for _ in range(6):
            if game.outcome:
                break
            game = game.play(playable_moves(ruleset, game.position)[0])
        assert game.moves
        assert parse_record(format_record(game, {})).game == game
        assert parse_json(format_json(game, {})).game == game


@pytest.mark.parametrize(("ruleset", "bids"), WITH_BIDS, ids=lambda each: getattr(each, "key", ""))
def test_no_other_number_is_a_bid(ruleset: Ruleset, bids: BidRange) -> None:
    for count in (bids.least - 1, bids.most + 1):
        with pytest.raises(refusals.BidOutOfRange) as caught:
            Invitation(ruleset, terms=Terms(bid=count)).check()
        assert (caught.value.least, caught.value.most, caught.value.usual) == (bids.least, bids.most, bids.usual)


@pytest.mark.parametrize(
    ("invitation", "refused"),
    [
        (Invitation(DAM_8, terms=Terms(bid=12)), refusals.BidNeedsHand),
        (Invitation(TAPAL, practice=True, terms=Terms(bid=16)), refusals.BidNeedsTwo),
        (Invitation(TAPAL, accepted=True, terms=Terms(bid=16)), refusals.BidNeedsTwo),
        (Invitation(TAPAL, terms=Terms(Pace.COFFEE, rated=True, bid=16)), refusals.BidAlone),
        (Invitation(TAPAL, terms=Terms(mirror=True, bid=16)), refusals.BidAlone),
        (Invitation(TAPAL, position=bid_position(TAPAL, 15), terms=Terms(bid=16)), refusals.BidAlone),
    ],
)
def test_what_cannot_begin_by_a_bid_says_why(invitation: Invitation, refused: type[Exception]) -> None:
    with pytest.raises(refused):
        invitation.check()


async def test_the_auction_goes_down_until_somebody_accepts(services: Services, database: Database) -> None:
    adi, siti = await both(services)
    match, _ = await services.opening.open(event(), adi, Invitation(TAPAL, siti.person, terms=Terms(bid=16)), IN_ROOM)
    assert (match.host_side, match.game.position.in_hand("G")) == (0, 16)
    for wrong in (16, 17, 18):
        with pytest.raises(refusals.BidNotLower) as caught:
            await services.matches.counter(event(), siti, match.code, TAPAL, None, Terms(bid=wrong))
        assert caught.value.count == 16
    lower = await services.matches.counter(event(), siti, match.code, TAPAL, None, Terms(bid=15))
    assert (lower.host, lower.host_side, lower.game.position.in_hand("G")) == (siti.id, 0, 15)
    lowest = await services.matches.counter(event(), adi, match.code, TAPAL, 0, Terms(bid=12))
    assert lowest.game.positions == (bid_position(TAPAL, 12),)
    begun = await services.matches.join(event(), siti, match.code, place=ROOM)
    assert (begun.status, begun.seats) == (Status.PLAYING, (adi.id, siti.id))
    assert begun.terms == Terms(bid=12)
    assert (await services.matches.get(match.code)).game == begun.game
    assert await check(database) == []


async def test_an_invitation_becomes_a_bid_and_a_bid_an_invitation(services: Services) -> None:
    adi, siti = await both(services)
    match, _ = await services.opening.open(event(), adi, Invitation(TAPAL, siti.person), IN_ROOM)
    bid = await services.matches.counter(event(), siti, match.code, TAPAL, None, Terms(bid=17))
    assert bid.game.position == bid_position(TAPAL, 17)
    plain = await services.matches.counter(event(), adi, match.code, TAPAL, None, Terms())
    assert (plain.host_side, plain.game.position) == (None, start_position(TAPAL))


async def test_the_pace_changes_and_the_bid_stays(services: Services) -> None:
    adi, siti = await both(services)
    match, _ = await services.opening.open(event(), adi, Invitation(TAPAL, siti.person, terms=Terms(bid=16)), IN_ROOM)
    other = await services.matches.counter(event(), siti, match.code, TAPAL, 1, Terms(Pace.COFFEE, bid=16))
    assert (other.host_side, other.game.position) == (1, bid_position(TAPAL, 16))


async def test_a_match_from_a_position_is_not_bid_for(services: Services) -> None:
    adi, siti = await both(services)
    there = parse_position(TAPAL, "5/2T2/5/2T2/5 g G14")
    match, _ = await services.opening.open(event(), adi, Invitation(TAPAL, siti.person, position=there), IN_ROOM)
    with pytest.raises(refusals.BidAlone):
        await services.matches.counter(event(), siti, match.code, TAPAL, None, Terms(bid=14))


async def test_its_rematch_has_the_same_number_and_the_sides_swapped(services: Services, database: Database) -> None:
    adi, siti = await both(services)
    match, _ = await services.opening.open(event(), adi, Invitation(TAPAL, siti.person, terms=Terms(bid=16)), IN_ROOM)
    await services.matches.join(event(), siti, match.code)
    await services.matches.act(event(), siti, match.code, lambda each, now: each.resign(siti.id, now))
    await services.matches.rematch(event(), adi, match.code, ROOM)
    following: Match = await services.matches.rematch(event(), siti, match.code, ROOM)
    assert following.seats == (siti.id, adi.id)
    assert (following.terms.bid, following.game.positions[0]) == (16, bid_position(TAPAL, 16))
    assert await check(database) == []

"""A mirror match: two linked matches of the same two, sides swapped, begun together or not at all."""

from datetime import timedelta

import pytest

from bot.matches import refusals
from bot.matches.clock import Halt
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.store import Database
from tests.bot.kit import DAM_8, IN_ROOM, ROOM, TAPAL, Clock, check, event, person, play

MIRROR = Terms(mirror=True)


async def both(services: Services) -> tuple[Player, Player]:
    return await services.people.player(person("Adi")), await services.people.player(person("Siti"))


async def mirrored(services: Services, terms: Terms = MIRROR) -> tuple[Match, Match, Player, Player]:
    """The halves of a mirror match: Adi has the goats in the first one, Siti in the other."""
    adi, siti = await both(services)
    match, _ = await services.opening.open(event(), adi, Invitation(TAPAL, siti.person, 0, terms=terms), IN_ROOM)
    first = await services.matches.join(event(), siti, match.code, place=ROOM)
    return first, await services.matches.get(first.mirror_of or ""), adi, siti


async def test_accepting_begins_two_matches_with_the_sides_swapped(services: Services, database: Database) -> None:
    first, other, adi, siti = await mirrored(services, Terms(Pace.COFFEE, away=False, mirror=True))
    assert (first.seats, other.seats) == ((adi.id, siti.id), (siti.id, adi.id))
    assert (first.mirror_of, other.mirror_of) == (other.code, first.code)
    assert other.terms == first.terms
    assert first.clock is not None
    assert other.clock is not None
    assert {each.status for each in (first, other)} == {Status.PLAYING}
    assert await services.matches.codes_in(ROOM) == {first.code, other.code}
    assert await check(database) == []


async def test_it_is_shown_wherever_the_first_half_is(services: Services) -> None:
    adi, siti = await both(services)
    match, _ = await services.opening.open(event(), adi, Invitation(TAPAL, terms=MIRROR), IN_ROOM)
    corner = Place("web", "@siti", private=True)
    first = await services.matches.join(event(), siti, match.code, place=corner)
    other = first.mirror_of or ""
    snapshots = await services.views.snapshots([other])
    places = {view.place.chat: view.perspective for view in snapshots[0].views}
    assert places == {"room": None, "@siti": siti.id}
    assert all(view.message is None and view.retry_at is None for view in snapshots[0].views), "posted at once"


async def test_inviting_each_other_begins_both_halves(services: Services, database: Database) -> None:
    adi, siti = await both(services)
    await services.opening.open(event(), adi, Invitation(TAPAL, siti.person, terms=MIRROR), IN_ROOM)
    first, _ = await services.opening.open(event(), siti, Invitation(TAPAL, adi.person, terms=MIRROR), IN_ROOM)
    other = await services.matches.get(first.mirror_of or "")
    assert other.seats == (first.seats[1], first.seats[0])
    assert await check(database) == []


async def test_a_repeated_request_begins_nothing_more(services: Services) -> None:
    adi, siti = await both(services)
    match, _ = await services.opening.open(event(), adi, Invitation(TAPAL, siti.person, terms=MIRROR), IN_ROOM)
    accepting = event()
    first = await services.matches.join(accepting, siti, match.code)
    again = await services.matches.join(accepting, siti, match.code)
    assert again.mirror_of == first.mirror_of
    assert len(await services.matches.of_player(adi.id)) == 2


async def test_two_matches_or_none(services: Services, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    adi, siti = await both(services)
    match, _ = await services.opening.open(event(), adi, Invitation(TAPAL, siti.person, terms=MIRROR), IN_ROOM)
    monkeypatch.setattr("bot.services.match.opening.LIVE_MATCHES", 1)
    with pytest.raises(refusals.TooManyMatches):
        await services.matches.join(event(), siti, match.code)
    assert (await services.matches.get(match.code)).status is Status.INVITED
    monkeypatch.setattr("bot.services.match.opening.LIVE_MATCHES", 2)
    await services.matches.join(event(), siti, match.code)
    assert len(await services.matches.of_player(siti.id)) == 2
    assert await check(database) == []


@pytest.mark.parametrize(
    ("invitation", "refused"),
    [
        (Invitation(DAM_8, terms=MIRROR), refusals.MirrorNeedsHunt),
        (Invitation(TAPAL, practice=True, terms=MIRROR), refusals.MirrorNeedsTwo),
        (Invitation(TAPAL, terms=Terms(Pace.BLITZ, mirror=True)), refusals.MirrorNeedsDays),
    ],
)
async def test_what_cannot_be_a_mirror_match_says_why(
    services: Services, invitation: Invitation, refused: type[Exception]
) -> None:
    adi, _ = await both(services)
    with pytest.raises(refused):
        await services.opening.open(event(), adi, invitation, Venue(ROOM, "en"))


async def test_other_terms_may_make_one_of_it(services: Services) -> None:
    adi, siti = await both(services)
    match, _ = await services.opening.open(event(), adi, Invitation(TAPAL, siti.person), IN_ROOM)
    await services.matches.counter(event(), siti, match.code, TAPAL, None, MIRROR)
    first = await services.matches.join(event(), adi, match.code)
    assert (await services.matches.get(first.mirror_of or "")).mirror_of == first.code
    again, _ = await services.opening.open(event(), adi, Invitation(DAM_8, siti.person), IN_ROOM)
    with pytest.raises(refusals.MirrorNeedsHunt):
        await services.matches.counter(event(), siti, again.code, DAM_8, None, MIRROR)


async def test_the_board_of_the_other_half_is_drawn_anew_at_the_end(services: Services, clock: Clock) -> None:
    first, other, adi, siti = await mirrored(services)
    (snapshot,) = await services.views.snapshots([other.code])
    (view,) = snapshot.views
    await services.views.updated(view, "board", other.version)
    published: list[str] = []
    services.news.matches.subscribe(published.append)
    await play(services, first, adi, siti)
    assert other.code not in published
    await services.matches.act(event(), siti, first.code, lambda match, now: match.resign(siti.id, now))
    assert other.code in published
    (snapshot,) = await services.views.snapshots([other.code])
    assert snapshot.views[0].shown_version < snapshot.match.version, "what it says of the pair has changed"


async def test_its_rematch_is_a_mirror_match_once_both_halves_are_over(
    services: Services, database: Database, clock: Clock
) -> None:
    first, other, adi, siti = await mirrored(services)
    await services.matches.act(event(), siti, first.code, lambda match, now: match.resign(siti.id, now))
    with pytest.raises(refusals.OtherHalfGoesOn) as caught:
        await services.matches.rematch(event(), adi, first.code, ROOM)
    assert caught.value.code == other.code
    await services.matches.act(event(), siti, other.code, lambda match, now: match.resign(siti.id, now))
    clock.forward(minutes=1)
    await services.matches.rematch(event(), adi, first.code, ROOM)
    clock.forward(minutes=1)
    # Who asks beside the other half has answered: it is the same question.
    third = await services.matches.rematch(event(), siti, other.code, ROOM)
    fourth = await services.matches.get(third.mirror_of or "")
    assert {third.rematch_of, fourth.rematch_of} == {first.code, other.code}
    assert third.seats == (fourth.seats[1], fourth.seats[0])
    assert await services.matches.codes_in(ROOM) == {third.code, fourth.code}
    again = await services.matches.rematch(event(), adi, first.code, ROOM)
    assert again.code in {third.code, fourth.code}
    assert await check(database) == []


async def test_a_rematch_refused_beside_one_half_is_refused_for_both(services: Services, clock: Clock) -> None:
    first, other, adi, siti = await mirrored(services)
    for match in (first, other):
        await services.matches.act(event(), siti, match.code, lambda match, now: match.resign(siti.id, now))
    await services.matches.rematch(event(), adi, first.code, ROOM)
    await services.matches.refuse_rematch(event(), siti, first.code)
    with pytest.raises(refusals.RematchRefused):
        await services.matches.rematch(event(), adi, other.code, ROOM)


async def test_a_half_that_is_called_off_leaves_the_other(services: Services, database: Database) -> None:
    first, other, adi, _ = await mirrored(services)
    await services.matches.act(event(), adi, first.code, lambda match, now: match.call_off(adi.id, now))
    assert (await services.matches.get(other.code)).status is Status.PLAYING
    half = await services.matches.get(other.code)
    assert half.mirror_of == first.code
    assert await services.standing.pair(first.code) is not None
    assert await check(database) == []


async def test_both_clocks_count(services: Services, clock: Clock) -> None:
    first, other, *_ = await mirrored(services, Terms(Pace.COFFEE, mirror=True))
    clock.forward(days=2)
    await services.time.tick_due()
    assert first.clock is not None
    assert other.clock is not None
    late = [await services.matches.get(each.code) for each in (first, other)]
    assert all(each.clock is not None and each.clock.left <= timedelta(0) for each in late)


async def test_both_halves_wait_for_who_has_deleted_their_data(
    services: Services, database: Database, clock: Clock
) -> None:
    first, other, adi, siti = await mirrored(services, Terms(Pace.COFFEE, mirror=True))
    for match, players in ((first, (adi, siti)), (other, (siti, adi))):
        await play(services, match, *players, moves=2)
    await services.people.erase(adi)
    assert await check(database) == []
    halves = [await services.matches.get(each.code) for each in (first, other)]
    assert [each.clock and each.clock.halt for each in halves] == [Halt.LEFT, Halt.LEFT]
    assert [each.mirror_of for each in halves] == [other.code, first.code]
    assert [adi.id in each.seats for each in halves] == [True, True], "an id that names nobody"
    clock.forward(days=3)
    await services.time.tick_due()
    await services.matches.act(event(), siti, first.code, lambda match, now: match.claim(siti.id, now))
    await services.matches.act(event(), siti, other.code, lambda match, now: match.call_off_late(siti.id, now))
    assert await check(database) == []
    with pytest.raises(refusals.OpponentDeleted):
        await services.matches.rematch(event(), siti, first.code, ROOM)

"""Live matches: a person plays one at a time, and a group shows only so many; on both kinds of databases."""

from datetime import timedelta

import pytest

from bot.matches import refusals
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.terms import UNTIMED, Terms
from bot.services.match.matches import Player
from bot.services.services import Services
from tests.bot.kit import DAM_8, ROOM, Clock, begun, event, person

BLITZ, SITTING, SLOW = Terms(Pace.BLITZ), Terms(Pace.SITTING), Terms(Pace.SLOW)
GROUP = Place("telegram", "-1001")
IN_GROUP = Venue(GROUP, "en")
ELSEWHERE = Venue(Place("web", "elsewhere"), "en")


async def invited(
    services: Services, host: Player, guest: Person | None = None, terms: Terms = BLITZ, venue: Venue = ELSEWHERE
) -> Match:
    """An invitation, or the match that begins with it; everybody else is invited where nobody is named."""
    match, _ = await services.opening.open(event(), host, Invitation(DAM_8, guest, 0, terms=terms), venue)
    return match


async def people(services: Services, *names: str) -> list[Player]:
    return [await services.people.player(person(name)) for name in names]


async def fill(services: Services, place: Place, matches: int) -> list[tuple[Match, Player]]:
    """Begin so many live matches in a place; each with its host."""
    found = []
    for number in range(matches):
        host, guest = await people(services, f"host {number}", f"guest {number}")
        match = await invited(services, host, terms=SITTING, venue=Venue(place, "en"))
        found.append((await services.matches.join(event(), guest, match.code), host))
    return found


async def end(services: Services, match: Match, player: Player) -> None:
    await services.matches.act(event(), player, match.code, lambda now, at: now.call_off(player.id, at))


async def test_who_plays_live_cannot_open_another(services: Services) -> None:
    live, adi, siti, _ = await begun(services, terms=BLITZ)
    for player in (adi, siti):
        with pytest.raises(refusals.PlayingLive) as caught:
            await invited(services, player, terms=SITTING)
        assert caught.value.code == live.code
    await end(services, live, siti)
    assert (await invited(services, adi, terms=SITTING)).status is Status.INVITED


async def test_slow_matches_and_those_without_a_clock_are_not_limited(services: Services) -> None:
    _, adi, siti, _ = await begun(services, terms=BLITZ)
    for terms in (SLOW, SLOW, UNTIMED):
        match = await invited(services, adi, siti.person, terms)
        assert (await services.matches.join(event(), siti, match.code)).status is Status.PLAYING
    tom, ros = await people(services, "Tom", "Ros")
    match = await invited(services, tom, terms=SLOW)
    await services.matches.join(event(), ros, match.code)
    assert (await invited(services, tom, terms=BLITZ)).status is Status.INVITED, "a slow match is no live one"


async def test_an_invitation_counts_only_once_it_is_accepted(services: Services) -> None:
    adi, siti, ros, tom = await people(services, "Adi", "Siti", "Ros", "Tom")
    first, second = await invited(services, adi), await invited(services, adi, terms=SITTING)
    third = await invited(services, ros)
    await services.matches.join(event(), siti, first.code)
    with pytest.raises(refusals.OtherPlaysLive):
        await services.matches.join(event(), tom, second.code)
    with pytest.raises(refusals.PlayingLive) as caught:
        await services.matches.join(event(), siti, third.code)
    assert caught.value.code == first.code
    assert (await services.matches.get(second.code)).status is Status.INVITED
    await end(services, first, adi)
    assert (await services.matches.join(event(), tom, second.code)).status is Status.PLAYING


async def test_inviting_who_has_invited_one_is_accepting(services: Services) -> None:
    adi, siti, ros = await people(services, "Adi", "Siti", "Ros")
    await invited(services, adi, siti.person)
    other = await invited(services, adi)
    live = await services.matches.join(event(), ros, other.code)
    wish = Invitation(DAM_8, adi.person, 1, terms=BLITZ)
    with pytest.raises(refusals.OtherPlaysLive):
        await services.opening.open(event(), siti, wish, ELSEWHERE)
    await end(services, live, adi)
    match, _ = await services.opening.open(event(), siti, wish, ELSEWHERE)
    assert match.status is Status.PLAYING


async def test_the_same_press_again_is_not_a_second_match(services: Services) -> None:
    adi, siti = await people(services, "Adi", "Siti")
    match, once = await invited(services, adi), event()
    joined = await services.matches.join(once, siti, match.code)
    assert await services.matches.join(once, siti, match.code) == joined


async def test_a_rematch_waits_until_both_have_no_other_live_match(services: Services) -> None:
    match, adi, siti, _ = await begun(services, terms=BLITZ)
    (ros,) = await people(services, "Ros")
    await end(services, match, adi)
    await services.matches.rematch(event(), adi, match.code, ROOM)
    other = await services.matches.join(event(), ros, (await invited(services, adi)).code)
    with pytest.raises(refusals.OtherPlaysLive):
        await services.matches.rematch(event(), siti, match.code, ROOM)
    await end(services, other, adi)
    again = await services.matches.rematch(event(), siti, match.code, ROOM)
    assert (again.rematch_of, again.status) == (match.code, Status.PLAYING)


async def test_a_group_shows_so_many_and_no_more(services: Services) -> None:
    adi, siti = await people(services, "Adi", "Siti")
    early = await invited(services, adi, venue=IN_GROUP)
    (first, host), *_ = await fill(services, GROUP, 3)
    with pytest.raises(refusals.TooManyLiveHere) as caught:
        await services.matches.join(event(), siti, early.code)
    assert caught.value.limit == 3
    topic = Venue(Place(GROUP.platform, GROUP.chat, thread="7"), "en")
    for venue in (IN_GROUP, topic):
        with pytest.raises(refusals.TooManyLiveHere):
            await invited(services, adi, siti.person, venue=venue)
    assert (await invited(services, adi, siti.person, terms=SLOW, venue=IN_GROUP)).status is Status.INVITED
    await end(services, first, host)
    assert (await services.matches.join(event(), siti, early.code)).status is Status.PLAYING


@pytest.mark.parametrize(
    "place",
    [Place("telegram", "-1002"), Place("telegram", GROUP.chat, private=True), Place("discord", GROUP.chat), ROOM],
    ids=["another group", "private", "another platform", "the web room"],
)
async def test_other_places_are_not_full(services: Services, live_boards: dict[str, int], place: Place) -> None:
    live_boards[GROUP.platform] = 2
    await fill(services, GROUP, 2)
    adi, siti = await people(services, "Adi", "Siti")
    match = await invited(services, adi, venue=Venue(place, "en"))
    assert (await services.matches.join(event(), siti, match.code)).status is Status.PLAYING


async def test_a_rematch_needs_room_in_the_group(services: Services, live_boards: dict[str, int], clock: Clock) -> None:
    live_boards[GROUP.platform] = 2
    match, adi, siti, _ = await begun(services, place=GROUP, terms=BLITZ)
    await end(services, match, adi)
    (other, host), _ = await fill(services, GROUP, 2)
    await services.matches.rematch(event(), adi, match.code, GROUP)
    with pytest.raises(refusals.TooManyLiveHere):
        await services.matches.rematch(event(), siti, match.code, GROUP)
    clock.now += timedelta(minutes=1)
    await end(services, other, host)
    assert (await services.matches.rematch(event(), siti, match.code, GROUP)).status is Status.PLAYING


async def test_a_board_that_cannot_be_reached_takes_no_room(services: Services, live_boards: dict[str, int]) -> None:
    live_boards[GROUP.platform] = 1
    (match, _), *_ = await fill(services, GROUP, 1)
    (adi,) = await people(services, "Adi")
    (view,) = await services.views.of_match(match.code)
    await services.views.freeze(view)
    assert (await invited(services, adi, venue=IN_GROUP)).status is Status.INVITED

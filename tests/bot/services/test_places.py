"""The places where a match is shown, and where its rematch goes."""

import pytest

from bot.computer.computer_player import computer
from bot.matches import refusals
from bot.matches.happening import Happening
from bot.matches.identity import Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.status import Status
from bot.services.services import Services
from bot.services.views import PLACES_EVER
from bot.workers.views.pings import board_for
from tests.bot.kit import DAM_8, IN_ROOM, ROOM, Clock, begun, event, person

OTHER = Place("telegram", "-1001")
THIRD = Place("discord", "5001")


async def test_a_rematch_needs_both_and_swaps_sides(services: Services) -> None:
    match, adi, siti, _ = await begun(services)
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
    asked = await services.matches.rematch(event(), adi, match.code, ROOM)
    assert (asked.code, asked.rematch_by) == (match.code, adi.id)
    assert (await services.matches.rematch(event(), adi, match.code, ROOM)).code == match.code
    published: list[str] = []
    services.news.matches.subscribe(published.append)
    again = await services.matches.rematch(event(), siti, match.code, ROOM)
    assert published == [again.code, match.code]
    assert (await services.matches.get(match.code)).happened is Happening.REMATCH_BEGUN
    assert (again.seats, again.status, again.rematch_of) == ((siti.id, adi.id), Status.PLAYING, match.code)
    views = await services.views.of_match(again.code)
    assert [view.place for view in views] == [ROOM]
    assert {view.id for view in await services.views.behind(["web"])} >= {view.id for view in views}
    assert (await services.matches.rematch(event(), adi, match.code, ROOM)).code == again.code


@pytest.mark.parametrize(
    ("first", "second", "where"),
    [
        (OTHER, ROOM, {OTHER, ROOM}),
        (OTHER, OTHER, {OTHER}),
        (THIRD, THIRD, {THIRD}),
        (THIRD, None, {THIRD}),
        (Place("telegram", "77", private=True), OTHER, {ROOM, OTHER}),
    ],
    ids=["each in a place", "both in the second", "both in the last", "one asked", "from a message that is no board"],
)
async def test_a_rematch_goes_where_its_players_asked_for_it(
    services: Services, clock: Clock, first: Place, second: Place | None, where: set[Place]
) -> None:
    match, adi, siti, _ = await begun(services)
    clock.forward(minutes=1)
    for place in (OTHER, THIRD):
        await services.views.add(match.code, Venue(place, "id"), siti)
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
    await services.matches.rematch(event(), adi, match.code, first)
    again = await services.matches.rematch(event(), siti, match.code, second)
    views = {view.place: view for view in await services.views.of_match(again.code)}
    assert set(views) == where
    for place in where - {ROOM}:
        assert (views[place].language, views[place].perspective) == ("id", siti.id), "as the board there was"


async def test_a_shown_copy_does_not_draw_the_rematch_to_it(services: Services, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services)
    clock.forward(minutes=1)
    await services.views.repost(match.code, Venue(OTHER, "en"), siti)
    clock.forward(minutes=1)
    await services.views.repost(match.code, IN_ROOM, adi)  # it is the younger message now, and still where they play
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
    await services.matches.rematch(event(), adi, match.code, OTHER)
    again = await services.matches.rematch(event(), siti, match.code, OTHER)
    assert [view.place for view in await services.views.of_match(again.code)] == [ROOM]


@pytest.mark.parametrize(("asked", "where"), [(OTHER, OTHER), (None, ROOM)], ids=["in a place", "beside no board"])
async def test_against_the_computer_a_rematch_begins_at_once_where_it_was_asked_for(
    services: Services, clock: Clock, asked: Place | None, where: Place
) -> None:
    adi, robot = await services.people.player(person("Adi")), await services.people.player(computer(1))
    services.matches.computers[robot.id] = 1
    match, _ = await services.opening.open(event(), adi, Invitation(DAM_8, computer(1), 0, accepted=True), IN_ROOM)
    clock.forward(minutes=1)
    await services.views.add(match.code, Venue(OTHER, "en"), adi)
    await services.matches.act(event(), adi, match.code, lambda now, at: now.resign(adi.id, at))
    again = await services.matches.rematch(event(), adi, match.code, asked)
    assert (again.rematch_of, again.seats) == (match.code, (robot.id, adi.id))
    assert [view.place for view in await services.views.of_match(again.code)] == [where]
    before = await services.matches.get(match.code)
    assert (before.happened, before.rematch_by) == (Happening.REMATCH_BEGUN, adi.id)


async def test_where_nothing_else_is_left_a_match_lives_in_its_copy(services: Services) -> None:
    match, adi, siti, view = await begun(services)
    await services.views.repost(match.code, Venue(OTHER, "en"), siti)
    await services.views.freeze(view)
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
    await services.matches.rematch(event(), adi, match.code, OTHER)
    again = await services.matches.rematch(event(), siti, match.code, OTHER)
    assert [view.place for view in await services.views.of_match(again.code)] == [OTHER]


async def test_who_takes_an_invitation_where_it_was_shown_plays_there(services: Services) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    match, _ = await services.opening.open(event(), adi, Invitation(DAM_8), IN_ROOM)
    await services.views.repost(match.code, Venue(OTHER, "en"), adi)
    await services.matches.join(event(), siti, match.code, place=OTHER)
    views = await services.views.of_match(match.code)
    assert {board_for(siti.id, views), board_for(adi.id, views)} == {*views}
    assert not any(view.copy for view in views)


class TestWhereAMatchIsShown:
    """A match is spread by its players only, to few places, and never from private chats to others."""

    async def test_only_its_players_have_it_shown_in_another_place(self, services: Services) -> None:
        match, _, siti, _ = await begun(services)
        ros = await services.people.player(person("Ros"))
        with pytest.raises(refusals.NotShownHere):
            await services.views.repost(match.code, Venue(OTHER, "en"), ros)
        await services.views.repost(match.code, Venue(OTHER, "en"), siti)
        assert {view.place for view in await services.views.of_match(match.code)} == {ROOM, OTHER}

    async def test_anybody_has_it_shown_again_where_it_stands(self, services: Services, clock: Clock) -> None:
        match, _, _, before = await begun(services)
        ros = await services.people.player(person("Ros"))
        clock.forward(minutes=1)
        view = await services.views.repost(match.code, IN_ROOM, ros)
        assert (view.id, view.posts) == (before.id, before.posts + 1)

    async def test_it_stands_in_at_most_three_places(self, services: Services) -> None:
        match, adi, siti, _ = await begun(services)
        for place in (OTHER, THIRD):
            await services.views.repost(match.code, Venue(place, "en"), adi)
        for number in range(2):
            with pytest.raises(refusals.TooManyPlaces):
                await services.views.repost(match.code, Venue(Place("web", f"room-{number}"), "en"), siti)
        own = Place("telegram", "77", private=True)
        await services.views.repost(match.code, Venue(own, "en"), siti)
        assert {view.place for view in await services.views.of_match(match.code)} == {ROOM, OTHER, THIRD, own}

    async def test_a_place_that_cannot_be_reached_does_not_count(self, services: Services) -> None:
        match, adi, _, view = await begun(services)
        for place in (OTHER, THIRD):
            await services.views.repost(match.code, Venue(place, "en"), adi)
        await services.views.freeze(view)
        await services.views.repost(match.code, Venue(Place("web", "room-4"), "en"), adi)

    async def test_places_that_cannot_be_reached_are_not_many_either(self, services: Services) -> None:
        match, adi, _, view = await begun(services)
        for number in range(PLACES_EVER - 1):
            await services.views.freeze(view)
            view = await services.views.repost(match.code, Venue(Place("web", f"room-{number}"), "en"), adi)
        await services.views.freeze(view)
        with pytest.raises(refusals.TooManyPlaces):
            await services.views.repost(match.code, Venue(OTHER, "en"), adi)

    async def test_a_private_match_is_not_shown_to_others(self, services: Services) -> None:
        match, adi, _, _ = await begun(services, place=Place("telegram", "77", private=True))
        with pytest.raises(refusals.StaysPrivate):
            await services.views.repost(match.code, Venue(OTHER, "en"), adi)
        await services.views.repost(match.code, Venue(Place("telegram", "78", private=True), "en"), adi)

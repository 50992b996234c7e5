"""Invitations on a real database: what becomes of them, and how many there may be."""

import re

import pytest

from bot.matches import refusals
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.status import Status
from bot.services.core import CODE_LETTERS
from bot.services.services import Services
from tests.bot.kit import DAM_8, IN_ROOM, ROOM, TABAL, TAPAL, Clock, begun, event, person

OTHER = Place("telegram", "-1001")


async def test_an_invitation_and_what_becomes_of_it(services: Services) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    match, view = await services.opening.open(event(), adi, Invitation(TABAL), Venue(ROOM, "ms"))
    assert re.fullmatch(f"[{CODE_LETTERS}]{{4}}", match.code)
    assert (view.match, view.place, view.language, view.message) == (match.code, ROOM, "ms", None)
    assert await services.people.names(match) == {adi.id: "Adi"}
    joined = await services.matches.join(event(), siti, match.code)
    assert set(joined.seats) == {adi.id, siti.id}
    assert await services.people.names(joined) == {adi.id: "Adi", siti.id: "Siti"}
    assert await services.matches.get(match.code) == joined
    assert await services.matches.codes_in(ROOM) == {joined.code}
    assert await services.matches.codes_in(OTHER) == set()
    with pytest.raises(refusals.UnknownMatch):
        await services.matches.get("NONE")
    with pytest.raises(refusals.UnknownMatch):
        await services.matches.join(event(), siti, "NONE")


async def test_a_match_begun_in_private_has_a_code_that_nobody_guesses(services: Services) -> None:
    adi = await services.people.player(person("Adi"))
    alone = Venue(Place("telegram", "77", private=True), "en")

    async def letters(invitation: Invitation, venue: Venue) -> int:
        return len((await services.opening.open(event(), adi, invitation, venue))[0].code)

    assert [await letters(Invitation(DAM_8, opponent), alone) for opponent in (None, person("Siti"))] == [8, 8]
    assert await letters(Invitation(DAM_8, practice=True, host_side=0), alone) == 8, "who has it may watch"
    assert await letters(Invitation(TABAL), IN_ROOM) == 4


async def test_the_coin_falls_on_both_sides(services: Services) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    hosts = set()
    for _ in range(12):
        match, _ = await services.opening.open(event(), adi, Invitation(DAM_8), IN_ROOM)
        hosts.add((await services.matches.join(event(), siti, match.code)).seats.index(adi.id))
    assert hosts == {0, 1}


async def test_sitting_down_on_a_side(services: Services) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    match, _ = await services.opening.open(event(), adi, Invitation(TAPAL), IN_ROOM)
    assert (await services.matches.join(event(), siti, match.code, side=1)).seats == (adi.id, siti.id)


async def test_whoever_was_invited_by_handle_is_known_when_they_turn_up(services: Services) -> None:
    adi, tom = await services.people.player(person("Adi")), await services.people.player(person("Tom"))
    published: list[str] = []
    services.news.matches.subscribe(published.append)
    match, _ = await services.opening.open(
        event(), adi, Invitation(DAM_8, Person("web", "", "@Siti", "@Siti")), IN_ROOM
    )
    assert match.invited_handle == ("web", "siti")
    with pytest.raises(refusals.NotForYou):
        await services.matches.join(event(), tom, match.code)
    other = await services.people.player(Person("telegram", "5", "Siti", "siti"))
    with pytest.raises(refusals.NotForYou):
        await services.matches.join(event(), other, match.code)
    siti = await services.people.player(person("Siti", handle="Siti"))
    assert published[-1] == match.code
    assert [found.code for found in await services.matches.of_player(siti.id)] == [match.code]
    assert siti.id in (await services.matches.join(event(), siti, match.code)).seats
    # Known now, so the next invitation by handle is addressed at once.
    next_one, _ = await services.opening.open(
        event(), adi, Invitation(DAM_8, Person("web", "", "@siti", "siti")), IN_ROOM
    )
    assert next_one.invited == siti.id


async def test_inviting_each_other_begins_one_match(services: Services) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    match, view = await services.opening.open(event(), adi, Invitation(DAM_8, person("Siti")), IN_ROOM)
    begun_, here = await services.opening.open(event(), siti, Invitation(DAM_8, person("Adi"), 0), IN_ROOM)
    assert (begun_.code, begun_.status, begun_.seats) == (match.code, Status.PLAYING, (siti.id, adi.id))
    assert (here.id, here.posts) == (view.id, view.posts + 1), "the invitation's message makes room for the board"
    assert (await services.opening.open(event(), siti, Invitation(TABAL, person("Adi")), IN_ROOM))[0].code != match.code
    with pytest.raises(refusals.OwnInvitation):
        await services.opening.open(event(), adi, Invitation(DAM_8, person("Adi")), IN_ROOM)


async def test_who_wants_the_same_side_is_led_to_the_others_invitation(services: Services, clock: Clock) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    match, _ = await services.opening.open(event(), adi, Invitation(DAM_8, person("Siti"), 0), IN_ROOM)
    with pytest.raises(refusals.AlreadyInvitedYou) as caught:
        await services.opening.open(event(), siti, Invitation(DAM_8, person("Adi"), 0), IN_ROOM)
    assert caught.value.code == match.code
    clock.forward(hours=25)
    late, _ = await services.opening.open(event(), siti, Invitation(DAM_8, person("Adi"), 0), IN_ROOM)
    assert late.status is Status.INVITED, "an invitation whose time is over invites nobody"


async def test_the_same_wish_again_opens_no_second_match_as_long_as_the_first_is_not_seen(
    services: Services, clock: Clock
) -> None:
    adi = await services.people.player(person("Adi"))
    match, view = await services.opening.open(event(), adi, Invitation(DAM_8), IN_ROOM)
    clock.forward(minutes=1)
    with pytest.raises(refusals.OpenedJustNow):
        await services.opening.open(event(), adi, Invitation(DAM_8), IN_ROOM)
    await services.views.shown(view.key, "message 1")
    other, _ = await services.opening.open(event(), adi, Invitation(DAM_8), IN_ROOM)
    assert other.code != match.code


async def test_the_same_wish_twice_in_a_moment_opens_one_match(services: Services, clock: Clock) -> None:
    adi = await services.people.player(person("Adi"))
    wishes = (Invitation(DAM_8), Invitation(DAM_8, person("Siti"), 1), Invitation(TAPAL, None, 0, practice=True))
    for wish in wishes:
        match, view = await services.opening.open(event(), adi, wish, IN_ROOM)
        await services.views.shown(view.key, f"message {match.code}")
        again = event()
        with pytest.raises(refusals.OpenedJustNow) as caught:
            await services.opening.open(again, adi, wish, IN_ROOM)
        assert caught.value.code == match.code
        clock.forward(minutes=1)
        assert (await services.opening.open(again, adi, wish, IN_ROOM))[0].code == match.code, (
            "the event had its effect"
        )
        other, _ = await services.opening.open(event(), adi, wish, IN_ROOM)
        elsewhere, _ = await services.opening.open(event(), adi, wish, Venue(OTHER, "en"))
        assert len({match.code, other.code, elsewhere.code}) == 3
        for code in {match.code, other.code, elsewhere.code} if not wish.practice else ():
            await services.matches.act(event(), adi, code, lambda found, now: found.withdraw(adi.id, now))


async def test_limits(services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    codes = []
    for _ in range(5):
        match, view = await services.opening.open(event(), adi, Invitation(DAM_8), IN_ROOM)
        await services.views.shown(view.key, f"message {match.code}")
        codes.append(match.code)
        clock.forward(minutes=1)
    with pytest.raises(refusals.TooManyInvitations):
        await services.opening.open(event(), adi, Invitation(DAM_8), IN_ROOM)
    monkeypatch.setattr("bot.services.match.opening.LIVE_MATCHES", 3)
    for code in codes[:3]:
        await services.matches.join(event(), siti, code)
    with pytest.raises(refusals.TooManyMatches):
        await services.matches.join(event(), siti, codes[3])
    with pytest.raises(refusals.TooManyMatches):
        await services.opening.open(event(), adi, Invitation(DAM_8, None, 0, practice=True), IN_ROOM)
    with pytest.raises(refusals.TooManyMatches):
        await services.opening.open(event(), adi, Invitation(DAM_8, None, 0), IN_ROOM)
    await services.matches.act(event(), siti, codes[0], lambda match, now: match.resign(siti.id, now))
    assert (await services.matches.join(event(), siti, codes[3])).status is Status.PLAYING


async def test_invitations_expire(services: Services, clock: Clock) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    match, _ = await services.opening.open(event(), adi, Invitation(DAM_8), IN_ROOM)
    kept, *_ = await begun(services)
    clock.forward(hours=23)
    await services.time.tick_due()
    assert (await services.matches.get(match.code)).status is Status.INVITED
    clock.forward(hours=1)
    with pytest.raises(refusals.MatchOver):
        await services.matches.join(event(), siti, match.code)
    await services.time.tick_due()
    assert (await services.matches.get(match.code)).status is Status.EXPIRED
    assert (await services.matches.get(kept.code)).status is Status.PLAYING

"""The use cases on a real database: whole transactions, each event once, one move a ply."""

import asyncio
import random
import re
from random import Random

import pytest

from bot.matches import refusals
from bot.matches.happening import Happening
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.people import Person, Place
from bot.matches.status import Status
from bot.services.integrity import check
from bot.services.opening import CODE_LETTERS
from bot.services.services import Services
from bot.store import Database, Inbox
from engine.games import find_ruleset
from tests.bot.kit import DAM_8, IN_ROOM, ROOM, TABAL, TAPAL, Clock, begun, event, moving, person, play

OTHER = Place("telegram", "-1001")
THIRD = Place("discord", "5001")


async def test_a_person_is_one_player_and_the_name_is_kept_up(services: Services) -> None:
    first = await services.people.player(Person("discord", "17", "Adi", "adi_x", "ms-MY"))
    again = await services.people.player(Person("discord", "17", "Adi Putra", "Adi_X"))
    assert again.id == first.id
    assert (again.name, again.handle, again.locale) == ("Adi Putra", "adi_x", "ms-MY")
    elsewhere = await services.people.player(Person("telegram", "17", "Adi"))
    assert elsewhere.id != first.id
    with pytest.raises(ValueError, match="account"):
        await services.people.player(Person("telegram", "", "", "adi"))


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Adi \n Putra ", "Adi Putra"),
        ("\u202eidA\u202c\u2066\u200b", "idA"),
        ("A\x00d\x1bi", "A d i"),
        ("Z\u0337\u0338\u0335\u0336a\u0301", "Z\u0337\u0338\u00e1"),
        ("x" * 99, "x" * 32),
        ("سيتي", "سيتي"),
        ("\u200f\u202e", "?"),
    ],
)
async def test_names_are_cleaned(services: Services, given: str, kept: str) -> None:
    assert (await services.people.player(Person("web", "1", given))).name == kept


async def test_settings_belong_to_the_player(services: Services) -> None:
    adi = await services.people.player(person("Adi"))
    assert (adi.language, adi.theme, adi.view) == (None, None, None)
    changed = await services.people.change_settings(adi.id, language="ms", view="mine")
    assert (changed.language, changed.theme, changed.view) == ("ms", None, "mine")
    assert await services.people.player(person("Adi")) == changed
    with pytest.raises(KeyError):
        await services.people.change_settings(adi.id, id="somebody else")


async def test_an_invitation_and_what_becomes_of_it(services: Services) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    match, view = await services.matches.open(event(), adi, Invitation(TABAL), Venue(ROOM, "ms"))
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


async def test_the_coin_falls_on_both_sides(services: Services) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    hosts = set()
    for _ in range(12):
        match, _ = await services.matches.open(event(), adi, Invitation(DAM_8), IN_ROOM)
        hosts.add((await services.matches.join(event(), siti, match.code)).seats.index(adi.id))
    assert hosts == {0, 1}


async def test_sitting_down_on_a_side(services: Services) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    match, _ = await services.matches.open(event(), adi, Invitation(TAPAL), IN_ROOM)
    assert (await services.matches.join(event(), siti, match.code, side=1)).seats == (adi.id, siti.id)


async def test_whoever_was_invited_by_handle_is_known_when_they_turn_up(services: Services) -> None:
    adi, tom = await services.people.player(person("Adi")), await services.people.player(person("Tom"))
    published: list[str] = []
    services.changes.subscribe(published.append)
    match, _ = await services.matches.open(
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
    next_one, _ = await services.matches.open(
        event(), adi, Invitation(DAM_8, Person("web", "", "@siti", "siti")), IN_ROOM
    )
    assert next_one.invited == siti.id


async def test_inviting_each_other_begins_one_match(services: Services) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    match, view = await services.matches.open(event(), adi, Invitation(DAM_8, person("Siti")), IN_ROOM)
    begun_, here = await services.matches.open(event(), siti, Invitation(DAM_8, person("Adi"), 0), IN_ROOM)
    assert (begun_.code, begun_.status, begun_.seats) == (match.code, Status.PLAYING, (siti.id, adi.id))
    assert (here.id, here.posts) == (view.id, view.posts + 1), "the invitation's message makes room for the board"
    assert (await services.matches.open(event(), siti, Invitation(TABAL, person("Adi")), IN_ROOM))[0].code != match.code
    with pytest.raises(refusals.OwnInvitation):
        await services.matches.open(event(), adi, Invitation(DAM_8, person("Adi")), IN_ROOM)


async def test_who_wants_the_same_side_is_led_to_the_others_invitation(services: Services, clock: Clock) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    match, _ = await services.matches.open(event(), adi, Invitation(DAM_8, person("Siti"), 0), IN_ROOM)
    with pytest.raises(refusals.AlreadyInvitedYou) as caught:
        await services.matches.open(event(), siti, Invitation(DAM_8, person("Adi"), 0), IN_ROOM)
    assert caught.value.code == match.code
    clock.forward(hours=25)
    late, _ = await services.matches.open(event(), siti, Invitation(DAM_8, person("Adi"), 0), IN_ROOM)
    assert late.status is Status.INVITED, "an invitation whose time is over invites nobody"


async def test_the_same_wish_again_opens_no_second_match_as_long_as_the_first_is_not_seen(
    services: Services, clock: Clock
) -> None:
    adi = await services.people.player(person("Adi"))
    match, view = await services.matches.open(event(), adi, Invitation(DAM_8), IN_ROOM)
    clock.forward(minutes=1)
    with pytest.raises(refusals.OpenedJustNow):
        await services.matches.open(event(), adi, Invitation(DAM_8), IN_ROOM)
    await services.views.shown(view.key, "message 1")
    other, _ = await services.matches.open(event(), adi, Invitation(DAM_8), IN_ROOM)
    assert other.code != match.code


async def test_the_same_wish_twice_in_a_moment_opens_one_match(services: Services, clock: Clock) -> None:
    adi = await services.people.player(person("Adi"))
    wishes = (Invitation(DAM_8), Invitation(DAM_8, person("Siti"), 1), Invitation(TAPAL, None, 0, practice=True))
    for wish in wishes:
        match, view = await services.matches.open(event(), adi, wish, IN_ROOM)
        await services.views.shown(view.key, f"message {match.code}")
        again = event()
        with pytest.raises(refusals.OpenedJustNow) as caught:
            await services.matches.open(again, adi, wish, IN_ROOM)
        assert caught.value.code == match.code
        clock.forward(minutes=1)
        assert (await services.matches.open(again, adi, wish, IN_ROOM))[0].code == match.code, (
            "the event had its effect"
        )
        other, _ = await services.matches.open(event(), adi, wish, IN_ROOM)
        elsewhere, _ = await services.matches.open(event(), adi, wish, Venue(OTHER, "en"))
        assert len({match.code, other.code, elsewhere.code}) == 3
        for code in {match.code, other.code, elsewhere.code} if not wish.practice else ():
            await services.matches.act(event(), adi, code, lambda found, now: found.withdraw(adi.id, now))


async def test_limits(services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    codes = []
    for _ in range(5):
        match, view = await services.matches.open(event(), adi, Invitation(DAM_8), IN_ROOM)
        await services.views.shown(view.key, f"message {match.code}")
        codes.append(match.code)
        clock.forward(minutes=1)
    with pytest.raises(refusals.TooManyInvitations):
        await services.matches.open(event(), adi, Invitation(DAM_8), IN_ROOM)
    monkeypatch.setattr("bot.services.opening.LIVE_MATCHES", 3)
    for code in codes[:3]:
        await services.matches.join(event(), siti, code)
    with pytest.raises(refusals.TooManyMatches):
        await services.matches.join(event(), siti, codes[3])
    with pytest.raises(refusals.TooManyMatches):
        await services.matches.open(event(), adi, Invitation(DAM_8, None, 0, practice=True), IN_ROOM)
    with pytest.raises(refusals.TooManyMatches):
        await services.matches.open(event(), adi, Invitation(DAM_8, None, 0), IN_ROOM)
    await services.matches.act(event(), siti, codes[0], lambda match, now: match.resign(siti.id, now))
    assert (await services.matches.join(event(), siti, codes[3])).status is Status.PLAYING


async def test_urgent_matches_come_first(services: Services, clock: Clock) -> None:
    first, adi, siti, _ = await begun(services)
    clock.forward(minutes=1)
    second, *_ = await begun(services)
    clock.forward(minutes=1)
    third, _ = await services.matches.open(event(), siti, Invitation(TABAL), IN_ROOM)
    assert [found.code for found in await services.matches.of_player(adi.id)] == [first.code, second.code]
    await play(services, first, adi, siti)
    assert [found.code for found in await services.matches.of_player(adi.id)] == [second.code, first.code]
    assert [found.code for found in await services.matches.of_player(siti.id)] == [first.code, second.code, third.code]
    await services.matches.act(event(), siti, first.code, lambda match, now: match.resign(siti.id, now))
    assert [found.code for found in await services.matches.of_player(adi.id)] == [second.code]
    assert [found.code for found in await services.matches.of_player(adi.id, live=False)] == [first.code]


@pytest.mark.parametrize("name", ["tabal", "tabal-gj", "tapal", "dam", "dam-8", "international-draughts"])
async def test_a_whole_match_is_stored_and_read_back(
    services: Services, database: Database, clock: Clock, name: str
) -> None:
    match, adi, siti, _ = await begun(services, find_ruleset(name))
    chance = random.Random(name)
    while match.status is Status.PLAYING and match.game.ply < 120:
        match = await play(services, match, adi, siti, choice=chance.randrange(99))
    if match.status is Status.PLAYING:
        match = await services.matches.act(event(), adi, match.code, lambda now_, at: now_.offer_draw(adi.id, at))
        match = await services.matches.act(
            event(), siti, match.code, lambda now_, at: now_.answer_draw(siti.id, True, at)
        )
    assert match.game.outcome
    assert await Services.over(database, clock, Random(1)).matches.get(match.code) == match
    assert await check(database) == []


async def test_going_back_is_stored(services: Services, database: Database, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services)
    match = await play(services, match, adi, siti, moves=4)
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.ask_takeback(adi.id, at))
    match = await services.matches.act(
        event(), siti, match.code, lambda now_, at: now_.answer_takeback(siti.id, True, at)
    )
    match = await play(services, match, adi, siti, choice=5)
    assert match.game.ply == 3
    assert await Services.over(database, clock, Random(1)).matches.get(match.code) == match
    assert await check(database) == []


async def test_fifty_racers_for_one_ply(services: Services, database: Database) -> None:
    match, adi, _, _ = await begun(services)
    moves = match.game.legal_moves
    results = await asyncio.gather(
        *(services.matches.act(event(), adi, match.code, moving(adi, moves[n % len(moves)], 0)) for n in range(50)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Match) for result in results) == 1
    assert sum(isinstance(result, refusals.StaleBoard) for result in results) == 49
    assert (await services.matches.get(match.code)).game.ply == 1
    assert await check(database) == []


async def test_fifty_times_the_same_event(services: Services) -> None:
    match, adi, siti, _ = await begun(services)
    once = event()
    action = moving(adi, match.game.legal_moves[0])
    results = await asyncio.gather(*(services.matches.act(once, adi, match.code, action) for _ in range(50)))
    assert {result.version for result in results} == {match.version + 1}
    await play(services, results[0], adi, siti)
    late = await services.matches.act(once, adi, match.code, action)
    assert late.game.ply == 2


async def test_an_event_opens_joins_and_rematches_once(services: Services) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    once = event()
    made = await asyncio.gather(
        *(services.matches.open(once, adi, Invitation(DAM_8, person("Siti"), 0), IN_ROOM) for _ in range(10))
    )
    assert len({(match.code, view.id) for match, view in made}) == 1
    code, once = made[0][0].code, event()
    joined = await asyncio.gather(*(services.matches.join(once, siti, code) for _ in range(10)))
    assert {match.version for match in joined} == {2}
    await services.matches.act(event(), adi, code, lambda match, now: match.resign(adi.id, now))
    await services.matches.rematch(event(), adi, code, ROOM)
    once = event()
    again = await asyncio.gather(*(services.matches.rematch(once, siti, code, ROOM) for _ in range(10)))
    assert len({match.code for match in again} - {code}) == 1


async def test_a_refused_event_may_come_again(services: Services) -> None:
    match, adi, siti, _ = await begun(services)
    once = event()
    move = match.game.legal_moves[0]
    with pytest.raises(refusals.NotYourTurn):
        await services.matches.act(once, siti, match.code, moving(siti, move))
    match = await play(services, match, adi, siti)
    assert (await services.matches.act(once, siti, match.code, moving(siti, match.game.legal_moves[0]))).game.ply == 2


async def test_a_rematch_needs_both_and_swaps_sides(services: Services) -> None:
    match, adi, siti, _ = await begun(services)
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
    asked = await services.matches.rematch(event(), adi, match.code, ROOM)
    assert (asked.code, asked.rematch_by) == (match.code, adi.id)
    assert (await services.matches.rematch(event(), adi, match.code, ROOM)).code == match.code
    published: list[str] = []
    services.changes.subscribe(published.append)
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

    async def test_a_private_match_is_not_shown_to_others(self, services: Services) -> None:
        match, adi, _, _ = await begun(services, place=Place("telegram", "77", private=True))
        with pytest.raises(refusals.StaysPrivate):
            await services.views.repost(match.code, Venue(OTHER, "en"), adi)
        await services.views.repost(match.code, Venue(Place("telegram", "78", private=True), "en"), adi)


async def test_practice(services: Services) -> None:
    adi = await services.people.player(person("Adi"))
    match, _ = await services.matches.open(event(), adi, Invitation(TAPAL, None, 0, practice=True), IN_ROOM)
    match = await play(services, match, adi, moves=6)
    assert match.game.ply == 6
    over = await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at, side=0))
    again = await services.matches.rematch(event(), adi, over.code, ROOM)
    assert again.practice
    assert again.code != over.code


async def test_invitations_expire(services: Services, clock: Clock) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    match, _ = await services.matches.open(event(), adi, Invitation(DAM_8), IN_ROOM)
    kept, *_ = await begun(services)
    clock.forward(hours=23)
    await services.matches.expire_due()
    assert (await services.matches.get(match.code)).status is Status.INVITED
    clock.forward(hours=1)
    with pytest.raises(refusals.MatchOver):
        await services.matches.join(event(), siti, match.code)
    await services.matches.expire_due()
    assert (await services.matches.get(match.code)).status is Status.EXPIRED
    assert (await services.matches.get(kept.code)).status is Status.PLAYING


async def test_old_events_are_forgotten_in_time(services: Services, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services)
    once = event()
    match = await services.matches.act(once, adi, match.code, moving(adi, match.game.legal_moves[0]))
    clock.forward(days=29)
    await services.requests.forget_old()
    match = await play(services, match, siti)
    assert (await services.matches.act(once, adi, match.code, moving(adi, match.game.legal_moves[0]))).game.ply == 2


async def test_thousands_of_cancelled_calls_leave_everything_whole(
    services: Services, database: Database, clock: Clock
) -> None:
    table = [await begun(services) for _ in range(4)]
    chance = random.Random(3)

    async def plies() -> list[int]:
        return [(await services.matches.get(match.code)).game.ply for match, *_ in table]

    async def one(number: int) -> None:
        match, adi, siti, _ = table[number % 4]
        match = await services.matches.get(match.code)
        mover = adi if match.game.turn == 0 else siti
        move = match.game.legal_moves[number % len(match.game.legal_moves)]
        await services.matches.act(event(), mover, match.code, moving(mover, move, match.game.ply))

    for _ in range(40):
        tasks = [asyncio.create_task(one(number)) for number in range(50)]
        for task in tasks:
            asyncio.get_running_loop().call_later(chance.uniform(0, 0.05), task.cancel)
        await asyncio.gather(*tasks, return_exceptions=True)
    before, after = [-1], await plies()
    while before != after:  # what was cancelled is still being finished, with nobody waiting for it
        await asyncio.sleep(0.2)
        before, after = after, await plies()
    for match, adi, siti, _ in table:
        now = await services.matches.get(match.code)
        assert (await play(services, now, adi, siti)).game.ply == now.game.ply + 1
        assert await Services.over(database, clock, Random(1)).matches.get(match.code) == await services.matches.get(
            match.code
        )
    assert await check(database) == []


async def test_the_inbox_keeps_updates_until_they_are_worked_off(database: Database, clock: Clock) -> None:
    inbox = Inbox(database, "telegram", clock)
    assert await inbox.offset() is None
    await inbox.receive({11: "a", 12: "b"})
    await inbox.receive({12: "other", 13: "c"})
    await inbox.receive({})
    assert await inbox.offset() == 14
    assert [(update.number, update.payload) for update in await inbox.waiting()] == [(11, "a"), (12, "b"), (13, "c")]
    await inbox.done(12)
    assert [update.number for update in await inbox.waiting()] == [11, 13]
    await inbox.receive({9: "late", 12: "again"})
    assert await inbox.offset() == 14
    assert [update.number for update in await inbox.waiting()] == [9, 11, 13]
    assert await Inbox(database, "elsewhere", clock).waiting() == []

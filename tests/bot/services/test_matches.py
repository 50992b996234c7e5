"""What people can ask for, on a real database: whole transactions, each event once, one move a ply."""

import asyncio
import random
import re
from random import Random

import pytest

from bot.matches import refusals
from bot.matches.match import Match
from bot.matches.people import Person, Place
from bot.matches.status import Status
from bot.services.integrity import check
from bot.services.matches import CODE_LETTERS, MatchService
from bot.store import Database, Inbox
from engine.games import find_ruleset
from tests.bot.kit import DAM_8, ROOM, TABAL, TAPAL, Clock, begun, event, moving, person, play

OTHER = Place("telegram", "-1001")


async def test_a_person_is_one_player_and_the_name_is_kept_up(service: MatchService) -> None:
    first = await service.player(Person("discord", "17", "Adi", "adi_x", "ms-MY"))
    again = await service.player(Person("discord", "17", "Adi Putra", "Adi_X"))
    assert again.id == first.id
    assert (again.name, again.handle, again.locale) == ("Adi Putra", "adi_x", "ms-MY")
    elsewhere = await service.player(Person("telegram", "17", "Adi"))
    assert elsewhere.id != first.id
    with pytest.raises(ValueError, match="account"):
        await service.player(Person("telegram", "", "", "adi"))


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
async def test_names_are_cleaned(service: MatchService, given: str, kept: str) -> None:
    assert (await service.player(Person("web", "1", given))).name == kept


async def test_settings_belong_to_the_player(service: MatchService) -> None:
    adi = await service.player(person("Adi"))
    assert (adi.language, adi.theme, adi.view) == (None, None, None)
    changed = await service.settings(adi.id, language="ms", view="mine")
    assert (changed.language, changed.theme, changed.view) == ("ms", None, "mine")
    assert await service.player(person("Adi")) == changed
    with pytest.raises(KeyError):
        await service.settings(adi.id, id="somebody else")


async def test_an_invitation_and_what_becomes_of_it(service: MatchService) -> None:
    adi, siti = await service.player(person("Adi")), await service.player(person("Siti"))
    match, view = await service.open(event(), adi, TABAL, None, None, ROOM, "ms")
    assert re.fullmatch(f"[{CODE_LETTERS}]{{4}}", match.code)
    assert (view.match, view.place, view.language, view.message) == (match.code, ROOM, "ms", None)
    assert await service.names(match) == ("", "")
    joined = await service.join(event(), siti, match.code)
    assert set(joined.seats) == {adi.id, siti.id}
    assert set(await service.names(joined)) == {"Adi", "Siti"}
    assert await service.match(match.code) == joined
    assert await service.codes_in(ROOM) == {joined.code}
    assert await service.codes_in(OTHER) == set()
    with pytest.raises(refusals.UnknownMatch):
        await service.match("NONE")
    with pytest.raises(refusals.UnknownMatch):
        await service.join(event(), siti, "NONE")


async def test_the_coin_falls_on_both_sides(service: MatchService) -> None:
    adi, siti = await service.player(person("Adi")), await service.player(person("Siti"))
    hosts = set()
    for _ in range(12):
        match, _ = await service.open(event(), adi, DAM_8, None, None, ROOM, "en")
        hosts.add((await service.join(event(), siti, match.code)).seats.index(adi.id))
    assert hosts == {0, 1}


async def test_sitting_down_on_a_side(service: MatchService) -> None:
    adi, siti = await service.player(person("Adi")), await service.player(person("Siti"))
    match, _ = await service.open(event(), adi, TAPAL, None, None, ROOM, "en")
    assert (await service.join(event(), siti, match.code, side=1)).seats == (adi.id, siti.id)


async def test_whoever_was_invited_by_handle_is_known_when_they_turn_up(service: MatchService) -> None:
    adi, tom = await service.player(person("Adi")), await service.player(person("Tom"))
    published: list[str] = []
    service.changes.subscribe(published.append)
    match, _ = await service.open(event(), adi, DAM_8, Person("web", "", "@Siti", "@Siti"), None, ROOM, "en")
    assert match.invited_handle == ("web", "siti")
    with pytest.raises(refusals.NotForYou):
        await service.join(event(), tom, match.code)
    other = await service.player(Person("telegram", "5", "Siti", "siti"))
    with pytest.raises(refusals.NotForYou):
        await service.join(event(), other, match.code)
    siti = await service.player(person("Siti", handle="Siti"))
    assert published[-1] == match.code
    assert [found.code for found in await service.matches_of(siti.id)] == [match.code]
    assert siti.id in (await service.join(event(), siti, match.code)).seats
    # Known now, so the next invitation by handle is addressed at once.
    next_one, _ = await service.open(event(), adi, DAM_8, Person("web", "", "@siti", "siti"), None, ROOM, "en")
    assert next_one.invited == siti.id


async def test_inviting_each_other_meets(service: MatchService) -> None:
    adi, siti = await service.player(person("Adi")), await service.player(person("Siti"))
    match, _ = await service.open(event(), adi, DAM_8, person("Siti"), None, ROOM, "en")
    with pytest.raises(refusals.AlreadyInvitedYou) as caught:
        await service.open(event(), siti, DAM_8, person("Adi"), None, ROOM, "en")
    assert caught.value.code == match.code
    await service.open(event(), siti, TABAL, person("Adi"), None, ROOM, "en")
    with pytest.raises(refusals.OwnInvitation):
        await service.open(event(), adi, DAM_8, person("Adi"), None, ROOM, "en")


async def test_limits(service: MatchService, monkeypatch: pytest.MonkeyPatch) -> None:
    adi, siti = await service.player(person("Adi")), await service.player(person("Siti"))
    codes = [(await service.open(event(), adi, DAM_8, None, None, ROOM, "en"))[0].code for _ in range(5)]
    with pytest.raises(refusals.TooManyInvitations):
        await service.open(event(), adi, DAM_8, None, None, ROOM, "en")
    monkeypatch.setattr("bot.services.matches.LIVE_MATCHES", 3)
    for code in codes[:3]:
        await service.join(event(), siti, code)
    with pytest.raises(refusals.TooManyMatches):
        await service.join(event(), siti, codes[3])
    with pytest.raises(refusals.TooManyMatches):
        await service.open(event(), adi, DAM_8, None, 0, ROOM, "en", practice=True)
    with pytest.raises(refusals.TooManyMatches):
        await service.open(event(), adi, DAM_8, None, 0, ROOM, "en")
    await service.act(event(), siti, codes[0], lambda match, now: match.resign(siti.id, now))
    assert (await service.join(event(), siti, codes[3])).status is Status.PLAYING


async def test_urgent_matches_come_first(service: MatchService, clock: Clock) -> None:
    first, adi, siti, _ = await begun(service)
    clock.forward(minutes=1)
    second, *_ = await begun(service)
    clock.forward(minutes=1)
    third, _ = await service.open(event(), siti, TABAL, None, None, ROOM, "en")
    assert [found.code for found in await service.matches_of(adi.id)] == [first.code, second.code]
    await play(service, first, adi, siti)
    assert [found.code for found in await service.matches_of(adi.id)] == [second.code, first.code]
    assert [found.code for found in await service.matches_of(siti.id)] == [first.code, second.code, third.code]
    await service.act(event(), siti, first.code, lambda match, now: match.resign(siti.id, now))
    assert [found.code for found in await service.matches_of(adi.id)] == [second.code]
    assert [found.code for found in await service.matches_of(adi.id, live=False)] == [first.code]


@pytest.mark.parametrize("name", ["tabal", "tabal-gj", "tapal", "dam", "dam-8", "international-draughts"])
async def test_a_whole_match_is_stored_and_read_back(
    service: MatchService, database: Database, clock: Clock, name: str
) -> None:
    match, adi, siti, _ = await begun(service, find_ruleset(name))
    chance = random.Random(name)
    while match.status is Status.PLAYING and match.game.ply < 120:
        match = await play(service, match, adi, siti, choice=chance.randrange(99))
    if match.status is Status.PLAYING:
        match = await service.act(event(), adi, match.code, lambda now_, at: now_.offer_draw(adi.id, at))
        match = await service.act(event(), siti, match.code, lambda now_, at: now_.answer_draw(siti.id, True, at))
    assert match.game.outcome
    assert await MatchService(database, clock, Random(1)).match(match.code) == match
    assert await check(database) == []


async def test_going_back_is_stored(service: MatchService, database: Database, clock: Clock) -> None:
    match, adi, siti, _ = await begun(service)
    match = await play(service, match, adi, siti, moves=4)
    await service.act(event(), adi, match.code, lambda now_, at: now_.ask_takeback(adi.id, at))
    match = await service.act(event(), siti, match.code, lambda now_, at: now_.answer_takeback(siti.id, True, at))
    match = await play(service, match, adi, siti, choice=5)
    assert match.game.ply == 3
    assert await MatchService(database, clock, Random(1)).match(match.code) == match
    assert await check(database) == []


async def test_fifty_racers_for_one_ply(service: MatchService, database: Database) -> None:
    match, adi, _, _ = await begun(service)
    moves = match.game.legal_moves
    results = await asyncio.gather(
        *(service.act(event(), adi, match.code, moving(adi, moves[n % len(moves)], 0)) for n in range(50)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Match) for result in results) == 1
    assert sum(isinstance(result, refusals.StaleBoard) for result in results) == 49
    assert (await service.match(match.code)).game.ply == 1
    assert await check(database) == []


async def test_fifty_times_the_same_event(service: MatchService) -> None:
    match, adi, siti, _ = await begun(service)
    once = event()
    action = moving(adi, match.game.legal_moves[0])
    results = await asyncio.gather(*(service.act(once, adi, match.code, action) for _ in range(50)))
    assert {result.version for result in results} == {match.version + 1}
    await play(service, results[0], adi, siti)
    late = await service.act(once, adi, match.code, action)
    assert late.game.ply == 2


async def test_an_event_opens_joins_and_rematches_once(service: MatchService) -> None:
    adi, siti = await service.player(person("Adi")), await service.player(person("Siti"))
    once = event()
    made = await asyncio.gather(*(service.open(once, adi, DAM_8, person("Siti"), 0, ROOM, "en") for _ in range(10)))
    assert len({(match.code, view.id) for match, view in made}) == 1
    code, once = made[0][0].code, event()
    joined = await asyncio.gather(*(service.join(once, siti, code) for _ in range(10)))
    assert {match.version for match in joined} == {2}
    await service.act(event(), adi, code, lambda match, now: match.resign(adi.id, now))
    await service.rematch(event(), adi, code, ROOM)
    once = event()
    again = await asyncio.gather(*(service.rematch(once, siti, code, ROOM) for _ in range(10)))
    assert len({match.code for match in again} - {code}) == 1


async def test_a_refused_event_may_come_again(service: MatchService) -> None:
    match, adi, siti, _ = await begun(service)
    once = event()
    move = match.game.legal_moves[0]
    with pytest.raises(refusals.NotYourTurn):
        await service.act(once, siti, match.code, moving(siti, move))
    match = await play(service, match, adi, siti)
    assert (await service.act(once, siti, match.code, moving(siti, match.game.legal_moves[0]))).game.ply == 2


async def test_a_rematch_needs_both_swaps_sides_and_stays_in_its_places(service: MatchService) -> None:
    match, adi, siti, _ = await begun(service)
    await service.add_view(match.code, OTHER, "id", siti)
    await service.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
    asked = await service.rematch(event(), adi, match.code, ROOM)
    assert (asked.code, asked.rematch_by) == (match.code, adi.id)
    assert (await service.rematch(event(), adi, match.code, ROOM)).code == match.code
    published: list[str] = []
    service.changes.subscribe(published.append)
    again = await service.rematch(event(), siti, match.code, ROOM)
    assert published == [again.code]
    assert (again.seats, again.status, again.rematch_of) == ((siti.id, adi.id), Status.PLAYING, match.code)
    views = {view.place: view for view in await service.views_of(again.code)}
    assert set(views) == {ROOM, OTHER}
    assert (views[OTHER].language, views[OTHER].perspective) == ("id", siti.id)
    assert {view.id for view in await service.behind(["web", "telegram"])} >= {view.id for view in views.values()}
    assert (await service.rematch(event(), adi, match.code, ROOM)).code == again.code


async def test_practice(service: MatchService) -> None:
    adi = await service.player(person("Adi"))
    match, _ = await service.open(event(), adi, TAPAL, None, 0, ROOM, "en", practice=True)
    match = await play(service, match, adi, moves=6)
    assert match.game.ply == 6
    over = await service.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at, side=0))
    again = await service.rematch(event(), adi, over.code, ROOM)
    assert again.practice
    assert again.code != over.code


async def test_invitations_expire(service: MatchService, clock: Clock) -> None:
    adi, siti = await service.player(person("Adi")), await service.player(person("Siti"))
    match, _ = await service.open(event(), adi, DAM_8, None, None, ROOM, "en")
    kept, *_ = await begun(service)
    clock.forward(hours=23)
    await service.expire_due()
    assert (await service.match(match.code)).status is Status.INVITED
    clock.forward(hours=1)
    with pytest.raises(refusals.MatchOver):
        await service.join(event(), siti, match.code)
    await service.expire_due()
    assert (await service.match(match.code)).status is Status.EXPIRED
    assert (await service.match(kept.code)).status is Status.PLAYING


async def test_old_events_are_forgotten_in_time(service: MatchService, clock: Clock) -> None:
    match, adi, siti, _ = await begun(service)
    once = event()
    match = await service.act(once, adi, match.code, moving(adi, match.game.legal_moves[0]))
    clock.forward(days=29)
    await service.forget_events()
    match = await play(service, match, siti)
    assert (await service.act(once, adi, match.code, moving(adi, match.game.legal_moves[0]))).game.ply == 2


async def test_thousands_of_cancelled_calls_leave_everything_whole(
    service: MatchService, database: Database, clock: Clock
) -> None:
    table = [await begun(service) for _ in range(4)]
    chance = random.Random(3)

    async def plies() -> list[int]:
        return [(await service.match(match.code)).game.ply for match, *_ in table]

    async def one(number: int) -> None:
        match, adi, siti, _ = table[number % 4]
        match = await service.match(match.code)
        mover = adi if match.game.turn == 0 else siti
        move = match.game.legal_moves[number % len(match.game.legal_moves)]
        await service.act(event(), mover, match.code, moving(mover, move, match.game.ply))

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
        now = await service.match(match.code)
        assert (await play(service, now, adi, siti)).game.ply == now.game.ply + 1
        assert await MatchService(database, clock, Random(1)).match(match.code) == await service.match(match.code)
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

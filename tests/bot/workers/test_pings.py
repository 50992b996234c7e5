"""The player to move is pinged once, beside the right board, and the ping is deleted when it is no longer true."""

import asyncio

import pytest

from bot.chat import SCREENS, BoardMessage, Later, Ping, Unreachable
from bot.foundation.shared_work import SingleProcess
from bot.foundation.single_flight import SingleFlight
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.services.services import Services
from bot.store import MatchSnapshot
from bot.workers.gateways import AT_ONCE, Gateways
from bot.workers.views.leftovers import Leftovers
from bot.workers.views.view_tasks import ViewTask
from loopback.waiting import until
from tests.bot.fake_platform import FakePlatform, begun_on, reconciling, shown
from tests.bot.kit import DAM_8, IN_ROOM, Clock, begun, event, person, play


async def test_whoever_is_to_move_is_called_once(services: Services, platform: FakePlatform) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"])  # Siti has just accepted
        match = await play(services, match, adi, siti)
        await until(lambda: platform.called == ["Siti"])
        match = await play(services, match, adi, siti)
        await until(lambda: platform.called == ["Adi"])
        await services.matches.act(event(), adi, match.code, lambda now_, at: now_.offer_draw(adi.id, at))
        await until(lambda: platform.called == ["Siti"])
        await services.matches.act(event(), siti, match.code, lambda now_, at: now_.answer_draw(siti.id, True, at))
        await until(lambda: [*platform.pings.values()] == [("Adi", f"draw agreed {match.code} 2")])
        await shown(services, match.code)
    assert platform.done.count("ping") == 5
    # A restart calls nobody a second time.
    async with reconciling(services, platform):
        await asyncio.sleep(0.1)
    assert platform.done.count("ping") == 5


async def test_nobody_is_forgotten_while_another_is_called(services: Services, platform: FakePlatform) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    calling, go_on, called = asyncio.Event(), asyncio.Event(), []

    async def slow(place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        calling.set()
        await go_on.wait()
        called.append(person.name)
        return ""

    platform.ping = slow  # type: ignore[method-assign]
    async with reconciling(services, platform):
        await calling.wait()
        match = await play(services, match, adi, siti)
        await shown(services, match.code)
        go_on.set()
        await until(lambda: called == ["Adi", "Siti"])


async def test_an_invited_person_is_called_and_a_missed_call_is_made_up_for(
    services: Services, platform: FakePlatform
) -> None:
    adi = await services.people.player(person("Adi"))
    match, view = await services.opening.open(event(), adi, Invitation(DAM_8, person("Siti")), IN_ROOM)
    await services.views.shown(view.key, "first")
    platform.failures = [Later(0.05, "429")]
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Siti"])
    assert platform.pings.popitem()[1] == ("Siti", f"invited {match.code} 0")


async def test_people_are_called_beside_their_own_board(services: Services, platform: FakePlatform) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    hers, his = Place("web", "siti", private=True), Place("web", "adi", private=True)
    match, view = await services.opening.open(event(), adi, Invitation(DAM_8, person("Siti"), 0), Venue(his, "en"))
    await services.views.shown(view.key, "his")
    match = await services.matches.join(event(), siti, match.code)
    own = await services.views.add(match.code, Venue(hers, "en"), siti)
    await services.views.shown(own.key, "hers")
    platform.shown = {"his": BoardMessage(), "hers": BoardMessage()}
    beside: list[str] = []
    platform.ping = lambda place, message, person, ping, key: _note(beside, f"{person.name} {message}")  # type: ignore[method-assign]
    async with reconciling(services, platform):
        await until(lambda: beside == ["Adi his"])
        await play(services, match, adi, siti)
        await until(lambda: beside == ["Adi his", "Siti hers"])


async def test_a_shown_copy_calls_nobody_and_is_not_posted_again_where_it_was_deleted(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, view = await begun_on(platform, services, "home")
    beside: list[str] = []
    platform.ping = lambda place, message, person, ping, key: _note(beside, f"{person.name} {message}")  # type: ignore[method-assign]
    for player, chat in ((adi, "his"), (siti, "hers")):
        clock.forward(minutes=1)
        copy = await services.views.repost(match.code, Venue(Place("web", chat), "en"), player)
        await services.views.shown(copy.key, chat)
        platform.shown[chat] = BoardMessage()
    clock.forward(minutes=1)
    home = await services.views.repost(match.code, IN_ROOM, adi)
    await services.views.shown(home.key, "home again")
    platform.shown["home again"] = BoardMessage()
    platform.said["his"] = SCREENS
    async with reconciling(services, platform):
        await until(lambda: beside == ["Adi home again"])
        match = await play(services, match, adi, siti)
        await until(lambda: len(beside) == 2)
        assert {platform.shown[copy].text for copy in ("his", "hers")} == {f"{match.code} 1"}, "kept up to date"
        del platform.shown["his"], platform.shown["hers"]
        match = await play(services, match, adi, siti)
        await until(lambda: len(beside) == 3)
        await shown(services, match.code)
        await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
        await until(lambda: len(beside) == 4)
        await shown(services, match.code)
    assert {line.partition(" ")[2] for line in beside} == {"home again"}, "calls and the result"
    assert [*platform.shown] == ["home again"]
    assert "post" not in platform.done
    (now,) = await services.views.of_match(match.code)
    assert now.id == view.id


async def _note(notes: list[str], note: str) -> str:
    notes.append(note)
    return ""


async def test_who_is_not_reached_in_private_is_called_where_others_read(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, view = await begun(services)
    await services.views.shown(view.key, "room")
    own = await services.views.add(match.code, Venue(Place("web", "siti", private=True), "en"), siti)
    await services.views.shown(own.key, "hers")
    platform.shown = {"room": BoardMessage(), "hers": BoardMessage()}
    edit, troubles = platform.edit, iter([ConnectionError("lost"), Unreachable()])

    async def unreached(place: Place, message: str, board: BoardMessage) -> None:
        if message == "hers":
            raise next(troubles)
        await edit(place, message, board)

    platform.edit = unreached  # type: ignore[method-assign]
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"])
        match = await play(services, match, adi, siti)
        # While her own board is waited for, the old call goes.
        await until(lambda: platform.called == [])

        def called_later() -> bool:
            clock.forward(seconds=5)
            services.news.matches.publish(match.code)
            return sorted(platform.called) == ["Adi", "Siti"]  # he is told that she cannot be reached in private

        await until(called_later)


async def test_an_invitation_in_a_private_chat_is_one_message(services: Services, platform: FakePlatform) -> None:
    adi, siti = [await services.people.player(person(name)) for name in ("Adi", "Siti")]
    home = [Place("web", f"@{name}", private=True) for name in ("adi", "siti")]
    match, view = await services.opening.open(event(), adi, Invitation(DAM_8, person("Siti")), Venue(home[0], "en"))
    theirs = await services.views.add(match.code, Venue(home[1], "en"), siti)
    for each in (view, theirs):
        await services.views.shown(each.key, each.id)
    async with reconciling(services, platform):
        await shown(services, match.code)
        await services.matches.join(event(), siti, match.code)
        await until(lambda: platform.called == ["Adi"])
    assert platform.done.count("ping") == 1, "the board in Siti's private chat is the invitation"


async def test_what_was_read_before_a_message_went_does_not_take_it_away_again(
    services: Services, platform: FakePlatform
) -> None:
    _, _, _, view = await begun_on(platform, services, "first")
    tasks: SingleFlight[ViewTask] = SingleFlight(lambda _: None, "failed")
    leftovers = Leftovers(services, Gateways({view.place.platform: platform}, SingleProcess()), tasks)
    for _ in range(2):
        leftovers.delete(view, "old")
        await until(lambda: not tasks.running)
    leftovers.delete(view, "older")
    await until(lambda: not tasks.running)
    assert platform.done.count("delete") == 2


async def test_where_many_move_at_once_boards_come_first_and_nobody_is_forgotten(
    services: Services, platform: FakePlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workers.views.view_reconciler.BOARDS_FIRST", 0.2)
    many = 2 * AT_ONCE + 2
    matches = [await begun_on(platform, services, f"board {number}") for number in range(many)]
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"] * many)
        await asyncio.gather(*(shown(services, match.code) for match, *_ in matches))
        before = len(platform.done)
        platform.open.clear()
        for match, adi, siti, _ in matches:
            await play(services, match, adi, siti)
        await until(lambda: platform.under_way == AT_ONCE)
        platform.open.set()
        await until(lambda: platform.called == ["Siti"] * many)
    done = platform.done[before:]
    assert done[: done.index("ping")].count("edit") >= many - AT_ONCE


async def test_a_call_that_was_noted_while_its_match_was_read_is_taken_away_too(
    services: Services, platform: FakePlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workers.views.view_reconciler.SWEEP_EVERY", 3600.0)
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    match, view = await services.opening.open(event(), adi, Invitation(DAM_8, person("Siti"), 0), IN_ROOM)
    await services.views.shown(view.key, "first")
    platform.shown["first"] = BoardMessage()
    calling, go_on, noted = asyncio.Event(), asyncio.Event(), asyncio.Event()
    ping, told, snapshots = platform.ping, services.views.told, services.views.snapshots

    async def slow(place: Place, message: str, person: Person, what: Ping, key: str) -> str:
        calling.set()
        await go_on.wait()
        return await ping(place, message, person, what, key)

    async def noting(*given: object, **named: object) -> None:
        await told(*given, **named)  # type: ignore[arg-type]
        noted.set()

    async def read_before(codes: list[str]) -> list[MatchSnapshot]:
        found = await snapshots(codes)
        if calling.is_set() and not noted.is_set():
            go_on.set()
            await noted.wait()
        return found

    monkeypatch.setattr(platform, "ping", slow)
    monkeypatch.setattr(services.views, "told", noting)
    monkeypatch.setattr(services.views, "snapshots", read_before)
    async with reconciling(services, platform):
        await calling.wait()
        await services.matches.join(event(), siti, match.code)
        await until(lambda: platform.called == ["Adi"])

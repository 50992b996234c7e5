"""News of a match is told once: when its player is awake and here, and about what is then true."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.chat import BoardMessage, Later, Ping, Unreachable
from bot.foundation.shared_work import SingleProcess
from bot.foundation.single_flight import SingleFlight
from bot.matches.clock import Halt
from bot.matches.identity import Person, Place
from bot.matches.invitation import Invitation, Venue
from bot.matches.match import Match
from bot.matches.notices import Notice
from bot.matches.pace import Pace
from bot.matches.terms import Terms
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.store import MatchSnapshot, View
from bot.workers.gateways import Gateways
from bot.workers.views import pings, view_reconciler
from bot.workers.views.reachability import ReachabilityNotices
from bot.workers.views.view_tasks import ViewTask
from loopback.waiting import eventually, until
from tests.bot.fake_platform import FakePlatform, begun_on, compose_notice, reconciling, shown
from tests.bot.kit import DAM_8, IN_ROOM, Clock, begun, event, person, play


async def night_of(services: Services, player: Player, clock: Clock, begins_in: int = 0) -> None:
    """A player's quiet hours begin in so many hours, and last for eight."""
    now = clock() + timedelta(hours=begins_in)
    begin = now.hour * 60 + now.minute
    await services.people.change_settings(player.id, zone="UTC", quiet=f"{begin} {(begin + 480) % 1440}")


async def nothing_told(services: Services, match: Match, platform: FakePlatform, pings: int) -> None:
    """The board is shown, and nobody has been told anything by it."""
    services.news.matches.publish(match.code)
    await shown(services, match.code)
    assert platform.done.count("ping") == pings


async def until_put_off(services: Services, clock: Clock) -> None:
    """Wait until no sweep finds anything to do."""
    await eventually(
        lambda: services.views.unfinished(clock() + timedelta(days=1), lambda *_: True), lambda left: not left
    )


async def test_nobody_is_called_at_night_and_everybody_once_in_the_morning(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "board")
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"])
        await night_of(services, siti, clock)
        match = await play(services, match, adi, siti)
        await until(lambda: platform.called == [])
        await nothing_told(services, match, platform, 1)
    clock.forward(hours=7, minutes=59)
    async with reconciling(services, platform):
        await nothing_told(services, match, platform, 1)
    clock.forward(minutes=1)
    for _ in range(2):  # a restart tells nothing again
        async with reconciling(services, platform):
            await until(lambda: platform.called == ["Siti"])
            await nothing_told(services, match, platform, 2)


async def test_in_the_morning_only_what_is_still_true_is_told(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "board")
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"])
        await night_of(services, siti, clock)
        match = await play(services, match, adi, siti)
        await until(lambda: platform.called == [])
        await services.matches.act(event(), adi, match.code, lambda now_, at: now_.undo(adi.id, at))
        await shown(services, match.code)
    clock.forward(hours=8)
    async with reconciling(services, platform):
        services.news.matches.publish(match.code)
        await until_put_off(services, clock)
        assert platform.done.count("ping") == 1


async def test_who_is_away_is_told_when_they_are_back(services: Services, platform: FakePlatform, clock: Clock) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "board")
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"])
        await services.time.go_away(siti.id, clock() + timedelta(days=3))
        match = await play(services, match, adi, siti)
        await until(lambda: platform.called == [])
        clock.forward(days=2, hours=23)
        await nothing_told(services, match, platform, 1)
        clock.forward(hours=1)
        services.news.matches.publish(match.code)
        await until(lambda: platform.called == ["Siti"])


@pytest.fixture
def all_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    """People of the platform of these tests may play rated."""
    monkeypatch.setattr("bot.services.standing.rating.UNPROVEN", ())


async def begun_with(terms: Terms, services: Services, platform: FakePlatform) -> tuple[Match, Player, Player]:
    """A match with a clock, whose board is shown; nobody goes away by themselves."""
    match, adi, siti, view = await begun(services, terms=terms, platform=IN_ROOM.place.platform)
    await services.views.shown(view.key, "board")
    platform.shown["board"] = BoardMessage()
    await services.people.change_settings(adi.id, auto_away="no")
    return match, adi, siti


def told(platform: FakePlatform, match: Match, *news: str) -> Callable[[], bool]:
    """Do messages stand that tell this and nothing else?"""
    return lambda: sorted(text.partition(f" {match.code}")[0] for _, text in platform.pings.values()) == [*news]


async def test_a_live_match_has_no_night(services: Services, platform: FakePlatform, clock: Clock) -> None:
    match, adi, siti = await begun_with(Terms(Pace.BLITZ), services, platform)
    for player in (siti, adi):
        await night_of(services, player, clock)
    await services.matches.act(event(), siti, match.code, lambda now_, at: now_.say_ready(siti.id, at))
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.say_ready(adi.id, at))
    match = await play(services, await services.matches.get(match.code), adi, siti)
    async with reconciling(services, platform):
        await until(told(platform, match, "moved"))
    assert platform.called == ["Siti"]


async def test_the_time_of_a_turn_is_told_and_the_newest_call_stands_while_it_lasts(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti = await begun_with(Terms(Pace.RELAXED), services, platform)

    async def after(hours: float) -> None:
        clock.forward(hours=hours)
        await services.time.tick_due()

    async with reconciling(services, platform):
        await until(told(platform, match, "accepted"))
        await after(18)
        await until(told(platform, match, "reminded"))
        await after(6 + 72 - 9)
        await until(told(platform, match, "last call"))
        assert platform.called == ["Adi"]
        await after(9)
        await until(told(platform, match, "time over", "time over"))
        assert sorted(platform.called) == ["Adi", "Siti"], "who is late is told so, and who may claim"
        match = await play(services, await services.matches.get(match.code), adi, siti)
        await until(told(platform, match, "moved"))
        assert platform.called == ["Siti"]
    assert platform.done.count("ping") == 6


@pytest.mark.usefixtures("all_proven")
async def test_both_are_told_that_the_time_has_ended_a_rated_match(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, *_ = await begun_with(Terms(Pace.RELAXED, rated=True), services, platform)
    clock.forward(hours=96 + 12)
    async with reconciling(services, platform):
        await services.time.tick_due()
        await until(told(platform, match, "lost on time", "lost on time"))
    assert sorted(platform.called) == ["Adi", "Siti"]


@pytest.mark.usefixtures("all_proven")
async def test_whoever_could_not_be_told_at_once_is_told_soon_though_the_other_was(
    services: Services, platform: FakePlatform, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_reconciler, "SWEEP_EVERY", 1000.0)
    match, *_ = await begun_with(Terms(Pace.RELAXED, rated=True), services, platform)
    clock.forward(hours=96 + 12)
    usual, asked = platform.ping, list[str]()

    async def full_at_first(place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        asked.append(person.name)
        if len(asked) == 1:
            raise Later(0.3, "429")
        return await usual(place, message, person, ping, key)

    platform.ping = full_at_first  # type: ignore[method-assign]
    async with reconciling(services, platform):
        await services.time.tick_due()
        await until(told(platform, match, "lost on time", "lost on time"))
    assert asked[0] == asked[2] != asked[1]


async def test_both_are_told_that_days_away_have_begun_by_themselves(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, _ = await begun_with(Terms(Pace.RELAXED), services, platform)
    await services.people.change_settings(adi.id, auto_away="yes")
    clock.forward(hours=96)
    async with reconciling(services, platform):
        await services.time.tick_due()
        # Who is away hears of it at once: it is what they have to know.
        await until(told(platform, match, "went away", "went away"))


async def test_both_are_told_that_a_live_match_was_not_begun(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, *_ = await begun_with(Terms(Pace.BLITZ), services, platform)
    async with reconciling(services, platform):
        await until(told(platform, match, "accepted"))
        clock.forward(minutes=10)
        await services.time.tick_due()
        await until(told(platform, match, "called off", "called off"))


async def test_where_a_player_is_told_is_their_choice_and_who_takes_no_private_words_is_told_here(
    services: Services, platform: FakePlatform
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "board")
    await services.people.change_settings(adi.id, told="silent")
    await services.people.change_settings(siti.id, told="private")
    platform.private = True
    async with reconciling(services, platform):
        match = await play(services, match, adi, siti)
        await until(lambda: platform.told_in == [("siti's own", "Siti")])
        match = await play(services, match, adi, siti)
        await nothing_told(services, match, platform, 1)
        platform.private = False
        match = await play(services, match, adi, siti)
        await until(told(platform, match, "moved"))
        match = await play(services, match, adi, siti)
        await services.tells.choose(match.code, siti.id, "both")
        platform.private = True
        match = await play(services, match, adi, siti)
        await until(lambda: platform.told_in[-2:] == [("siti's own", "Siti"), ("room", "Siti")])


async def test_who_was_told_in_private_is_not_told_there_again_because_the_chat_of_the_board_is_full(
    services: Services, platform: FakePlatform
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "board")
    await services.people.change_settings(adi.id, told="silent")
    await services.people.change_settings(siti.id, told="both")
    platform.private = True
    told_in: list[str] = []

    async def full(place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        if not place.private:
            raise Later(0.01, "429")
        told_in.append(place.chat)
        return key

    async def due() -> list[str]:
        (snapshot,) = await services.views.snapshots([match.code])
        return [each.notice.player for each in snapshot.notices if each.told is None]

    platform.ping = full  # type: ignore[method-assign]
    async with reconciling(services, platform):
        match = await play(services, match, adi, siti)
        await eventually(due, lambda players: not players)
    assert told_in == ["siti's own"]


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """People are told as much as they are outside of tests."""
    monkeypatch.setattr(pings, "MOST_LATELY", 3)
    monkeypatch.setattr(pings, "MOST_IN_AN_HOUR", 6)


@pytest.mark.usefixtures("limited")
async def test_whoever_wakes_up_to_many_matches_is_told_of_them_at_once(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    found = [await begun_on(platform, services, f"board {number}") for number in range(5)]
    (_, adi, siti, _), *_ = found
    await night_of(services, siti, clock)
    for match, *_ in found:
        await play(services, match, adi, siti)
    clock.forward(hours=8)
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Siti"])
        (text,) = [text for _, text in platform.pings.values()]
        assert text.endswith("5 together")
        for match, *_ in found:
            await nothing_told(services, match, platform, 1)


async def test_a_place_is_called_as_often_in_an_hour_as_its_hosts_want_and_the_rest_as_one(
    services: Services, platform: FakePlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pings, "LOOK_AGAIN", 0.05)
    found = [await begun_on(platform, services, f"board {number}") for number in range(8)]
    here = found[0][-1].place
    await services.communities.change(here, lambda before: replace(before, settings={"calls": "6"}))
    async with reconciling(services, platform):
        await until(lambda: len(platform.told_in) == 1)  # Adi, of all together
        for number, (match, adi, siti, _) in enumerate(found):
            await play(services, match, adi, siti)
            await until(lambda: len(platform.told_in) >= min(number + 2, 6))  # noqa: B023 - it is awaited at once
            await shown(services, match.code)
        assert len(platform.told_in) == 6
        monkeypatch.setattr(pings, "HOUR", 0.0)
        await until(lambda: len(platform.told_in) == 7)
        assert [text for _, text in platform.pings.values() if text.endswith("3 together")]


@pytest.mark.usefixtures("limited")
async def test_only_matches_in_which_somebody_is_waited_for_are_counted(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    found = [await begun_on(platform, services, f"board {number}") for number in range(6)]
    (first, adi, siti, _), *others = found
    await night_of(services, siti, clock)
    for match, *_ in others:
        await play(services, match, adi, siti)
    await services.matches.act(event(), siti, first.code, lambda now_, at: now_.offer_draw(siti.id, at))
    await services.matches.act(event(), adi, first.code, lambda now_, at: now_.answer_draw(adi.id, False, at))
    clock.forward(hours=8)
    async with reconciling(services, platform):
        await until(lambda: platform.called.count("Siti") == 2)
        texts = [text for name, text in platform.pings.values() if name == "Siti"]
        assert sum(text.endswith("5 together") for text in texts) == 1, "that it is Adi's turn still is no call"
        assert any(text.startswith("draw refused") for text in texts)


@pytest.mark.usefixtures("limited")
async def test_after_three_calls_in_ten_minutes_the_next_waits_but_no_result(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "board")

    def calls() -> int:
        return sum(name == "Siti" for _, name in platform.told_in)

    async with reconciling(services, platform):
        for _ in range(3):
            before = calls()
            match = await play(services, match, adi, siti)
            await until(lambda: calls() > before)  # noqa: B023 - it is awaited at once
            clock.forward(minutes=1)
            match = await play(services, match, adi, siti)
        match = await play(services, match, adi, siti)
        services.news.matches.publish(match.code)
        await shown(services, match.code)
        assert calls() == 3
        await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
        await until(lambda: calls() == 4)
        assert platform.pings.popitem()[1] == ("Siti", f"resigned {match.code} 7")


@pytest.mark.usefixtures("limited")
async def test_whoever_wakes_up_to_many_matches_hears_of_each_result_and_claim(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    found = [await begun_on(platform, services, f"board {number}") for number in range(6)]
    (over, adi, siti, _), *others = found
    late, *_ = await begun_with(Terms(Pace.RELAXED), services, platform)
    clock.forward(days=3, hours=23)
    await night_of(services, siti, clock)
    clock.forward(hours=1)
    await services.time.tick_due()
    for match, *_ in others:
        await play(services, match, adi, siti)
    await services.matches.act(event(), adi, over.code, lambda now_, at: now_.resign(adi.id, at))
    clock.forward(hours=7)
    async with reconciling(services, platform):
        await until(lambda: platform.called.count("Siti") == 3)
        texts = [text for name, text in platform.pings.values() if name == "Siti"]
        assert sorted(text.partition(" ")[0] for text in texts) == ["moved", "resigned", "time"]
        assert f"resigned {over.code} 0" in texts
        assert f"time over {late.code} 0" in texts
        assert any(text.endswith("5 together") for text in texts)


@pytest.fixture
def full(platform: FakePlatform, monkeypatch: pytest.MonkeyPatch) -> FakePlatform:
    """The boards of a chat use up its limit: nothing is left beside them."""
    monkeypatch.setattr(platform, "wait", lambda place, spare=0, turn="": 60.0 if spare else 0.0)
    return platform


async def test_in_a_full_chat_a_call_comes_after_the_boards_and_is_not_put_off_for_ever(
    services: Services, full: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, _ = await begun_on(full, services, "board")
    match = await play(services, match, adi, siti)
    async with reconciling(services, full):
        await until(lambda: "edit" in full.done)
        clock.now += pings.LATE - timedelta(seconds=1)
        await nothing_told(services, match, full, 0)
        clock.forward(seconds=1)
        services.news.matches.publish(match.code)
        await until(lambda: full.called == ["Siti"])


async def test_in_a_full_chat_a_result_is_told_at_once(services: Services, full: FakePlatform) -> None:
    match, adi, *_ = await begun_on(full, services, "board")
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
    async with reconciling(services, full):
        await until(lambda: full.called == ["Siti"])


@pytest.mark.usefixtures("limited")
async def test_in_a_full_chat_one_call_tells_of_two_matches(
    services: Services, full: FakePlatform, clock: Clock
) -> None:
    found = [await begun_on(full, services, f"board {number}") for number in range(2)]
    for match, adi, siti, _ in found:
        await play(services, match, adi, siti)
    clock.now += pings.LATE
    async with reconciling(services, full):
        await until(lambda: full.called == ["Siti"])
        (text,) = [text for _, text in full.pings.values()]
        assert text.endswith("2 together")
        for match, *_ in found:
            await nothing_told(services, match, full, 1)


async def test_what_could_not_be_told_before_the_night_waits_for_the_morning(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "board")
    await night_of(services, siti, clock, begins_in=1)
    match = await play(services, match, adi, siti)
    clock.forward(hours=1)
    async with reconciling(services, platform):  # nobody was there to tell it before
        await until(lambda: "edit" in platform.done)
        await nothing_told(services, match, platform, 0)
        await until_put_off(services, clock)
    clock.forward(hours=8)
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Siti"])


@pytest.mark.parametrize("early", [False, True], ids=["as planned", "early"])
async def test_who_goes_away_before_they_could_be_told_is_told_when_they_are_back(
    services: Services, platform: FakePlatform, clock: Clock, early: bool
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "board")
    match = await play(services, match, adi, siti)
    await services.time.go_away(siti.id, clock() + timedelta(days=2))
    async with reconciling(services, platform):
        await until(lambda: "edit" in platform.done)
        await nothing_told(services, match, platform, 0)
        await until_put_off(services, clock)
        if early:
            clock.forward(hours=1)
            await services.time.come_back(siti.id)
            services.news.matches.publish(match.code)  # as a sweep would
            await until(lambda: platform.called == ["Siti"])
            return
    clock.forward(days=2)
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Siti"])


@pytest.mark.usefixtures("limited")
async def test_many_invitations_at_once_are_told_as_one(services: Services, platform: FakePlatform) -> None:
    for number in range(5):
        host = await services.people.player(person(f"Host {number}"))
        invitation = Invitation(DAM_8, person("Siti"), 0)
        _, view = await services.opening.open(event(), host, invitation, IN_ROOM)
        await services.views.shown(view.key, f"board {number}")
        platform.shown[f"board {number}"] = BoardMessage()
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Siti"])
        (text,) = [text for _, text in platform.pings.values()]
        assert text.endswith("5 together")


async def test_whoever_looks_by_themselves_is_told_of_an_invitation_all_the_same(
    services: Services, platform: FakePlatform
) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    await services.people.change_settings(siti.id, told="silent")
    match, view = await services.opening.open(event(), adi, Invitation(DAM_8, person("Siti")), IN_ROOM)
    await services.views.shown(view.key, "board")
    platform.shown["board"] = BoardMessage()
    async with reconciling(services, platform):
        await until(told(platform, match, "invited"))


async def test_what_was_told_while_a_board_was_sent_is_taken_away_when_it_is_not_true_any_more(
    services: Services, platform: FakePlatform
) -> None:
    adi, siti = await services.people.player(person("Adi")), await services.people.player(person("Siti"))
    match, view = await services.opening.open(event(), adi, Invitation(DAM_8, person("Siti")), IN_ROOM)
    await services.views.shown(view.key, "board")
    platform.shown["board"] = BoardMessage()
    calling, go_on, ping = asyncio.Event(), asyncio.Event(), platform.ping

    async def slow(place: Place, message: str, who: Person, words: Ping, key: str) -> str:
        calling.set()
        await go_on.wait()
        return await ping(place, message, who, words, key)

    platform.ping = slow  # type: ignore[method-assign, assignment]
    async with reconciling(services, platform):
        await calling.wait()
        platform.open.clear()
        match = await services.matches.join(event(), siti, match.code)
        await until(lambda: platform.under_way == 1)  # the board of the match that has begun
        go_on.set()
        await until(told(platform, match, "invited"))
        platform.open.set()
        await until(told(platform, match, "accepted"))


@pytest.mark.parametrize("private", [True, False])
async def test_who_cannot_be_called_beside_the_board_is_called_in_private_or_their_clock_stands(
    services: Services, platform: FakePlatform, private: bool
) -> None:
    match, adi, siti = await begun_with(Terms(Pace.RELAXED), services, platform)
    ping, platform.private = platform.ping, private

    async def refused(place: Place, message: str, who: Person, words: Ping, key: str) -> str:
        if not place.private:
            raise Unreachable
        return await ping(place, message, who, words, key)

    async with reconciling(services, platform):
        await until(told(platform, match, "accepted"))
        platform.ping = refused  # type: ignore[method-assign, assignment]
        match = await play(services, match, adi, siti)
        if private:
            await until(lambda: platform.told_in[1:] == [("siti's own", "Siti")])
            assert (await services.matches.get(match.code)).clock == match.clock, "it runs"
        else:
            halted = await eventually(lambda: services.matches.get(match.code), lambda now: now.version > match.version)
            assert halted.clock
            assert halted.clock.halt is Halt.FROZEN


async def test_what_cannot_be_written_because_the_database_is_away_is_told_when_it_is_back(
    services: Services, platform: FakePlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.foundation.single_flight.backoff", lambda tries: 0.01)
    match, _, _, _ = await begun_on(platform, services, "board")
    tries: list[Notice] = []

    async def away_at_first(snapshot: MatchSnapshot, view: View, person: Person, notice: Notice) -> Ping:
        tries.append(notice)
        if len(tries) < 3:
            raise TimeoutError
        return await compose_notice(snapshot, view, person, notice)

    async with reconciling(services, platform, tell=away_at_first):
        await until(lambda: platform.called == ["Adi"])
        await nothing_told(services, match, platform, 1)
    assert len(tries) == 3


async def test_that_somebody_cannot_be_reached_is_told_once_a_board_stands_to_tell_it_beside(
    services: Services, platform: FakePlatform
) -> None:
    """Their private chat may refuse the invitation before the board of who invites them is posted."""
    adi, siti = [await services.people.player(person(name)) for name in ("Adi", "Siti")]
    match, board = await services.opening.open(event(), adi, Invitation(DAM_8, siti.person, 0), IN_ROOM)
    own = await services.views.add(match.code, Venue(Place("web", "siti's own", private=True), "en"), siti)
    tasks = SingleFlight[ViewTask](lambda key: None, "task_failed")
    reach = ReachabilityNotices(services, Gateways({"web": platform}, SingleProcess()), tasks, compose_notice)
    await services.views.freeze(own)
    reach.lost(replace(own, frozen=True))
    await until(lambda: not tasks.running)
    assert platform.pings == {}
    await services.views.shown(board.key, "board")
    (snapshot,) = await services.views.snapshots([match.code])
    for _ in range(2):
        reach.note(snapshot)
        await until(lambda: not tasks.running)
        assert list(platform.pings.values()) == [("Adi", f"lost {match.code} 0")]

"""The loop that keeps board messages up to date, against a platform that remembers, fails and forgets."""

import asyncio
from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random

import pytest

from bot.chat import BoardMessage, Later, PlaceMoved, Unreachable
from bot.foundation import metrics
from bot.foundation.shared_work import SingleProcess
from bot.matches.identity import Place
from bot.matches.invitation import Venue
from bot.matches.refusals import ShownJustNow
from bot.services.services import Services
from bot.store import Database, MatchSnapshot, View
from bot.workers.gateways import AT_ONCE
from loopback.waiting import until
from tests.bot.fake_platform import FakePlatform, begun_on, compose, reconciling, shown, tried
from tests.bot.kit import IN_ROOM, ROOM, Clock, begun, check, event, play
from tests.suites import deep

DISCORD = Place("discord", "channel")


async def test_a_view_whose_answer_came_is_edited(services: Services, platform: FakePlatform) -> None:
    match, adi, siti, view = await begun(services)
    platform.shown["first"] = BoardMessage()
    await services.views.shown(view.key, "first")
    async with reconciling(services, platform):
        for ply in (1, 2):
            match = await play(services, match, adi, siti)
            await until(partial(platform.shows, f"{match.code} {ply}"))
        await shown(services, match.code)
    assert "post" not in platform.done


async def test_a_view_whose_answer_never_came_is_posted(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, *_ = await begun(services)
    async with reconciling(services, platform):
        await services.views.add(match.code, Venue(Place("web", "elsewhere"), "en"))
        await asyncio.sleep(0.1)
        assert platform.done == []
        clock.forward(seconds=16)
        await services.time.tick_due()
        services.news.matches.publish(match.code)
        await shown(services, match.code)
    assert platform.texts == [f"{match.code} 0"] * 2


async def test_a_late_answer_is_taken_away_again(services: Services, platform: FakePlatform, clock: Clock) -> None:
    match, _, _, view = await begun(services)
    clock.forward(seconds=16)
    async with reconciling(services, platform):
        await shown(services, match.code)
        platform.shown["late"] = BoardMessage(text="late")
        await services.views.shown(view.key, "late")
        await until(lambda: platform.texts == [f"{match.code} 0"])
    (now,) = await services.views.of_match(match.code)
    assert now.message == "message-1"


async def test_the_newest_state_wins_and_one_message_is_under_way(services: Services, platform: FakePlatform) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    async with reconciling(services, platform):
        platform.open.clear()
        match = await play(services, match, adi, siti)
        await until(lambda: platform.under_way)
        match = await play(services, match, adi, siti, moves=10)
        platform.open.set()
        await shown(services, match.code)
    assert platform.texts == [f"{match.code} 11"]
    assert platform.done.count("edit") <= 3
    assert platform.most_at_once == 1


async def test_many_places_at_once_but_not_too_many(services: Services, platform: FakePlatform, clock: Clock) -> None:
    match, *_ = await begun(services)
    for number in range(20):
        await services.views.add(match.code, Venue(Place("web", str(number)), "en"))
    clock.forward(seconds=16)
    platform.open.clear()
    async with reconciling(services, platform):
        await until(lambda: platform.under_way == AT_ONCE)
        platform.open.set()
        await shown(services, match.code)
    assert len(platform.shown) == 21
    assert platform.most_at_once == AT_ONCE


async def test_one_match_on_two_platforms(services: Services, platform: FakePlatform, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services)
    await services.views.add(match.code, Venue(DISCORD, "en"))
    clock.forward(seconds=16)
    other = FakePlatform("discord")
    async with reconciling(services, platform, other):
        match = await play(services, match, adi, siti)
        await shown(services, match.code)
    assert platform.texts == other.texts == [f"{match.code} 1"]


async def test_a_platform_that_is_not_there_holds_nothing_up(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, *_ = await begun(services)
    await services.views.add(match.code, Venue(DISCORD, "en"))
    clock.forward(seconds=16)
    async with reconciling(services, platform):
        await until(lambda: platform.texts == [f"{match.code} 0"])


async def test_a_deleted_message_is_posted_anew(services: Services, platform: FakePlatform) -> None:
    match, adi, siti, view = await begun(services)
    await services.views.shown(view.key, "deleted since")
    async with reconciling(services, platform):
        match = await play(services, match, adi, siti)
        await shown(services, match.code)
    (now,) = await services.views.of_match(match.code)
    assert (now.message, now.posts) == ("message-1", 1)
    assert platform.texts == [f"{match.code} 1"]


async def test_nothing_is_sent_where_nothing_arrives(services: Services, platform: FakePlatform) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    platform.failures = [Unreachable()]
    async with reconciling(services, platform):
        match = await play(services, match, adi, siti)
        await until(lambda: platform.done)
        match = await play(services, match, adi, siti, moves=3)
        await asyncio.sleep(0.1)
        assert platform.done == ["edit"]
        # Somebody asks for the board there: the place can be reached again.
        again = await services.views.repost(match.code, IN_ROOM)
        await services.views.shown(again.key, "second")
        platform.shown["second"] = BoardMessage()
        match = await play(services, match, adi, siti)
        await until(lambda: f"{match.code} 5" in platform.texts)


async def test_what_was_made_before_is_no_answer_to_being_shown_anew(services: Services) -> None:
    match, adi, _, view = await begun(services)
    await services.views.updated(view, "first", match.version)
    other, another = [
        await services.views.add(match.code, Venue(Place("telegram", chat, ""), "en"), adi) for chat in ("-100", "-200")
    ]
    for lost in (other, another):
        made = await view_of(services, view)
        await services.views.freeze(lost)
        await services.views.updated(made, "first", match.version)
        assert [each.id for each in await services.views.behind(["web"])] == [view.id]
    made = await view_of(services, view)
    await services.views.updated(made, "first", match.version)
    assert not await services.views.behind(["web"])


async def view_of(services: Services, view: View) -> View:
    """A view as it is now."""
    (now,) = [each for each in await services.views.of_match(view.match) if each.id == view.id]
    return now


def failures_counted() -> float:
    return metrics.REGISTRY.get_sample_value("papan_send_failures_total", {"platform": "web"}) or 0.0


@pytest.mark.parametrize("failure", [Later(30, "429"), ConnectionError("lost"), TimeoutError()])
async def test_what_fails_is_tried_again_later(
    services: Services, platform: FakePlatform, clock: Clock, failure: Exception
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    platform.failures = [failure]
    counted = failures_counted()
    async with reconciling(services, platform):
        match = await play(services, match, adi, siti)
        await until(lambda: platform.done)
        await asyncio.sleep(0.1)
        assert platform.done == ["edit"]
        assert failures_counted() == counted + 1
        clock.forward(seconds=30)
        services.news.matches.publish(match.code)
        await shown(services, match.code)
    (now,) = await services.views.of_match(match.code)
    assert (now.tries, now.retry_at) == (0, None)


@pytest.mark.parametrize("seconds", [30, 8 * 3600])
async def test_a_wait_that_was_noted_by_a_wrong_clock_ends_when_the_clock_is_right(
    services: Services, platform: FakePlatform, clock: Clock, seconds: float
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    platform.failures = [Later(seconds, "429")]
    clock.forward(days=3)
    async with reconciling(services, platform):
        await play(services, match, adi, siti)
        waiting = await tried(services, match.code, 1)
        assert waiting.retry_at
        assert waiting.retry_at <= clock.now + timedelta(hours=1)
        clock.forward(days=-3)
        services.news.matches.publish(match.code)
        await shown(services, match.code)


async def test_waiting_grows_with_each_failure(services: Services, platform: FakePlatform, clock: Clock) -> None:
    match, adi, siti, view = await begun(services)
    await services.views.shown(view.key, "first")
    waits = []
    async with reconciling(services, platform):
        platform.failures = [ConnectionError() for _ in range(12)]
        match = await play(services, match, adi, siti)
        for tries in range(1, 13):
            now = await tried(services, match.code, tries)
            assert now.retry_at is not None
            waits.append((now.retry_at - clock.now).total_seconds())
            clock.now = now.retry_at
            services.news.matches.publish(match.code)
    assert waits[0] <= 1
    assert 150 <= waits[-1] <= 300


async def test_a_chat_that_moved_is_followed_with_all_its_matches(services: Services, platform: FakePlatform) -> None:
    first, adi, siti, view = await begun(services)
    second, *_, other = await begun(services)
    await services.views.shown(view.key, "first")
    await services.views.shown(other.key, "second")
    platform.shown = {"first": BoardMessage(), "second": BoardMessage()}
    moved = replace(ROOM, chat="supergroup")
    platform.failures = [PlaceMoved(moved)]
    async with reconciling(services, platform):
        await play(services, first, adi, siti)
        await shown(services, first.code)
    assert await services.matches.codes_in(moved) == {first.code, second.code}
    assert await services.matches.codes_in(ROOM) == set()


async def test_one_view_moves_into_a_thread(services: Services) -> None:
    first, _, _, view = await begun(services)
    second, *_ = await begun(services)
    thread = replace(ROOM, chat="thread")
    await services.views.place_moved(ROOM, thread, view.id)
    assert await services.matches.codes_in(thread) == {first.code}
    assert await services.matches.codes_in(ROOM) == {second.code}


async def test_topics_of_one_chat_are_places_of_their_own(services: Services) -> None:
    topic = replace(ROOM, thread="7")
    first, *_ = await begun(services, place=topic)
    await begun(services)
    assert await services.matches.codes_in(topic) == {first.code}
    await services.views.place_moved(ROOM, replace(ROOM, chat="supergroup"))
    assert await services.matches.codes_in(Place("web", "supergroup", "7")) == {first.code}


async def test_a_board_posted_anew_replaces_the_old_message(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, view = await begun(services)
    await services.views.shown(view.key, "old")
    platform.shown["old"] = BoardMessage(text="old")
    async with reconciling(services, platform):
        anew = await services.views.repost(match.code, IN_ROOM, adi)
        assert (anew.id, anew.posts) == (view.id, 1)
        found = await services.views.match_by_message(ROOM, "old")
        assert found is None or found.code == match.code
        platform.shown["new"] = BoardMessage(text=f"{match.code} 0")
        await services.views.shown(anew.key, "new")
        await until(lambda: platform.texts == [f"{match.code} 0"])
        match = await play(services, match, adi, siti)
        await until(lambda: platform.texts == [f"{match.code} 1"])
    assert "new" in platform.shown


async def test_the_end_is_shown_and_the_crash_healed(
    services: Services, database: Database, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    match = await play(services, match, adi, siti, moves=3)
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
    # Nothing was shown of all this; a loop that starts finds it.
    async with reconciling(services, platform):
        await shown(services, match.code)
    assert platform.texts == [f"{match.code} 3"]
    assert await check(database) == []


@deep("what fails is tried again in the quick suite")
async def test_the_loop_outlives_the_database(
    services: Services, platform: FakePlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    snapshot, failures = services.views.snapshots, [OSError("away"), OSError("away")]

    async def away(codes: Collection[str]) -> list[MatchSnapshot]:
        if failures:
            raise failures.pop()
        return await snapshot(codes)

    async with reconciling(services, platform):
        await shown(services, match.code)
        monkeypatch.setattr(services.views, "snapshots", away)
        match = await play(services, match, adi, siti)
        await shown(services, match.code)
    assert not failures


async def test_stopping_finishes_what_is_under_way(services: Services, platform: FakePlatform) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    async with reconciling(services, platform):
        platform.open.clear()
        match = await play(services, match, adi, siti)
        await until(lambda: platform.under_way)
        asyncio.get_running_loop().call_later(0.05, platform.open.set)
    assert platform.texts == [f"{match.code} 1"]
    await shown(services, match.code)


async def test_a_board_is_posted_anew_only_so_often(services: Services, clock: Clock) -> None:
    match, adi, _, _ = await begun(services)
    await services.views.repost(match.code, IN_ROOM, adi)
    clock.forward(seconds=10)
    with pytest.raises(ShownJustNow) as caught:
        await services.views.repost(match.code, IN_ROOM, adi)
    assert caught.value.seconds == 20
    clock.forward(seconds=20)
    await services.views.repost(match.code, IN_ROOM, adi)
    clock.forward(days=-3)  # it was wrong by days, and is put right
    await services.views.repost(match.code, IN_ROOM, adi)


async def test_the_loop_wakes_by_itself_and_rests_in_between(
    database: Database, platform: FakePlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = Services.over(database, lambda: datetime.now(UTC), Random(7))
    match, adi, siti, _ = await begun_on(platform, services, "first")
    snapshot, looks = services.views.snapshots, []

    async def counted(codes: Collection[str]) -> list[MatchSnapshot]:
        looks.append(1)
        return await snapshot(codes)

    monkeypatch.setattr(services.views, "snapshots", counted)
    platform.failures = [Later(0.3, "429"), Later(0.3, "429")]
    async with reconciling(services, platform):
        match = await play(services, match, adi, siti)
        await until(lambda: platform.shows(f"{match.code} 1"))
    assert len(looks) < 20


async def test_a_move_on_two_boards_is_read_once(
    services: Services, platform: FakePlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, adi, siti, view = await begun(services)
    other = await services.views.add(match.code, Venue(Place("web", "elsewhere"), "en"))
    for each in (view, other):
        await services.views.shown(each.key, each.id)
        platform.shown[each.id] = BoardMessage()
    snapshots, reads = services.views.snapshots, list[Collection[str]]()

    async def counted(codes: Collection[str]) -> list[MatchSnapshot]:
        reads.append(codes)
        return await snapshots(codes)

    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"])
        await asyncio.sleep(0.1)
        monkeypatch.setattr(services.views, "snapshots", counted)
        match = await play(services, match, adi, siti)
        await until(lambda: platform.called == ["Siti"])
        await asyncio.sleep(0.1)
    assert platform.texts == [f"{match.code} 1"] * 2
    assert reads == [[match.code]]


async def test_what_another_process_does_while_a_board_is_sent_is_shown(
    services: Services, database: Database, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    other_process = Services.over(database, clock, Random(8))
    async with reconciling(services, platform):
        await until(lambda: platform.called == ["Adi"])
        platform.open.clear()
        match = await play(services, match, adi, siti)
        await until(lambda: platform.under_way)
        # Nothing of this is published here: only the row of the view tells.
        match = await play(other_process, match, adi, siti)
        platform.open.set()
        await until(lambda: platform.shows(f"{match.code} 2"))
        await until(lambda: platform.called == ["Adi"])


class Losing(SingleProcess):
    """The leases of a process that is frozen, and taken for dead, while it composes a board."""

    def __init__(self) -> None:
        super().__init__()
        self.held = True

    def holds(self, kind: str, key: str = "") -> bool:
        return self.held


async def test_a_board_that_was_composed_before_the_lease_was_lost_is_not_sent(
    services: Services, platform: FakePlatform
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    leases, composed = Losing(), list[str]()

    async def show(snapshot: MatchSnapshot, view: View) -> BoardMessage:
        answer = await compose(snapshot, view)
        leases.held = len(composed) > 0
        composed.append(answer.text)
        return answer

    async with reconciling(services, platform, leases=leases, show=show):
        await play(services, match, adi, siti)
        await until(lambda: composed)
        leases.held = True
        leases.gained.publish()
        await shown(services, match.code)
    assert len(composed) == 2, "it is composed again once the lease is held again"
    assert platform.done.count("edit") == 1

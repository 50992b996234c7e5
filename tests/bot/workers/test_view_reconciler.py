"""The loop that keeps board messages up to date, against a platform that remembers, fails and forgets."""

import asyncio
from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from random import Random

import pytest

from bot.chat import Answer, Later, PlaceMoved, Unreachable
from bot.matches.people import Place
from bot.matches.refusals import ShownJustNow
from bot.services.integrity import check
from bot.services.matches import MatchService
from bot.store import Database, MatchSnapshot, View
from bot.telemetry import metrics
from bot.workers import view_reconciler as keeping
from tests.bot.fake_platform import FakePlatform, keeper, shown, tried, until
from tests.bot.kit import ROOM, Clock, begun, event, play

DISCORD = Place("discord", "channel")


async def test_a_view_whose_answer_came_is_edited(service: MatchService, platform: FakePlatform) -> None:
    match, adi, siti, view = await begun(service)
    platform.snapshot["first"] = Answer()
    await service.shown(view.id, "first")
    async with keeper(service, platform):
        for ply in (1, 2):
            match = await play(service, match, adi, siti)
            await until(partial(platform.shows, f"{match.code} {ply}"))
        await shown(service, match.code)
    assert "post" not in platform.done


async def test_a_view_whose_answer_never_came_is_posted(
    service: MatchService, platform: FakePlatform, clock: Clock
) -> None:
    match, *_ = await begun(service)
    async with keeper(service, platform):
        await service.repost(match.code, Place("web", "elsewhere"), "en")
        await asyncio.sleep(0.1)
        assert platform.done == []
        clock.forward(seconds=16)
        await service.expire_due()
        service.changes.publish(match.code)
        await shown(service, match.code)
    assert platform.texts == [f"{match.code} 0"] * 2


async def test_a_late_answer_is_taken_away_again(service: MatchService, platform: FakePlatform, clock: Clock) -> None:
    match, _, _, view = await begun(service)
    clock.forward(seconds=16)
    async with keeper(service, platform):
        await shown(service, match.code)
        platform.snapshot["late"] = Answer(text="late")
        await service.shown(view.key, "late")
        await until(lambda: platform.texts == [f"{match.code} 0"])
    (now,) = await service.views_of(match.code)
    assert now.message == "message-1"


async def test_the_newest_state_wins_and_one_message_is_under_way(
    service: MatchService, platform: FakePlatform
) -> None:
    match, adi, siti, view = await begun(service)
    await service.shown(view.id, "first")
    platform.snapshot["first"] = Answer()
    async with keeper(service, platform):
        platform.open.clear()
        match = await play(service, match, adi, siti)
        await until(lambda: platform.under_way)
        match = await play(service, match, adi, siti, moves=10)
        platform.open.set()
        await shown(service, match.code)
    assert platform.texts == [f"{match.code} 11"]
    assert platform.done.count("edit") <= 3
    assert platform.most_at_once == 1


async def test_many_places_at_once_but_not_too_many(
    service: MatchService, platform: FakePlatform, clock: Clock
) -> None:
    match, *_ = await begun(service)
    for number in range(20):
        await service.add_view(match.code, Place("web", str(number)), "en")
    clock.forward(seconds=16)
    platform.open.clear()
    async with keeper(service, platform):
        await until(lambda: platform.under_way == keeping.AT_ONCE)
        platform.open.set()
        await shown(service, match.code)
    assert len(platform.snapshot) == 21
    assert platform.most_at_once == keeping.AT_ONCE


async def test_one_match_on_two_platforms(service: MatchService, platform: FakePlatform, clock: Clock) -> None:
    match, adi, siti, _ = await begun(service)
    await service.add_view(match.code, DISCORD, "en")
    clock.forward(seconds=16)
    other = FakePlatform("discord")
    async with keeper(service, platform, other):
        match = await play(service, match, adi, siti)
        await shown(service, match.code)
    assert platform.texts == other.texts == [f"{match.code} 1"]


async def test_a_platform_that_is_not_there_holds_nothing_up(
    service: MatchService, platform: FakePlatform, clock: Clock
) -> None:
    match, *_ = await begun(service)
    await service.add_view(match.code, DISCORD, "en")
    clock.forward(seconds=16)
    async with keeper(service, platform):
        await until(lambda: platform.texts == [f"{match.code} 0"])


async def test_a_deleted_message_is_posted_anew(service: MatchService, platform: FakePlatform) -> None:
    match, adi, siti, view = await begun(service)
    await service.shown(view.id, "deleted since")
    async with keeper(service, platform):
        match = await play(service, match, adi, siti)
        await shown(service, match.code)
    (now,) = await service.views_of(match.code)
    assert (now.message, now.posts) == ("message-1", 1)
    assert platform.texts == [f"{match.code} 1"]


async def test_nothing_is_sent_where_nothing_arrives(service: MatchService, platform: FakePlatform) -> None:
    match, adi, siti, view = await begun(service)
    await service.shown(view.id, "first")
    platform.snapshot["first"] = Answer()
    platform.failures = [Unreachable()]
    async with keeper(service, platform):
        match = await play(service, match, adi, siti)
        await until(lambda: platform.done)
        match = await play(service, match, adi, siti, moves=3)
        await asyncio.sleep(0.1)
        assert platform.done == ["edit"]
        # Somebody asks for the board there: the place can be reached again.
        again = await service.repost(match.code, ROOM, "en")
        await service.shown(again.id, "second")
        platform.snapshot["second"] = Answer()
        match = await play(service, match, adi, siti)
        await until(lambda: f"{match.code} 5" in platform.texts)


async def test_what_was_made_before_is_no_answer_to_being_shown_anew(service: MatchService) -> None:
    match, adi, _, view = await begun(service)
    await service.shown(view.key, "first", match.version)
    other, another = [
        await service.add_view(match.code, Place("telegram", chat, ""), "en", adi) for chat in ("-100", "-200")
    ]
    for lost in (other, another):
        made = await view_of(service, view)
        await service.freeze(lost)
        await service.shown(made.key, "first", match.version, made.shown_version)
        assert [each.id for each in await service.behind(["web"])] == [view.id]
    made = await view_of(service, view)
    await service.shown(made.key, "first", match.version, made.shown_version)
    assert not await service.behind(["web"])


async def view_of(service: MatchService, view: View) -> View:
    """A view as it is now."""
    (now,) = [each for each in await service.views_of(view.match) if each.id == view.id]
    return now


def failures_counted() -> float:
    return metrics.REGISTRY.get_sample_value("papan_send_failures_total", {"platform": "web"}) or 0.0


@pytest.mark.parametrize("failure", [Later(30, "429"), ConnectionError("lost"), TimeoutError()])
async def test_what_fails_is_tried_again_later(
    service: MatchService, platform: FakePlatform, clock: Clock, failure: Exception
) -> None:
    match, adi, siti, view = await begun(service)
    await service.shown(view.id, "first")
    platform.snapshot["first"] = Answer()
    platform.failures = [failure]
    counted = failures_counted()
    async with keeper(service, platform):
        match = await play(service, match, adi, siti)
        await until(lambda: platform.done)
        await asyncio.sleep(0.1)
        assert platform.done == ["edit"]
        assert failures_counted() == counted + 1
        clock.forward(seconds=30)
        service.changes.publish(match.code)
        await shown(service, match.code)
    (now,) = await service.views_of(match.code)
    assert (now.tries, now.retry_at) == (0, None)


async def test_waiting_grows_with_each_failure(service: MatchService, platform: FakePlatform, clock: Clock) -> None:
    match, adi, siti, view = await begun(service)
    await service.shown(view.id, "first")
    waits = []
    async with keeper(service, platform):
        platform.failures = [ConnectionError() for _ in range(12)]
        match = await play(service, match, adi, siti)
        for tries in range(1, 13):
            now = await tried(service, match.code, tries)
            assert now.retry_at is not None
            waits.append((now.retry_at - clock.now).total_seconds())
            clock.now = now.retry_at
            service.changes.publish(match.code)
    assert waits[0] <= 1
    assert 150 <= waits[-1] <= 300


async def test_a_chat_that_moved_is_followed_with_all_its_matches(
    service: MatchService, platform: FakePlatform
) -> None:
    first, adi, siti, view = await begun(service)
    second, *_, other = await begun(service)
    await service.shown(view.id, "first")
    await service.shown(other.id, "second")
    platform.snapshot = {"first": Answer(), "second": Answer()}
    moved = replace(ROOM, chat="supergroup")
    platform.failures = [PlaceMoved(moved)]
    async with keeper(service, platform):
        await play(service, first, adi, siti)
        await shown(service, first.code)
    assert await service.codes_in(moved) == {first.code, second.code}
    assert await service.codes_in(ROOM) == set()


async def test_one_view_moves_into_a_thread(service: MatchService) -> None:
    first, _, _, view = await begun(service)
    second, *_ = await begun(service)
    thread = replace(ROOM, chat="thread")
    await service.place_moved(ROOM, thread, view.id)
    assert await service.codes_in(thread) == {first.code}
    assert await service.codes_in(ROOM) == {second.code}


async def test_topics_of_one_chat_are_places_of_their_own(service: MatchService) -> None:
    topic = replace(ROOM, thread="7")
    first, *_ = await begun(service, place=topic)
    await begun(service)
    assert await service.codes_in(topic) == {first.code}
    await service.place_moved(ROOM, replace(ROOM, chat="supergroup"))
    assert await service.codes_in(Place("web", "supergroup", "7")) == {first.code}


async def test_a_board_posted_anew_replaces_the_old_message(
    service: MatchService, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, view = await begun(service)
    await service.shown(view.id, "old")
    platform.snapshot["old"] = Answer(text="old")
    async with keeper(service, platform):
        anew = await service.repost(match.code, ROOM, "en", adi)
        assert (anew.id, anew.posts) == (view.id, 1)
        found = await service.view_by_message(ROOM, "old")
        assert found is None or found.id == view.id
        platform.snapshot["new"] = Answer(text=f"{match.code} 0")
        await service.shown(anew.key, "new")
        await until(lambda: platform.texts == [f"{match.code} 0"])
        match = await play(service, match, adi, siti)
        await until(lambda: platform.texts == [f"{match.code} 1"])
    assert "new" in platform.snapshot


async def test_the_end_is_shown_and_the_crash_healed(
    service: MatchService, database: Database, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, view = await begun(service)
    await service.shown(view.id, "first")
    platform.snapshot["first"] = Answer()
    match = await play(service, match, adi, siti, moves=3)
    await service.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
    # Nothing was shown of all this; a loop that starts finds it.
    async with keeper(service, platform):
        await shown(service, match.code)
    assert platform.texts == [f"{match.code} 3"]
    assert await check(database) == []


async def test_the_loop_outlives_the_database(
    service: MatchService, platform: FakePlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, adi, siti, view = await begun(service)
    await service.shown(view.id, "first")
    platform.snapshot["first"] = Answer()
    snapshot, failures = service.snapshot, [OSError("away"), OSError("away")]

    async def away(codes: Collection[str]) -> list[MatchSnapshot]:
        if failures:
            raise failures.pop()
        return await snapshot(codes)

    async with keeper(service, platform):
        await shown(service, match.code)
        monkeypatch.setattr(service, "standing", away)
        match = await play(service, match, adi, siti)
        await shown(service, match.code)
    assert not failures


async def test_stopping_finishes_what_is_under_way(service: MatchService, platform: FakePlatform) -> None:
    match, adi, siti, view = await begun(service)
    await service.shown(view.id, "first")
    platform.snapshot["first"] = Answer()
    async with keeper(service, platform):
        platform.open.clear()
        match = await play(service, match, adi, siti)
        await until(lambda: platform.under_way)
        asyncio.get_running_loop().call_later(0.05, platform.open.set)
    assert platform.texts == [f"{match.code} 1"]
    await shown(service, match.code)


async def test_a_board_is_posted_anew_only_so_often(service: MatchService, clock: Clock) -> None:
    match, adi, _, _ = await begun(service)
    await service.repost(match.code, ROOM, "en", adi)
    clock.forward(seconds=10)
    with pytest.raises(ShownJustNow) as caught:
        await service.repost(match.code, ROOM, "en", adi)
    assert caught.value.seconds == 20
    clock.forward(seconds=20)
    await service.repost(match.code, ROOM, "en", adi)


async def test_the_loop_wakes_by_itself_and_rests_in_between(
    database: Database, platform: FakePlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = MatchService(database, lambda: datetime.now(UTC), Random(7))
    match, adi, siti, view = await begun(service)
    await service.shown(view.id, "first")
    platform.snapshot["first"] = Answer()
    snapshot, looks = service.snapshot, []

    async def counted(codes: Collection[str]) -> list[MatchSnapshot]:
        looks.append(1)
        return await snapshot(codes)

    monkeypatch.setattr(service, "standing", counted)
    platform.failures = [Later(0.3, "429"), Later(0.3, "429")]
    async with keeper(service, platform):
        match = await play(service, match, adi, siti)
        await until(lambda: platform.shows(f"{match.code} 1"))
    assert len(looks) < 20

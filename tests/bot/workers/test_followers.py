"""Followers of a match are told in private: each move or the end alone, not at night, once."""

from collections.abc import AsyncIterator

import pytest

from bot.app.match.follow import FollowMessages
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.chat import Later
from bot.computer.search_pool import SearchPool
from bot.foundation.shared_work import SingleProcess
from bot.services.services import Services
from bot.store.follows import END, MOVES
from bot.workers.errands.courier import Courier
from bot.workers.errands.followed import FollowedMatches
from tests.bot.errands import Looks
from tests.bot.fake_platform import FakePlatform
from tests.bot.kit import Clock, begun, event, person, play


@pytest.fixture
def platform() -> FakePlatform:
    platform = FakePlatform()
    platform.private = True
    return platform


@pytest.fixture
async def followers(services: Services, platform: FakePlatform) -> AsyncIterator[Looks]:
    images = ImageRenderer()
    compose = FollowMessages(AppServices(services, images, SearchPool())).compose
    courier = Courier(FollowedMatches(services, compose), services, {platform.platform: platform}, SingleProcess())
    yield Looks(courier)
    await courier.stop()
    images.close()


def told(platform: FakePlatform) -> list[str]:
    """The messages told since the last look, without the heading."""
    said = [text.partition("\n")[2] for _, text in platform.pings.values()]
    platform.pings.clear()
    return said


async def test_each_move_and_then_the_end(
    services: Services, platform: FakePlatform, followers: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workers.errands.followed.TOLD_AGAIN_AFTER", 0.0)
    match, adi, siti, _ = await begun(services)
    ros = await services.people.player(person("Ros"))
    await services.follows.follow(match.code, ros, MOVES)
    await followers.look()
    assert told(platform) == [], "nothing has happened yet"
    match = await play(services, match, adi, siti)
    await followers.look()
    (said,) = told(platform)
    assert said.startswith("Adi: ")
    assert said.endswith(". Siti to move.")
    assert platform.told_in == [("ros's own", "Ros")], "in private"
    await followers.look()
    assert told(platform) == [], "once"
    await services.matches.act(event(), adi, match.code, lambda now, at: now.resign(adi.id, at))
    await followers.look()
    (said,) = told(platform)
    assert "Siti" in said
    assert await services.follows.of(match.code, ros.id) is None, "it ends with the match"
    await followers.look()
    assert told(platform) == []


async def test_only_the_end(services: Services, platform: FakePlatform, followers: Looks) -> None:
    match, adi, siti, _ = await begun(services)
    ros = await services.people.player(person("Ros"))
    await services.follows.follow(match.code, ros, END)
    match = await play(services, match, adi, siti)
    await followers.look()
    assert told(platform) == []
    await services.matches.act(event(), adi, match.code, lambda now, at: now.call_off(adi.id, at))
    await followers.look()
    assert told(platform) == ["It was called off: no result."]


async def test_moves_that_come_fast_are_told_as_one(
    services: Services, platform: FakePlatform, followers: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, adi, siti, _ = await begun(services)
    ros = await services.people.player(person("Ros"))
    await services.follows.follow(match.code, ros, MOVES)
    match = await play(services, match, adi, siti)
    await followers.look()
    match = await play(services, match, adi, siti, moves=2)
    await followers.look()
    assert len(told(platform)) == 1
    monkeypatch.setattr("bot.workers.errands.followed.TOLD_AGAIN_AFTER", 0.0)
    await followers.look()
    (said,) = told(platform)
    assert said.startswith("Adi: ")


async def test_nobody_is_woken(services: Services, platform: FakePlatform, followers: Looks, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services)
    ros = await services.people.player(person("Ros"))
    await services.people.change_settings(ros.id, zone="UTC", quiet=f"{11 * 60} {20 * 60}")
    await services.follows.follow(match.code, ros, MOVES)
    await play(services, match, adi, siti)
    await followers.look()
    assert told(platform) == []
    clock.forward(hours=9)
    await followers.look()
    assert len(told(platform)) == 1


async def test_what_fails_is_tried_again_and_a_closed_chat_is_left_alone(
    services: Services, platform: FakePlatform, followers: Looks
) -> None:
    match, adi, siti, _ = await begun(services)
    ros = await services.people.player(person("Ros"))
    await services.follows.follow(match.code, ros, MOVES)
    await play(services, match, adi, siti)
    platform.failures = [Later(1.0, "429")]
    await followers.look()
    assert told(platform) == []
    await followers.look()
    assert len(told(platform)) == 1
    platform.private = False
    await services.matches.act(event(), adi, match.code, lambda now, at: now.resign(adi.id, at))
    await followers.look()
    assert await services.follows.of(match.code, ros.id) is None


async def test_a_move_that_was_taken_back_is_no_news(
    services: Services, platform: FakePlatform, followers: Looks
) -> None:
    match, adi, siti, _ = await begun(services)
    ros = await services.people.player(person("Ros"))
    match = await play(services, match, adi, siti)
    await services.follows.follow(match.code, ros, MOVES)
    match = await services.matches.act(event(), adi, match.code, lambda now, at: now.undo(adi.id, at, now.game.ply))
    await followers.look()
    assert told(platform) == []
    await play(services, match, adi, siti)
    await followers.look()
    assert len(told(platform)) == 1

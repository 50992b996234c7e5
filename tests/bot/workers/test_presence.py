"""A player who has just acted in a match is not called for its next move at once, but once they take their time."""

from datetime import timedelta

import pytest

from bot.services.services import Services
from bot.workers.views import pings
from loopback.waiting import until
from tests.bot.fake_platform import FakePlatform, begun_on, reconciling, shown
from tests.bot.kit import Clock, play


@pytest.fixture
def at_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pings, "PRESENT_FOR", timedelta(seconds=60))


@pytest.mark.usefixtures("at_the_board")
async def test_two_who_answer_each_other_at_once_are_not_called(services: Services, platform: FakePlatform) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    async with reconciling(services, platform):
        await shown(services, match.code)  # Adi has just invited, and Siti accepted
        for _ in range(4):
            match = await play(services, match, adi, siti)
            await shown(services, match.code)
    assert platform.done.count("ping") == 0


@pytest.mark.usefixtures("at_the_board")
async def test_whoever_takes_their_time_is_called(services: Services, platform: FakePlatform, clock: Clock) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    async with reconciling(services, platform):
        await shown(services, match.code)  # Adi has just invited, and Siti accepted
        for _ in range(3):
            match = await play(services, match, adi, siti)
            await shown(services, match.code)
        await until(lambda: platform.called == [])
        clock.forward(seconds=pings.CALLED_AFTER.total_seconds())
        services.news.matches.publish(match.code)
        await until(lambda: platform.called == ["Siti"])


@pytest.mark.usefixtures("at_the_board")
async def test_whoever_has_been_away_for_a_minute_is_called_at_once(
    services: Services, platform: FakePlatform, clock: Clock
) -> None:
    match, adi, siti, _ = await begun_on(platform, services, "first")
    async with reconciling(services, platform):
        await shown(services, match.code)  # Adi has just invited, and Siti accepted
        for _ in range(2):
            match = await play(services, match, adi, siti)
            await shown(services, match.code)
        await until(lambda: platform.called == [])
        clock.forward(seconds=60)
        await play(services, match, adi, siti)
        await until(lambda: platform.called == ["Siti"])

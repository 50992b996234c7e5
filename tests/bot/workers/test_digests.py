"""A digest tells of all matches that wait at the hour that its reader chose, once, and of nothing else."""

from collections.abc import AsyncIterator, Iterator

import pytest

from bot.app.match.digest import DigestMessages
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.chat import BoardMessage, Later
from bot.computer.search_pool import SearchPool
from bot.foundation.shared_work import SingleProcess
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.preferences import DIGEST, HERE, PRIVATE
from bot.matches.terms import Terms
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.workers.errands.courier import Courier
from bot.workers.errands.followed import Digests
from loopback.waiting import eventually, until
from tests.bot.errands import Looks
from tests.bot.fake_platform import FakePlatform, reconciling
from tests.bot.kit import IN_ROOM, Clock, begun, event, play


@pytest.fixture
def platform() -> FakePlatform:
    platform = FakePlatform()
    platform.private = True
    return platform


@pytest.fixture
def messages(services: Services) -> Iterator[DigestMessages]:
    images = ImageRenderer()
    yield DigestMessages(AppServices(services, images, SearchPool()))
    images.close()


def process(services: Services, platform: FakePlatform, messages: DigestMessages) -> Looks:
    return Looks(Courier(Digests(services, messages.compose), services, {platform.platform: platform}, SingleProcess()))


@pytest.fixture
async def looks(services: Services, platform: FakePlatform, messages: DigestMessages) -> AsyncIterator[Looks]:
    looks = process(services, platform, messages)
    yield looks
    await looks.courier.stop()


async def siti_to_move(
    services: Services, platform: FakePlatform, pace: Pace = Pace.RELAXED
) -> tuple[Match, Player, Player]:
    """A match with a shown board in which Adi has moved; Siti is told by a digest at six by UTC."""
    match, adi, siti, view = await begun(services, terms=Terms(pace), platform=IN_ROOM.place.platform)
    await services.views.shown(view.key, f"board {match.code}")
    platform.shown[f"board {match.code}"] = BoardMessage()
    await services.people.change_settings(siti.id, told=DIGEST, zone="UTC")
    return await play(services, match, adi, siti), adi, siti


async def put_off(services: Services, clock: Clock) -> None:
    """Wait until nothing is left to be done at once."""
    await eventually(lambda: services.views.unfinished(clock(), lambda *_: True), lambda left: not left)


def digests(platform: FakePlatform) -> list[str]:
    """The digests told since the last look."""
    found = [text for _, text in platform.pings.values() if "wait" in text]
    platform.pings.clear()
    return found


async def test_what_waits_is_told_together_at_six_and_again_the_next_day_while_it_waits(
    services: Services, platform: FakePlatform, looks: Looks, clock: Clock
) -> None:
    first, adi, siti = await siti_to_move(services, platform, Pace.SLOW)
    second, *_ = await siti_to_move(services, platform)
    async with reconciling(services, platform):
        await put_off(services, clock)
        await looks.look()
        assert "Siti" not in platform.called
        hours = (siti.digest.next(clock()) - clock()).total_seconds() / 3600
        clock.forward(hours=hours)
        await looks.look()
        (said,) = digests(platform)
        lines = said.splitlines()
        assert lines[0] == "Siti, 2 matches wait for you. /games"
        assert [line.split(" · ")[0] for line in lines[1:]] == [second.code, first.code], "the most urgent first"
        assert lines[1].startswith(f"{second.code} · against Adi · ")
        assert " left." in lines[1]
        await looks.look()
        await put_off(services, clock)
        assert digests(platform) == [], "once"
        await play(services, second, adi, siti)
        clock.forward(days=1)
        await looks.look()
        (said,) = digests(platform)
        assert said.startswith("Siti, 1 match waits for you.")
        await play(services, first, adi, siti)
        clock.forward(days=1)
        await looks.look()
        assert digests(platform) == [], "nothing waits"


async def test_what_could_not_be_sent_is_told_by_another_process_once(
    services: Services, platform: FakePlatform, looks: Looks, clock: Clock, messages: DigestMessages
) -> None:
    _, _, siti = await siti_to_move(services, platform)
    async with reconciling(services, platform):
        await put_off(services, clock)
        clock.forward(hours=(siti.digest.next(clock()) - clock()).total_seconds() / 3600)
        platform.failures = [Later(1.0, "429")]
        await looks.look()
        assert digests(platform) == []
        other = process(services, platform, messages)
        await other.look()
        assert len(digests(platform)) == 1
        await looks.look()
        assert digests(platform) == []
        await other.courier.stop()


@pytest.mark.parametrize("terms", [Terms(Pace.COFFEE), Terms(Pace.BLITZ)], ids=["a bank below a day", "live"])
async def test_what_is_urgent_is_told_at_once(
    services: Services, platform: FakePlatform, clock: Clock, terms: Terms
) -> None:
    match, adi, siti, view = await begun(services, terms=terms, platform=IN_ROOM.place.platform)
    await services.views.shown(view.key, "board")
    platform.shown["board"] = BoardMessage()
    await services.people.change_settings(siti.id, told=DIGEST, zone="UTC")
    if terms.pace is Pace.BLITZ:
        await services.matches.act(event(), adi, match.code, lambda now, at: now.say_ready(adi.id, at))
        await services.matches.act(event(), siti, match.code, lambda now, at: now.say_ready(siti.id, at))
        match = await services.matches.get(match.code)
    match = await play(services, match, adi, siti)
    if terms.pace is Pace.COFFEE:
        clock.forward(hours=9)
        match = await play(services, match, adi, siti, moves=2)
    async with reconciling(services, platform):
        await until(lambda: any(chat == "siti's own" for chat, _ in platform.told_in))


async def test_who_takes_no_private_messages_is_told_beside_the_board(
    services: Services, platform: FakePlatform, looks: Looks, clock: Clock
) -> None:
    _, _, siti = await siti_to_move(services, platform)
    platform.private = False
    async with reconciling(services, platform):
        await put_off(services, clock)
        clock.forward(hours=(siti.digest.next(clock()) - clock()).total_seconds() / 3600)
        await looks.look()
        await until(lambda: "Siti" in platform.called)
    player = await services.people.by_id(siti.id)
    assert player
    assert player.told == PRIVATE


async def test_who_gives_it_up_is_told_at_once(services: Services, platform: FakePlatform, clock: Clock) -> None:
    match, _, siti = await siti_to_move(services, platform)
    async with reconciling(services, platform):
        await put_off(services, clock)
        assert "Siti" not in platform.called
        await services.tells.choose(match.code, siti.id, HERE)
        await until(lambda: "Siti" in platform.called)

"""A running Papan does what falls due by time, and what passed while none ran is nobody's time."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from pydantic import SecretStr

from bot.bootstrap.assembly import run_app
from bot.bootstrap.settings import Address, Settings
from bot.foundation.shared_work import SingleProcess
from bot.foundation.steady_clock import SteadyClock
from bot.matches.clock import Stage
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.services import Services
from bot.store import Database
from bot.workers import timekeeper
from engine.ruleset import Ending
from loopback.waiting import eventually
from tests.bot.kit import IN_ROOM, TABAL, Clock, begun, event, person


def settings(url: str) -> Settings:
    return Settings(papan_web=Address("127.0.0.1", 0), database_url=SecretStr(url))


async def becomes(services: Services, code: str, fits: Callable[[Match], bool]) -> Match:
    """A match once it is like that."""
    return await eventually(lambda: services.matches.get(code), fits)


async def test_an_invitation_whose_time_is_over_is_closed_when_papan_starts(
    services: Services, database: Database, url: str
) -> None:
    adi = await services.people.player(person("Adi"))
    match, _ = await services.opening.open(event(), adi, Invitation(TABAL), IN_ROOM)
    await database.close()
    async with run_app(settings(url)) as running:
        await becomes(running.services, match.code, lambda now: now.status is Status.EXPIRED)


async def test_what_passed_before_the_start_is_nobodys_time(
    services: Services, database: Database, url: str, clock: Clock
) -> None:
    match, *_ = await begun(services, terms=Terms(Pace.RELAXED, rated=True))
    await services.time.beat()
    await database.close()
    async with run_app(settings(url)) as running:
        found = await running.services.matches.get(match.code)
        assert found.clock
        used = timedelta(hours=96) - sum(found.clock.left_at(running.services.clock()), timedelta())
        assert timedelta() <= used < timedelta(minutes=1), "months have passed since"
        assert found.status is Status.PLAYING


async def nearly_lost(services: Services) -> str:
    """The code of a live match in which nobody has moved, and the first side loses on time in a tenth of a second."""
    match, adi, siti, _ = await begun(services, terms=Terms(Pace.BLITZ))
    for player in (adi, siti):

        def ready(now: Match, at: datetime, who: str = player.id) -> Match:
            return now.say_ready(who, at)

        await services.matches.act(event(), player, match.code, ready)

    def long_thought(now: Match, at: datetime) -> Match:
        assert now.clock
        return replace(now, version=now.version + 1, clock=replace(now.clock, since=at - timedelta(seconds=91.9)))

    await services.matches.act(event(), adi, match.code, long_thought)
    return match.code


async def test_a_live_match_is_lost_when_its_time_is_over(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeper, "LIVE_SPARED", timedelta())
    async with run_app(settings(url)) as running:
        over = await becomes(
            running.services, await nearly_lost(running.services), lambda now: now.status is Status.OVER
        )
        assert over.game.outcome
        assert (over.game.outcome.winner, over.game.outcome.ending) == (1, Ending.TIME)


async def test_nobody_loses_live_right_after_another_process_has_taken_over(services: Services, clock: Clock) -> None:
    """A player could not move while nobody took the move, so they have half a minute."""
    leases = SingleProcess()
    keeper = timekeeper.TimeKeeper(services, SteadyClock(clock, lambda: clock.now.timestamp()), leases)
    await keeper.start()
    try:
        for _ in ("as it starts", "as it takes over from another"):
            live = await nearly_lost(services)
            clock.forward(seconds=20)
            await looked(services)
            assert (await services.matches.get(live)).status is Status.PLAYING
            clock.forward(seconds=11)
            await services.time.beat(lambda: None)
            services.news.matches.publish(live)
            await becomes(services, live, lambda now: now.status is Status.OVER)
            leases.gained.publish()
    finally:
        await keeper.stop()


async def looked(services: Services) -> None:
    """All that is due has been looked at: a match in which somebody is to be reminded falls due last of all."""
    match, adi, *_ = await begun(services, terms=Terms(Pace.RELAXED))

    def thought(now: Match, at: datetime) -> Match:
        assert now.clock
        return replace(now, version=now.version + 1, clock=replace(now.clock, since=at - timedelta(hours=18)))

    await services.matches.act(event(), adi, match.code, thought)
    await becomes(services, match.code, lambda now: now.clock is not None and now.clock.stage is Stage.REMINDED)

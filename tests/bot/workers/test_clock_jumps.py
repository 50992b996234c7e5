"""The machine's clock is set under a running Papan: nobody loses time by that."""

from datetime import UTC, datetime, timedelta
from time import monotonic

import pytest
from pydantic import SecretStr

from bot.bootstrap.assembly import RunningApp, run_app
from bot.bootstrap.settings import Address, Settings
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.store import Database
from loopback.waiting import eventually
from tests.bot.kit import Clock, begun, check, event, play

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ROUNDING = timedelta(milliseconds=1)
"""Moments are kept in whole microseconds, the stopwatch is finer."""
CASUAL, RATED, BLITZ = Terms(Pace.RELAXED), Terms(Pace.RELAXED, rated=True), Terms(Pace.BLITZ)


class Machine:
    """Whose clock can be put, and goes as the stopwatch of the process does."""

    def __init__(self) -> None:
        self.put = timedelta()
        self._began = datetime.now(UTC) - timedelta(seconds=monotonic())

    def now(self, leases: object) -> datetime:
        return self._began + timedelta(seconds=monotonic()) + self.put


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """The machine on which Papan runs; what Papan does every now and then it does often."""
    machine = Machine()
    for leases in ("foundation.shared_work.SingleProcess", "workers.leases.LeaseHolder"):
        monkeypatch.setattr(f"bot.{leases}.now", lambda self: machine.now(self))
    for often in ("BEAT_EVERY", "TICK_EVERY"):
        monkeypatch.setattr(f"bot.workers.timekeeper.{often}", 0.05)
    return machine


async def ready(services: Services, match: Match, *players: Player) -> Match:
    for player in players:

        def say(now: Match, at: datetime, who: str = player.id) -> Match:
            return now.say_ready(who, at)

        match = await services.matches.act(event(), player, match.code, say)
    return match


def left(match: Match, now: datetime) -> timedelta:
    assert match.clock
    return sum(match.clock.left_at(now), timedelta())


async def in_era(running: RunningApp, codes: list[str], era: int) -> list[Match]:
    """The matches, once their clocks have been brought into an era."""

    async def look() -> list[Match]:
        return [await running.services.matches.get(code) for code in codes]

    return await eventually(look, lambda found: all(match.clock and match.clock.era == era for match in found))


@pytest.mark.parametrize("put", [3 * DAY, -HOUR], ids=["3 days forward", "an hour back"])
async def test_a_clock_that_is_put_flags_nobody_and_takes_no_time(url: str, machine: Machine, put: timedelta) -> None:
    settings = Settings(papan_web=Address("127.0.0.1", 0), database_url=SecretStr(url))
    async with run_app(settings) as running:
        services = running.services
        live, adi, siti, _ = await begun(services, terms=BLITZ)
        matches = [await ready(services, live, adi, siti)]
        for terms in (CASUAL, RATED):
            matches.append((await begun(services, terms=terms))[0])
        codes = [match.code for match in matches]
        since, before = monotonic(), [left(match, services.clock()) for match in matches]
        machine.put = put
        found = await in_era(running, codes, 1)
        after = [left(match, services.clock()) for match in found]
        used = timedelta(seconds=monotonic() - since)
        assert [match.status for match in found] == [Status.PLAYING] * 3
        for had, has in zip(before, after, strict=True):
            assert had - used - ROUNDING <= has <= had + ROUNDING


async def test_a_live_match_begun_after_the_clock_was_put_back_loses_no_time(services: Services, clock: Clock) -> None:
    await begun(services, terms=CASUAL)
    await services.time.beat()
    jumped_from = clock.now
    clock.now -= HOUR
    await services.time.settle(await services.time.beat(lambda: jumped_from))
    clock.forward(seconds=10)
    match, adi, siti, _ = await begun(services, terms=BLITZ)
    match = await ready(services, match, adi, siti)
    await services.time.settle(await services.time.beat())
    await services.time.tick_due()
    match = await services.matches.get(match.code)
    assert (match.status, left(match, clock.now)) == (Status.PLAYING, timedelta(seconds=90))


async def test_matches_that_begin_all_the_time_do_not_keep_the_pulse_from_being_noted(
    services: Services, clock: Clock
) -> None:
    await services.time.beat()
    clock.forward(days=1)
    await services.time.settle(await services.time.beat())
    first, *_ = await begun(services, terms=CASUAL)
    for _ in range(6):
        clock.forward(seconds=15)
        await begun(services, terms=CASUAL)
        await services.time.settle(await services.time.beat())
    clock.forward(seconds=15)
    await services.time.settle(await services.time.beat())
    assert left(await services.matches.get(first.code), clock.now) == 96 * HOUR - timedelta(seconds=105)


async def test_a_process_that_was_held_up_flags_nobody_before_it_knows_whose_the_time_is(
    services: Services, clock: Clock
) -> None:
    match, adi, siti, _ = await begun(services, terms=BLITZ)
    await ready(services, match, adi, siti)
    await services.time.beat()
    clock.forward(minutes=5)
    await services.time.tick_due()
    await services.time.settle(await services.time.beat())
    await services.time.tick_due()
    match = await services.matches.get(match.code)
    assert (match.status, left(match, clock.now)) == (Status.PLAYING, timedelta(seconds=90))


async def test_who_moves_before_their_clock_was_brought_up_to_date_loses_no_time(
    services: Services, database: Database, clock: Clock
) -> None:
    match, adi, siti, _ = await begun(services, terms=CASUAL)
    await services.time.beat()
    jumped_from = clock.now
    clock.now += 3 * DAY
    await services.time.beat(lambda: jumped_from)
    match = await play(services, match, adi, siti)
    assert match.clock
    assert match.clock.banks == (72 * HOUR, 72 * HOUR)
    assert match.clock.era == 1
    assert await check(database) == []

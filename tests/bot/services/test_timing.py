"""Stored matches and time: deadlines, gaps in which no Papan ran, days away; on both kinds of databases."""

from datetime import datetime, timedelta
from random import Random

import pytest
from sqlalchemy import select, update

from bot.matches.clock import Halt, Stage
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.refusals import NoDaysLeft
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.services import Services
from bot.store import Database
from bot.store.connection import Connection
from bot.store.tables import matches, moves
from engine.ruleset import Ending
from tests.bot.kit import Clock, begun, check, play

CASUAL, RATED, BLITZ = Terms(Pace.RELAXED), Terms(Pace.RELAXED, rated=True), Terms(Pace.BLITZ)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def again(database: Database, clock: Clock) -> Services:
    """The same database, as a process sees it that has just started."""
    return Services.over(database, clock, Random(2))


def left(match: Match, clock: Clock) -> timedelta:
    assert match.clock
    return sum(match.clock.left_at(clock.now), timedelta())


async def test_a_clock_is_read_as_it_was_written(services: Services, database: Database, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services, terms=RATED)
    for _ in range(3):
        clock.forward(hours=30)
        match = await play(services, match, adi, siti)
    match = await services.matches.act("e1", siti, match.code, lambda now, at: now.ask_pause(siti.id, at + DAY, at))
    read = await again(database, clock).matches.get(match.code)
    assert read == match
    assert read.banks == match.banks
    assert await check(database) == []


async def test_what_falls_due_is_done_once_however_often_it_is_asked_for(
    services: Services, database: Database, clock: Clock
) -> None:
    match, adi, *_ = await begun(services, terms=RATED)
    await services.people.change_settings(adi.id, auto_away="no")
    stages, now = [], match
    for _ in range(120):
        clock.forward(hours=1)
        await services.time.tick_due()
        await services.time.tick_due()
        now = await again(database, clock).matches.get(match.code)
        assert now.clock
        stages.append(now.clock.stage)
    assert stages.count(Stage.REMINDED) == 87 - 18
    assert now.status is Status.OVER
    assert now.game.outcome
    assert now.game.outcome.ending is Ending.TIME
    assert now.version == match.version + 2, "over, and lost"
    assert await check(database) == []


async def test_it_says_when_something_falls_due_next(services: Services, clock: Clock) -> None:
    assert await services.time.tick_due() is None
    await begun(services, terms=CASUAL)
    assert await services.time.tick_due() == clock.now + 18 * HOUR


async def test_nobody_loses_time_while_no_papan_runs(services: Services, database: Database, clock: Clock) -> None:
    match, *_ = await begun(services, terms=RATED)
    for _ in range(4):
        await services.time.settle(await services.time.beat())
        clock.forward(seconds=15)
    before = left(match, clock)
    clock.forward(days=400)
    started = again(database, clock)
    await started.time.settle(await started.time.beat())
    await started.time.tick_due()
    match = await started.matches.get(match.code)
    assert match.status is Status.PLAYING
    # What passed since the last beat is not known to have been lived through.
    assert left(match, clock) == before + timedelta(seconds=15)
    assert await check(database) == []


async def test_a_crash_while_clocks_are_brought_up_to_date_repeats_nothing(
    services: Services, database: Database, clock: Clock
) -> None:
    matches = [(await begun(services, terms=CASUAL))[0] for _ in range(3)]
    await services.time.beat()
    clock.forward(days=10)
    await services.time.beat()  # and dies before any clock was told
    clock.forward(days=10)
    started = again(database, clock)
    found = await started.time.beat()
    await started.time.settle(found)
    await started.time.settle(await started.time.beat())
    for match in matches:
        now = await started.matches.get(match.code)
        assert left(now, clock) == 96 * HOUR


@pytest.mark.parametrize("put", [3 * DAY, -HOUR])
async def test_a_machine_whose_clock_is_put_flags_nobody(services: Services, clock: Clock, put: timedelta) -> None:
    match, adi, siti, _ = await begun(services, terms=BLITZ)
    for player in (adi, siti):

        def ready(now: Match, at: datetime, who: str = player.id) -> Match:
            return now.say_ready(who, at)

        match = await services.matches.act(f"ready-{player.name}", player, match.code, ready)
    await services.time.beat()
    clock.forward(seconds=20)
    before, jumped_from = left(match, clock), clock.now
    clock.now += put
    await services.time.settle(await services.time.beat(lambda: jumped_from))
    await services.time.tick_due()
    match = await services.matches.get(match.code)
    assert (match.status, left(match, clock)) == (Status.PLAYING, before)


async def test_days_away_stop_the_clocks_of_a_player_and_of_nobody_else(services: Services, clock: Clock) -> None:
    mine, adi, siti, _ = await begun(services, terms=CASUAL)
    theirs = await play(services, (await begun(services, terms=CASUAL))[0], adi, siti)
    live, *_ = await begun(services, terms=BLITZ)
    absence = await services.time.go_away(adi.id, clock.now + 3 * DAY)
    assert (absence.matches, absence.left) == ((mine.code,), 18 * DAY)
    theirs = await play(services, theirs, siti)
    for code in (mine.code, theirs.code):
        halted = (await services.matches.get(code)).clock
        assert halted
        assert (halted.halt, halted.halt_until) == (Halt.AWAY, clock.now + 3 * DAY)
    assert (await services.matches.get(live.code)).clock.halt is Halt.READY  # type: ignore[union-attr]  # it has one
    clock.forward(days=1)
    assert set(await services.time.come_back(adi.id)) == {mine.code, theirs.code}
    assert left(await services.matches.get(mine.code), clock) == 96 * HOUR
    assert await services.time.come_back(adi.id) == ()


async def test_days_away_are_counted_as_they_were_used(services: Services, clock: Clock) -> None:
    _, adi, *_ = await begun(services, terms=CASUAL)
    await services.time.go_away(adi.id, clock.now + 20 * DAY)
    clock.forward(days=5)
    await services.time.come_back(adi.id)
    with pytest.raises(NoDaysLeft) as refused:
        await services.time.go_away(adi.id, clock.now + 17 * DAY)
    assert refused.value.days == 16
    assert (await services.time.go_away(adi.id, clock.now + 16 * DAY)).left == timedelta()
    clock.forward(days=400)
    assert (await services.time.go_away(adi.id, clock.now + 21 * DAY)).left == timedelta()


async def test_who_deletes_their_data_leaves_no_days_away(services: Services, database: Database, clock: Clock) -> None:
    _, adi, *_ = await begun(services, terms=CASUAL)
    await services.time.go_away(adi.id, clock.now + DAY)
    exported = await services.people.export(adi.id)
    assert [absence["by_itself"] for absence in exported["away"]] == [False]
    await services.people.erase(adi)
    exported = await services.people.export(adi.id)
    assert (exported["away"], exported["settings"]["zone"]) == ([], None)
    assert await check(database) == []


async def test_who_deletes_their_data_leaves_no_quiet_hours_in_their_matches(
    services: Services, database: Database
) -> None:
    match, adi, siti, _ = await begun(services, terms=CASUAL)
    over, *_ = await begun(services, terms=CASUAL)
    for player, zone in ((adi, "Asia/Kuching"), (siti, "Asia/Jakarta")):
        await services.people.change_settings(player.id, zone=zone, quiet="1320 420")
    for each in (match, over):
        for _ in range(4):
            each = await play(services, each, adi, siti)
    await services.matches.act("resigned", siti, over.code, lambda known, now: known.resign(siti.id, now))
    assert "Kuching" in await quiet_hours_in(database)
    await services.people.erase(adi)
    assert await quiet_hours_in(database) == ""
    assert (await services.matches.get(match.code)).status is Status.PLAYING
    ended = (await services.matches.get(over.code)).clock
    assert ended
    assert ended.quiet is None
    assert await check(database) == []


async def quiet_hours_in(database: Database) -> str:
    """Those that stand in matches."""

    async def work(connection: Connection) -> str:
        return " ".join(each for each in (await connection.execute(select(matches.c.quiet))).scalars() if each)

    return await database.read(work)


async def test_a_match_with_a_clock_is_played_to_its_last_move(
    services: Services, database: Database, clock: Clock
) -> None:
    match, adi, siti, _ = await begun(services, terms=CASUAL)
    while match.status is Status.PLAYING:
        clock.forward(hours=30)
        match = await play(services, match, adi, siti)
    assert match.game.outcome
    assert match.clock
    assert match.clock.since is None
    assert len(match.banks) == match.game.ply + 1
    assert await again(database, clock).matches.get(match.code) == match
    assert await check(database) == []


async def test_a_match_that_cannot_be_read_keeps_no_other_clock_in_an_older_era(
    services: Services, database: Database, clock: Clock
) -> None:
    broken, *both, _ = await begun(services, terms=CASUAL)
    broken = await play(services, broken, *both)
    going, *_ = await begun(services, terms=CASUAL)
    await services.time.beat()
    await database.write(lambda connection: connection.execute(update(moves).values(text="nonsense")))
    clock.forward(hours=5)
    now = again(database, clock)
    await now.time.settle(await now.time.beat())
    found = await now.matches.get(going.code)
    assert found.clock
    assert (found.clock.era, left(found, clock)) == (1, timedelta(hours=96))
    clock.forward(seconds=30)
    assert (await now.time.beat()).at == clock.now, "time goes on to be noted"

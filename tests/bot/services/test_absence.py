"""Days away that begin automatically, and clocks that are stopped because somebody cannot be reached."""

from datetime import timedelta

import pytest

from bot.matches.clock import Halt, Stage
from bot.matches.happening import Happening
from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.status import Status
from bot.matches.terms import Terms
from bot.services.services import Services
from bot.store import Database
from tests.bot.kit import Clock, begun, check, event, play
from tests.suites import quick_first

RELAXED = Terms(Pace.RELAXED)
DAY = timedelta(days=1)
ALL = timedelta(hours=96)


async def halt_of(services: Services, match: Match) -> tuple[Halt | None, Stage]:
    clock = (await services.matches.get(match.code)).clock
    assert clock
    return clock.halt, clock.stage


async def test_days_away_begin_at_zero(services: Services, database: Database, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services, terms=RELAXED)
    other, *_ = await begun(services, terms=RELAXED)
    clock.now = clock.now + ALL - timedelta(hours=1)
    await services.matches.act(event(), siti, other.code, lambda now, at: now.give_day(siti.id, at))
    clock.forward(hours=1)
    await services.time.tick_due()
    now = await services.matches.get(match.code)
    assert now.happened is Happening.WENT_AWAY
    assert await halt_of(services, match) == (Halt.AWAY, Stage.LAST_CALL)
    assert (await halt_of(services, other))[0] is Halt.AWAY
    assert await check(database) == []
    clock.forward(days=3)
    await services.time.tick_due()
    assert await halt_of(services, match) == (None, Stage.OVER)
    exported = (await services.people.export(adi.id))["away"]
    assert [each["by_itself"] for each in exported] == [True]


async def test_they_do_not_begin_twice_without_a_move_between(services: Services, clock: Clock) -> None:
    match, adi, *_ = await begun(services, terms=RELAXED)
    clock.now += ALL
    await services.time.tick_due()
    clock.forward(days=3)
    await services.time.tick_due()
    assert await halt_of(services, match) == (None, Stage.OVER)
    fresh, *_ = await begun(services, terms=RELAXED)
    clock.now += ALL
    await services.time.tick_due()
    assert await halt_of(services, fresh) == (None, Stage.OVER)
    await play(services, await services.matches.get(match.code), adi)
    third, *_ = await begun(services, terms=RELAXED)
    clock.now += ALL
    await services.time.tick_due()
    assert await halt_of(services, third) == (Halt.AWAY, Stage.LAST_CALL)


@pytest.mark.parametrize("terms", [Terms(Pace.RELAXED, away=False), Terms(Pace.COFFEE, away=False)])
async def test_terms_without_days_away_know_none(services: Services, clock: Clock, terms: Terms) -> None:
    match, *_ = await begun(services, terms=terms)
    clock.now += ALL
    await services.time.tick_due()
    assert await halt_of(services, match) == (None, Stage.OVER)


async def test_whoever_does_not_want_them_has_none(services: Services, clock: Clock) -> None:
    match, adi, *_ = await begun(services, terms=RELAXED)
    await services.people.change_settings(adi.id, auto_away="no")
    clock.now += ALL
    await services.time.tick_due()
    assert await halt_of(services, match) == (None, Stage.OVER)


async def test_with_less_than_a_day_left_they_do_not_begin(services: Services, clock: Clock) -> None:
    match, adi, *_ = await begun(services, terms=RELAXED)
    await services.time.go_away(adi.id, clock.now + 20 * DAY + timedelta(hours=1))
    clock.now += 20 * DAY + timedelta(hours=1) + ALL
    await services.time.tick_due()
    await services.time.tick_due()
    assert await halt_of(services, match) == (None, Stage.OVER)


async def test_a_clock_stands_while_its_board_cannot_be_shown(
    services: Services, database: Database, clock: Clock
) -> None:
    match, _, _, view = await begun(services, terms=RELAXED)
    clock.forward(hours=5)
    await services.views.freeze(view)
    await services.time.look_whether_reached(match.code)
    await services.time.look_whether_reached(match.code)
    assert await halt_of(services, match) == (Halt.FROZEN, Stage.BEGUN)
    assert (await services.matches.get(match.code)).version == match.version + 1
    clock.forward(days=30)
    await services.time.tick_due()
    assert await halt_of(services, match) == (Halt.FROZEN, Stage.BEGUN)
    await services.views.revive(view.place, match.host)
    await services.time.look_whether_reached(match.code)
    now = await services.matches.get(match.code)
    assert now.clock
    assert sum(now.clock.left_at(clock.now), timedelta()) == ALL - timedelta(hours=5)
    assert await check(database) == []


async def test_who_cannot_be_reached_for_three_days_may_be_left_without_a_result(
    services: Services, database: Database, clock: Clock
) -> None:
    match, _, siti, view = await begun(services, terms=RELAXED)
    await services.views.freeze(view)
    await services.time.look_whether_reached(match.code)
    clock.forward(days=3)
    await services.time.tick_due()
    await services.time.look_whether_reached(match.code)
    now = await services.matches.get(match.code)
    assert now.clock
    assert (now.clock.waited_in_vain, now.clock.stage) == (True, Stage.BEGUN), "nobody loses where they are not reached"
    assert await services.time.tick_due() is None
    off = await services.matches.act(event(), siti, match.code, lambda match, at: match.call_off_late(siti.id, at))
    assert off.status is Status.CALLED_OFF
    assert await check(database) == []


@pytest.mark.parametrize("moves", quick_first([2, 3], "whose turn it is makes no difference"))
async def test_a_match_waits_three_days_for_who_has_deleted_their_data(
    services: Services, database: Database, clock: Clock, moves: int
) -> None:
    match, adi, siti, _ = await begun(services, terms=RELAXED)
    match = await play(services, match, adi, siti, moves=moves)
    await services.people.erase(adi)
    assert await halt_of(services, match) == (Halt.LEFT, Stage.BEGUN)
    assert await services.time.tick_due() == clock.now + 3 * DAY
    assert await check(database) == []
    clock.forward(days=3)
    await services.time.tick_due()
    assert await halt_of(services, match) == (Halt.LEFT, Stage.OVER)
    won = await services.matches.act(event(), siti, match.code, lambda match, at: match.claim(siti.id, at))
    assert won.game.outcome
    assert won.game.outcome.winner == 1
    assert await check(database) == []

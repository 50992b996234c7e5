"""The clock of a match: what PEOPLE may count on, as laws, and the moments of each pace."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.clock import LAG, Clock, Halt, Stage
from bot.matches.pace import Pace
from bot.matches.quiet_hours import QuietHours, asleep_until, awake_between
from tests.bot.matches.test_quiet_hours import moments, quiet_hours

NOW = datetime(2026, 11, 21, 4, tzinfo=UTC)
HOUR, DAY, SECOND = timedelta(hours=1), timedelta(days=1), timedelta(seconds=1)
NIGHT = QuietHours("Asia/Kuala_Lumpur", 23 * 60, 7 * 60)
"""NOW is noon there."""
paces = st.sampled_from(Pace)
spans = st.integers(0, 12 * 24 * 3600).map(lambda seconds: timedelta(seconds=seconds))
clocks = st.builds(
    lambda pace, now, quiet, rated: Clock.begin(pace, 0, now, quiet, rated=rated),
    paces,
    moments,
    st.none() | quiet_hours,
    st.booleans(),
)


def _all_left(clock: Clock, now: datetime) -> timedelta:
    return sum(clock.left_at(now), timedelta())


def _all_given(pace: Pace) -> timedelta:
    return pace.times.move + pace.times.bank


@given(clocks, st.lists(spans, min_size=1, max_size=6))
def test_used_and_left_are_together_what_there_was(clock: Clock, periods: list[timedelta]) -> None:
    """However often it is stopped in between: running and standing take turns."""
    now, used, whole = clock.since, timedelta(), _all_given(clock.pace)
    assert now is not None
    for number, period in enumerate(periods):
        later = now + period
        if number % 2:
            clock = clock.resume(later)
        else:
            used += awake_between(now, later, clock.quiet)
            clock = clock.stop(later, Halt.PAUSE)
        now = later
    assert _all_left(clock, now) == max(whole - used, timedelta())


@given(clocks, spans, spans)
def test_ticking_twice_is_ticking_once(clock: Clock, first: timedelta, second: timedelta) -> None:
    assert clock.since is not None
    early, late = clock.since + first, clock.since + first + second
    assert clock.tick(early).tick(late) == clock.tick(late)
    assert clock.tick(late).tick(late) == clock.tick(late)


@given(clocks, spans, spans, spans, st.sampled_from(Halt))
def test_ticking_late_after_a_halt_is_the_same(
    clock: Clock, ran: timedelta, first: timedelta, second: timedelta, halt: Halt
) -> None:
    assert clock.since is not None
    stopped = clock.since + ran
    halted = clock.stop(stopped, halt, stopped + 3 * DAY)
    early, late = stopped + first, stopped + first + second
    assert halted.tick(early).tick(late) == halted.tick(late)


@given(clocks, spans)
def test_nothing_changes_before_the_moment_to_wake(clock: Clock, span: timedelta) -> None:
    assert clock.since is not None
    now = clock.since + span
    wake = clock.wake
    assert wake is not None
    if now < wake:
        assert clock.tick(now) == clock
    else:
        after = clock.tick(now)
        assert after.stage.value > clock.stage.value
        assert after.wake is None or after.wake > now


@given(clocks)
def test_nothing_falls_due_in_the_quiet_hours(clock: Clock) -> None:
    due = [moment for _, moment in clock.stages()]
    assert due
    assert all(asleep_until(moment, clock.quiet) is None for moment in due)


@given(clocks, st.lists(st.tuples(spans, st.booleans()), max_size=8))
def test_the_bank_never_grows_by_playing(clock: Clock, turns: list[tuple[timedelta, bool]]) -> None:
    now = clock.since
    assert now is not None
    banks = [clock.banks]
    for span, paused in turns:
        now += span
        if paused:
            clock = clock.stop(now, Halt.PAUSE).resume(now + span)
            now += span
        clock = clock.press(now, 1 - clock.turn, None)
        banks.append(clock.banks)
    for (first, second), (next_first, next_second) in pairwise(banks):
        assert next_first <= first
        assert next_second <= second
        assert min(next_first, next_second) >= timedelta()


@given(clocks, spans, spans, spans)
def test_what_passed_while_no_papan_ran_is_nobodys_time(
    clock: Clock, before: timedelta, down: timedelta, more: timedelta
) -> None:
    assert clock.since is not None
    begin = clock.since + before
    end = begin + down
    skipped = clock.skip(begin, end, 1)
    assert _all_left(skipped, end) == _all_left(clock, begin)
    assert skipped.skip(begin, end + more, 1) == skipped
    assert skipped.era == 1


def test_a_turn_that_began_later_is_not_touched() -> None:
    clock = Clock.begin(Pace.BLITZ, 0, NOW, None)
    skipped = clock.skip(NOW - 2 * HOUR, NOW - HOUR, 1)
    assert (skipped.since, skipped.left_at(NOW)) == (NOW, clock.left_at(NOW))


def test_a_clock_that_is_put_back_takes_and_gives_nothing() -> None:
    """At 12:00 the machine's clock is put back to 11:00: ten minutes of a turn that began at 11:50 are used."""
    clock = Clock.begin(Pace.COFFEE, 0, NOW - timedelta(minutes=10), None)
    skipped = clock.skip(NOW, NOW - HOUR, 1)
    assert skipped.left_at(NOW - HOUR)[0] == 8 * HOUR - timedelta(minutes=10)
    assert skipped.left_at(NOW)[0] == 7 * HOUR - timedelta(minutes=10)


def test_a_move_before_the_turn_began_takes_no_time() -> None:
    """Two processes may differ for a moment about what time it is."""
    moved = Clock.begin(Pace.BLITZ, 0, NOW, None).press(NOW - 3 * DAY, 1, None)
    assert (moved.banks, moved.since) == ((60 * SECOND, 60 * SECOND), NOW)


def test_the_bank_is_used_after_the_time_for_the_move() -> None:
    clock = Clock.begin(Pace.RELAXED, 0, NOW, None)
    assert clock.left_at(NOW + 20 * HOUR) == (4 * HOUR, 72 * HOUR)
    assert clock.left_at(NOW + 30 * HOUR) == (timedelta(), 66 * HOUR)
    assert clock.left_at(NOW + 200 * HOUR) == (timedelta(), timedelta())
    moved = clock.press(NOW + 30 * HOUR, 1, None)
    assert moved.banks == (66 * HOUR, 72 * HOUR)
    assert (moved.turn, moved.left, moved.stage) == (1, 24 * HOUR, Stage.BEGUN)


def test_it_stands_at_night() -> None:
    """From noon, a day of move time outside eight hours of sleep a night: eleven hours, a night, thirteen hours."""
    clock = Clock.begin(Pace.RELAXED, 0, NOW, NIGHT)
    assert clock.left_at(NOW + 11 * HOUR)[0] == 13 * HOUR
    assert clock.left_at(NOW + 19 * HOUR)[0] == 13 * HOUR
    assert clock.left_at(NOW + 32 * HOUR) == (timedelta(), 72 * HOUR)


@pytest.mark.parametrize(
    ("pace", "rated", "moments_of"),
    [
        (Pace.BLITZ, False, {Stage.LOST: 90 * SECOND + LAG}),
        (Pace.SITTING, False, {Stage.LOST: 900 * SECOND + LAG}),
        (
            Pace.COFFEE,
            False,
            {Stage.REMINDED: 6 * HOUR, Stage.LAST_CALL: 28.8 * HOUR, Stage.OVER: 32 * HOUR},
        ),
        (
            Pace.RELAXED,
            True,
            {
                Stage.REMINDED: 18 * HOUR,
                Stage.LAST_CALL: 86.4 * HOUR,
                Stage.OVER: 96 * HOUR,
                Stage.LOST: 108 * HOUR,
            },
        ),
        (
            Pace.SLOW,
            False,
            {Stage.REMINDED: 54 * HOUR, Stage.LAST_CALL: 129.6 * HOUR, Stage.OVER: 144 * HOUR},
        ),
    ],
)
def test_each_stage_has_its_moment(pace: Pace, rated: bool, moments_of: dict[Stage, timedelta]) -> None:
    clock = Clock.begin(pace, 0, NOW, None, rated=rated)
    assert dict(clock.stages()) == {stage: NOW + used for stage, used in moments_of.items()}
    for stage, used in moments_of.items():
        assert clock.tick(NOW + used - SECOND).stage.value < stage.value
        assert clock.tick(NOW + used).stage is stage


def test_a_casual_clock_permits_and_does_not_execute() -> None:
    assert Clock.begin(Pace.RELAXED, 0, NOW, None).tick(NOW + 1000 * DAY).stage is Stage.OVER


def test_who_is_late_may_still_move() -> None:
    over = Clock.begin(Pace.RELAXED, 0, NOW, None).tick(NOW + 10 * DAY)
    moved = over.press(NOW + 10 * DAY, 1, None)
    assert (moved.stage, moved.banks) == (Stage.BEGUN, (timedelta(), 72 * HOUR))


def test_a_little_of_each_live_move_is_nobodys_time() -> None:
    clock = Clock.begin(Pace.BLITZ, 0, NOW, None)
    assert clock.press(NOW + 32 * SECOND, 1, None).banks[0] == 60 * SECOND
    assert clock.press(NOW + 40 * SECOND, 1, None).banks[0] == 52 * SECOND


def test_a_live_clock_does_not_sleep() -> None:
    assert Clock.begin(Pace.SITTING, 0, NOW, NIGHT).quiet is None


def test_given_time_ends_what_was_over() -> None:
    over = Clock.begin(Pace.RELAXED, 0, NOW, None).tick(NOW + 96 * HOUR)
    given_more = over.give(0, DAY)
    assert given_more.stage is Stage.REMINDED, "that is not told once more beside the day"
    assert given_more.tick(NOW + 112 * HOUR).stage is Stage.LAST_CALL
    assert given_more.due == NOW + 120 * HOUR
    assert given_more.tick(NOW + 120 * HOUR).stage is Stage.OVER


def test_time_given_to_the_other_side_is_theirs() -> None:
    clock = Clock.begin(Pace.RELAXED, 0, NOW, None).give(1, DAY)
    assert clock.banks == (72 * HOUR, 96 * HOUR)


def test_a_halt_ends_by_itself_at_its_moment() -> None:
    halted = Clock.begin(Pace.RELAXED, 0, NOW, None).stop(NOW + HOUR, Halt.AWAY, NOW + 50 * HOUR)
    assert (halted.due, halted.wake) == (None, NOW + 50 * HOUR)
    assert halted.tick(NOW + 49 * HOUR) == halted
    resumed = halted.tick(NOW + 51 * HOUR)
    assert (resumed.halt, resumed.since, resumed.left) == (None, NOW + 50 * HOUR, 23 * HOUR)


def test_a_halt_without_an_end_waits() -> None:
    halted = Clock.begin(Pace.RELAXED, 0, NOW, None).stop(NOW, Halt.FROZEN)
    assert halted.wake is None
    assert halted.tick(NOW + 1000 * DAY) == halted


def test_who_cannot_be_reached_is_never_late_but_waited_for_only_so_long() -> None:
    frozen = Clock.begin(Pace.RELAXED, 0, NOW, None).stop(NOW, Halt.FROZEN, NOW + 72 * HOUR)
    assert not frozen.tick(NOW + 71 * HOUR).waited_in_vain
    waited = frozen.tick(NOW + 72 * HOUR)
    assert (waited.stage, waited.halt, waited.wake, waited.waited_in_vain) == (Stage.BEGUN, Halt.FROZEN, None, True)


def test_who_has_left_for_good_is_late_after_three_days() -> None:
    left = Clock.begin(Pace.RELAXED, 0, NOW, None).stop(NOW, Halt.LEFT, NOW + 72 * HOUR)
    late = left.tick(NOW + 72 * HOUR)
    assert (late.stage, late.halt, late.wake) == (Stage.OVER, Halt.LEFT, None)


def test_away_days_put_the_end_off_once() -> None:
    over_at = NOW + 96 * HOUR
    excused = Clock.begin(Pace.RELAXED, 0, NOW, None).tick(over_at).excuse(over_at, over_at + 3 * DAY)
    assert (excused.stage, excused.halt) == (Stage.LAST_CALL, Halt.AWAY)
    assert excused.tick(over_at + 3 * DAY).stage is Stage.OVER


def test_going_back_gives_the_bank_of_that_turn() -> None:
    clock = Clock.begin(Pace.RELAXED, 0, NOW, None)
    later = clock.press(NOW + 30 * HOUR, 1, None).rewind(NOW + 31 * HOUR, 0, clock.banks, None)
    assert (later.turn, later.banks, later.left) == (0, clock.banks, 24 * HOUR)

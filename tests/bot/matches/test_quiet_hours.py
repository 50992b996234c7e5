"""Quiet hours: the laws of time outside them, in twelve zones over three years of daylight saving."""

from datetime import UTC, datetime, timedelta
from itertools import product
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.quiet_hours import (
    DAY,
    DAYS_OFF,
    LONGEST,
    InvalidQuietHours,
    QuietHours,
    TooLong,
    UnknownZone,
    after,
    asleep_until,
    awake_between,
    is_over_day_off,
    next_edge,
)

ZONES = (
    "Asia/Kuala_Lumpur",
    "Asia/Jakarta",
    "Asia/Kathmandu",
    "Europe/London",
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",
    "America/Santiago",
    "Africa/Cairo",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
)
BEGIN, END = datetime(2025, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC)
moments = st.integers(0, int((END - BEGIN).total_seconds())).map(lambda seconds: BEGIN + timedelta(seconds=seconds))
spans = st.integers(0, 40 * 24 * 3600).map(lambda seconds: timedelta(seconds=seconds))
quiet_hours = st.builds(
    lambda zone, begin, length, off: QuietHours(zone, begin, (begin + length) % DAY, off if length else (*off, 6)[:1]),
    st.sampled_from(ZONES),
    st.integers(0, DAY - 1),
    st.integers(0, LONGEST),
    st.sampled_from([(), *(tuple(map(int, days.split())) for days in DAYS_OFF)]),
)
SECOND = timedelta(seconds=1)


def _wall(zone: str, year: int, month: int, day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=ZoneInfo(zone))


@given(moments, spans, quiet_hours)
def test_after_and_awake_between_undo_each_other(begin: datetime, budget: timedelta, quiet: QuietHours) -> None:
    end = after(begin, budget, quiet)
    assert abs(awake_between(begin, end, quiet) - budget) <= SECOND
    assert asleep_until(end, quiet) is None


def _changes(zone: str) -> list[datetime]:
    """The times at which the clocks of a zone are put forward or back in the three years."""
    hours = [BEGIN + timedelta(hours=number) for number in range(int((END - BEGIN) / timedelta(hours=1)))]
    offsets = [hour.astimezone(ZoneInfo(zone)).utcoffset() for hour in hours]
    return [hour for hour, old, new in zip(hours[1:], offsets, offsets[1:], strict=False) if old != new]


@pytest.mark.parametrize("zone", ZONES)
def test_after_and_awake_between_undo_each_other_about_each_change_of_the_clocks(zone: str) -> None:
    """With an edge of the night at, before and behind the hour that is skipped or comes twice."""
    for change in _changes(zone):
        local = change.astimezone(ZoneInfo(zone))
        for shift, length, budget in product((-150, -30, 0, 30, 90), (60, 420), (0, 1, 35 * 60, 26 * 3600)):
            begin = (local.hour * 60 + local.minute + shift) % DAY
            for quiet in (
                QuietHours(zone, begin, (begin + length) % DAY),
                QuietHours(zone, (begin - length) % DAY, begin),
            ):
                start, used = change - timedelta(hours=5), timedelta(seconds=budget)
                end = after(start, used, quiet)
                assert abs(awake_between(start, end, quiet) - used) <= SECOND
                assert asleep_until(end, quiet) is None


def test_most_of_the_zones_put_their_clocks() -> None:
    assert [len(_changes(zone)) for zone in ZONES] == [0, 0, 0, 6, 6, 6, 6, 6, 6, 6, 6, 0]


@given(moments, spans, spans, quiet_hours)
def test_time_outside_adds_up(begin: datetime, first: timedelta, second: timedelta, quiet: QuietHours) -> None:
    middle, end = begin + first, begin + first + second
    whole = awake_between(begin, middle, quiet) + awake_between(middle, end, quiet)
    assert awake_between(begin, end, quiet) == whole


@given(moments, spans, quiet_hours)
def test_it_is_what_the_wall_clock_says_minute_by_minute(begin: datetime, span: timedelta, quiet: QuietHours) -> None:
    """Walked in steps of five minutes by the wall clock alone, without any reckoning of nights."""
    step, zone = timedelta(minutes=5), ZoneInfo(quiet.zone)
    steps = int(min(span, timedelta(days=4)) / step)

    def is_quiet(moment: datetime) -> bool:
        local = moment.astimezone(zone)
        asleep = (local.hour * 60 + local.minute - quiet.begin) % DAY < (quiet.end - quiet.begin) % DAY
        return asleep or local.weekday() in quiet.off

    awake = sum((step for number in range(steps) if not is_quiet(begin + number * step)), timedelta())
    # Each of at most five nights and two days off has two edges, each off by less than a step; a doubled
    # hour is quiet twice by the wall clock, but its edges count once.
    assert abs(awake_between(begin, begin + steps * step, quiet) - awake) <= 14 * step + timedelta(hours=1)


@given(moments, quiet_hours)
def test_the_next_edge_is_the_first_at_which_it_changes(begin: datetime, quiet: QuietHours) -> None:
    edge = next_edge(begin, quiet)
    assert edge > begin
    asleep = asleep_until(begin, quiet) is not None
    assert (asleep_until(edge, quiet) is not None) is not asleep
    for between in (begin + (edge - begin) / 3, edge - SECOND):
        assert between <= begin or (asleep_until(between, quiet) is not None) is asleep


@given(moments, spans, spans, quiet_hours)
def test_more_time_ends_later(begin: datetime, budget: timedelta, more: timedelta, quiet: QuietHours) -> None:
    assert after(begin, budget, quiet) <= after(begin, budget + more, quiet)
    assert after(begin, budget, quiet) <= after(begin + more, budget, quiet)


def test_a_weekend_off_is_one_with_the_nights_beside_it() -> None:
    quiet = QuietHours("Asia/Jakarta", 22 * 60, 7 * 60, (5, 6))
    friday = _wall("Asia/Jakarta", 2026, 11, 27, 21)
    monday = _wall("Asia/Jakarta", 2026, 11, 30, 7)
    assert after(friday, timedelta(hours=2), quiet) == monday + timedelta(hours=1)
    assert asleep_until(friday + timedelta(hours=1), quiet) == monday
    assert is_over_day_off(friday + timedelta(hours=1), monday, quiet)
    thursday = friday - timedelta(hours=22)
    assert not is_over_day_off(thursday, thursday + timedelta(hours=8), quiet)
    assert QuietHours.read(str(quiet)) == quiet
    only_days = QuietHours.of("Asia/Jakarta", None, "6")
    assert only_days
    assert QuietHours.read(str(only_days)) == only_days
    assert awake_between(friday, monday, only_days) == timedelta(hours=34)


@pytest.mark.parametrize("days", ["4 5 6", "7", "6 5", "5 5"])
def test_no_other_days_are_off(days: str) -> None:
    with pytest.raises(InvalidQuietHours):
        QuietHours.read(f"Asia/Jakarta 1320 420 {days}")


def test_a_night_without_a_change_of_the_clock() -> None:
    quiet = QuietHours("Asia/Kuala_Lumpur", 23 * 60, 7 * 60)
    evening = _wall("Asia/Kuala_Lumpur", 2026, 11, 21, 22)
    assert awake_between(evening, evening + timedelta(hours=12), quiet) == timedelta(hours=4)
    assert after(evening, timedelta(hours=1), quiet) == _wall("Asia/Kuala_Lumpur", 2026, 11, 22, 7)
    assert after(evening, timedelta(minutes=59), quiet) == evening + timedelta(minutes=59)
    assert asleep_until(evening, quiet) is None
    assert asleep_until(evening + timedelta(hours=1), quiet) == _wall("Asia/Kuala_Lumpur", 2026, 11, 22, 7)


def test_a_skipped_hour_makes_the_night_shorter() -> None:
    """In Berlin 02:00 to 03:00 of 29 March 2026 does not exist."""
    midnight = _wall("Europe/Berlin", 2026, 3, 29, 0)
    to_seven = awake_between(midnight, _wall("Europe/Berlin", 2026, 3, 29, 7), QuietHours("Europe/Berlin", 0, 7 * 60))
    assert to_seven == timedelta()
    # An edge in the skipped hour is at the first moment that exists: 03:00, which is 01:00 UTC.
    edge = QuietHours("Europe/Berlin", 2 * 60 + 30, 7 * 60)
    assert after(midnight, timedelta(hours=2), edge) == datetime(2026, 3, 29, 5, tzinfo=UTC)
    assert awake_between(midnight, datetime(2026, 3, 29, 1, tzinfo=UTC), edge) == timedelta(hours=2)


def test_a_doubled_hour_counts_once() -> None:
    """In Berlin 02:00 to 03:00 of 25 October 2026 comes twice: an edge in it is at the first."""
    quiet = QuietHours("Europe/Berlin", 22 * 60, 2 * 60 + 30)
    up = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert asleep_until(up - SECOND, quiet) == up
    assert awake_between(up, up + timedelta(hours=2), quiet) == timedelta(hours=2)


def test_without_quiet_hours_all_time_counts() -> None:
    begin = datetime(2026, 1, 1, tzinfo=UTC)
    assert awake_between(begin, begin + timedelta(days=3), None) == timedelta(days=3)
    assert after(begin, timedelta(days=3), None) == begin + timedelta(days=3)


def test_time_does_not_run_backwards() -> None:
    begin = datetime(2026, 1, 1, tzinfo=UTC)
    assert awake_between(begin, begin - timedelta(hours=1), None) == timedelta()


@given(quiet_hours)
def test_what_is_written_is_read(quiet: QuietHours) -> None:
    assert QuietHours.read(str(quiet)) == quiet


@pytest.mark.parametrize("text", ["", "Asia/Jakarta", "Asia/Jakarta 1", "Asia/Jakarta 1380 420 7", "Asia/Jakarta -1 2"])
def test_what_is_no_quiet_hours_is_refused(text: str) -> None:
    with pytest.raises(InvalidQuietHours):
        QuietHours.read(text)


@pytest.mark.parametrize("zone", ["", "Asia", "Mars/Olympus", "../../etc/passwd", "/etc/localtime", "a\0b"])
def test_an_unknown_zone_is_refused(zone: str) -> None:
    with pytest.raises(UnknownZone):
        QuietHours(zone, 0, 60)


@pytest.mark.parametrize(("begin", "end", "asked"), [(23 * 60, 23 * 60, DAY), (20 * 60, 10 * 60, 14 * 60)])
def test_more_than_ten_hours_are_refused(begin: int, end: int, asked: int) -> None:
    with pytest.raises(TooLong) as refused:
        QuietHours("Asia/Jakarta", begin, end)
    assert refused.value.minutes == asked


def test_ten_hours_are_allowed() -> None:
    assert QuietHours("Asia/Jakarta", 22 * 60, 8 * 60).end == 8 * 60


def test_a_minute_of_no_day_is_refused() -> None:
    with pytest.raises(InvalidQuietHours):
        QuietHours("Asia/Jakarta", 0, DAY)

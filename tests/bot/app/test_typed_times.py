"""Times as people type them: what is meant, and why it is refused."""

from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta

import pytest
from babel.dates import get_month_names
from hypothesis import given
from hypothesis import strategies as st

from bot.app.people.typed_times import (
    NotAhead,
    TooFarAhead,
    TooManyHours,
    UnreadableHours,
    UnreadableTime,
    read_hours,
    read_moment,
)
from bot.matches.quiet_hours import DAY, QuietHours
from bot.words import LANGUAGES

NOW = datetime(2026, 11, 25, 18, 30, tzinfo=UTC)
YEARS = timedelta(days=9 * 365)
KUALA_LUMPUR = "Asia/Kuala_Lumpur"


@pytest.mark.parametrize(
    ("typed", "ahead"),
    [
        ("5d", timedelta(days=5)),
        ("36h", timedelta(hours=36)),
        ("90m", timedelta(minutes=90)),
        (" 5 D ", timedelta(days=5)),
        ("0001d", timedelta(days=1)),
        ("5 days", timedelta(days=5)),
        ("36 hours", timedelta(hours=36)),
        ("90 minutes", timedelta(minutes=90)),
        ("2 weeks", timedelta(weeks=2)),
        ("1 Week", timedelta(weeks=1)),
        ("in 1 day", timedelta(days=1)),
        ("1 hour", timedelta(hours=1)),
        ("5 hari", timedelta(days=5)),
        ("5 hari lagi", timedelta(days=5)),
        ("5 days from now", timedelta(days=5)),
        ("36 jam", timedelta(hours=36)),
        ("dalam 36 jam", timedelta(hours=36)),
        ("90 minit", timedelta(minutes=90)),
        ("90 menit", timedelta(minutes=90)),
        ("2 minggu", timedelta(weeks=2)),
    ],
)
def test_a_span_is_counted_from_now(typed: str, ahead: timedelta) -> None:
    assert read_moment(typed, NOW, None, YEARS) == NOW + ahead
    assert read_moment(typed, NOW, "America/New_York", YEARS) == NOW + ahead


@pytest.mark.parametrize(
    "typed",
    [
        "2026-12-03",
        "2026-12-3",
        "3 Dec",
        "03 dec.",
        "3 December",
        "December 3",
        "Dec 3, 2026",
        "3 DEC 2026",
        "3 Dis",
        "3 Disember 2026",
        "3 Des",
        "3  Desember",
        "3/12/2026",
        "03/12/2026",
        "3/12",
        "3.12.2026",
        "3-12-2026",
        "2026/12/03",
        "3rd Dec",
        "3Dec",
        "3rd of December",
        "the 3rd of Dec, 2026",
        "December 3rd",
        "3hb Disember",
        "3 hb. Disember 2026",
        "Thu, 3 Dec",
        "Kam, 3 Des",
        "Kamis, 3 Desember 2026",
        "Khamis 3 Disember",
        "Kemis, 3 Désémber 2026",
        "Thursday December 3rd",
        "Kam, 03/12/26",
        "3/12/26",
        "03-12-26",
        "3.12.26",
        "3 Désémber",
    ],
)
def test_a_day_begins_at_midnight_where_they_are(typed: str) -> None:
    assert read_moment(typed, NOW, None, YEARS) == datetime(2026, 12, 3, tzinfo=UTC)
    assert read_moment(typed, NOW, KUALA_LUMPUR, YEARS) == datetime(2026, 12, 2, 16, tzinfo=UTC)
    assert read_moment(typed, NOW, "America/New_York", YEARS) == datetime(2026, 12, 3, 5, tzinfo=UTC)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", ["wide", "abbreviated"])
def test_every_month_has_its_names_in_every_language(language: str, form: str) -> None:
    for number, name in get_month_names(form, locale=language).items():  # type: ignore[arg-type]  # one of its forms
        moment = read_moment(f"28 {name}", NOW, None, YEARS)
        assert (moment.month, moment.day) == (number, 28)


@pytest.mark.parametrize(
    ("typed", "year", "month", "day"),
    [
        ("3 Jan", 2027, 1, 3),
        ("1st of January", 2027, 1, 1),
        ("Sept 5", 2027, 9, 5),
        ("5 Agt", 2027, 8, 5),
        ("Sel, 28 Sep", 2027, 9, 28),
        ("28/01/27", 2027, 1, 28),
        ("5 Méi", 2027, 5, 5),
        ("5 Pebruari", 2027, 2, 5),
        ("5 Séptémber", 2027, 9, 5),
        ("3/1", 2027, 1, 3),
        ("29/2", 2028, 2, 29),
        ("24 Nov", 2027, 11, 24),
        ("26 Nov", 2026, 11, 26),
        ("29 Feb", 2028, 2, 29),
    ],
)
def test_a_day_without_a_year_is_the_next_of_its_name(typed: str, year: int, month: int, day: int) -> None:
    assert read_moment(typed, NOW, None, YEARS) == datetime(year, month, day, tzinfo=UTC)


def test_which_day_it_is_depends_on_where_they_are() -> None:
    """At 18:30 in UTC it is the 26th already in Kuala Lumpur."""
    assert read_moment("26 Nov", NOW, None, YEARS) == datetime(2026, 11, 26, tzinfo=UTC)
    with pytest.raises(NotAhead):
        read_moment("26 Nov", NOW, KUALA_LUMPUR, YEARS)


@pytest.mark.parametrize("typed", ["tomorrow", "Tomorrow", "esok", "besok"])
def test_tomorrow_is_where_they_are(typed: str) -> None:
    assert read_moment(typed, NOW, None, YEARS) == datetime(2026, 11, 26, tzinfo=UTC)
    assert read_moment(typed, NOW, KUALA_LUMPUR, YEARS) == datetime(2026, 11, 26, 16, tzinfo=UTC)


def test_the_day_after_tomorrow() -> None:
    assert read_moment("lusa", NOW, None, YEARS) == datetime(2026, 11, 27, tzinfo=UTC)


def test_a_midnight_that_the_clocks_skip_is_the_moment_after_it() -> None:
    """In Cairo the clocks went from 0:00 to 1:00 on 24 April 2026."""
    now = datetime(2026, 4, 20, tzinfo=UTC)
    assert read_moment("24 Apr", now, "Africa/Cairo", YEARS) == datetime(2026, 4, 23, 22, tzinfo=UTC)


@pytest.mark.parametrize(
    "typed", ["0d", "0m", "2026-11-25", "25 Nov", "2025-12-03", "3 Dec 2025", "1000-01-01", "today", "hari ini"]
)
def test_what_is_not_ahead_is_refused(typed: str) -> None:
    with pytest.raises(NotAhead):
        read_moment(typed, NOW, None, YEARS)


@pytest.mark.parametrize(
    "typed", ["22d", "505h", "30241m", "999999999d", "999999999 weeks", "2026-12-17", "24 Nov", "2999-01-01"]
)
def test_what_is_too_far_names_the_limit(typed: str) -> None:
    with pytest.raises(TooFarAhead) as refused:
        read_moment(typed, NOW, None, timedelta(days=21))
    assert refused.value.days == 21


@pytest.mark.parametrize("typed", ["21d", "504h", "30240m", "16 Dec"])
def test_the_limit_itself_is_not_too_far(typed: str) -> None:
    assert read_moment(typed, NOW, None, timedelta(days=21)) <= NOW + timedelta(days=21)


@pytest.mark.parametrize(
    "typed",
    [
        "soonish",
        "",
        " ",
        "5",
        "d",
        "-5d",
        "5.5d",
        "5dd",
        "5d 3h",
        "3 Foo",
        "31 Feb",
        "2026-13-01",
        "2026-02-30",
        "0 Dec",
        "3 Dec 26",
        "Dec",
        "9999999999d",
        "٣ Dec",
        "12/25",
        "12/25/2026",
        "13/13",
        "31/2/2026",
        "Foo, 3 Dec",
        "Thu",
        "3/13/26",
        "3.12",
        "3/12-2026",
        "3rd",
        "5 fortnights",
        "1st",
        "3 Dec 2026 10:00",
        "12026-01-01",
        "\x00",
    ],
)
def test_what_cannot_be_read_is_said_back(typed: str) -> None:
    with pytest.raises(UnreadableTime) as refused:
        read_moment(typed, NOW, KUALA_LUMPUR, YEARS)
    assert refused.value.wrote == typed


def test_little_is_said_back() -> None:
    with pytest.raises(UnreadableTime) as refused:
        read_moment("x" * 5000, NOW, None, YEARS)
    assert refused.value.wrote == "x" * 32


@pytest.mark.parametrize(
    ("typed", "hours"),
    [
        ("23:00-07:30", (23 * 60, 7 * 60 + 30)),
        ("23.00 - 07.30", (23 * 60, 7 * 60 + 30)),
        ("23\u20137", (23 * 60, 7 * 60)),
        ("0-8", (0, 8 * 60)),
        ("24:00-8:00", (0, 8 * 60)),
        ("14:00-24:00", (14 * 60, 0)),
        ("21:59-07:59", (21 * 60 + 59, 7 * 60 + 59)),
        ("23.00-07.00", (23 * 60, 7 * 60)),
        ("23:00 to 07:00", (23 * 60, 7 * 60)),
        ("23 sampai 7", (23 * 60, 7 * 60)),
        ("23 hingga 7", (23 * 60, 7 * 60)),
        ("11pm-7am", (23 * 60, 7 * 60)),
        ("11 PM - 7 AM", (23 * 60, 7 * 60)),
        ("11 p.m. until 7 a.m.", (23 * 60, 7 * 60)),
        ("11:30pm-7am", (23 * 60 + 30, 7 * 60)),
        ("12am-8am", (0, 8 * 60)),
        ("12pm-1pm", (12 * 60, 13 * 60)),
        ("12.30am to 8.15am", (30, 8 * 60 + 15)),
    ],
)
def test_hours_of_a_day(typed: str, hours: tuple[int, int]) -> None:
    assert read_hours(typed) == hours


@pytest.mark.parametrize("typed", ["none", "None", " off ", "tiada"])
def test_no_hours(typed: str) -> None:
    assert read_hours(typed) is None


@pytest.mark.parametrize(
    "typed",
    [
        *("", "23", "23:00", "25-7", "24:30-7", "23:60-7", "-", "23:0-7", "1-2-3", "23 7", "to"),
        *("13pm-7am", "0am-7am", "11pm-13am", "11:60pm-7am", "11pm-7", "11-7am", "11xm-7am", "pm-am"),
    ],
)
def test_what_are_no_hours_is_said_back(typed: str) -> None:
    with pytest.raises(UnreadableHours) as refused:
        read_hours(typed)
    assert refused.value.wrote == typed


@pytest.mark.parametrize(("typed", "asked"), [("18-8", "14"), ("22:00-08:01", "10:01"), ("23-23", "24"), ("7-6", "23")])
def test_more_hours_than_can_be_quiet_are_counted(typed: str, asked: str) -> None:
    with pytest.raises(TooManyHours) as refused:
        read_hours(typed)
    assert (refused.value.hours, refused.value.limit) == (asked, 10)


TYPED = st.text("0123456789 /.-:,apmtodhwsjn", max_size=14) | st.text(max_size=40)


@given(TYPED, st.sampled_from([None, KUALA_LUMPUR, "America/New_York", "Pacific/Kiritimati"]))
def test_whatever_is_typed_is_a_moment_ahead_or_refused(typed: str, zone: str | None) -> None:
    longest = timedelta(days=21)
    with suppress(UnreadableTime, NotAhead, TooFarAhead):
        assert NOW < read_moment(typed, NOW, zone, longest) <= NOW + longest


@given(TYPED)
def test_whatever_is_typed_are_hours_that_can_be_quiet_or_refused(typed: str) -> None:
    with suppress(UnreadableHours, TooManyHours):
        hours = read_hours(typed)
        assert hours is None or str(QuietHours(KUALA_LUMPUR, *hours)).startswith(KUALA_LUMPUR)


@given(st.integers(1, 12), st.integers(0, 59), st.sampled_from(["am", "pm"]))
def test_a_clock_of_twelve_hours_is_that_of_twenty_four(hour: int, minute: int, half: str) -> None:
    moment = datetime.strptime(f"{hour}:{minute} {half}", "%I:%M %p")  # noqa: DTZ007  # the time of a day
    later = (moment + timedelta(hours=8)).strftime("%I:%M%p")
    begin = moment.hour * 60 + moment.minute
    assert read_hours(f"{hour}:{minute:02}{half} - {later}") == (begin, (begin + 8 * 60) % DAY)


@given(st.dates(date(2026, 11, 27), date(2030, 12, 31)))
def test_however_a_day_is_written_it_is_the_same(day: date) -> None:
    forms = ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%d %B %Y", "%dth of %b %Y", "%B %dst, %Y")
    midnight = datetime.combine(day, time(), UTC)
    assert {read_moment(day.strftime(form), NOW, None, YEARS) for form in forms} == {midnight}

"""Times as people type them: moments that lie ahead (``5 days``, ``3 Dec``), and hours of a day (``11pm-7am``)."""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Literal

from babel.dates import get_day_names, get_month_names

from bot.matches.quiet_hours import DAY, LONGEST, zone_of
from bot.matches.refusals import ActionRefused
from bot.words import LANGUAGES, N_, formats_of, typed_words

ECHOED = 32
"""So many letters of what cannot be read are said back."""
NO_HOURS = typed_words("none | off")
_WORDS_OF_UNITS = {
    timedelta(weeks=1): typed_words("w | week | weeks"),
    timedelta(days=1): typed_words("d | day | days"),
    timedelta(hours=1): typed_words("h | hr | hrs | hour | hours"),
    timedelta(minutes=1): typed_words("m | min | mins | minute | minutes"),
}
_UNITS = {word: unit for unit, words in _WORDS_OF_UNITS.items() for word in words}
_IN, _FROM_NOW, _UNTIL, _ORDINAL = (
    "|".join(map(re.escape, each))
    for each in (
        typed_words("in"),
        typed_words("from now"),
        typed_words("to | until | till"),
        typed_words("st | nd | rd | th"),
    )
)
_SPAN = re.compile(rf"(?:(?:{_IN}) )?([0-9]{{1,9}}) ?([^\W\d_]+)(?: (?:{_FROM_NOW}))?")
_DAYS_AHEAD = {
    **dict.fromkeys(typed_words("today"), 0),
    **dict.fromkeys(typed_words("tomorrow"), 1),
    **dict.fromkeys(typed_words("the day after tomorrow"), 2),
}
_YEAR = r"(?P<year>[12][0-9]{3})"
_NUMBER = "(?P<month>[0-9]{1,2})"
_NAME = r"(?P<month>[a-zé]+)\.?"
_DAY = "(?P<day>[0-9]{1,2})"
_NTH = rf"(?:the )?{_DAY}(?: ?(?:{_ORDINAL})\.?)?"
_DATES = tuple(
    map(
        re.compile,
        (
            rf"{_YEAR}(?P<mark>[-/.]){_NUMBER}(?P=mark){_DAY}",
            # The day comes first, as wherever Malay and Indonesian are spoken.
            rf"{_DAY}(?P<mark>[-/.]){_NUMBER}(?P=mark){_YEAR}",
            rf"{_DAY}(?P<mark>[-/.]){_NUMBER}(?P=mark)(?P<year>[0-9]{{2}})",
            rf"{_DAY}/{_NUMBER}(?P<year>)",
            rf"{_NTH} ?(?:of )?{_NAME}(?: {_YEAR})?",
            rf"{_NAME} {_NTH}(?: {_YEAR})?",
        ),
    )
)
_CLOCK = r"([0-9]{1,2})(?:[:.]([0-9]{2}))?(?: ?([ap])\.?m\.?)?"
_HOURS = re.compile(rf"{_CLOCK} ?(?:[-\u2013\u2014]|{_UNTIL}) ?{_CLOCK}")
_FORMS: tuple[Literal["wide", "abbreviated"], ...] = ("wide", "abbreviated")
_LEAP_YEARS_APART = 8
"""At most so many years pass from one 29 February to the next."""
_MORE_MONTHS = {
    "sept": 9,
    "agt": 8,
    "ags": 8,
    "nop": 11,
    # Sundanese, with and without the marks of its vowels.
    "pebruari": 2,
    "méi": 5,
    "séptémber": 9,
    "nopémber": 11,
    "nopember": 11,
    "désémber": 12,
}
_MORE_WEEKDAYS = ("senén", "salasa", "rebo", "kemis", "jumaah", "jum'at", "saptu", "ahad")
"""Those of Sundanese and of everyday Indonesian, beside those of ``LANGUAGES``."""
_WEEKDAY = re.compile(r"([^\W\d_]+(?:'[a-z]+)?)\.? (?=.*\d)")
_CENTURY = 2000
"""Short names that people write, and calendars do not."""


_SOME_DAY = datetime(2000, 1, 1, tzinfo=UTC)


class UnreadableTime(ActionRefused):
    """The text ``wrote`` is no moment."""

    sentence = N_("I understand 5 days, 36h, 3 Dec, tomorrow, or 3/12/2026 with the day first. You wrote “{wrote}”.")

    wrote: str

    def __post_init__(self) -> None:
        self.wrote = self.wrote[:ECHOED]


class NotAhead(ActionRefused):
    """The moment that was typed does not lie ahead."""

    sentence = N_("That time is not ahead of us. Name a later one, as 5 days, 36h or 3 Dec.")


class TooFarAhead(ActionRefused):
    """The moment that was typed is more than ``days`` days away."""

    sentence = N_("That is too far ahead: at most {days} days from now.")

    days: int


class UnreadableHours(ActionRefused):
    """The text ``wrote`` names no hours of a day."""

    sentence = N_("I understand hours as 23:00-07:30, 11pm-7am, or none. You wrote “{wrote}”.")

    wrote: str

    def __post_init__(self) -> None:
        self.wrote = self.wrote[:ECHOED]


class TooManyHours(ActionRefused):
    """``hours`` were asked for, and at most ``limit`` can be had."""

    sentence = N_("At most {limit} hours can be quiet. You asked for {hours}.")

    hours: str
    limit: int


def read_moment(text: str, now: datetime, zone: str | None, longest: timedelta) -> datetime:
    """The moment in UTC that somebody means: ``5d``, ``36 hours``, ``2026-12-03``, ``3/12``, ``3rd Dec``, ``tomorrow``.

    A day begins at midnight in their zone, in UTC where that is not known; one without a year is the next of its name.
    Months and units have their names in all ``LANGUAGES``. Raises UnreadableTime, NotAhead, TooFarAhead.
    """
    typed = " ".join(text.replace(",", " ").casefold().split())
    span = _SPAN.fullmatch(typed)
    unit = _UNITS.get(span[2]) if span else None
    if span and unit:
        moment = now + min(int(span[1]), longest // unit + 1) * unit
    else:
        here = zone_of(zone) if zone else UTC
        day = _day(typed, now.astimezone(here).date())
        if day is None:
            raise UnreadableTime(text)
        moment = datetime.combine(day, time(), here).astimezone(UTC)
    if moment <= now:
        raise NotAhead
    if moment > now + longest:
        raise TooFarAhead(longest.days)
    return moment


def moment_in(text: str, given: Mapping[str, str]) -> str | None:
    """Words of a typed line that name a moment, also one that cannot be had; None for others."""
    with suppress(NotAhead, TooFarAhead):
        try:
            read_moment(text, _SOME_DAY, None, timedelta(days=1))
        except UnreadableTime:
            return None
    return text


def hours_in(text: str, given: Mapping[str, str]) -> str | None:
    """Words of a typed line that name hours of a day, also too many, or none; None for others."""
    with suppress(TooManyHours):
        try:
            read_hours(text)
        except UnreadableHours:
            return None
    return text


def read_hours(text: str) -> tuple[int, int] | None:
    """Begin and end of ``23:00-07:30``, ``23 to 7`` or ``11pm-7am``, in minutes after midnight; None for ``NO_HOURS``.

    Both have am or pm, or none has: beside ``7am``, ``11`` may be in the morning or at night. Raises UnreadableHours,
    and TooManyHours where they are more than can be quiet.
    """
    typed = " ".join(text.casefold().split())
    if typed in NO_HOURS:
        return None
    found = _HOURS.fullmatch(typed)
    if found is None or (found[3] is None) != (found[6] is None):
        raise UnreadableHours(text)
    begin, end = (_minutes(*found.group(*of)) for of in ((1, 2, 3), (4, 5, 6)))
    if begin is None or end is None:
        raise UnreadableHours(text)
    length = (end - begin) % DAY or DAY
    if length > LONGEST:
        raise TooManyHours(f"{length // 60}" + (f":{length % 60:02}" if length % 60 else ""), LONGEST // 60)
    return begin, end


def _day(typed: str, today: date) -> date | None:
    if typed in _DAYS_AHEAD:
        return today + timedelta(days=_DAYS_AHEAD[typed])
    weekday = _WEEKDAY.match(typed)
    plain = typed[weekday.end() :] if weekday and weekday[1] in _weekdays() else typed
    found = next(filter(None, (form.fullmatch(plain) for form in _DATES)), None)
    if found is None:
        return None
    month = int(found["month"]) if found["month"].isdecimal() else _months().get(found["month"], 0)
    if found["year"]:
        year = int(found["year"])
        return _date(year if year > 99 else _CENTURY + year, month, int(found["day"]))
    years = range(today.year, today.year + _LEAP_YEARS_APART + 1)
    days = (_date(year, month, int(found["day"])) for year in years)
    return next((day for day in days if day and day >= today), None)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _minutes(hour: str, minute: str | None, half: str | None) -> int | None:
    """Minutes after midnight, with the ``half`` of the day (``a`` or ``p``) in 12 hours; 24:00 is midnight too."""
    hours = int(hour)
    if half:
        if not 1 <= hours <= 12:
            return None
        hours = hours % 12 + (12 if half == "p" else 0)
    minutes = hours * 60 + int(minute or 0)
    return minutes % DAY if minutes <= DAY and int(minute or 0) < 60 else None


@cache
def _weekdays() -> frozenset[str]:
    """The names of the days of the week, long and short, in every language. They say nothing that the day does not."""
    return frozenset(_MORE_WEEKDAYS) | {
        name.casefold().rstrip(".")
        for language in LANGUAGES
        for form in _FORMS
        for name in get_day_names(form, locale=formats_of(language)).values()
    }


@cache
def _months() -> dict[str, int]:
    """The number of each month by its names, long and short, in every language."""
    return _MORE_MONTHS | {
        name.casefold().rstrip("."): number
        for language in LANGUAGES
        for form in _FORMS
        for number, name in get_month_names(form, locale=formats_of(language)).items()
    }

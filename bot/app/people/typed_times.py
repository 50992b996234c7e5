"""Times as people type them: moments that lie ahead (``5d``, ``3 Dec``), and hours of a day (``23:00-07:30``)."""

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Literal
from zoneinfo import ZoneInfo, available_timezones

from babel.dates import get_month_names

from bot.app.requests.subject import OwnRefusal
from bot.matches.quiet_hours import DAY, LONGEST, zone_of
from bot.words import LANGUAGES, N_

ECHOED = 32
"""So many letters of what cannot be read are said back."""
NO_HOURS = ("none", "off", "tiada")
_UNITS = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}
_SPAN = re.compile(r"([0-9]{1,9}) ?([dhm])")
_DATE = re.compile(r"([12][0-9]{3})-([0-9]{1,2})-([0-9]{1,2})")
_DAY_MONTH = re.compile(r"(?P<day>[0-9]{1,2}) (?P<month>[a-z]+)\.?(?: (?P<year>[12][0-9]{3}))?")
_MONTH_DAY = re.compile(r"(?P<month>[a-z]+)\.? (?P<day>[0-9]{1,2})(?: (?P<year>[12][0-9]{3}))?")
_CLOCK = r"([0-9]{1,2})(?:[:.]([0-9]{2}))?"
_HOURS = re.compile(rf"{_CLOCK} ?[-\u2013] ?{_CLOCK}")
_FORMS: tuple[Literal["wide", "abbreviated"], ...] = ("wide", "abbreviated")
_LEAP_YEARS_APART = 8
"""At most so many years pass from one 29 February to the next."""


class UnreadableTime(OwnRefusal):
    """The text ``wrote`` is no moment."""

    sentence = N_("I understand 5d, 36h or 3 Dec. You wrote “{wrote}”.")

    def __init__(self, wrote: str) -> None:
        super().__init__(wrote)
        self.wrote = wrote[:ECHOED]


class NotAhead(OwnRefusal):
    """The moment that was typed does not lie ahead."""

    sentence = N_("That time is not ahead of us. Name a later one, as 5d, 36h or 3 Dec.")


class TooFarAhead(OwnRefusal):
    """The moment that was typed is more than ``days`` days away."""

    sentence = N_("That is too far ahead: at most {days} days from now.")

    def __init__(self, days: int) -> None:
        super().__init__(days)
        self.days = days


class UnreadableHours(OwnRefusal):
    """The text ``wrote`` names no hours of a day."""

    sentence = N_("I understand hours as 23:00-07:30, or none. You wrote “{wrote}”.")

    def __init__(self, wrote: str) -> None:
        super().__init__(wrote)
        self.wrote = wrote[:ECHOED]


class TooManyHours(OwnRefusal):
    """``hours`` were asked for, and at most ``limit`` can be had."""

    sentence = N_("At most {limit} hours can be quiet. You asked for {hours}.")

    def __init__(self, hours: str, limit: int) -> None:
        super().__init__(hours, limit)
        self.hours = hours
        self.limit = limit


def read_moment(text: str, now: datetime, zone: str | None, longest: timedelta) -> datetime:
    """The moment in UTC that somebody means: ``5d``, ``36h``, ``90m``, ``2026-12-03``, ``3 Dec``, ``3 Dec 2026``.

    A day begins at midnight in their zone, in UTC where that is not known; one without a year is the next of its name.
    Months have their names in all ``LANGUAGES``. Raises UnreadableTime, NotAhead, TooFarAhead.
    """
    typed = " ".join(text.replace(",", " ").casefold().split())
    if span := _SPAN.fullmatch(typed):
        ahead = int(span[1]) * _UNITS[span[2]]
        moment = now + min(ahead, longest + timedelta(days=1))
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


def read_hours(text: str) -> tuple[int, int] | None:
    """Begin and end of ``23:00-07:30`` or ``23-7``, in minutes after midnight; None for one of ``NO_HOURS``.

    Raises UnreadableHours, and TooManyHours where they are more than can be quiet.
    """
    typed = " ".join(text.casefold().split())
    if typed in NO_HOURS:
        return None
    found = _HOURS.fullmatch(typed)
    if found is None:
        raise UnreadableHours(text)
    begin, end = (_minutes(*found.group(*of)) for of in ((1, 2), (3, 4)))
    if begin is None or end is None:
        raise UnreadableHours(text)
    length = (end - begin) % DAY or DAY
    if length > LONGEST:
        raise TooManyHours(f"{length // 60}" + (f":{length % 60:02}" if length % 60 else ""), LONGEST // 60)
    return begin, end


def _day(typed: str, today: date) -> date | None:
    if found := _DATE.fullmatch(typed):
        return _date(*map(int, found.groups()))
    found = _DAY_MONTH.fullmatch(typed) or _MONTH_DAY.fullmatch(typed)
    month = _months().get(found["month"]) if found else None
    if found is None or month is None:
        return None
    if found["year"]:
        return _date(int(found["year"]), month, int(found["day"]))
    years = range(today.year, today.year + _LEAP_YEARS_APART + 1)
    days = (_date(year, month, int(found["day"])) for year in years)
    return next((day for day in days if day and day >= today), None)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _minutes(hour: str, minute: str | None) -> int | None:
    """Minutes after midnight; 24:00 is midnight too."""
    minutes = int(hour) * 60 + int(minute or 0)
    return minutes % DAY if minutes <= DAY and int(minute or 0) < 60 else None


@cache
def _months() -> dict[str, int]:
    """The number of each month by its names, long and short, in every language."""
    return {
        name.casefold().rstrip("."): number
        for language in LANGUAGES
        for form in _FORMS
        for number, name in get_month_names(form, locale=language).items()
    }


LISTED = (
    "Asia/Kuala_Lumpur",
    "Asia/Singapore",
    "Asia/Jakarta",
    "Asia/Makassar",
    "Asia/Jayapura",
    "Asia/Brunei",
    "Asia/Manila",
    "Pacific/Honolulu",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Sao_Paulo",
    "Europe/London",
    "Europe/Berlin",
    "Africa/Cairo",
    "Europe/Istanbul",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Dhaka",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""Zones to choose from, as many as a menu holds: those of the archipelago, then around the world from west to east."""


class NoSuchZone(OwnRefusal):
    """The text ``wrote`` is no time zone."""

    sentence = N_(
        "I do not know the time zone “{wrote}”. Name it as Asia/Kathmandu, or choose what time it is for you now in "
        "/settings."
    )

    def __init__(self, wrote: str) -> None:
        super().__init__(wrote)
        self.wrote = wrote[:ECHOED]


def city_of(zone: str) -> str:
    """The city that a zone is named after: Kuala Lumpur."""
    return zone.rpartition("/")[2].replace("_", " ")


def time_in(zone: str, now: datetime) -> datetime:
    """A moment by the clocks of a zone."""
    return now.astimezone(ZoneInfo(zone))


def find_zone(typed: str) -> str:
    """The IANA name of a zone, given in any case by that name or by its city alone. Raises NoSuchZone."""
    try:
        return _names()["_".join(typed.casefold().split())]
    except KeyError:
        raise NoSuchZone(typed) from None


@cache
def _names() -> dict[str, str]:
    """The zones by all they may be called; where two have one city, it is the listed or plainer one."""
    zones = sorted(available_timezones(), key=lambda zone: (zone not in LISTED, zone.count("/"), zone))
    cities = {zone.rpartition("/")[2].casefold(): zone for zone in reversed(zones) if "/" in zone}
    return cities | {zone.casefold(): zone for zone in zones}

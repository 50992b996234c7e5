"""Time zones as people name them: a city, an offset from UTC, an abbreviation of the archipelago."""

import re
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.app.people.typed_times import ECHOED
from bot.matches.refusals import ActionRefused
from bot.matches.zones import LISTED
from bot.words import N_

_ABBREVIATIONS = {
    "utc": "UTC",
    "gmt": "UTC",
    "wib": "Asia/Jakarta",
    "wita": "Asia/Makassar",
    "wit": "Asia/Jayapura",
    "myt": "Asia/Kuala_Lumpur",
    "sgt": "Asia/Singapore",
    "bnt": "Asia/Brunei",
    "pht": "Asia/Manila",
}
_NO_PLACES = ("Factory", "localtime", "MST")
"""Two that are no place's, and one that is Arizona's, though in Malaysia people mean their own time by it."""
_OFFSET = re.compile(r"(?:utc|gmt)? ?([-+\u2212\u2013]) ?([0-9]{1,2})(?:[:.]?([0-9]{2}))?")
_LEAST, _MOST = -12, 14
"""The hours ahead of UTC at the two ends of the world."""
_BETWEEN_HOURS = {
    -570: "Pacific/Marquesas",
    210: "Asia/Tehran",
    270: "Asia/Kabul",
    330: "Asia/Kolkata",
    345: "Asia/Kathmandu",
    390: "Asia/Yangon",
    525: "Australia/Eucla",
    570: "Australia/Darwin",
}
"""The zones that keep an offset of no whole hours all year, by its minutes."""


class NoSuchZone(ActionRefused):
    """The text ``wrote`` is no time zone."""

    sentence = N_(
        "I do not know the time zone “{wrote}”. Name it as Asia/Kathmandu, UTC+8 or WIB, or choose what time it is "
        "for you now in /settings."
    )

    wrote: str

    def __post_init__(self) -> None:
        self.wrote = self.wrote[:ECHOED]


def time_in(zone: str, now: datetime) -> datetime:
    """A moment by the clocks of a zone."""
    return now.astimezone(ZoneInfo(zone))


def find_zone(typed: str) -> str:
    """The IANA name of a zone, given in any case by that name, its city, an abbreviation (WIB), or an offset (UTC+8).

    An offset is one that some place keeps all year, and counts eastward, as people write it. Raises NoSuchZone.
    """
    plain = " ".join(typed.casefold().split())
    offset = _OFFSET.fullmatch(plain)
    zone = _with_offset(*offset.groups()) if offset else _names().get(plain.replace(" ", "_"))
    if zone is None:
        raise NoSuchZone(typed)
    return zone


def zone_in(text: str, given: Mapping[str, str]) -> str | None:
    """Words of a typed line that name a zone; None for others."""
    try:
        find_zone(text)
    except NoSuchZone:
        return None
    return text


def _with_offset(sign: str, hours: str, minutes: str | None) -> str | None:
    """The zone that is always so far ahead of UTC, or behind it."""
    if int(minutes or 0) >= 60:
        return None
    ahead = (int(hours) * 60 + int(minutes or 0)) * (1 if sign == "+" else -1)
    if ahead % 60:
        return _BETWEEN_HOURS.get(ahead)
    return _whole_hours(ahead // 60)


def _whole_hours(ahead: int) -> str | None:
    if ahead == 0:
        return "UTC"
    # The names of these zones count westward.
    return f"Etc/GMT{-ahead:+}" if _LEAST <= ahead <= _MOST else None


@cache
def _names() -> dict[str, str]:
    """The zones by all they may be called but offsets; where two have one city, it is the listed or plainer one."""
    zones = sorted(
        filter(_is_place, available_timezones()), key=lambda zone: (zone not in LISTED, zone.count("/"), zone)
    )
    cities = {zone.rpartition("/")[2].casefold(): zone for zone in reversed(zones) if "/" in zone}
    return {zone.casefold(): zone for zone in zones} | cities | _ABBREVIATIONS


def _is_place(zone: str) -> bool:
    """Is a zone named so that people mean it by its name? Those with digits count hours westward: EST5EDT."""
    return not (zone.startswith("Etc/") or zone in _NO_PLACES or any(letter.isdecimal() for letter in zone))

"""Time zones as people choose them: by what time it is for them, with a well known city; or by name."""

from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.app.typed_times import ECHOED
from bot.matches.refusals import ActionRefused

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


class NoSuchZone(ActionRefused):
    """The text ``wrote`` is no time zone."""

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

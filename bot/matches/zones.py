"""The time zones that are offered, and what they are called."""

import re

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

_FIXED = re.compile(r"Etc/GMT([-+][0-9]{1,2})")


def city_of(zone: str) -> str:
    """The city that a zone is named after, Kuala Lumpur; a fixed offset as people write it, UTC+8."""
    if fixed := _FIXED.fullmatch(zone):
        ahead = -int(fixed[1])
        return f"UTC{ahead:+}" if ahead else "UTC"
    return zone.rpartition("/")[2].replace("_", " ")

"""The rows about people: names, handles and quiet hours."""

import unicodedata
from collections.abc import Iterator

from bot.matches.quiet_hours import InvalidQuietHours, QuietHours, UnknownZone, zone_of
from bot.store.audit import Raw
from bot.store.people import NAME_LENGTH

_BREAKS = ("Cc", "Zl", "Zp")
"""Categories of letters that end a line or are none."""


def problems_of_player(row: Raw) -> Iterator[str]:
    """The time zone and the quiet hours that a player has set."""
    zone, quiet = row["zone"], row["quiet"]
    if zone is None:
        return
    try:
        zone_of(zone)
        if quiet is not None:
            QuietHours.read(f"{zone} {quiet}")
    except UnknownZone:
        yield f"has zone {zone}, which there is not"
    except InvalidQuietHours:
        yield f"has invalid quiet hours: {quiet} in {zone}"


def problems_of_account(row: Raw) -> Iterator[str]:
    """An account's name and handle, which are cleaned before they are kept."""
    name, handle = row["name"], row["handle"]
    if len(name) > NAME_LENGTH or name != name.strip() or any(unicodedata.category(one) in _BREAKS for one in name):
        yield "has a name that is not one line of at most 32 letters"
    if handle != handle.casefold():
        yield "has a handle in another spelling than it is looked for"

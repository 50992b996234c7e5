"""The rows about people: names, handles and quiet hours."""

import unicodedata
from collections.abc import Iterator

from bot.matches.quiet_hours import InvalidQuietHours, QuietHours
from bot.store.audit import Raw
from bot.store.people import NAME_LENGTH

_BREAKS = ("Cc", "Zl", "Zp")
"""Categories of letters that end a line or are none."""


def problems_of_player(row: Raw) -> Iterator[str]:
    """The quiet hours that a player has set."""
    if row["zone"] and row["quiet"]:
        try:
            QuietHours.read(f"{row['zone']} {row['quiet']}")
        except InvalidQuietHours:
            yield f"has invalid quiet hours: {row['quiet']} in {row['zone']}"


def problems_of_account(row: Raw) -> Iterator[str]:
    """An account's name and handle, which are cleaned before they are kept."""
    name, handle = row["name"], row["handle"]
    if len(name) > NAME_LENGTH or name != name.strip() or any(unicodedata.category(one) in _BREAKS for one in name):
        yield "has a name that is not one line of at most 32 letters"
    if handle != handle.casefold():
        yield "has a handle in another spelling than it is looked for"

"""What is kept of people: settings, names and handles."""

import unicodedata
from collections.abc import Iterator

from bot.matches.people import PLATFORMS
from bot.store.audit import Raw
from bot.store.people import NAME_LENGTH
from bot.words import LANGUAGES
from renderer import THEMES

_BREAKS = ("Cc", "Zl", "Zp")
"""Categories of letters that end a line or are none."""


def problems_of_player(row: Raw) -> Iterator[str]:
    """A player's settings."""
    if row["language"] not in (None, *LANGUAGES):
        yield f"has language {row['language']}, which there is not"
    if row["theme"] not in (None, *THEMES):
        yield f"has theme {row['theme']}, which there is not"


def problems_of_account(row: Raw) -> Iterator[str]:
    """An account's platform, and its name and handle, which are cleaned before they are kept."""
    if row["platform"] not in PLATFORMS:
        yield f"is on platform {row['platform']}, which there is not"
    name, handle = row["name"], row["handle"]
    if len(name) > NAME_LENGTH or name != name.strip() or any(unicodedata.category(one) in _BREAKS for one in name):
        yield "has a name that is not one line of at most 32 letters"
    if handle != handle.casefold():
        yield "has a handle in another spelling than it is looked for"

"""Values that must be one of a few, or a digest, whatever table they stand in."""

import string
from collections.abc import Collection, Iterator, Mapping

from bot.matches.people import PLATFORMS
from bot.store.audit import Raw
from bot.words import LANGUAGES
from renderer import THEMES

_KNOWN: Mapping[str, Mapping[str, Collection[str]]] = {
    "players": {"language": LANGUAGES, "theme": THEMES},
    "accounts": {"platform": PLATFORMS},
    "matches": {"invited_platform": PLATFORMS},
    "views": {"language": LANGUAGES, "theme": THEMES, "platform": PLATFORMS},
}
_DIGESTS: Mapping[str, str] = {"events": "event", "requests": "who", "room_people": "secret_hash"}
_DIGITS = frozenset(string.hexdigits.lower())


def problems_of_values(table: str, row: Raw) -> Iterator[str]:
    """A language, theme or platform that there is not, and a digest that is none."""
    for column, known in _KNOWN.get(table, {}).items():
        if row[column] not in (None, *known):
            yield f"has {column} {row[column]}, which there is not"
    if (digest := _DIGESTS.get(table)) and not set(row[digest]) <= _DIGITS:
        yield f"has a value of {digest} that is no digest"

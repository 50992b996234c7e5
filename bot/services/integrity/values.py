"""Values that must be one of a few, or a digest, whatever table they stand in."""

import string
from collections.abc import Collection, Iterator, Mapping

from bot.matches import identity
from bot.matches.preferences import PREFERENCES
from bot.matches.state import EventKind
from bot.matches.table_talk import BY_KEY
from bot.store.audit import Raw
from bot.store.follows import END, MOVES

KNOWN: Mapping[str, Mapping[str, Collection[str]]] = {
    "matches": {"event_kind": [kind.value for kind in EventKind]},
    "players": {each.name: each.values for each in PREFERENCES.values() if each.values},
    "tells": {"how": PREFERENCES["told"].values},
    "follows": {"what": (END, MOVES)},
    "table_talk": {"sentence": BY_KEY},
    "views": {name: PREFERENCES[name].values for name in ("language", "theme")},
}
"""The columns of a table that have one of some values, and these values."""
_PLATFORMS: Mapping[str, str] = {
    "accounts": "platform",
    "follows": "platform",
    "matches": "invited_platform",
    "views": "platform",
}
_DIGESTS: Mapping[str, Collection[str]] = {
    "events": ("event",),
    "requests": ("who",),
    "room_people": ("secret_hash", "key_hash"),
}
_DIGITS = frozenset(string.hexdigits.lower())


def problems_of_values(table: str, row: Raw) -> Iterator[str]:
    """A setting or platform that there is not, and a digest that cannot be one."""
    for name, known in KNOWN.get(table, {}).items():
        if row[name] not in (None, *known):
            yield f"has {name} {row[name]}, which there is not"
    if (column := _PLATFORMS.get(table)) and row[column] not in (None, *identity.PLATFORMS):
        yield f"has {column} {row[column]}, which there is not"
    for digest in _DIGESTS.get(table, ()):
        if row[digest] is not None and not set(row[digest]) <= _DIGITS:
            yield f"has a value of {digest} that is no digest"

"""Games from elsewhere that people keep for themselves."""

import hashlib
from dataclasses import dataclass


def key_of_record(text: str) -> str:
    """A short key of a record, the same for the same text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class KeptGame:
    """A game that somebody keeps: the key of its record, their name for it, the key of its ruleset, and its turns."""

    key: str
    name: str
    ruleset: str
    plies: int

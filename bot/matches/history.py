"""The search of a player among the matches they have finished."""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class MatchResult(StrEnum):
    """The result of a match for a player."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


@dataclass(frozen=True)
class HistoryFilter:
    """The matches that are wanted: against a player (``opponent``, an id), of a game, with a result, ended since a
    time, beginning with these turns; empty and None where all are.
    """

    opponent: str = ""
    ruleset: str = ""
    result: MatchResult | None = None
    since: datetime | None = None
    opening: tuple[str, ...] = ()


OPENING_TURNS = 8
"""At most so many turns of an opening are looked for."""
_TURN = re.compile(r"[a-z]\d{1,2}(?:[-x:][a-z]\d{1,2})+|@[a-z]\d{1,2}", re.ASCII)
_NUMBER = re.compile(r"\d{1,3}\.+", re.ASCII)


def is_turn(word: str) -> bool:
    """Could a word be a turn of an opening?"""
    return _TURN.fullmatch(_NUMBER.sub("", word.casefold(), count=1)) is not None


def read_opening(text: str) -> tuple[str, ...] | None:
    """The turns in a text, as they are stored: numbers of moves are left out; None for anything else."""
    words = (_NUMBER.sub("", word, count=1) for word in text.casefold().replace(",", " ").split())
    turns = tuple(word.replace(":", "x") for word in words if word)
    return turns if 0 < len(turns) <= OPENING_TURNS and all(map(is_turn, turns)) else None

"""What a player looks for among the matches they have finished."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class MatchResult(StrEnum):
    """How a match ended for a player."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


@dataclass(frozen=True)
class HistoryFilter:
    """The matches that are wanted: against a player (``opponent``, an id), of a game, with a result, ended since a
    time; empty and None where all are.
    """

    opponent: str = ""
    ruleset: str = ""
    result: MatchResult | None = None
    since: datetime | None = None

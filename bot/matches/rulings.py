"""The decisions that the staff of a chat may take. Pure: no input or output."""

from datetime import datetime
from enum import StrEnum

from bot.matches.match import Match

REASON_LENGTH = 200
"""The most letters of the reason for which the staff decides something."""


class RulingAct(StrEnum):
    """A decision about a match, or about a person."""

    FIRST = "first"
    """The first side wins."""
    SECOND = "second"
    DRAW = "draw"
    NONE = "none"
    """It ends without a result."""
    PAUSE = "pause"
    RESUME = "resume"
    NAMES = "names"
    """Its boards are shown without the names of its players."""
    BAN = "ban"
    UNBAN = "unban"
    REPORTED = "reported"
    """Nothing is decided: somebody has reported a player of a match, for the first time."""
    NOTED = "noted"
    """Nothing is decided: Papan has noted in a match what the staff may want to look at."""


_RESULTS = {RulingAct.FIRST: 0, RulingAct.SECOND: 1, RulingAct.DRAW: None}


def ruled(match: Match, act: RulingAct, now: datetime) -> Match:
    """The match after a decision about it. Raises what refuses it, and ValueError for what is about a person."""
    match act:
        case RulingAct.FIRST | RulingAct.SECOND | RulingAct.DRAW:
            return match.rule(_RESULTS[act], result=True, now=now)
        case RulingAct.NONE:
            return match.rule(None, result=False, now=now)
        case RulingAct.PAUSE:
            return match.pause_by_staff(now)
        case RulingAct.RESUME:
            return match.resume_by_staff(now)
        case _:
            raise ValueError(act)

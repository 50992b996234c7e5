"""Who is told of what has happened in a match. Pure: no input or output."""

from collections.abc import Container
from dataclasses import dataclass
from enum import Enum

from bot.matches.happening import Happening
from bot.matches.match import Match
from bot.matches.status import Status

UNTOLD = (Happening.EXPIRED, Happening.HINT_TAKEN, Happening.UNDONE, Happening.REMATCH_BEGUN)
"""What nobody is told of: the board shows it, or another match tells it."""


class Reachability(Enum):
    """A change beside a match: somebody, or another chat with it, cannot be reached any more, or can again."""

    LOST = "lost"
    BACK = "back"


@dataclass(frozen=True)
class Notice:
    """Something that one player is to be told: what happened at this version of a match, once on each platform.

    ``who`` is the player whose reachability has changed, empty where it is that of another chat.
    """

    player: str
    what: Happening | Reachability
    version: int
    who: str = ""


def notice_of(match: Match, computers: Container[str]) -> Notice | None:
    """What is to be told of the latest change, None for nothing.

    Who did it is not told, and what nobody did but time is only shown; but where the clock goes on by itself, whoever
    is to move is told. Nor is anybody told on a practice board, or in a match with one of the ``computers``: there a
    player waits for nobody else.
    """
    goes_on = match.happened is Happening.GOES_ON and match.actor is None
    if match.practice or match.happened in UNTOLD or (match.actor is None and not goes_on):
        return None
    two = [player for player in (match.host, match.invited) if player]
    if any(player in computers for player in two):
        return None
    moved = match.happened is Happening.MOVED and match.status is Status.PLAYING
    told = match.to_act if moved or goes_on else two
    return next((Notice(player, match.happened, match.version) for player in told if player != match.actor), None)


def keeps_notice(match: Match) -> bool:
    """Does what was told before stay true after the latest change?"""
    return match.happened is Happening.HINT_TAKEN

"""Notices: the news of a match, and the player to be told. Pure: no input or output."""

from collections.abc import Container
from dataclasses import dataclass
from enum import Enum

from bot.matches.happening import Happening
from bot.matches.match import Match
from bot.matches.status import Status

UNTOLD = (Happening.EXPIRED, Happening.HINT_TAKEN, Happening.UNDONE, Happening.REMATCH_BEGUN)
"""Changes that nobody is told of: the board shows them, or another match tells them."""


class Reachability(Enum):
    """A change beside a match: somebody, or another chat with it, cannot be reached any more, or can again."""

    LOST = "lost"
    BACK = "back"


@dataclass(frozen=True)
class Notice:
    """A piece of news for one player: the change at this version of a match, told once on each platform.

    ``who`` is the player whose reachability has changed, empty where it is that of another chat.
    """

    player: str
    what: Happening | Reachability
    version: int
    who: str = ""


def notice_of(match: Match, computers: Container[str]) -> Notice | None:
    """The notice of the latest change, None for none.

    The player who made the change is not told. A change by time is only shown, but if the clock goes on by itself, the
    player to move is told. Nobody is told on a practice board, or in a match with one of the ``computers``: there a
    player waits for nobody else.
    """
    goes_on = match.happened is Happening.GOES_ON and match.actor is None
    if match.practice or match.happened in UNTOLD or (match.actor is None and not goes_on):
        return None
    two = [player for player in (match.host, match.invited) if player]
    if any(player in computers for player in two):
        return None
    turn = match.happened in (Happening.MOVED, Happening.BOTH_READY) and match.status is Status.PLAYING
    told = match.to_act if turn or goes_on else two
    return next((Notice(player, match.happened, match.version) for player in told if player != match.actor), None)


def keeps_notice(match: Match) -> bool:
    """Does the notice before stay true after the latest change?"""
    return match.happened is Happening.HINT_TAKEN

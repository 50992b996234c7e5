"""A simul: one host plays many boards. Which board comes up next for the host. Pure."""

from collections.abc import Iterable
from enum import Enum

from bot.matches.match import Match
from bot.matches.state import EventKind, MatchEvent
from bot.matches.status import Status

FEWEST, MOST = 2, 30
"""The boards of a simul."""
OF_ANYBODY = 4
"""The most boards of a simul whose host does not organise in its chat."""
OPEN_HERE = 3
"""The most simuls of a chat that wait for people."""
NOTE_UNDER_BOARD = 200
"""The most characters of what the host writes under a board."""


class SimulSide(Enum):
    """The side of the host: the same on all boards, or in turns from board to board."""

    FIRST = "first"
    SECOND = "second"
    TURNS = "turns"

    def of_board(self, nth: int) -> int:
        """The side of the host on a board, the first one being 0."""
        return nth % 2 if self is SimulSide.TURNS else int(self is SimulSide.SECOND)


class SimulState(Enum):
    """The state of a simul: it waits for people, or has begun, or was called off."""

    OPEN = "open"
    PLAYING = "playing"
    CLOSED = "closed"


def simul_of(match: Match) -> MatchEvent | None:
    """The simul of which a match is a board."""
    return match.event if match.event and match.event.kind is EventKind.SIMUL else None


def next_of_simul(matches: Iterable[Match], player: str, looked_at: Match) -> Match | None:
    """The board of the same simul that has waited longest for a player, besides the one that they look at; None where
    none waits.
    """
    waiting = [
        match
        for match in matches
        if match.event == looked_at.event
        and match.code != looked_at.code
        and match.status is Status.PLAYING
        and player in match.to_act
    ]
    return min(waiting, key=lambda match: (match.moved_at or match.created, match.code), default=None)

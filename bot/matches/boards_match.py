"""A boards match: the people of two chats play each other one by one, the first of one chat against the first of the
other. Each pair plays two matches, with sides swapped. Pure.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from bot.matches.match import Match
from bot.matches.pace import DEFAULT_PACE, Pace
from bot.matches.quiet_hours import after
from bot.matches.state import EventKind, MatchEvent
from bot.matches.status import LIVE, Status

FEWEST, MOST = 2, 20
"""The pairs of a boards match."""
IN_LINE = 25
"""The most people in the line of a chat: who has no board is next in line."""
AT_ONCE = 3
"""So many boards matches of one chat at most wait or are under way."""
GATHERS_FOR = timedelta(days=7)
"""So long another chat can accept, and so long after that both have to begin."""
NAME_LENGTH = 60
"""The most letters of the name of a chat that are kept."""


class BoardsState(Enum):
    """The state of a boards match: it waits for chats and people, has begun, or was called off."""

    OPEN = "open"
    PLAYING = "playing"
    CLOSED = "closed"


@dataclass(frozen=True)
class InLine:
    """Somebody in the line of the chat on a ``side``; once it has begun their ``board``, None for who is next in line.

    ``late``: the next in line plays there in their place.
    """

    player: str
    side: int
    joined: datetime
    board: int | None = None
    late: bool = False


@dataclass(frozen=True)
class BoardsGame:
    """One of the two matches on a board: in the first one, 0, the chat that challenged has the first side.

    ``match`` is its code once it is open, and ``status`` how far it is; ``refused``: it could not be opened. Once it is
    over, ``winner`` is the side of the winner's chat, None where it was drawn. ``players`` are those who sit there now,
    in the order of the chats.
    """

    board: int
    leg: int
    attempt: int
    match: str | None = None
    refused: bool = False
    status: Status | None = None
    winner: int | None = None
    players: tuple[str | None, str | None] = (None, None)

    @property
    def waits(self) -> bool:
        """Is it to be played, or under way?"""
        return self.status in LIVE if self.match else not self.refused


@dataclass(frozen=True)
class BoardsScore:
    """The halves of a point of both chats, and the number of matches that are still to end."""

    halves: tuple[int, int]
    to_go: int

    @property
    def leader(self) -> int | None:
        """The side of the chat with more points; None where both have as many."""
        first, second = self.halves
        return None if first == second else int(second > first)


def score_of(games: Iterable[BoardsGame]) -> BoardsScore:
    """The score by the matches that are over."""
    halves, to_go = [0, 0], 0
    for game in games:
        to_go += game.waits
        if game.status is Status.OVER:
            for side in (0, 1):
                halves[side] += 1 if game.winner is None else 2 * (game.winner == side)
    return BoardsScore((halves[0], halves[1]), to_go)


def boards_of(match: Match) -> MatchEvent | None:
    """The boards match of which a match is a part."""
    return match.event if match.event and match.event.kind is EventKind.BOARDS else None


def pace_of(usual: Pace | None) -> Pace:
    """The pace where nobody names one, by the usual one of the place: days, so that all can tell who is late."""
    return usual if usual and not usual.live else DEFAULT_PACE


def late_at(matches: Sequence[Match], player: str) -> datetime | None:
    """The moment at which a player is late on their board, whose matches these are: the time for their first turn is
    over in one of them, and they have made none. None where they are not awaited, or have made a turn.
    """
    if any(match.mover(ply) == player for match in matches for ply in range(match.game.ply)):
        return None
    moments = [
        after(match.clock.since, match.clock.left, match.clock.quiet)
        for match in matches
        if match.status is Status.PLAYING and player in match.to_act and match.clock and match.clock.since
    ]
    return min(moments, default=None)

"""A tournament: who has entered, the games of its rounds and what each is worth. Pure.

An entrant is a number, drawn by lot or by rating when it begins; the person who holds it may be replaced.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from bot.matches.match import Match
from bot.matches.pace import Pace
from bot.matches.state import EventKind, MatchEvent
from bot.matches.status import LIVE, Status


class Form(Enum):
    """The forms of tournaments: everybody against everybody; in each round against somebody with about as many points;
    or who loses is out.
    """

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"

    @property
    def depends(self) -> bool:
        """Do the pairings of a round depend on the results of those before?"""
        return self is not Form.ROUND_ROBIN


FEWEST = {Form.ROUND_ROBIN: 3, Form.SWISS: 6, Form.KNOCKOUT: 4}
MOST = {Form.ROUND_ROBIN: 10, Form.SWISS: 64, Form.KNOCKOUT: 32}
"""The people of a tournament of each form."""
AT_ONCE = 3
"""So many tournaments of one chat at most wait or are under way."""
GATHERS_FOR = timedelta(days=14)
"""So long people can join; one that has not begun by then is called off."""
ROUND_LASTS = {Pace.COFFEE: timedelta(days=10), Pace.RELAXED: timedelta(days=21), Pace.SLOW: timedelta(days=45)}
"""So long a round lasts at most: then the next one of a round robin begins beside it, and those who organise may decide
what is not over in the other forms.
"""
DECIDED_WITHIN = timedelta(days=3)
"""So long after that those who organise have to decide; then the computer judges how the games stand."""
WINS_FROM = 0.75
"""The least chance to win, by a search, with which a game that is judged is won."""
NAME_LENGTH = 60
"""The most letters of the name of a tournament."""

Halves = tuple[int, int]
"""What a game is worth to the first and the second of a pairing, in halves of a point."""


class TournamentState(Enum):
    """The state of a tournament: people join, its rounds are played, it is over, or was called off."""

    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True)
class Entrant:
    """Somebody in a tournament. Their ``number`` counts from 1, best first where it was drawn by rating; it is 0 as
    long as people join. ``withdrawn``: they play no further game, and nobody plays in their place. ``place`` is the
    final one, None as long as it is not over, and where their games count for nothing.
    """

    player: str
    joined: datetime
    number: int = 0
    withdrawn: bool = False
    place: int | None = None


@dataclass(frozen=True)
class Pairing:
    """Two entrants, by their numbers, who meet on a ``board`` of a round; the first has the first side in the first of
    their games. ``second`` is None where the first has nobody to play in that round. Rounds count from 1, boards from
    0.
    """

    round: int
    board: int
    first: int
    second: int | None


@dataclass(frozen=True)
class TournamentGame:
    """A match of a pairing. In each second ``leg``, counted from 0, sides are swapped; an ``attempt`` is a match that
    was begun anew.

    ``match`` is its code once it is open, and ``status`` how far it is; ``played`` is what it is worth once it is over.
    ``awarded`` is what it is worth without being played to its end, by whoever withdrew, was late, or decided; it
    stands before what was played.
    ``judged``: the computer has decided what is awarded.
    """

    pairing: Pairing
    leg: int
    attempt: int = 0
    match: str | None = None
    status: Status | None = None
    played: Halves | None = None
    awarded: Halves | None = None
    judged: bool = False

    @property
    def worth(self) -> Halves | None:
        """The award if there is one, else the points by playing; None as long as it is not over."""
        return self.awarded if self.awarded is not None else self.played

    def has(self, number: int) -> bool:
        """Is it a game of this entrant?"""
        return number in (self.pairing.first, self.pairing.second)

    @property
    def waits(self) -> bool:
        """Is it to be opened, or under way?"""
        if self.pairing.second is None:
            return False
        return self.awarded is None and (self.match is None or self.status in LIVE)


def judged_worth(chance: float) -> Halves:
    """The worth of a game in which the first of the pairing has such a chance to win."""
    return (2, 0) if chance >= WINS_FROM else (0, 2) if chance <= 1 - WINS_FROM else (1, 1)


def tournament_of(match: Match) -> MatchEvent | None:
    """The tournament of which a match is a game."""
    return match.event if match.event and match.event.kind is EventKind.TOURNAMENT else None


def last_attempts(games: Iterable[TournamentGame]) -> tuple[TournamentGame, ...]:
    """The last attempt at each game, in the order of rounds, boards and legs."""
    last = {
        (game.pairing.round, game.pairing.board, game.leg): game
        for game in sorted(games, key=lambda game: game.attempt)
    }
    return tuple(last[key] for key in sorted(last))

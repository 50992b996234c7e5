"""The paces at which a match may be played: time for each move, and a bank that is never refilled."""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum


@dataclass(frozen=True)
class Times:
    """``move`` for each move; what a move takes beyond it comes out of the ``bank``, which is never refilled.

    ``live``: both players sit before the board. Clocks run at night too, the match is lost as soon as no time is left,
    and nobody is reminded.
    """

    move: timedelta
    bank: timedelta
    live: bool = False


class Pace(Enum):
    """The paces by their keys; a match without a clock has none."""

    BLITZ = "blitz"
    SITTING = "sitting"
    COFFEE = "coffee"
    RELAXED = "relaxed"
    SLOW = "slow"

    @property
    def times(self) -> Times:
        """The time it gives."""
        return _TIMES[self]

    @property
    def live(self) -> bool:
        """Do both players sit before the board?"""
        return _TIMES[self].live


_TIMES = {
    Pace.BLITZ: Times(timedelta(seconds=30), timedelta(seconds=60), live=True),
    Pace.SITTING: Times(timedelta(minutes=5), timedelta(minutes=10), live=True),
    Pace.COFFEE: Times(timedelta(hours=8), timedelta(hours=24)),
    Pace.RELAXED: Times(timedelta(days=1), timedelta(hours=72)),
    Pace.SLOW: Times(timedelta(days=3), timedelta(hours=72)),
}

DEFAULT_PACE = Pace.RELAXED
"""Between two people who have agreed on nothing else."""


@dataclass(frozen=True)
class Terms:
    """The terms that two people agree on when their match begins; without a pace it has no clock.

    ``away``: a player's days away stop the clock.
    """

    pace: Pace | None = None
    rated: bool = False
    away: bool = True


UNTIMED = Terms()
"""Without a clock: against the computer, on practice boards, and wherever nothing else is agreed on."""

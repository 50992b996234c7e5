"""The paces at which a match may be played: time for each move, and a bank that is never refilled."""

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import Enum

from bot.words import N_


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
    """The paces, a row each: all that is said and read of them follows from it. A match without a clock has none.

    A row has the key, the letter in buttons, the names in other languages that a typed line may have, the times, the
    name, and the line in a list of choices.
    """

    BLITZ = (
        "blitz",
        "b",
        ("kilat",),
        Times(timedelta(seconds=30), timedelta(seconds=60), live=True),
        N_("Blitz"),
        N_("Blitz: 30 seconds a move, 1 minute in the bank, both at the board"),
    )
    SITTING = (
        "sitting",
        "t",
        ("duduk",),
        Times(timedelta(minutes=5), timedelta(minutes=10), live=True),
        N_("Sitting"),
        N_("Sitting: 5 minutes a move, 10 minutes in the bank, both at the board"),
    )
    COFFEE = (
        "coffee",
        "c",
        ("kopi",),
        Times(timedelta(hours=8), timedelta(hours=24)),
        N_("Coffee"),
        N_("Coffee: 8 hours a move, 1 day in the bank"),
    )
    RELAXED = (
        "relaxed",
        "r",
        ("santai",),
        Times(timedelta(days=1), timedelta(hours=72)),
        N_("Relaxed"),
        N_("Relaxed: 1 day a move, 3 days in the bank"),
    )
    SLOW = (
        "slow",
        "s",
        ("lambat",),
        Times(timedelta(days=3), timedelta(hours=72)),
        N_("Slow"),
        N_("Slow: 3 days a move, 3 days in the bank"),
    )

    letter: str
    words: tuple[str, ...]
    times: Times
    label: str
    choice: str

    def __new__(cls, key: str, letter: str, words: tuple[str, ...], times: Times, label: str, choice: str) -> "Pace":
        """A member whose value is its key."""
        pace = object.__new__(cls)
        pace._value_ = key
        pace.letter, pace.words, pace.times, pace.label, pace.choice = letter, words, times, label, choice
        return pace

    @property
    def live(self) -> bool:
        """Do both players sit before the board?"""
        return self.times.live


DEFAULT_PACE = Pace.RELAXED
"""Between two people who have agreed on nothing else."""


@dataclass(frozen=True)
class Terms:
    """The terms that two people agree on when their match begins; without a pace it has no clock.

    ``away``: a player's days away stop the clock. ``watched``: others than the players may look on. ``mirror``: it is a
    mirror match, two at once with the sides swapped. ``bid``: so many pieces the hunted side has in hand at the start.
    """

    pace: Pace | None = None
    rated: bool = False
    away: bool = True
    watched: bool = True
    mirror: bool = False
    bid: int | None = None

    @property
    def unsound(self) -> bool:
        """Do they exclude days away where these would stop no clock anyway: at a live pace, and without a clock?"""
        return not self.away and (self.pace is None or self.pace.live)

    @property
    def matches(self) -> int:
        """The number of matches that begin with them."""
        return 2 if self.mirror else 1

    @property
    def two_live(self) -> bool:
        """Do they ask for two matches at once at a pace at which each player sits before one board?"""
        return self.mirror and self.pace is not None and self.pace.live


UNTIMED = Terms()
"""Without a clock: against the computer, on practice boards, and wherever nothing else is agreed on."""


def at_pace(pace: Pace | None, terms: Terms) -> Terms:
    """These terms at a pace, with days away where it does not take days, casual without a clock, and one match at a
    time where it is live.
    """
    wanted = replace(terms, pace=pace, rated=terms.rated and pace is not None)
    wanted = replace(wanted, mirror=wanted.mirror and not wanted.two_live)
    return replace(wanted, away=True) if wanted.unsound else wanted

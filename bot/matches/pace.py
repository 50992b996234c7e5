"""The paces at which a match may be played: time for each move, and a bank that is never refilled."""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from bot.words import N_, typed_words


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

    A row has the key, the letter in buttons, the names that a typed line may have, the times, the name, and the line in
    a list of choices.
    """

    BLITZ = (
        "blitz",
        "b",
        typed_words("blitz"),
        Times(timedelta(seconds=30), timedelta(seconds=60), live=True),
        N_("Blitz"),
        N_("Blitz: 30 seconds a move, 1 minute in the bank, both at the board"),
    )
    SITTING = (
        "sitting",
        "t",
        typed_words("sitting"),
        Times(timedelta(minutes=5), timedelta(minutes=10), live=True),
        N_("Sitting"),
        N_("Sitting: 5 minutes a move, 10 minutes in the bank, both at the board"),
    )
    COFFEE = (
        "coffee",
        "c",
        typed_words("coffee"),
        Times(timedelta(hours=8), timedelta(hours=24)),
        N_("Coffee"),
        N_("Coffee: 8 hours a move, 1 day in the bank"),
    )
    RELAXED = (
        "relaxed",
        "r",
        typed_words("relaxed"),
        Times(timedelta(days=1), timedelta(hours=72)),
        N_("Relaxed"),
        N_("Relaxed: 1 day a move, 3 days in the bank"),
    )
    SLOW = (
        "slow",
        "s",
        typed_words("slow"),
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

NO_PACE = "none"
PACE_CHOICES = (*((pace.value, pace.choice) for pace in Pace), (NO_PACE, N_("No clock")))
"""The paces as they are typed, each with its line in a list of choices."""
PACE_WORDS: dict[str, Pace | None] = {
    **{word: pace for pace in Pace for word in pace.words},
    **dict.fromkeys(typed_words("none"), None),
}
"""The names of paces in a typed line."""

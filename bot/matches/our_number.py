"""The number of two people, at which they are even: of pieces in hand of the hunted side, or in draughts of the men
that one gives the other. Pure values.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from bot.matches.bids import bid_position, bids_in
from bot.matches.handicaps import handicap_start, men_given, most_given
from engine.game import Game
from engine.ruleset import Ruleset


@dataclass(frozen=True)
class NumberRange:
    """The numbers with which two people may begin, ``usual`` among them. A win of the ``hunted`` side takes one away;
    where that is None, the number is how many men the first of the two gives the second, below 0 the other way round.
    """

    usual: int
    least: int
    most: int
    hunted: int | None

    def __contains__(self, number: int) -> bool:
        """Is it a number with which a match may begin?"""
        return self.least <= number <= self.most

    def step(self, winner: int | None, side: int) -> int:
        """The change of the number by a match that side ``winner`` has won, None for a draw; ``side`` is that of the
        first of the two.
        """
        if winner is None:
            return 0
        if self.hunted is None:
            return 1 if winner == side else -1
        return -1 if winner == self.hunted else 1


@dataclass(frozen=True)
class OurNumber:
    """The number with which the ``next`` match of two people begins, and at how many halves they are even: halfway
    between two numbers where at the one this side won last, and the other side at the other.
    """

    next: int
    half_pieces: int


@lru_cache(maxsize=128)
def numbers_in(ruleset: Ruleset) -> NumberRange | None:
    """The numbers that two people may have in a game; None where it has neither pieces in hand nor men to give."""
    if bids := bids_in(ruleset):
        return NumberRange(bids.usual, bids.least, bids.most, bids.side)
    men = most_given(ruleset)
    return NumberRange(0, -men, men, None) if men else None


def our_number(numbers: NumberRange, steps: Iterable[int]) -> OurNumber:
    """The number after matches that have changed it so, in their order: it begins with the usual one, and stays in the
    range.
    """
    number, half_pieces, before = numbers.usual, 2 * numbers.usual, 0
    for step in steps:
        if not step:
            continue
        after = number + step if number + step in numbers else number
        half_pieces = number + after if step == -before else 2 * after
        number, before = after, step
    return OurNumber(number, half_pieces)


def begun_at(ruleset: Ruleset, number: OurNumber) -> Game:
    """The game that two people begin at their number, of whom the first has the first side."""
    if bids_in(ruleset):
        return Game.begin(ruleset, bid_position(ruleset, number.next))
    return Game.begin(ruleset, handicap_start(ruleset, number.next))


def number_begun(game: Game) -> int | None:
    """The number with which a game has begun, for its first side; None where that is no number of its ruleset."""
    ruleset, start = game.ruleset, game.positions[0]
    bids, numbers = bids_in(ruleset), numbers_in(ruleset)
    if numbers is None:
        return None
    if bids:
        count = start.in_hand(bids.letter)
        return count if count in numbers and start == bid_position(ruleset, count) else None
    return men_given(ruleset, start)

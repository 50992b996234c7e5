"""Bids: who plays the hunted side begins with fewer of its pieces in hand than usual, or with more. Pure values."""

from dataclasses import dataclass, replace
from functools import lru_cache

from engine.position import Position, most_in_hand, start_position
from engine.ruleset import Ruleset


@dataclass(frozen=True)
class BidRange:
    """The numbers of pieces in hand with which ``side`` may begin, ``usual`` among them; ``letter`` is their kind."""

    letter: str
    side: int
    usual: int
    least: int
    most: int

    def __contains__(self, count: int) -> bool:
        """Is it a number of pieces with which a match may begin?"""
        return self.least <= count <= self.most


@lru_cache(maxsize=128)
def bids_in(ruleset: Ruleset) -> BidRange | None:
    """The bids that a game allows; None where the hunted side has nothing in hand.

    At the least it has a piece more than the number with which it loses, once the opening has taken some off, and half
    of what it usually has in hand.
    """
    start = start_position(ruleset)
    placed = next((each for each in ruleset.placements if ruleset.kind[each.letter].is_prey), None)
    if placed is None:
        return None
    side, usual = ruleset.side_of(placed.letter), start.in_hand(placed.letter)
    few = ruleset.few_left.count if ruleset.few_left and ruleset.few_left.side == side else 0
    on_board = len(start.letters(ruleset, side)) - (ruleset.opening.removes if ruleset.opening else 0)
    least = max(few + 1 - on_board, (usual + 1) // 2)
    return BidRange(placed.letter, side, usual, least, most_in_hand(ruleset, placed.letter))


def bid_position(ruleset: Ruleset, count: int) -> Position:
    """The start of a game with so many pieces in hand of the hunted side."""
    bids, start = bids_in(ruleset), start_position(ruleset)
    hand = ((letter, count if bids and letter == bids.letter else usual) for letter, usual in start.hand)
    return replace(start, hand=tuple(hand))

"""The number of two people: with so many pieces in hand of the hunted side they are even. Pure values."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.matches.bids import BidRange, bid_position, bids_in
from engine.game import Game
from engine.ruleset import Ruleset


@dataclass(frozen=True)
class OurNumber:
    """With how many pieces in hand the ``next`` match of two people begins, and at how many half pieces they are
    even: halfway between two numbers where at the one this side won last, and the other side at the other.
    """

    next: int
    half_pieces: int


def our_number(bids: BidRange, winners: Iterable[int | None]) -> OurNumber:
    """The number after matches that were won by these sides, None for a draw, in their order: each win of the hunted
    side takes a piece away, each of the hunters gives one back. It begins with the usual one, and stays in the range.
    """
    number, half_pieces, before = bids.usual, 2 * bids.usual, 0
    for winner in winners:
        if winner is None:
            continue
        step = -1 if winner == bids.side else 1
        after = number + step if number + step in bids else number
        half_pieces = number + after if step == -before else 2 * after
        number, before = after, step
    return OurNumber(number, half_pieces)


def begun_at(ruleset: Ruleset, number: OurNumber) -> Game:
    """The game that two people begin at their number."""
    return Game.begin(ruleset, bid_position(ruleset, number.next))


def number_begun(game: Game) -> int | None:
    """The number of pieces in hand with which a game has begun; None where that is no number of its ruleset."""
    bids, start = bids_in(game.ruleset), game.positions[0]
    if bids is None:
        return None
    count = start.in_hand(bids.letter)
    return count if count in bids and start == bid_position(game.ruleset, count) else None

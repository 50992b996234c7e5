"""A beginning at which two people of unequal ratings would be about even. Pure values."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.matches.bids import bids_in
from bot.matches.handicaps import handicap_start
from bot.matches.match import Match
from bot.matches.our_number import numbers_in
from bot.matches.rating import PlayerRating, pool_side
from bot.matches.status import Status
from bot.matches.terms import TERMS, Terms
from engine.position import Position, start_position
from engine.ruleset import Ruleset

POINTS_A_MAN = 150
"""One man less for the stronger in draughts, for each so many points between two ratings: a starting point."""
POINTS_A_PIECE = 100
"""One piece in hand fewer for the stronger of the hunted side, or one more for the weaker, for each so many."""

_BID = TERMS["bid"]


@dataclass(frozen=True)
class EvenStart:
    """With ``number`` two people would be about even, whose host has the side ``host_side``: of pieces in hand of the
    hunted side; in draughts of men that the first side begins without, below 0 the second side.
    """

    host_side: int
    number: int

    def position(self, ruleset: Ruleset) -> Position | None:
        """The position in which the match begins; None where that follows from its terms, as of a bid."""
        return None if bids_in(ruleset) else handicap_start(ruleset, self.number)

    def terms(self, ruleset: Ruleset, before: Terms) -> Terms:
        """The terms ``before`` with this beginning: casual, and for no number of two."""
        for each in before.clashing(_BID):
            before = each.with_usual(before)
        return replace(before, bid=self.number if bids_in(ruleset) else None)


@dataclass(frozen=True)
class EvenOffer:
    """An even start, and the difference of the two ratings that suggests it: ``points`` more for the host, or with
    ``guest_leads`` for the guest.
    """

    start: EvenStart
    points: int
    guest_leads: bool


def may_be_evened(match: Match) -> bool:
    """Is it an invitation to one person whose start nothing has settled yet?"""
    if match.status is not Status.INVITED or match.invited is None or match.event:
        return False
    if match.terms.bid is not None or any(each.name != "rated" for each in match.terms.clashing(_BID)):
        return False
    ruleset = match.game.ruleset
    return numbers_in(ruleset) is not None and match.game.positions[0] == start_position(ruleset)


def evening(match: Match, host: Iterable[PlayerRating], guest: Iterable[PlayerRating]) -> EvenOffer | None:
    """The even start that the ratings of two people suggest; None where one is provisional, or they are close.

    Where the sides are still open, the host has the pieces in hand, as in a bid; in draughts the stronger one begins.
    """
    ruleset = match.game.ruleset
    numbers, bids = numbers_in(ruleset), bids_in(ruleset)
    if numbers is None:
        return None
    side = bids.side if match.host_side is None and bids else match.host_side
    theirs = _sure(host, ruleset, side or 0), _sure(guest, ruleset, 1 - (side or 0))
    if theirs[0] is None or theirs[1] is None:
        return None
    lead = round(theirs[0]) - round(theirs[1])
    if side is None:
        side = int(lead < 0)
    steps = abs(lead) // (POINTS_A_PIECE if bids else POINTS_A_MAN)
    # Men are taken from the stronger; pieces in hand are taken from the hunted side where it leads, or given to it.
    leads_first = (lead > 0) == (side == 0)
    change = steps if (leads_first if bids is None else (lead > 0) != (side == bids.side)) else -steps
    number = max(numbers.least, min(numbers.most, numbers.usual + change))
    return None if number == numbers.usual else EvenOffer(EvenStart(side, number), abs(lead), lead < 0)


def _sure(ratings: Iterable[PlayerRating], ruleset: Ruleset, side: int) -> float | None:
    """The rating of a side in a game, if it can be relied on."""
    for each in ratings:
        if (each.ruleset, each.side) == (ruleset.key, pool_side(ruleset, side)) and not each.provisional:
            return each.rating.rating
    return None

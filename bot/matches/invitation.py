"""The wishes of the host of a match, and the place where it is to be shown. Pure values."""

from dataclasses import dataclass
from datetime import timedelta

from bot.matches.bids import bid_position, bids_in
from bot.matches.identity import Person, Place
from bot.matches.limits import INVITATION_LASTS
from bot.matches.our_number import numbers_in
from bot.matches.refusals import (
    BidAlone,
    BidNeedsHand,
    BidOutOfRange,
    ClockNeedsTwo,
    NumberAlone,
    RatedNeedsBeginning,
)
from bot.matches.state import MatchOrigin
from bot.matches.terms import FLAGS, UNTIMED, FlagTerm, Terms
from engine.position import Position
from engine.ruleset import Family, Ruleset
from engine.search.learned_data import balance_by_ruleset

EVEN = 5
"""Points of a hundred that a side may be away from half of them in an even game."""


@dataclass(frozen=True)
class Invitation:
    """A match that its host wants to begin.

    ``opponent`` is the person invited as a platform names them, ``player`` the id of one who is known already. Both
    are None for whoever accepts first, and on a practice board, where the host moves both sides.
    ``host_side`` is the side the host wants, None for a coin to decide (or the guest, where anybody may accept).
    ``position`` is where the game starts, None for the ruleset's own start. ``accepted``: the opponent accepts every
    invitation, so the match is under way at once. ``terms`` are what both agree on with it. With a bid among them the
    host plays the hunted side unless they want the other one (``seat``). Who accepts and is a ``player`` is a village.
    """

    ruleset: Ruleset
    opponent: Person | None = None
    host_side: int | None = None
    position: Position | None = None
    practice: bool = False
    accepted: bool = False
    player: str | None = None
    terms: Terms = UNTIMED
    awake: timedelta | None = None
    """The time that the one invited has to accept, their quiet hours not counted; None for the usual one."""
    origin: MatchOrigin | None = None
    """The match and the turn that the position comes from; None where it comes from none."""
    as_before: bool = False
    """The match is for the number of the two where their last one in this game was, and no term says otherwise."""

    def check(self) -> None:
        """Raises AwayNeedsDays, RatedNeedsClock, RatedNeedsBeginning, ClockNeedsTwo, MirrorNeedsTwo, MirrorNeedsHunt,
        MirrorNeedsDays, BidNeedsTwo, BidNeedsHand, BidAlone, BidOutOfRange, NumberNeedsHand, NumberNeedsTwo,
        NumberAlone for terms that this match cannot have.
        """
        if self.terms.bid is not None and bids_in(self.ruleset) is None:
            raise BidNeedsHand
        for term in FLAGS:
            if term.evens and not term.is_usual(self.terms) and not _is_for(term, self.ruleset):
                raise term.evens
        self.terms.check(alone=self.alone)
        if self.alone and self.terms.pace:
            raise ClockNeedsTwo
        if self.terms.bid is not None:
            self._check_bid(self.terms.bid)
        if self.terms.our_number and self.position:
            raise NumberAlone
        if self.terms.rated and self.position:
            raise RatedNeedsBeginning

    @property
    def alone(self) -> bool:
        """Does nobody else play, but the computer?"""
        return self.practice or (self.accepted and self.player is None)

    @property
    def seat(self) -> int | None:
        """The side of the host, None for a coin to decide: whoever bids plays the side with the pieces in hand."""
        bids = bids_in(self.ruleset)
        return bids.side if self.host_side is None and self.terms.bid is not None and bids else self.host_side

    @property
    def start(self) -> Position | None:
        """The position in which the match begins, None for the ruleset's own start."""
        return self.position if self.terms.bid is None else bid_position(self.ruleset, self.terms.bid)

    def _check_bid(self, bid: int) -> None:
        if self.position not in (None, self.start):
            raise BidAlone
        bids = bids_in(self.ruleset)
        if bids and bid not in bids:
            raise BidOutOfRange(bids.least, bids.most, bids.usual)


def has_hunt(ruleset: Ruleset) -> bool:
    """Does one side of a game hunt the other, so that they are not alike?"""
    return ruleset.family is Family.HUNT


def is_uneven(ruleset: Ruleset) -> bool:
    """Is it offered to even the sides out, by a term that does or by a bid? Where one side hunts the other, and the
    table of docs/levels.md shows that one of them wins more, or says nothing yet.
    """
    points = balance_by_ruleset().get(ruleset.key)
    return has_hunt(ruleset) and (points is None or abs(points - 50) > EVEN)


def _is_for(term: FlagTerm, ruleset: Ruleset) -> bool:
    """May a term that evens the sides out be agreed on in a game?"""
    return numbers_in(ruleset) is not None if term.hand else has_hunt(ruleset)


def is_offered(term: FlagTerm, ruleset: Ruleset) -> bool:
    """Is a term offered in a game? One that evens the sides out only where they are not even; a number of two people
    wherever there is one, since it is they who are not even.
    """
    if not term.evens:
        return True
    return numbers_in(ruleset) is not None if term.hand else is_uneven(ruleset)


MOVER_BELOW = 2
"""In the place of a side at the bottom of a board: the one to move, whichever it is."""


@dataclass(frozen=True)
class Venue:
    """A place where a match is shown, with the language of its message there."""

    place: Place
    language: str
    theme: str | None = None
    """The theme that the hosts of the place have chosen for it."""
    bottom: int | None = None
    """The side at the bottom of boards there, where they have chosen one; ``MOVER_BELOW`` for the side to move."""
    lasts: timedelta = INVITATION_LASTS
    """So long an invitation that is made there can be accepted."""

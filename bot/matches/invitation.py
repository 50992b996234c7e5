"""The wishes of the host of a match, and the place where it is to be shown. Pure values."""

from dataclasses import dataclass

from bot.matches.pace import UNTIMED, Terms
from bot.matches.people import Person, Place
from bot.matches.refusals import AwayNeedsDays, ClockNeedsTwo, RatedNeedsBeginning, RatedNeedsClock
from engine.position import Position
from engine.ruleset import Ruleset


@dataclass(frozen=True)
class Invitation:
    """A match that its host wants to begin.

    ``opponent`` is the person invited as a platform names them, ``player`` the id of one who is known already. Both
    are None for whoever accepts first, and on a practice board, where the host moves both sides.
    ``host_side`` is the side the host wants, None for a coin to decide (or the guest, where anybody may accept).
    ``position`` is where the game starts, None for the ruleset's own start. ``accepted``: the opponent accepts every
    invitation, so the match is under way at once. ``terms`` are what both agree on with it.
    """

    ruleset: Ruleset
    opponent: Person | None = None
    host_side: int | None = None
    position: Position | None = None
    practice: bool = False
    accepted: bool = False
    player: str | None = None
    terms: Terms = UNTIMED

    def check(self) -> None:
        """Raises AwayNeedsDays, RatedNeedsClock, RatedNeedsBeginning, ClockNeedsTwo for terms that this match cannot
        have.
        """
        if self.terms.unsound:
            raise AwayNeedsDays
        alone = self.practice or self.accepted
        if self.terms.rated and (alone or self.terms.pace is None):
            raise RatedNeedsClock
        if self.terms.rated and self.position:
            raise RatedNeedsBeginning
        if alone and self.terms.pace:
            raise ClockNeedsTwo


@dataclass(frozen=True)
class Venue:
    """A place where a match is shown, with the language of its message there."""

    place: Place
    language: str

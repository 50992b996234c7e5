"""The effect of a rated match: the ratings of its players for which it counts, or why it counts for none."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from bot.matches.glicko import PERIODS_IN_A_DAY, Rating, updated
from bot.matches.match import Match
from bot.matches.status import Status
from engine.position import start_position
from engine.ruleset import Ending, Family, Ruleset

SURE_AFTER, SURE_FROM = 8, 110.0
"""A rating is provisional until so many matches have counted and its deviation has come down to this."""
SHORTEST = 3
"""The moves that each side must have made."""
EARLY = 2 * SHORTEST + 1
"""Moves of both together up to which a resignation is early: the fewest with which a match counts, and one."""
RULED_FROM = 10
"""The moves that each side must have made in a match that the staff has decided."""
UNTESTED_SHARE = 0.05
"""A result against somebody who has met nobody else, and whose rating is provisional, counts as so much of one."""
LISTED_AFTER = 3
"""Opponents whom somebody must have met in rated matches of a game to be listed in it."""
AGAINST_ONE_IN_A_WEEK = 5
WEEK = timedelta(days=7)
FLAGS, CASUAL_FOR = 3, timedelta(days=3)
"""Whoever has lost so many rated matches on time within a week plays no rated one for so long after the last."""
_DAY = timedelta(days=1)


class NotCounted(StrEnum):
    """The reason why a match that was agreed to be rated counts for nobody's rating."""

    SHORT = "short"
    """A side has made fewer than ``SHORTEST`` moves."""
    OFTEN = "often"
    """The same two have had ``AGAINST_ONE_IN_A_WEEK`` that counted."""
    UNPROVEN = "unproven"
    """One of them is known from a place only in which anybody may take any name."""
    LEFT = "left"
    """One of them has had their data deleted."""
    HINTS = "hints"
    POSITION = "position"
    """It did not begin where the game begins."""
    SAME = "same"
    """Both were found to be one person."""
    RULED = "ruled"
    """The staff has decided it early, or in a place where one of them is of the staff."""


@dataclass(frozen=True)
class PlayerRating:
    """A player's rating in a game, and how many matches have counted for it."""

    ruleset: str
    side: int
    rating: Rating
    played: int

    @property
    def provisional(self) -> bool:
        """Is it too early to rely on it?"""
        return is_provisional(self.rating, self.played)


def is_provisional(rating: Rating, played: int) -> bool:
    """Is it too early to rely on a rating for which so many matches have counted?"""
    return played < SURE_AFTER or rating.deviation > SURE_FROM


@dataclass(frozen=True)
class RatedResult:
    """The effect of a rated match on a player's rating; ``before`` is ``after`` where it does not count."""

    side: int
    before: Rating
    after: PlayerRating
    not_counted: NotCounted | None = None

    @property
    def rated_before(self) -> PlayerRating:
        """The rating with which the player began a match that counts."""
        return replace(self.after, rating=self.before, played=self.after.played - 1)


def best_first(ratings: Collection[PlayerRating]) -> list[PlayerRating]:
    """Ratings, those first that can be relied on, the highest first."""
    return sorted(ratings, key=lambda each: (each.provisional, -each.rating.rating))


Results = Mapping[str, RatedResult]
"""The results of a match by player."""


def is_decided(match: Match) -> bool:
    """Has a rated match come to a result?"""
    return match.terms.rated and match.status is Status.OVER and match.game.outcome is not None


def by_sides(ruleset: Ruleset) -> bool:
    """Has each side a rating of its own, because the two play differently?"""
    return ruleset.family is Family.HUNT


def pool_side(ruleset: Ruleset, side: int) -> int:
    """The side under which a rating is kept: 0 where the sides are alike."""
    return side if by_sides(ruleset) else 0


def own_fault(match: Match) -> NotCounted | None:
    """The reason why a match by itself does not count; None where it may."""
    if match.game.positions[0] != start_position(match.game.ruleset):
        return NotCounted.POSITION
    if any(match.hints):
        return NotCounted.HINTS
    movers = [position.turn for position in match.game.positions[:-1]]
    fewest = min(movers.count(side) for side in (0, 1))
    outcome = match.game.outcome
    if outcome and outcome.ending is Ending.RULING and fewest < RULED_FROM:
        return NotCounted.RULED
    return NotCounted.SHORT if fewest < SHORTEST else None


def is_resigned_early(match: Match) -> bool:
    """Has somebody resigned a match as soon as it counts?"""
    outcome = match.game.outcome
    return outcome is not None and outcome.ending is Ending.RESIGNATION and match.game.ply <= EARLY


def half_points(match: Match, side: int) -> int:
    """The half points of a side: 2 for a win, 1 for a draw."""
    outcome = match.game.outcome
    winner = outcome.winner if outcome else None
    return 1 if winner is None else 2 if winner == side else 0


def after_result(
    rating: Rating, against: Rating, points: int, since_last: timedelta | None, *, untested: bool
) -> Rating:
    """A rating after one match, so long after the last that counted; None for the first. ``untested``: the opponent has
    met nobody else.
    """
    days = max(since_last / _DAY, 0.0) if since_last is not None else 0.0
    share = UNTESTED_SHARE if untested else 1.0
    return updated(rating, [(against, points / 2)], days * PERIODS_IN_A_DAY, share=share)

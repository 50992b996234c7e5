"""The score of two players against each other."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.matches.match import Match


@dataclass(frozen=True)
class Score:
    """The matches that one player has won, lost and drawn against another."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(self.won + other.won, self.lost + other.lost, self.drawn + other.drawn)

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.lost + self.drawn


@dataclass(frozen=True)
class SideScore:
    """The score of a player against another in a game, on one of its sides."""

    ruleset: str
    side: int
    score: Score


@dataclass(frozen=True)
class BidScore:
    """The score of a player against another in the matches of a game that began by bids, the lowest and the highest."""

    ruleset: str
    least: int
    most: int
    score: Score


def points_of(match: Match, player: str | None) -> int:
    """The half points of a player in a match that is over: 2 for a win, 1 for a draw."""
    outcome = match.game.outcome
    if outcome is None:
        return 0
    if outcome.winner is None:
        return 1
    return 2 if match.seats[outcome.winner] == player else 0


def points_text(half_points: int) -> str:
    """Half points as they are written: ½, 1, 1½."""
    whole, half = divmod(half_points, 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


def summed(scores: Iterable[SideScore]) -> Score:
    """All of these scores together."""
    return sum((each.score for each in scores), Score())

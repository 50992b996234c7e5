"""How two players stand against each other."""

from collections.abc import Iterable
from dataclasses import dataclass


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


def summed(scores: Iterable[SideScore]) -> Score:
    """All of these scores together."""
    return sum((each.score for each in scores), Score())

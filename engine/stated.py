"""The results that records write, those of draughts clubs included (docs/rules/notation.md#results).

Pure: no input or output.
"""

import re
from dataclasses import dataclass
from enum import Enum

from engine.ruleset import Ruleset

OPEN = "*"
DRAW = "1/2-1/2"
_NOT_KNOWN = (OPEN, "?", "")
_POINTS = re.compile(r"(\d{1,3}+)([-:])(\d{1,3}+)")
_HALVES = re.compile(r"(?:1/2|½|0[.,]5)(?:[-:](?:1/2|½|0[.,]5))?+")
_DASHES = str.maketrans("‐‑‒–—−", "------")
"""The dashes that word processors put in the place of the one that is typed."""


class Verdict(Enum):
    """The meaning of a result: the game goes on, one side has won, a draw, both have lost, or something unknown."""

    OPEN = "open"
    WON = "won"
    DRAWN = "drawn"
    NOBODY = "nobody"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Stated:
    """A result as it is written, and what it says; ``winner`` is a side, None where nobody has won."""

    text: str = OPEN
    verdict: Verdict = Verdict.OPEN
    winner: int | None = None

    @property
    def meaning(self) -> tuple[Verdict, int | None]:
        """All that must agree for two results to say the same: 2-0 and 1-0 do."""
        return self.verdict, self.winner


def named_first(ruleset: Ruleset) -> int:
    """The side whose points a result names first: in games that PDN numbers the one that begins, else the first side.

    In English draughts that is Black.
    """
    return ruleset.first if ruleset.gametype is not None else 0


def read_stated(ruleset: Ruleset, text: str, begins: int | None = None) -> Stated:
    """Read a result. Points are compared, so that 2-0, 1-0 and 12-8 name the same winner; 0-0 names nobody.

    ``begins`` is the side that is named first, where it is another than usual.
    """
    plain = text.translate(_DASHES)
    if plain in _NOT_KNOWN:
        return Stated()
    if _HALVES.fullmatch(plain):
        return Stated(text, Verdict.DRAWN)
    found = _POINTS.fullmatch(plain)
    if not found:
        return Stated(text, Verdict.UNKNOWN)
    first, second = int(found[1]), int(found[3])
    if first == second:
        return Stated(text, Verdict.DRAWN if first else Verdict.NOBODY)
    named = named_first(ruleset) if begins is None else begins
    return Stated(text, Verdict.WON, named if first > second else 1 - named)


def is_result(text: str) -> bool:
    """Can a word of a movetext be nothing but a result? No move goes to a point 0, or from a point to itself."""
    plain = text.translate(_DASHES)
    found = _POINTS.fullmatch(plain)
    if found:
        first, second = int(found[1]), int(found[3])
        return not first or not second or (first == second and found[2] == "-")
    return plain == OPEN or bool(_HALVES.fullmatch(plain))


def written(ruleset: Ruleset, winner: int | None) -> str:
    """The result of a game that is over, as records have it."""
    if winner is None:
        return DRAW
    return "1-0" if winner == named_first(ruleset) else "0-1"

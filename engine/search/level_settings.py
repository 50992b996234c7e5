"""The settings of the levels below the top, sight and choice: measured for a ruleset, or defaults from its facts.

Importing this module compiles nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.ruleset import Ruleset
from engine.search.learned_data import levels_by_ruleset


@dataclass(frozen=True)
class LevelSettings:
    """The search of a level, and its choice among the moves found.

    It searches ``depth`` plies, fewer where that takes more than ``nodes``, and overlooks captures of ``overlooked``
    or more pieces behind its own move (0: none). It plays moves that seem at most ``margin`` hundredths of a man
    worse than the best; one that is ``temperature`` hundredths worse is played e times less often (softmax).
    """

    depth: int
    nodes: int
    overlooked: int
    margin: int
    temperature: int


LARGE_BOARD = 45
"""Points from which a board of two armies counts as large: there a move more is seen at once."""
TEMPERATURE = 0.45
"""Of a margin, where nothing was measured."""
MARGINS = (110, 90, 75, 55, 42, 20, 8)
SMALL_SEARCHES = ((2, 2000, 3), (3, 2000, 3), (3, 2000, 4), (3, 2000, 0), (5, 2000, 0), (6, 2500, 0), (9, 5000, 0))
LARGE_SEARCHES = ((3, 2000, 4), (4, 2000, 5), (4, 2000, 0), (5, 2000, 0), (6, 3000, 0), (7, 4000, 0), (10, 9500, 0))
PREY_SEARCHES = ((1, 2000, 2), (2, 2000, 3), (3, 2000, 0), (3, 2000, 0), (4, 2000, 0), (5, 2000, 0), (8, 3500, 0))
HUNTER_SEARCHES = ((1, 2000, 1), (1, 2000, 1), (2, 2000, 2), (3, 2000, 0), (4, 2000, 0), (5, 2000, 0), (8, 3500, 0))
"""Depth, nodes and captures overlooked, where nothing was measured. A hunter has the easier game among beginners."""


def default_settings(ruleset: Ruleset) -> tuple[tuple[LevelSettings, ...], ...]:
    """For each side the settings of a ruleset that was never measured, from its hunters and the size of its board."""
    if ruleset.hunters is not None:
        return tuple(_levels(HUNTER_SEARCHES if side == ruleset.hunters else PREY_SEARCHES) for side in (0, 1))
    levels = _levels(LARGE_SEARCHES if len(ruleset.board.points) >= LARGE_BOARD else SMALL_SEARCHES)
    return levels, levels


@cache
def settings_by_side(ruleset: Ruleset) -> tuple[tuple[LevelSettings, ...], ...]:
    """For each side the settings of the levels below the top, the lowest first.

    Where one side has the easier game its levels see less, so that a level is about as strong on either side.
    """
    known = levels_by_ruleset().get(ruleset.key)
    if known is None:
        return default_settings(ruleset)
    sides = [tuple(LevelSettings(*row) for row in table) for table in known]
    return sides[0], sides[-1]


def settings_of(ruleset: Ruleset, level: int, side: int) -> LevelSettings:
    """The settings of a level below the top on a side."""
    return settings_by_side(ruleset)[side][level - 1]


def _levels(searches: Sequence[tuple[int, int, int]]) -> tuple[LevelSettings, ...]:
    return tuple(
        LevelSettings(*search, margin, round(TEMPERATURE * margin))
        for search, margin in zip(searches, MARGINS, strict=True)
    )

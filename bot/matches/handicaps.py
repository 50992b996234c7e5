"""Handicaps in draughts: who is the stronger begins with men less, and the start itself says how many. Pure values."""

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from engine.position import EMPTY, Position, start_position
from engine.ruleset import Family, Ruleset

_OF_MEN = 3
"""At most one man of so many is given: with fewer there would be little left to play with."""


@lru_cache(maxsize=128)
def most_given(ruleset: Ruleset) -> int:
    """The most men that a side may begin without; 0 in a game of which the sides are not alike."""
    if ruleset.family is Family.HUNT or start_position(ruleset).hand:
        return 0
    return min(len(men_of(ruleset, side)) for side in (0, 1)) // _OF_MEN


@lru_cache(maxsize=128)
def men_of(ruleset: Ruleset, side: int) -> tuple[int, ...]:
    """The points on which the men of a side begin: its pieces of the kind that it has most of."""
    start = start_position(ruleset)
    (letter, _), *_ = Counter(start.letters(ruleset, side)).most_common(1)
    return tuple(point for point, cell in enumerate(start.cells) if cell == letter)


def handicap_position(ruleset: Ruleset, side: int, men: int) -> Position:
    """The start of a game without so many men of a side: those of its back row from the left, then of the next row."""
    start, coordinates = start_position(ruleset), ruleset.board.coordinates
    own, others = men_of(ruleset, side), men_of(ruleset, 1 - side)
    is_below = sum(coordinates[point][1] for point in own) < sum(coordinates[point][1] for point in others)

    def from_the_back(point: int) -> tuple[int, int]:
        file, rank = coordinates[point]
        return (rank, file) if is_below else (-rank, -file)

    gone = {*sorted(own, key=from_the_back)[:men]}
    return replace(start, cells="".join(EMPTY if at in gone else cell for at, cell in enumerate(start.cells)))


def men_given(ruleset: Ruleset, start: Position) -> int | None:
    """The men that the first side begins without in a start, below 0 those of the second; 0 in the usual one. None
    where it is no handicap that a game can have.
    """
    if start == start_position(ruleset):
        return 0
    most = most_given(ruleset)
    first, second = (len(start.pieces(ruleset, side)) for side in (0, 1))
    found = second - first
    if not 0 < abs(found) <= most or start != handicap_start(ruleset, found):
        return None
    return found


def handicap_start(ruleset: Ruleset, men: int) -> Position:
    """The start in which the first side is without so many men, below 0 the second side."""
    return handicap_position(ruleset, int(men < 0), abs(men))


def for_sides_swapped(ruleset: Ruleset, start: Position) -> Position:
    """The start that means the same to two people who swap sides: a handicap goes with who has it."""
    men = men_given(ruleset, start)
    return handicap_start(ruleset, -men) if men else start

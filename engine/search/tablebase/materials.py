"""The materials that have tables, the order in which they are solved, and the numbers of their positions.

Pure: no input or output.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from math import comb
from typing import Any

import numpy as np

from engine.ruleset import Ruleset
from engine.search.layout import POINTS, TB_PIECES, WORDS
from engine.search.symmetry import symmetries
from engine.search.tablebase.entries import MATERIALS

LARGEST = 24_000_000
"""Entries that a ruleset may have: so many pieces are solved as stay below."""

LARGEST_GROUP = 9_000_000
"""Entries that are solved together at most, for their moves are all held in memory."""

Counts = tuple[int, ...]
Wanted = Callable[[Ruleset, Counts], bool]  # is a material among those to solve?


@dataclass(frozen=True)
class Part:
    """The positions of a material (pieces of each kind) in which one side is to act: the entries from ``first`` on."""

    counts: Counts
    side: int
    first: int
    size: int


@dataclass(frozen=True)
class Plan:
    """All parts, those that are solved together in one group, the groups in order."""

    pieces: int
    groups: tuple[tuple[Part, ...], ...]

    @property
    def size(self) -> int:
        """The number of entries."""
        return sum(part.size for group in self.groups for part in group)


def prepare(ruleset: Ruleset, t: Any) -> None:
    """Fill in what the tables of a ruleset say about the numbering of positions."""
    letters = [kind.letter for kind in ruleset.kinds]
    order = [int(t.point[word, bit]) for word in range(WORDS) for bit in range(t.point.shape[1])]
    order = [point for place, point in enumerate(order) if point >= 0 and t.home[point] == place // t.point.shape[1]]
    t.tb_square[:] = -1
    for number, kind in enumerate(ruleset.kinds):
        made = {point for each in ruleset.kinds if each.promotes_to == kind.letter for point in each.promotes_on}
        seats = [point for point in order if not (kind.promotes_to and point in kind.promotes_on - made)]
        t.tb_squares[number] = len(seats)
        t.tb_point[number, : len(seats)] = seats
        t.tb_square[number, seats] = range(len(seats))
    t.binomial[:] = [[comb(points, pieces) for pieces in range(TB_PIECES + 1)] for points in range(POINTS + 1)]
    for image, becomes in symmetries(ruleset):
        # Twice round must be no turn at all, as one table of where things go serves for both ways.
        undone = all(image[image[point]] == point for point in image)
        if undone and all(ruleset.side_of(one) != ruleset.side_of(other) for one, other in becomes.items()):
            t.colour_symmetric = ruleset.few_left is None and len(ruleset.stuck_draws) != 1
            t.mirror_point[: len(image)] = image
            t.mirror_kind[: len(letters)] = [letters.index(becomes[letter]) for letter in letters]
            break


def everything(_ruleset: Ruleset, _counts: Counts) -> bool:
    """All materials."""
    return True


def lone_kings(ruleset: Ruleset, counts: Counts) -> bool:
    """Materials of kings only, with a single one on a side."""
    of_side = [0, 0]
    for kind, count in zip(ruleset.kinds, counts, strict=True):
        of_side[kind.side] += count
        if count and not kind.is_king:
            return False
    return 1 in of_side


def plan(ruleset: Ruleset, t: Any, pieces: int = TB_PIECES, wanted: Wanted = everything) -> Plan:
    """The wanted materials of at most so many pieces, fewer if they had too many entries; ``t`` is prepared.

    What is wanted includes whatever its captures and promotions lead to.
    """
    while True:
        found = Plan(pieces, tuple(_groups(ruleset, t, pieces, wanted)))
        largest = max((sum(part.size for part in group) for group in found.groups), default=0)
        if found.size <= LARGEST and largest <= LARGEST_GROUP:
            return found
        pieces -= 1


def code(t: Any, part: Part) -> int:
    """The material and the side to act as one number, as ``entries.number`` reckons it."""
    number = 0 if t.colour_symmetric else part.side
    for count in part.counts:
        number = number * MATERIALS + count
    return number


def firsts(t: Any, planned: Plan) -> "np.ndarray[Any, np.dtype[np.int64]]":
    """The first entry of each material and side, -1 for those that have no entries."""
    found = np.full(2 * MATERIALS ** int(t.kinds), -1, np.int64)
    for group in planned.groups:
        for part in group:
            found[code(t, part)] = part.first
    return found


def _groups(ruleset: Ruleset, t: Any, pieces: int, wanted: Wanted) -> Iterator[tuple[Part, ...]]:
    first = 0
    done: set[Counts] = set()
    for counts in sorted(_materials(ruleset, pieces), key=lambda each: _later(ruleset, each)):
        if counts in done or not wanted(ruleset, counts):
            continue
        turned = tuple(counts[t.mirror_kind[kind]] for kind in range(len(counts)))
        keys = sorted({(counts, 0), (turned, 0)}) if t.colour_symmetric else [(counts, 0), (counts, 1)]
        done |= {each for each, _ in keys}
        group = []
        for each, side in keys:
            size = 1
            for kind, count in enumerate(each):
                size *= comb(int(t.tb_squares[kind]), count)
            group.append(Part(each, side, first, size))
            first += size
        yield tuple(group)


def _later(ruleset: Ruleset, counts: Counts) -> tuple[int, int]:
    """Captures lead to fewer pieces, promotions to fewer that can be promoted: those are solved before."""
    young = sum(count for kind, count in zip(ruleset.kinds, counts, strict=True) if kind.promotes_to)
    return sum(counts), young


def _materials(ruleset: Ruleset, pieces: int) -> Iterator[Counts]:
    """The materials with which both sides have pieces, and neither has lost by having few.

    Empty where a hand that is used up loses, or where a position may not come back.
    """
    if ruleset.hand_used_up is not None or ruleset.no_repeating:
        return
    for counts in product(range(pieces + 1), repeat=len(ruleset.kinds)):
        sides = [0, 0]
        for kind, count in zip(ruleset.kinds, counts, strict=True):
            sides[kind.side] += count
        few = ruleset.few_left
        if all(sides) and sum(sides) <= pieces and (few is None or sides[few.side] > few.count):
            yield counts

"""Building the tables of a ruleset: one group of materials after the other, the smaller ones first."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.game import Game
from engine.position import EMPTY, Position
from engine.ruleset import Agreement, Ruleset
from engine.search.kernel_state import load, new_state
from engine.search.layout import TB_PIECES
from engine.search.ruleset_compiler import compile_ruleset
from engine.search.tablebase import retrograde
from engine.search.tablebase.entries import DRAWN, LOST, OUTCOME, PLIES, UNKNOWN, UNKNOWN_ENTRY, WON
from engine.search.tablebase.files import Tablebase
from engine.search.tablebase.materials import Part, Wanted, everything, prepare

ROOM = 1 << 22  # edges found in one go

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Edges = np.ndarray[Any, np.dtype[np.int32]]
Places = np.ndarray[Any, np.dtype[np.bool_]]
OnPart = Callable[["Solved"], None]


@dataclass(frozen=True)
class Solved:
    """The positions of a part: how many are won, drawn and lost for the side to act, or not known.

    ``longest`` is the most plies from a won position to the end.
    """

    part: Part
    won: int
    drawn: int
    lost: int
    unknown: int
    longest: int


def build(
    ruleset: Ruleset, pieces: int = TB_PIECES, on_part: OnPart | None = None, wanted: Wanted = everything
) -> Tablebase:
    """Solve the wanted materials of at most so many pieces; fewer where those would be too many positions.

    ``on_part`` is called for each part that is solved.
    """
    builder = _Builder(ruleset, pieces, wanted)
    for solved in builder.solve():
        if on_part:
            on_part(solved)
    return builder.made


class _Builder:
    def __init__(self, ruleset: Ruleset, pieces: int, wanted: Wanted) -> None:
        self.made = Tablebase.unsolved(ruleset, pieces, wanted)
        self.t: Any = compile_ruleset(ruleset)
        self.s: Any = new_state()
        prepare(ruleset, self.t)
        load(ruleset, self.t, self.s, Game.begin(ruleset, Position(EMPTY * len(ruleset.board.points), 0)))
        self.s.merge_routes = 1
        self.made.attach(self.s)
        self.count_off = any(rule.result is Agreement.COUNT_OFF for rule in ruleset.no_progress_rules)

    def solve(self) -> Iterator[Solved]:
        """Solve group after group."""
        for group in self.made.plan.groups:
            first = group[0].first
            settled, there = self._group(group)
            self.made.entries[first : first + len(settled)] = settled
            for part in group:
                here = slice(part.first - first, part.first - first + part.size)
                yield _summary(part, settled[here][there[here]])

    def _group(self, group: tuple[Part, ...]) -> tuple[Numbers, Places]:
        """The entries of the parts of a group, and which of them are of positions there are."""
        size = sum(part.size for part in group)
        best, degree, most = (np.empty(size, np.int64) for _ in range(3))
        leads = self._edges(group, size, best, degree, most)
        there = best != retrograde.NONE
        starts = np.concatenate(([0], np.cumsum(degree)))
        back_starts, back = np.zeros(size + 1, np.int64), np.empty_like(leads)
        retrograde.reverse(starts, leads, back_starts, back)
        settled = np.empty(size, np.int64)
        retrograde.propagate(best, degree, back_starts, back, most, settled)
        if self.count_off:  # endless play is not a draw but a win for the side with more pieces
            settled[settled == retrograde.NONE] = UNKNOWN_ENTRY
        else:
            retrograde.mark_draws(starts, leads, best, settled, np.zeros(size, np.int64))
        return settled, there

    def _edges(self, group: tuple[Part, ...], size: int, best: Numbers, degree: Numbers, most: Numbers) -> Edges:
        first = group[0].first
        found: list[Edges] = []
        room = np.empty(ROOM, np.int32)
        for part in group:
            here = slice(part.first - first, part.first - first + part.size)
            counts = np.array(part.counts, np.int64)
            self.s.turn = part.side
            done = 0
            while done < part.size:
                begun = done
                done = int(
                    retrograde.expand(
                        self.t, self.s, counts, begun, first, first + size, best[here], degree[here], most[here], room
                    )
                )
                found.append(room[: degree[here][begun:done].sum()].copy())
        return np.concatenate(found)


def _summary(part: Part, entries: Numbers) -> Solved:
    outcomes = entries >> OUTCOME
    won, drawn, lost, unknown = (int((outcomes == each).sum()) for each in (WON, DRAWN, LOST, UNKNOWN))
    longest = int((entries[outcomes == WON] & PLIES).max(initial=0))
    return Solved(part, won, drawn, lost, unknown, longest)

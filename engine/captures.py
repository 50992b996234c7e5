"""Capture chains: every leap open to a piece, one after the other, on the board as it stands in the middle of a turn.

Pure: no input or output. It knows only a ruleset's facts, never a game's name.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.board import Ray
from engine.position import EMPTY, Position
from engine.ruleset import Chain, Kind, Landing, Promotion, Reach, Removal, Row, Ruleset
from engine.work import TooMuchWork, look_at_a_leap


@dataclass(frozen=True, slots=True)
class Hop:
    """One leap of a chain: the enemies leapt over and the landing point behind them."""

    victims: tuple[int, ...]
    landing: int


class Pieces:
    """The pieces on the board while a turn is worked out: the letter on each point, and how many stand there."""

    __slots__ = ("cells", "heights")

    def __init__(self, cells: list[str], heights: dict[int, int]) -> None:
        self.cells = cells
        self.heights = heights

    @classmethod
    def of(cls, position: Position) -> "Pieces":
        """Those of a position."""
        return cls(list(position.cells), dict(position.stacks))

    def copy(self) -> "Pieces":
        """The same pieces, to be changed on their own."""
        return Pieces(self.cells.copy(), self.heights.copy())

    def lift(self, point: int) -> None:
        """Take the top piece of a point off."""
        height = self.heights.pop(point, 1) - 1
        if height > 1:
            self.heights[point] = height
        elif height == 0:
            self.cells[point] = EMPTY

    def put(self, point: int, letter: str) -> None:
        """Put a piece on a point: a free one, or on top of its like."""
        if self.cells[point] == letter:
            self.heights[point] = self.heights.get(point, 1) + 1
        self.cells[point] = letter

    def stacks(self) -> tuple[tuple[int, int], ...]:
        """The points of the stacks with their heights, as a position keeps them."""
        return tuple(sorted(self.heights.items()))


def lifted(position: Position, point: int) -> Pieces:
    """The board while the piece of a point is on its way: it no longer stands where it started.

    Source: docs/rules/permainan-tabal.md#t2.
    """
    pieces = Pieces.of(position)
    pieces.lift(point)
    return pieces


def kind_at(ruleset: Ruleset, kind: Kind, landing: int) -> Kind:
    """The kind of the capturing piece when it goes on from a landing: a king where men promote in passing."""
    if kind.promotes_to and kind.promotion is Promotion.IN_PASSING and landing in kind.promotes_on:
        return ruleset.kind[kind.promotes_to]
    return kind


def letter_at_end(ruleset: Ruleset, letter: str, path: tuple[int, ...]) -> str:
    """The letter of a piece after its turn: promoted on the landings in passing or on the last, once on each."""
    kind = ruleset.kind[letter]
    for landing in path[1:-1]:
        kind = kind_at(ruleset, kind, landing)
    return kind.promotes_to if kind.promotes_to and path[-1] in kind.promotes_on else kind.letter


Path = tuple[int, ...]
Taken = tuple[int, ...]
Capturing = tuple[Pieces, Kind, Path, Taken]
"""A capture under way: the other pieces on the board, the kind of the capturing one, its points, what it has taken."""


def chains(
    ruleset: Ruleset, pieces: Pieces, kind: Kind, path: Path, taken: Taken, longest: "LongestCapture | None" = None
) -> Iterator[tuple[Path, Taken]]:
    """Captures from the last point of ``path``: every landing, and the enemies in order.

    ``pieces`` are those on the board without the capturing one. With ``longest``, only those that take the most.
    Raises TooMuchWork.
    """
    possible = leaps(ruleset, pieces, kind, path, taken)
    most = longest.after(pieces, kind, path, taken) if longest else 0
    if taken and (not possible or (kind.chain is Chain.OPTIONAL and not most)):
        yield path, taken
    for hop in possible:
        left, onward, way, all_taken = leapt(ruleset, pieces, kind, path, taken, hop)
        if longest and len(hop.victims) + longest.after(left, onward, way, all_taken) < most:
            continue
        yield from chains(ruleset, left, onward, way, all_taken, longest)


def capture_along(ruleset: Ruleset, position: Position, path: Path) -> Capturing:
    """The capture of the piece on the first point of a path, after as many of the path's landings as it can make.

    Raises TooMuchWork.
    """
    here: Capturing = lifted(position, path[0]), ruleset.kind[position.cells[path[0]]], path[:1], ()
    for landing in path[1:]:
        hop = next((hop for hop in leaps(ruleset, *here) if hop.landing == landing), None)
        if hop is None:
            break
        here = leapt(ruleset, *here, hop)
    return here


def taken_along(ruleset: Ruleset, position: Position, path: Path) -> Taken | None:
    """The pieces taken along a path by the piece on its first point, with a capture that ends where the path does.

    None where there is no such capture. Raises TooMuchWork.
    """
    pieces, kind, way, taken = capture_along(ruleset, position, path)
    may_end = kind.chain is Chain.OPTIONAL or not leaps(ruleset, pieces, kind, way, taken)
    return taken if taken and way == path and may_end else None


class LongestCapture:
    """The most pieces that captures of the piece on a point take. The result for the rest of a capture is kept, and
    serves all others that come to the same rest another way.
    """

    def __init__(self, ruleset: Ruleset, position: Position, point: int) -> None:
        self._ruleset = ruleset
        self._start = (lifted(position, point), ruleset.kind[position.cells[point]], (point,), ())
        self._known: dict[tuple[object, ...], int] = {}

    @property
    def most(self) -> int:
        """So many; 0 where it has no capture. Raises TooMuchWork."""
        return self.after(*self._start)

    def captures(self) -> Iterator[tuple[Path, Taken]]:
        """All that take so many, as ``chains`` gives them. Raises TooMuchWork."""
        return chains(self._ruleset, *self._start, self)

    def after(self, pieces: Pieces, kind: Kind, path: Path, taken: Taken) -> int:
        """The most pieces it takes from the end of a path on. Raises TooMuchWork, having forgotten all it kept."""
        try:
            return self._after(pieces, kind, path, taken)
        except TooMuchWork:
            self._known.clear()
            raise

    def _after(self, pieces: Pieces, kind: Kind, path: Path, taken: Taken) -> int:
        came_from = () if kind.turns_back else path[-2:-1]
        key = (path[-1], came_from, kind.letter, sum(1 << point for point in taken))
        if key not in self._known:
            self._known[key] = max(
                (
                    len(hop.victims) + self._after(*leapt(self._ruleset, pieces, kind, path, taken, hop))
                    for hop in leaps(self._ruleset, pieces, kind, path, taken)
                ),
                default=0,
            )
        return self._known[key]


def leaps(ruleset: Ruleset, pieces: Pieces, kind: Kind, path: Path, taken: Taken) -> list[Hop]:
    """The leaps with which a capture begins or goes on; none where its kind takes only once. Raises TooMuchWork."""
    look_at_a_leap()
    return [] if taken and kind.chain is Chain.SINGLE else hops(ruleset, pieces, kind, path, taken)


def leapt(ruleset: Ruleset, pieces: Pieces, kind: Kind, path: Path, taken: Taken, hop: Hop) -> Capturing:
    """The capture after one more leap."""
    left = _take(ruleset, pieces, hop)
    return left, kind_at(ruleset, kind, hop.landing), (*path, hop.landing), (*taken, *hop.victims)


def hops(ruleset: Ruleset, pieces: Pieces, kind: Kind, path: tuple[int, ...], taken: tuple[int, ...]) -> list[Hop]:
    """The leaps open to a piece of a kind that has come along a path, having ``taken`` some."""
    if kind.capture is None:
        return []
    found = []
    for ray in ruleset.capture_rays[kind.letter][path[-1]]:
        if not kind.turns_back and len(path) > 1 and path[-2] in ray.points:
            continue
        behind = _hops_along(ruleset, pieces, kind, ray, taken)
        if len(behind) > 1 and kind.landing is Landing.MUST_CONTINUE:
            behind = _that_go_on(ruleset, pieces, kind, behind, path, taken)
        found += behind
    return found


def _hops_along(ruleset: Ruleset, pieces: Pieces, kind: Kind, ray: Ray, taken: tuple[int, ...]) -> list[Hop]:
    far = kind.capture is not None and kind.capture.reach is Reach.ANY
    start = 0
    while far and start < len(ray.points) and pieces.cells[ray.points[start]] == EMPTY:
        start += 1
    end = start
    while end < len(ray.points) and _is_victim(ruleset, pieces, kind, ray.points[end], taken):
        end += 1
        if kind.row is Row.ONE:
            break
    if (end - start) % 2 == 0:
        return []
    found = []
    for landing in ray.points[end:] if far else ray.points[end : end + 1]:
        if pieces.cells[landing] != EMPTY:
            break
        found.append(Hop(ray.points[start:end], landing))
    return found


def _is_victim(ruleset: Ruleset, pieces: Pieces, kind: Kind, point: int, taken: tuple[int, ...]) -> bool:
    """Does an enemy stand on a point that may be leapt over, having ``taken`` some?"""
    cell = pieces.cells[point]
    if cell == EMPTY or ruleset.kind[cell].side == kind.side:
        return False
    again = ruleset.removal is Removal.IMMEDIATE and ruleset.stacks is not None and ruleset.stacks.leapt_twice
    return again or point not in taken


def _take(ruleset: Ruleset, pieces: Pieces, hop: Hop) -> Pieces:
    """The board after one leap: with removal at the end of the turn the dead pieces stay and block."""
    if ruleset.removal is Removal.END_OF_TURN:
        return pieces
    left = pieces.copy()
    for victim in hop.victims:
        left.lift(victim)
    return left


def _that_go_on(
    ruleset: Ruleset, pieces: Pieces, kind: Kind, behind: list[Hop], path: tuple[int, ...], taken: tuple[int, ...]
) -> list[Hop]:
    """Of the landings behind the same enemies, those from which the chain goes on; all of them if none does."""
    going_on = [
        hop
        for hop in behind
        if hops(ruleset, _take(ruleset, pieces, hop), kind, (*path, hop.landing), (*taken, *hop.victims))
    ]
    return going_on or behind

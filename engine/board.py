"""A board is named points and the straight lines that join them.

Pure: no input or output. Slides and leaps run along a stretch of one line and never turn inside one hop,
so everything a rule needs of the board is its rays: from a point, the points that follow on one line.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

FILES = "abcdefghijkl"


class Surface(Enum):
    """How the board is drawn: lines with pieces on their crossings, or coloured squares."""

    LINES = "lines"
    SQUARES = "squares"


@dataclass(frozen=True)
class Ray:
    """From one point, the points that follow in one direction, nearest first; ``dx, dy`` are -1, 0 or 1."""

    dx: int
    dy: int
    points: tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """Points by index, in reading order (upper rank first, left to right), and the maximal straight lines.

    ``file_places`` and ``rank_places`` say where each file and rank is drawn, the first at 0; without them they are
    drawn one apart.
    """

    surface: Surface
    points: tuple[str, ...]
    lines: tuple[tuple[int, ...], ...]
    file_places: tuple[float, ...] = ()
    rank_places: tuple[float, ...] = ()

    @cached_property
    def index(self) -> dict[str, int]:
        """Index of each point by its name, as ``{"c3": 12}``."""
        return {name: number for number, name in enumerate(self.points)}

    @cached_property
    def coordinates(self) -> tuple[tuple[int, int], ...]:
        """File and rank of each point, both from 0: ``c3`` is ``(2, 2)``."""
        return tuple((FILES.index(name[0]), int(name[1:]) - 1) for name in self.points)

    @cached_property
    def ranks(self) -> tuple[tuple[int, ...], ...]:
        """The points of each rank, upper rank first, as a position text lists them."""
        by_rank: dict[int, list[int]] = {}
        for point, (_, rank) in enumerate(self.coordinates):
            by_rank.setdefault(rank, []).append(point)
        return tuple(tuple(by_rank[rank]) for rank in sorted(by_rank, reverse=True))

    @cached_property
    def width(self) -> int:
        """Number of files."""
        return 1 + max(x for x, _ in self.coordinates)

    @cached_property
    def height(self) -> int:
        """Number of ranks."""
        return 1 + max(y for _, y in self.coordinates)

    @cached_property
    def rays(self) -> tuple[tuple[Ray, ...], ...]:
        """The rays from each point, two for each line through it (one at the line's end)."""
        found: list[list[Ray]] = [[] for _ in self.points]
        for line in self.lines:
            for place, point in enumerate(line):
                for rest in (line[place + 1 :], line[:place][::-1]):
                    if rest:
                        found[point].append(self._ray(point, rest))
        return tuple(tuple(sorted(rays, key=lambda ray: (ray.dy, ray.dx))) for rays in found)

    def _ray(self, point: int, rest: tuple[int, ...]) -> Ray:
        (x, y), (next_x, next_y) = self.coordinates[point], self.coordinates[rest[0]]
        return Ray(_sign(next_x - x), _sign(next_y - y), rest)

    def ray_between(self, start: int, end: int) -> Ray | None:
        """The ray from ``start`` cut off at ``end``, or None where no line joins the two points."""
        for ray in self.rays[start]:
            if end in ray.points:
                return Ray(ray.dx, ray.dy, ray.points[: ray.points.index(end) + 1])
        return None

    def around(self, name: str) -> tuple[int, ...]:
        """The points beside a place named as a point, such as ``c4``, whether there is a point in that place or not.

        None for a place that is not within the ranks and files of the board, and for what is no such name.
        """
        file, rank = FILES.find(name[:1]), int(name[1:]) - 1 if name[1:].isdecimal() else -1
        if not name or not (0 <= file < self.width and 0 <= rank < self.height):
            return ()
        return tuple(
            point
            for point, (x, y) in enumerate(self.coordinates)
            if (x, y) != (file, rank) and abs(x - file) <= 1 and abs(y - rank) <= 1
        )

    @cached_property
    def drawn_at(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Where each file and each rank is drawn, from the first at 0."""
        files = self.file_places or tuple(float(file) for file in range(self.width))
        return files, self.rank_places or tuple(float(rank) for rank in range(self.height))

    @property
    def corners(self) -> tuple[str, str]:
        """The names of the first place and the last: ``a1`` and ``h8``."""
        return f"{FILES[0]}1", f"{FILES[self.width - 1]}{self.height}"

    def number(self, point: int) -> int:
        """The point's number, from 1 in reading order: the federations' order (docs/rules/notation.md#points)."""
        return point + 1

    def rank_points(self, *ranks: int) -> frozenset[int]:
        """All points on the given ranks (from 1)."""
        return frozenset(point for point, (_, rank) in enumerate(self.coordinates) if rank + 1 in ranks)

    def named(self, names: str) -> frozenset[int]:
        """The points of a list of names separated by spaces."""
        return frozenset(self.index[name] for name in names.split())


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _reading_order(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names), key=lambda name: (-int(name[1:]), name[0])))


def lines_board(*lines: str) -> Board:
    """A board of points on drawn lines, each line written as the names of its points, separated by spaces."""
    split = [line.split() for line in lines]
    points = _reading_order(name for line in split for name in line)
    index = {name: number for number, name in enumerate(points)}
    return Board(Surface.LINES, points, tuple(tuple(index[name] for name in line) for line in split))


def all_squares(size: int) -> Board:
    """All squares of a ``size`` x ``size`` board; its lines are the ranks, the files and all diagonals.

    Source: docs/rules/dama-kenya.md#the-board.
    """
    cells = [(x, y) for y in range(size) for x in range(size)]
    names = {(x, y): f"{FILES[x]}{y + 1}" for x, y in cells}
    edge = [(x, y) for x, y in cells if x == 0 or y in (0, size - 1)]
    lines = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for x, y in edge:
            if (x - dx, y - dy) not in names:
                line = [
                    names[x + step * dx, y + step * dy]
                    for step in range(size)
                    if (x + step * dx, y + step * dy) in names
                ]
                lines += [" ".join(line)] if len(line) > 1 else []
    return replace(lines_board(*lines), surface=Surface.SQUARES)


def dark_squares(size: int) -> Board:
    """The dark squares of a ``size`` x ``size`` board, a1 dark; its lines are all diagonals.

    Source: docs/rules/malaysian-checkers.md#the-board.
    """
    names = [f"{FILES[x]}{y + 1}" for y in range(size) for x in range(size) if (x + y) % 2 == 0]
    points = _reading_order(names)
    index = {name: number for number, name in enumerate(points)}
    diagonals = []
    for step in (1, -1):
        for offset in range(-size, 2 * size):
            cells = [(x, offset + step * x) for x in range(size)]
            line = [f"{FILES[x]}{y + 1}" for x, y in cells if 0 <= y < size and (x + y) % 2 == 0]
            if len(line) > 1:
                diagonals.append(tuple(index[name] for name in line))
    return Board(Surface.SQUARES, points, tuple(diagonals))


# Lines of a square on ranks 3 to 7 that go on below it, on boards with a triangle or a house there.
_IN_LONGER_LINES = ("c3 c4 c5 c6 c7", "e5 d4 c3", "c3 b4 a5")


def _alquerque_lines(bottom: int) -> list[str]:
    """The sixteen lines of a 5x5 alquerque whose lowest rank is ``bottom``.

    Source: docs/rules/main-tapal-empat.md#the-board.
    """
    ranks = [" ".join(f"{file}{bottom + y}" for file in "abcde") for y in range(5)]
    files = [" ".join(f"{file}{bottom + y}" for y in range(5)) for file in "abcde"]
    long = [
        " ".join(f"{'abcde'[i]}{bottom + i}" for i in range(5)),
        " ".join(f"{'abcde'[i]}{bottom + 4 - i}" for i in range(5)),
    ]
    short = [
        f"a{bottom + 2} b{bottom + 3} c{bottom + 4}",
        f"c{bottom + 4} d{bottom + 3} e{bottom + 2}",
        f"e{bottom + 2} d{bottom + 1} c{bottom}",
        f"c{bottom} b{bottom + 1} a{bottom + 2}",
    ]
    return ranks + files + long + short


ALQUERQUE = lines_board(*_alquerque_lines(bottom=1))

# docs/rules/adugo.md#the-board: a square with one triangle below it, the lair of the jaguar.
ADUGO = lines_board(
    *("a1 c1 e1", "b2 c2 d2", "c1 c2 c3 c4 c5 c6 c7", "a1 b2 c3 d4 e5", "e1 d2 c3 b4 a5"),
    *(line for line in _alquerque_lines(bottom=3) if line not in _IN_LONGER_LINES),
)

# docs/rules/permainan-tabal.md#the-board: a square with two triangles; file c and the sides of the triangles run
# straight through the joins c3 and c7.
TABAL = lines_board(
    *("a1 c1 e1", "b2 c2 d2", "a3 b3 c3 d3 e3", "a4 b4 c4 d4 e4", "a5 b5 c5 d5 e5"),
    *("a6 b6 c6 d6 e6", "a7 b7 c7 d7 e7", "b8 c8 d8", "a9 c9 e9"),
    *("a3 a4 a5 a6 a7", "b3 b4 b5 b6 b7", "c1 c2 c3 c4 c5 c6 c7 c8 c9", "d3 d4 d5 d6 d7", "e3 e4 e5 e6 e7"),
    *("a1 b2 c3 d4 e5", "a3 b4 c5 d6 e7", "a5 b6 c7 d8 e9"),
    *("e1 d2 c3 b4 a5", "e3 d4 c5 b6 a7", "e5 d6 c7 b8 a9"),
)

# docs/rules/buga-shadara.md#the-board: a square with two houses, each a small square that stands on a corner.
BUGA = lines_board(
    *("c1 c2 c3 c4 c5 c6 c7 c8 c9", "b2 c2 d2", "b8 c8 d8", "b2 c3 d4 e5", "d2 c3 b4 a5", "a5 b6 c7 d8", "e5 d6 c7 b8"),
    *("c1 b2", "c1 d2", "c9 b8", "c9 d8"),
    *(line for line in _alquerque_lines(bottom=3) if line not in (*_IN_LONGER_LINES, "a5 b6 c7", "c7 d6 e5")),
)

# docs/rules/komikan.md#the-board: a square with a tower above it; the square's points lie two files and ranks apart.
KOMIKAN = lines_board(
    *("a1 c1 e1 g1 i1", "a3 c3 e3 g3 i3", "a5 c5 e5 g5 i5", "a7 c7 e7 g7 i7", "a9 c9 e9 g9 i9"),
    *("a1 a3 a5 a7 a9", "c1 c3 c5 c7 c9", "g1 g3 g5 g7 g9", "i1 i3 i5 i7 i9", "e1 e3 e5 e7 e9 e10 e11 e12"),
    *("a1 c3 e5 g7 i9", "i1 g3 e5 c7 a9", "a5 c3 e1", "e1 g3 i5", "a5 c7 e9 f10 g11 h12", "i5 g7 e9 d10 c11 b12"),
    *("d10 d11 d12", "f10 f11 f12", "d10 e10 f10", "c11 d11 e11 f11 g11", "b12 d12 e12 f12 h12"),
)

# docs/rules/game-of-solomon.md#the-board: a hexagram with three long diagonals.
_STAR = lines_board(
    *("a2 d2 e2 f2 i2", "a6 d6 e6 f6 i6", "a2 b4 c5 d6 e7", "i2 h4 g5 f6 e7", "a6 b4 c3 d2 e1", "i6 h4 g3 f2 e1"),
    *("e1 e2 e4 e6 e7", "a2 c3 e4 g5 i6", "a6 c5 e4 g3 i2"),
)
SOLOMON = replace(
    _STAR,
    file_places=tuple(place * 2 / 3 for place in (0, 2, 3, 4, 6, 8, 9, 10, 12)),
    rank_places=tuple(place * 2 / 3**0.5 for place in (0, 2, 3, 4, 5, 6, 8)),
)

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
    """The look of a board: lines with pieces on their crossings, or coloured squares."""

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
        """The places at which the files and the ranks are drawn, the first file and the first rank at 0."""
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


def alquerque_lines(bottom: int) -> list[str]:
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

"""A position as text in a fixed-width font, narrow enough for a phone: for terminals and for screen readers.

Pure: no input or output.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise

from engine.board import FILES, Board, Surface
from engine.position import EMPTY, Position
from engine.ruleset import Ruleset

_FREE_POINT = "·"
_WIDE, _NARROW = 4, 3  # columns from a file to the next; the narrow way for boards of more files than a phone shows
_MOST_WIDE = 8


def text_board(
    ruleset: Ruleset,
    position: Position,
    orientation: int = 0,
    letters: Mapping[str, str] | None = None,
    *,
    numbers: bool = False,
) -> str:
    """The board with its coordinates, at most 34 columns; ``orientation`` is the side at the bottom.

    Behind the letter of a stack stands how many pieces are in it. ``letters`` are those shown, by those
    of positions. ``numbers``: free points are shown by their numbers.
    """
    board, turned = ruleset.board, orientation == 1
    stride, leading = (_stride(board), 2) if board.surface is Surface.LINES else (2, 1)
    canvas = [[" "] * (stride * board.width) for _ in range(leading * (board.height - 1) + 1)]

    def spot(point: int) -> tuple[int, int]:
        x, y = board.coordinates[point]
        return stride * (board.width - 1 - x if turned else x), leading * (y if turned else board.height - 1 - y)

    if board.surface is Surface.LINES:
        _draw_lines(board, spot, canvas)
    heights, shown = dict(position.stacks), letters or {letter: letter for letter in ruleset.kind}
    for point, cell in enumerate(position.cells):
        x, y = spot(point)
        free = str(board.number(point)) if numbers else _FREE_POINT
        mark = free if cell == EMPTY else f"{shown[cell]}{heights.get(point, '')}"
        canvas[y][x : x + len(mark)] = mark
    ranks = range(1, board.height + 1)
    labels = [str(rank) for rank in (ranks if turned else reversed(ranks))]
    files = FILES[: board.width][:: -1 if turned else 1]
    header = "   " + "".join(file.ljust(stride) for file in files).rstrip()
    rows = [
        f"{labels[row // leading] if row % leading == 0 else '':>2} {''.join(cells).rstrip()}"
        for row, cells in enumerate(canvas)
    ]
    return "\n".join([header, *rows, header])


def _draw_lines(board: Board, spot: Callable[[int], tuple[int, int]], canvas: list[list[str]]) -> None:
    """The lines between the points, which are some columns and two rows apart."""
    for line in board.lines:
        for one, other in pairwise(line):
            (x1, y1), (x2, y2) = sorted((spot(one), spot(other)))
            if y1 == y2:
                canvas[y1][x1 + 1 : x2] = "-" * (x2 - x1 - 1)
            elif x1 == x2:
                canvas[(y1 + y2) // 2][x1] = "|"
            else:
                canvas[(y1 + y2) // 2][(x1 + x2) // 2] = "\\" if y2 > y1 else "/"


def _stride(board: Board) -> int:
    """The number of columns from one file to the next."""
    return _WIDE if board.width <= _MOST_WIDE else _NARROW

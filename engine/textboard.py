"""A position as text in a fixed-width font, narrow enough for a phone: for terminals and for screen readers.

Pure: no input or output.
"""

from itertools import pairwise

from engine.board import FILES, Board, Surface
from engine.position import EMPTY, Position
from engine.ruleset import Ruleset

_FREE_POINT = "·"
_WIDE, _NARROW = 4, 3  # columns from a file to the next; the narrow way for boards of more files than a phone shows
_MOST_WIDE = 8
_LIGHT_SQUARE = " "


def text_board(ruleset: Ruleset, position: Position, orientation: int = 0) -> str:
    """The board with its coordinates, at most 34 columns; ``orientation`` is the side at the bottom."""
    board = ruleset.board
    rows = _line_rows(board, position) if board.surface is Surface.LINES else _square_rows(board, position)
    files = list(FILES[: board.width])
    if orientation == 1:
        # Turned by 180 degrees, the two slanted strokes look the same.
        rows = [(label, cells[::-1]) for label, cells in reversed(rows)]
        files.reverse()
    wide = _stride(board) if board.surface is Surface.LINES else 2
    header = "   " + "".join(file.ljust(wide) for file in files).rstrip()
    return "\n".join([header, *(f"{label:>2} {cells.rstrip()}" for label, cells in rows), header])


def _square_rows(board: Board, position: Position) -> list[tuple[str, str]]:
    at = {place: position.cells[point] for point, place in enumerate(board.coordinates)}
    rows = []
    for y in reversed(range(board.height)):
        cells = [_LIGHT_SQUARE if (x, y) not in at else _mark(at[x, y]) for x in range(board.width)]
        rows.append((str(y + 1), " ".join(cells)))
    return rows


def _line_rows(board: Board, position: Position) -> list[tuple[str, str]]:
    """Points some columns apart, two text rows a rank, with the lines drawn between them."""
    stride = _stride(board)
    canvas = [[" "] * (stride * (board.width - 1) + 1) for _ in range(2 * board.height - 1)]

    def spot(point: int) -> tuple[int, int]:
        x, y = board.coordinates[point]
        return stride * x, 2 * (board.height - 1 - y)

    for line in board.lines:
        for one, other in pairwise(line):
            (x1, y1), (x2, y2) = sorted((spot(one), spot(other)))
            if y1 == y2:
                canvas[y1][x1 + 1 : x2] = "-" * (x2 - x1 - 1)
            elif x1 == x2:
                canvas[(y1 + y2) // 2][x1] = "|"
            else:
                canvas[(y1 + y2) // 2][(x1 + x2) // 2] = "\\" if y2 > y1 else "/"
    for point, cell in enumerate(position.cells):
        x, y = spot(point)
        canvas[y][x] = _mark(cell)
    labels = [str(board.height - row // 2) if row % 2 == 0 else "" for row in range(len(canvas))]
    return [(label, "".join(row)) for label, row in zip(labels, canvas, strict=True)]


def _stride(board: Board) -> int:
    """How many columns a file is from the next."""
    return _WIDE if board.width <= _MOST_WIDE else _NARROW


def _mark(cell: str) -> str:
    return _FREE_POINT if cell == EMPTY else cell

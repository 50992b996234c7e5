"""The places of everything on a picture, in whole pixels: they follow from the board and the width."""

from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from statistics import median

from engine.board import FILES, Board, Surface

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Label:
    """A coordinate in the frame: its text and the middle of it."""

    text: str
    x: int
    y: int


@dataclass(frozen=True)
class Geometry:
    """The measures of a picture in pixels. ``centres`` are the points' middles, by point.

    ``pitch`` is the distance between neighbouring ranks and files, ``radius`` that of a piece, ``text`` the size of
    the coordinates' letters. ``plate`` is the board inside its frame, right and lower edge excluded.
    """

    width: int
    height: int
    bar: int
    plate: Box
    pitch: int
    radius: int
    text: int
    centres: tuple[tuple[int, int], ...]
    labels: tuple[Label, ...]


PRINT, LARGE_PRINT = 0.0275, 0.041
"""The size of letters in shares of a picture's width."""


@lru_cache(maxsize=64)
def geometry_of(board: Board, size: int, turned: bool, upright: bool, large: bool = False) -> Geometry:
    """The geometry of a picture ``size`` pixels wide.

    ``turned`` puts the last rank at the bottom. A board with more ranks than files lies on its side, first rank left,
    unless ``upright``; the names of its points stay. ``large``: the print is as large as the frame allows.
    """
    lying = board.height > board.width and not upright
    files, ranks = board.drawn_at
    across, down = (ranks, files) if lying else (files, ranks)
    columns, rows = across[-1] + 1, down[-1] + 1
    margin, bar = round(size * 0.0425), round(size * 0.068)
    if board.surface is Surface.SQUARES:
        pitch = (size - 2 * margin) // round(columns)
        inset_x = inset_y = pitch // 2
        radius = round(pitch * 0.42)
    else:
        pitch = round(min((size - 2 * margin) / (columns + 0.13), size * 0.15 if rows > columns else size))
        radius = round(pitch * _share_of_piece(board))
        inset_y = round(pitch * 0.565)
        inset_x = (size - 2 * margin - round((columns - 1) * pitch)) // 2
    wide = 2 * inset_x + round((columns - 1) * pitch) if board.surface is Surface.LINES else round(columns) * pitch
    high = 2 * inset_y + round((rows - 1) * pitch) if board.surface is Surface.LINES else round(rows) * pitch
    left, top = (size - wide) // 2, bar + margin
    margin_x = left

    def cell(x: int, y: int) -> tuple[float, float]:
        column, row = (ranks[y], files[x]) if lying else (files[x], ranks[-1] - ranks[y])
        return (columns - 1 - column, rows - 1 - row) if turned else (column, row)

    def middle(column: float, row: float) -> tuple[int, int]:
        return left + inset_x + round(column * pitch), top + inset_y + round(row * pitch)

    labels = []
    for x in sorted({x for x, _ in board.coordinates}):
        labels += _pair(FILES[x], middle(*cell(x, 0)), lying, margin_x, (left, top, left + wide, top + high))
    for y in sorted({y for _, y in board.coordinates}):
        labels += _pair(str(y + 1), middle(*cell(0, y)), not lying, margin_x, (left, top, left + wide, top + high))
    return Geometry(
        width=size,
        height=2 * (bar + margin) + high,
        bar=bar,
        plate=(left, top, left + wide, top + high),
        pitch=pitch,
        radius=radius,
        text=round(size * (LARGE_PRINT if large else PRINT) + 0.5),
        centres=tuple(middle(*cell(x, y)) for x, y in board.coordinates),
        labels=tuple(labels),
    )


def _share_of_piece(board: Board) -> float:
    """The radius of a piece in pitches: it follows from how far most points are from the next, and the closest two."""
    files, ranks = board.drawn_at
    places = [(files[x], ranks[y]) for x, y in board.coordinates]
    nearest = [
        min(hypot(places[ray.points[0]][0] - x, places[ray.points[0]][1] - y) for ray in board.rays[point])
        for point, (x, y) in enumerate(places)
    ]
    return min(0.35 * median(nearest), 0.46 * min(nearest))


def _pair(text: str, at: tuple[int, int], at_sides: bool, margin: int, plate: Box) -> list[Label]:
    """A coordinate on both sides of the board, left and right or above and below."""
    left, top, right, bottom = plate
    half = (margin + 1) // 2
    if at_sides:
        return [Label(text, left - half, at[1]), Label(text, right + half - 1, at[1])]
    return [Label(text, at[0], top - half), Label(text, at[0], bottom + half - 1)]

"""The places of numbers, so that none covers another."""

from collections.abc import Sequence
from math import cos, hypot, pi, sin

from renderer.brush import Point
from renderer.geometry import Box

_AROUND = 8
"""Places that are tried in each circle around the wanted one."""


def spread(wanted: Sequence[tuple[int, int]], distance: float, within: Box) -> list[tuple[int, int]]:
    """A place for each number, as near as possible to the wanted one, the first ones first.

    Any two are at least ``distance`` pixels apart, and all lie in the box, its edges included.
    """
    placed: list[tuple[int, int]] = []
    for at in wanted:
        placed.append(_free(at, placed, distance, within))
    return placed


def _free(at: tuple[int, int], placed: Sequence[Point], distance: float, within: Box) -> tuple[int, int]:
    left, top, right, bottom = within
    for x, y in _places(at, distance, len(placed)):
        inside = left <= x <= right and top <= y <= bottom
        if inside and all(hypot(x - other_x, y - other_y) >= distance for other_x, other_y in placed):
            return x, y
    return at


def _places(at: tuple[int, int], distance: float, circles: int) -> Sequence[tuple[int, int]]:
    """The place itself, then circles around it; a circle is a little wider than ``distance``, as pixels are whole."""
    places = [at]
    for circle in range(1, circles + 2):
        away = circle * (distance + 2)
        turns = [2 * pi * step / (_AROUND * circle) for step in range(_AROUND * circle)]
        places += [(round(at[0] + away * cos(turn)), round(at[1] - away * sin(turn))) for turn in turns]
    return places

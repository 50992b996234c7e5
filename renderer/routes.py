"""The lines of routes that share stretches: each runs in its own lane beside the way from point to point."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from renderer.brush import Point

_Stretch = tuple[Point, Point]


def beside(way: Sequence[Point], away: float) -> list[Point]:
    """The corners of a line ``away`` pixels to the right of a route (left if negative)."""
    lanes = [_shifted(start, end, away) for start, end in pairwise(way)]
    corners = [lanes[0][0]]
    for lane, following in pairwise(lanes):
        meeting = _meeting(lane, following)
        corners += [meeting] if meeting else [lane[1], following[0]]
    return [*corners, lanes[-1][1]]


def shortened(way: Sequence[Point], at_start: float, at_end: float) -> list[Point]:
    """A route cut short by so many pixels at its start and its end."""
    return [_towards(way[0], way[1], at_start), *way[1:-1], _towards(way[-1], way[-2], at_end)]


def _towards(start: Point, end: Point, distance: float) -> Point:
    share = distance / (hypot(end[0] - start[0], end[1] - start[1]) or 1)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _shifted(start: Point, end: Point, away: float) -> _Stretch:
    x, y = end[0] - start[0], end[1] - start[1]
    length = hypot(x, y)
    right = (-y / length * away, x / length * away)
    return (start[0] + right[0], start[1] + right[1]), (end[0] + right[0], end[1] + right[1])


def _meeting(one: _Stretch, other: _Stretch) -> Point | None:
    """The point where two stretches meet when extended; None if one runs straight back beside the other."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    turn = ux * vy - uy * vx
    if abs(turn) < 1e-6:
        return one[1] if ux * vx + uy * vy > 0 else None
    share = ((cx - ax) * vy - (cy - ay) * vx) / turn
    return ax + share * ux, ay + share * uy

"""The marks on a board as stamps: arrows, rings, crosses, numbers. Cut once for a layout and a theme, then kept."""

from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise
from math import ceil, floor, hypot
from typing import TypeVar

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.brush import Colour, Point
from renderer.geometry import Geometry
from renderer.inks import Stamp, stamp
from renderer.routes import beside, shortened
from renderer.text import length_of, write
from renderer.themes import Theme

_OVERSAMPLING = 4
_HEAD = 2.3
"""Length of an arrow's head in widths of its shaft."""
_Made = TypeVar("_Made")


class _Mask:
    """A coverage mask drawn large: pixels as of the picture, origin ``dx, dy`` from its upper left corner."""

    def __init__(self, dx: int, dy: int, width: int, height: int) -> None:
        self._origin = (dx, dy)
        self.large = Image.new("L", (width * _OVERSAMPLING, height * _OVERSAMPLING))
        self._draw = ImageDraw.Draw(self.large)

    def disc(self, at: Point, radius: float, value: int = 255) -> None:
        x, y = self._place(at)
        r = max(0.5, radius * _OVERSAMPLING)
        self._draw.ellipse((x - r, y - r, x + r - 1, y + r - 1), fill=value)

    def ring(self, at: Point, radius: float, width: float) -> None:
        self.disc(at, radius + width / 2)
        self.disc(at, radius - width / 2, 0)

    def line(self, start: Point, end: Point, width: float) -> None:
        self._draw.line((self._place(start), self._place(end)), fill=255, width=round(width * _OVERSAMPLING))
        self.disc(start, width / 2)
        self.disc(end, width / 2)

    def polygon(self, corners: Sequence[Point], grown: float) -> None:
        """A polygon, ``grown`` pixels larger on every side and round at its corners."""
        places = [self._place(corner) for corner in corners]
        self._draw.polygon(places, fill=255)
        if grown:
            for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
                self.line(start, end, 2 * grown)

    def text(self, text: str, size: int) -> None:
        """Text with its middle at the origin."""
        write(self._draw, self._place((0, 0)), text, size * _OVERSAMPLING, 255)

    def done(self) -> Image.Image:
        return self.large.reduce(_OVERSAMPLING)

    def _place(self, at: Point) -> Point:
        return (self._origin[0] + at[0]) * _OVERSAMPLING, (self._origin[1] + at[1]) * _OVERSAMPLING


class Marks:
    """The stamps for one layout in one theme."""

    def __init__(self, geometry: Geometry, theme: Theme) -> None:
        self._layout = geometry
        self._theme = theme
        self._made: dict[Hashable, object] = {}
        self.width = geometry.width * 0.0075 + geometry.radius * 0.09
        """Of an arrow's shaft, in pixels."""
        self.edge = max(1.0, geometry.width * 0.0034)
        """Of the outline around every mark."""
        self.disc = round(geometry.text * 0.92)
        """Radius of a numbered disc."""

    def _keep(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]  # type: ignore[return-value]  # a key is always made by the same function

    def ring(self, ink: Colour) -> Stamp:
        """A ring around a piece."""
        radius, width = self._layout.radius * 1.15, self.width * 0.55
        layers = ((self._theme.outline, width + self.edge * 1.1), (ink, width))
        return self._keep(("ring", ink), lambda: self._rings(radius, layers))

    def glow(self) -> Stamp:
        """A light around a chosen piece."""
        return self._keep("glow", self._make_glow)

    def _rings(self, radius: float, layers: Sequence[tuple[Colour, float]]) -> Stamp:
        half = round(radius + self.width + self.edge) + 2
        masks = []
        for ink, width in layers:
            mask = _Mask(half, half, 2 * half, 2 * half)
            mask.ring((0, 0), radius, width)
            masks.append((ink, mask.done()))
        return stamp(half, half, masks)

    def _make_glow(self) -> Stamp:
        radius, width = self._layout.radius * 1.1, self.width * 0.6
        half = round(self._layout.radius * 1.6)
        halo = _Mask(half, half, 2 * half, 2 * half)
        halo.disc((0, 0), self._layout.radius * 1.36)
        soft = halo.done().filter(ImageFilter.GaussianBlur(self._layout.radius * 0.1))
        hole = _Mask(half, half, 2 * half, 2 * half)
        hole.disc((0, 0), radius)
        dark, bright = (_Mask(half, half, 2 * half, 2 * half) for _ in range(2))
        dark.ring((0, 0), radius, width + self.edge)
        bright.ring((0, 0), radius, width)
        layers = ((self._theme.rim, dark.done()), (self._theme.select, bright.done()))
        return stamp(half, half, [(self._theme.select, ImageChops.subtract(soft, hole.done())), *layers])

    def cross(self, ink: Colour) -> Stamp:
        """Over a piece that was or would be taken."""
        reach = max(self._layout.radius * 0.34, self._layout.width * 0.012)
        ends = (((-reach, -reach), (reach, reach)), ((-reach, reach), (reach, -reach)))
        return self._keep(("cross", ink), lambda: self._lines(ends, self.width * 0.62, ink))

    def forfeit(self) -> Stamp:
        """Over a piece lost for a capture declined: a ring with a bar across."""
        return self._keep("forfeit", self._make_forfeit)

    def _make_forfeit(self) -> Stamp:
        radius = max(self._layout.radius * 0.52, self._layout.width * 0.016)
        half = round(radius + self.width) + 3
        masks = []
        for ink, more in ((self._theme.outline, self.edge * 1.6), (self._theme.capture, 0.0)):
            ring, bar = (_Mask(half, half, 2 * half, 2 * half) for _ in range(2))
            ring.ring((0, 0), radius, self.width * 0.6 + more)
            bar.line((-radius * 0.7, radius * 0.7), (radius * 0.7, -radius * 0.7), self.width * 0.6 + more)
            masks.append((ink, ImageChops.lighter(ring.done(), bar.done())))
        return stamp(half, half, masks)

    def _lines(self, ends: Sequence[tuple[Point, Point]], width: float, ink: Colour) -> Stamp:
        half = round(max(hypot(*end) for pair in ends for end in pair) + width + self.edge) + 1
        masks = []
        for colour, more in ((self._theme.outline, 2 * self.edge * 0.8), (ink, 0.0)):
            mask = _Mask(half, half, 2 * half, 2 * half)
            for start, end in ends:
                mask.line(start, end, width + more)
            masks.append((colour, mask.done()))
        return stamp(half, half, masks)

    def number(self, label: str, ink: Colour) -> Stamp:
        """A disc with a number."""
        return self._keep(("number", label, ink), lambda: self._make_number(label, ink, self._theme.outline))

    def height(self, pieces: int) -> Stamp:
        """A disc that tells how many pieces a stack has."""
        ink, text = self._theme.bar, self._theme.name
        return self._keep(("height", pieces), lambda: self._make_number(f"×{pieces}", ink, text))

    def _make_number(self, label: str, ink: Colour, text_ink: Colour) -> Stamp:
        size = self._layout.text
        wide = max(0.0, (length_of(label, size) - 1.45 * self.disc) / 2)
        half_x, half_y = round(self.disc + wide + self.edge) + 2, round(self.disc + self.edge) + 2
        masks = []
        for colour, radius in ((text_ink, self.disc + self.edge * 0.9), (ink, float(self.disc))):
            mask = _Mask(half_x, half_y, 2 * half_x, 2 * half_y)
            mask.line((-wide, 0), (wide, 0), 2 * radius)
            masks.append((colour, mask.done()))
        text = _Mask(half_x, half_y, 2 * half_x, 2 * half_y)
        text.text(label, size)
        return stamp(half_x, half_y, [*masks, (text_ink, text.done())])

    def landing(self, ink: Colour) -> tuple[Stamp, Stamp]:
        """A point where a piece touched down on its way: the outline and what lies over it."""
        return self._keep(("landing", ink), lambda: self._make_landing(ink))

    def _make_landing(self, ink: Colour) -> tuple[Stamp, Stamp]:
        radius = self.width * 0.95
        half = round(radius + self.edge) + 2
        sizes = ((self._theme.outline, radius + self.edge), (ink, radius), (self._theme.outline, radius * 0.45))
        layers = []
        for colour, size in sizes:
            mask = _Mask(half, half, 2 * half, 2 * half)
            mask.disc((0, 0), size)
            layers.append((colour, mask.done()))
        return stamp(half, half, layers[:1]), stamp(half, half, layers[1:])

    def link(self, step: tuple[int, int], first: bool, last: bool, ink: Colour) -> tuple[Stamp, Stamp]:
        """An arrow's stretch of one step of so many pixels from a point's middle: the outline and what lies over it.

        The ``first`` stretch starts clear of the point's middle, the ``last`` ends in a head before the next point.
        """
        return self._keep(("link", step, first, last, ink), lambda: self._make_link(step, first, last, ink))

    def _make_link(self, step: tuple[int, int], first: bool, last: bool, ink: Colour) -> tuple[Stamp, Stamp]:
        radius, length = self._layout.radius, hypot(*step)
        ahead = (step[0] / length, step[1] / length)

        def at(along: float) -> Point:
            return along * ahead[0], along * ahead[1]

        start = at(radius * 0.55 if first else 0.0)
        end = at(length - radius * 1.02 if last else length)
        room = round(self.width * 2 + self.edge) + 2
        dx, dy = room - min(step[0], 0), room - min(step[1], 0)
        size = (2 * room + abs(step[0]), 2 * room + abs(step[1]))
        stamps = []
        for colour, more in ((self._theme.outline, self.edge), (ink, 0.0)):
            mask = _Mask(dx, dy, *size)
            if last:
                self._draw_arrow(mask, (start, end), self.width, more)
            else:
                mask.line(start, end, self.width + 2 * more)
            stamps.append(stamp(dx, dy, [(colour, mask.done())]))
        return stamps[0], stamps[1]

    def route(self, way: Sequence[Point], lane: float, lanes: int, ink: Colour) -> Stamp:
        """A line with a head along a way on the canvas, to be painted at 0, 0; it keeps to its lane among others.

        Not kept: routes are seldom alike.
        """
        width = max(self.edge, min(self.width, self._layout.pitch * 0.6 / lanes - self.edge))
        apart = min(width + self.edge, self._layout.pitch * 0.75 / lanes)
        clear = self.disc + self.edge
        points = shortened(beside(way, lane * apart), self._layout.radius * 0.55, clear)
        room = 3 * self.width + self.edge
        left, top = (floor(min(point[axis] for point in points) - room) for axis in (0, 1))
        right, bottom = (ceil(max(point[axis] for point in points) + room) for axis in (0, 1))
        masks = []
        for colour, more in ((self._theme.outline, self.edge), (ink, 0.0)):
            mask = _Mask(-left, -top, right - left, bottom - top)
            self._draw_arrow(mask, points, width, more)
            for landing in points[1:-1]:
                mask.disc(landing, width * 0.85 + more)
            masks.append((colour, mask.done()))
        return stamp(-left, -top, masks)

    def _draw_arrow(self, mask: _Mask, points: Sequence[Point], width: float, more: float) -> None:
        """A line of a width, ``more`` pixels larger on every side, with a head whose tip is the last point."""
        (x, y), (tip_x, tip_y) = points[-2], points[-1]
        length = hypot(tip_x - x, tip_y - y)
        back = ((x - tip_x) / length, (y - tip_y) / length)

        def head(along: float, across: float) -> Point:
            return tip_x + back[0] * along - back[1] * across, tip_y + back[1] * along + back[0] * across

        shaft = [*points[:-1], head(min(length, width * _HEAD * 0.8), 0)]
        for start, end in pairwise(shaft):
            mask.line(start, end, width + 2 * more)
        mask.polygon([points[-1], head(width * _HEAD, width * 1.35), head(width * _HEAD, -width * 1.35)], more)

"""Shapes in unit coordinates, drawn large and scaled down: smooth edges without a vector library."""

from collections.abc import Sequence
from copy import copy
from math import ceil, cos, pi, sin

from PIL import Image, ImageChops, ImageDraw

from renderer.text import write

Point = tuple[float, float]
Colour = tuple[int, int, int]

OVERSAMPLING = 4


class Brush:
    """A square sheet, ``half`` pixels from its middle to each edge, on which 1.0 is ``unit`` pixels long.

    The middle is (0, 0), x runs right and y down. Later shapes cover earlier ones.
    """

    def __init__(self, half: int, unit: float) -> None:
        self._scale = unit * OVERSAMPLING
        self._middle: Point = (half * OVERSAMPLING, half * OVERSAMPLING)
        side = 2 * half * OVERSAMPLING
        self._sheet = Image.new("RGBA", (side, side), (0, 0, 0, 0))

    def moved(self, at: Point, share: float) -> "Brush":
        """A brush on the same sheet whose middle is ``at`` and whose unit is a share of this one's."""
        brush = copy(self)
        brush._middle, brush._scale = self._at(at), self._scale * share
        return brush

    def finish(self) -> Image.Image:
        """The sheet at its true size, RGBA."""
        # Averaged with premultiplied colours, or transparent black would darken the edges.
        return self._sheet.convert("RGBa").reduce(OVERSAMPLING).convert("RGBA")

    def disc(self, at: Point, radius: float, fill: Colour, below: Colour | None = None, alpha: int = 255) -> None:
        """A disc; with ``below`` its colour runs from ``fill`` above to ``below``."""
        self._paint(self._disc_mask(at, radius), fill, below, alpha)

    def ring(self, at: Point, radius: float, width: float, fill: Colour, below: Colour | None = None) -> None:
        """A circle drawn with a line whose middle runs at ``radius``."""
        mask = self._disc_mask(at, radius + width / 2)
        hole = self._disc_mask(at, radius - width / 2)
        self._paint(ImageChops.subtract(mask, hole), fill, below, 255)

    def shape(
        self,
        corners: Sequence[Point],
        fill: Colour,
        below: Colour | None = None,
        outline: float = 0,
        ink: Colour = (0, 0, 0),
    ) -> None:
        """A filled polygon, with an outline of the given width in ``ink`` around it."""
        if outline:
            self.stroke([*corners, corners[0], corners[1]], 2 * outline, ink)
        mask = Image.new("L", self._sheet.size)
        ImageDraw.Draw(mask).polygon([self._at(corner) for corner in corners], fill=255)
        self._paint(mask, fill, below, 255)

    def stroke(self, points: Sequence[Point], width: float, fill: Colour) -> None:
        """A line through points, round at its bends and ends."""
        draw = ImageDraw.Draw(self._sheet)
        thick = max(1, round(width * self._scale))
        places = [self._at(point) for point in points]
        draw.line(places, fill=fill, width=thick)
        if thick > 2:
            for x, y in places:
                draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=fill)

    def letter(self, text: str, height: float, fill: Colour) -> None:
        """A capital letter around the middle, as high as ``height`` tells."""
        x, y = self._at((0, 0))
        write(ImageDraw.Draw(self._sheet), (x, y), text, round(height * self._scale), fill)

    def _at(self, point: Point) -> Point:
        x, y = self._middle
        return x + point[0] * self._scale, y + point[1] * self._scale

    def _disc_mask(self, at: Point, radius: float) -> Image.Image:
        mask = Image.new("L", self._sheet.size)
        (x, y), r = self._at(at), max(0.5, radius * self._scale)
        ImageDraw.Draw(mask).ellipse((x - r, y - r, x + r - 1, y + r - 1), fill=255)
        return mask

    def _paint(self, mask: Image.Image, fill: Colour, below: Colour | None, alpha: int) -> None:
        box = mask.getbbox()
        if box is None:
            return
        mask = mask.crop(box)
        if alpha < 255:
            colour = Image.new("RGBA", mask.size, (*fill, 0))
            colour.putalpha(mask.point([value * alpha // 255 for value in range(256)]))
            self._sheet.alpha_composite(colour, box[:2])
        elif below is None:
            self._sheet.paste((*fill, 255), box, mask)
        else:
            self._sheet.paste(gradient(mask.size, fill, below).convert("RGBA"), box, mask)


def gradient(size: tuple[int, int], above: Colour, below: Colour) -> Image.Image:
    """A colour that runs into another from top to bottom, RGB."""
    ramp = Image.linear_gradient("L").resize((1, size[1])).resize(size)
    return Image.composite(Image.new("RGB", size, below), Image.new("RGB", size, above), ramp)


def smooth(points: Sequence[Point], closed: bool = True, steps: int = 10) -> list[Point]:
    """A curve through points (Catmull-Rom), as the corners of a polygon."""
    count = len(points)
    spans = count if closed else count - 1
    curve = []
    for span in range(spans):
        if closed:
            a, b, c, d = (points[(span + k) % count] for k in (-1, 0, 1, 2))
        else:
            a, b, c, d = (points[min(max(span + k, 0), count - 1)] for k in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            curve.append((_spline(a[0], b[0], c[0], d[0], t), _spline(a[1], b[1], c[1], d[1], t)))
    if not closed:
        curve.append(points[-1])
    return curve


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def mirrored(half: Sequence[Point]) -> list[Point]:
    """An outline whose right half, from top to bottom, is given: the left half is its mirror image."""
    return [*half, *((-x, y) for x, y in reversed(half) if x)]


def flip(points: Sequence[Point]) -> list[Point]:
    """The mirror image, left for right."""
    return [(-x, y) for x, y in points]


def both(brush: Brush, corners: Sequence[Point], fill: Colour, below: Colour | None = None) -> None:
    """A shape and its mirror image."""
    brush.shape(corners, fill, below)
    brush.shape(flip(corners), fill, below)


def oval(at: Point, across: float, down: float, tilt: float = 0) -> list[Point]:
    """The corners of an ellipse with the given half-axes, turned clockwise by ``tilt`` radians."""
    count = max(16, ceil(32 * max(across, down) * 2))
    corners = []
    for number in range(count):
        angle = 2 * pi * number / count
        x, y = across * cos(angle), down * sin(angle)
        corners.append((at[0] + x * cos(tilt) - y * sin(tilt), at[1] + x * sin(tilt) + y * cos(tilt)))
    return corners


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two, with ``share`` of the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def rgb(text: str) -> Colour:
    """A colour written ``#RRGGBB``."""
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue

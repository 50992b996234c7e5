"""The same pictures by the usual means, to measure against: plain Pillow in RGB, and SVG turned into PNG.

Both draw the shapes of the renderer's own pieces, flat, and what else is on a picture: board, coordinates, last move,
bars. Neither keeps anything from one picture to the next, as programs that draw boards seldom do.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

import renderer
from engine.board import Surface
from engine.position import EMPTY
from renderer import Scene
from renderer.brush import Brush, Colour, Point, mix
from renderer.geometry import Geometry, geometry_of
from renderer.pieces import face_of, paint_piece
from renderer.themes import THEME

FONT = Path(renderer.__file__).parent / "fonts" / "NotoSans-Bold-Latin.ttf"
_OVERSAMPLING = 2


@dataclass(frozen=True)
class Shape:
    """A polygon, a polyline of a width (``points`` open), a disc (one point and a radius) or a text (at one point)."""

    points: tuple[Point, ...]
    fill: Colour
    width: float = 0
    radius: float = 0
    text: str = ""


class Recorder(Brush):
    """A brush that only notes what it was told to draw, at a place and in a size of its own."""

    def __init__(self, at: Point, unit: float) -> None:
        self.shapes: list[Shape] = []
        self._place, self._unit = at, unit

    def moved(self, at: Point, share: float) -> "Recorder":
        """A recorder elsewhere and in a smaller size, that notes on the same list."""
        recorder = Recorder(self._on(at), self._unit * share)
        recorder.shapes = self.shapes
        return recorder

    def disc(self, at: Point, radius: float, fill: Colour, below: Colour | None = None, alpha: int = 255) -> None:
        """Note a disc; a shadow is left out."""
        if alpha == 255:
            self.shapes.append(Shape((self._on(at),), mix(fill, below or fill, 0.5), radius=radius * self._unit))

    def ring(self, at: Point, radius: float, width: float, fill: Colour, below: Colour | None = None) -> None:
        """Note a circle."""
        x, y = self._on(at)
        self.shapes.append(Shape(((x, y),), fill, width * self._unit, radius * self._unit))

    def shape(
        self,
        corners: Sequence[Point],
        fill: Colour,
        below: Colour | None = None,
        outline: float = 0,
        ink: Colour = (0, 0, 0),
    ) -> None:
        """Note a polygon, and its outline before it."""
        if outline:
            self.stroke([*corners, corners[0]], 2 * outline, ink)
        self.shapes.append(Shape(tuple(map(self._on, corners)), mix(fill, below or fill, 0.5)))

    def stroke(self, points: Sequence[Point], width: float, fill: Colour) -> None:
        """Note a line."""
        self.shapes.append(Shape(tuple(map(self._on, points)), fill, width * self._unit))

    def letter(self, text: str, height: float, fill: Colour) -> None:
        """Note a letter."""
        self.shapes.append(Shape((self._on((0, 0)),), fill, height * self._unit, text=text))

    def _on(self, at: Point) -> Point:
        return self._place[0] + at[0] * self._unit, self._place[1] + at[1] * self._unit


def _box(left: float, top: float, right: float, bottom: float, fill: Colour) -> Shape:
    return Shape(((left, top), (right, top), (right, bottom), (left, bottom)), fill)


def shapes_of(scene: Scene) -> tuple[Geometry, list[Shape]]:
    """The measures of a scene and all that is drawn, lowest first."""
    board, theme = scene.ruleset.board, THEME[scene.theme]
    geometry = geometry_of(board, scene.size, scene.ruleset.sides[scene.orientation].up < 0, scene.upright)
    shapes = [_box(0, 0, geometry.width, geometry.height, theme.frame)]
    if board.surface is Surface.SQUARES:
        shapes.append(_box(*geometry.plate, theme.light))
        half = geometry.pitch / 2
        shapes += [_box(x - half, y - half, x + half, y + half, theme.dark) for x, y in geometry.centres]
    else:
        shapes.append(_box(*geometry.plate, theme.plate))
        ends = [(geometry.centres[line[0]], geometry.centres[line[-1]]) for line in board.lines]
        shapes += [Shape(end, theme.line, width=4) for end in ends]
    shapes += [
        Shape(((label.x, label.y),), theme.label, width=geometry.text, text=label.text) for label in geometry.labels
    ]
    for point, cell in enumerate(scene.position.cells):
        if cell != EMPTY:
            recorder = Recorder(geometry.centres[point], geometry.radius)
            paint_piece(recorder, face_of(scene.ruleset, cell), theme)
            shapes += recorder.shapes
    return geometry, [*shapes, *_last_move(scene, geometry), *_bars(scene, geometry)]


def _last_move(scene: Scene, geometry: Geometry) -> list[Shape]:
    theme, move = THEME[scene.theme], scene.last
    if move is None or not move.path:
        return []
    way = tuple(geometry.centres[point] for point in move.path)
    (x, y), (tip_x, tip_y) = way[-2:]
    back = ((x - tip_x) / hypot(x - tip_x, y - tip_y), (y - tip_y) / hypot(x - tip_x, y - tip_y))

    def head(along: float, across: float) -> Point:
        along += geometry.radius
        return tip_x + back[0] * along - back[1] * across, tip_y + back[1] * along + back[0] * across

    line = (*way[:-1], head(18, 0))
    shapes = [Shape(line, theme.outline, width=13), Shape((head(0, 0), head(21, 14), head(21, -14)), theme.outline)]
    shapes += [Shape(line, theme.arrow, width=8), Shape((head(3, 0), head(19, 11), head(19, -11)), theme.arrow)]
    shapes += [Shape((at,), theme.arrow, width=4, radius=geometry.radius * 1.1) for at in (way[0], way[-1])]
    for point in move.captured:
        x, y = geometry.centres[point]
        for side in (-1, 1):
            shapes.append(Shape(((x - 9, y - 9 * side), (x + 9, y + 9 * side)), theme.capture, width=5))
    return shapes


def _bars(scene: Scene, geometry: Geometry) -> list[Shape]:
    theme, shapes = THEME[scene.theme], []
    for side, top in ((scene.orientation, geometry.height - geometry.bar), (1 - scene.orientation, 0)):
        shapes.append(_box(0, top, geometry.width, top + geometry.bar, theme.bar))
        middle = top + geometry.bar / 2
        own = next(kind.letter for kind in scene.ruleset.kinds if kind.side == side)
        recorder = Recorder((28, middle), 16)
        paint_piece(recorder, face_of(scene.ruleset, own), theme)
        shapes += recorder.shapes
        shapes.append(Shape(((130, middle),), theme.name, width=26, text=scene.names[side]))
        if scene.position.turn == side:
            shapes.append(_box(geometry.width - 130, middle - 16, geometry.width - 12, middle + 16, theme.pill))
            shapes.append(Shape(((geometry.width - 71, middle),), theme.pill_text, width=19, text=scene.to_move_label))
    return shapes


def plain_pillow(scene: Scene) -> bytes:
    """Everything drawn at twice the size in RGB, brought down, saved as Pillow saves."""
    geometry, shapes = shapes_of(scene)
    large = Image.new("RGB", (geometry.width * _OVERSAMPLING, geometry.height * _OVERSAMPLING))
    draw = ImageDraw.Draw(large)
    for shape in shapes:
        _draw(draw, shape)
    file = io.BytesIO()
    large.resize((geometry.width, geometry.height), Image.Resampling.LANCZOS).save(file, "PNG")
    return file.getvalue()


def _draw(draw: ImageDraw.ImageDraw, shape: Shape) -> None:
    points = [(x * _OVERSAMPLING, y * _OVERSAMPLING) for x, y in shape.points]
    width = max(1, round(shape.width * _OVERSAMPLING))
    if shape.text:
        draw.text(points[0], shape.text, shape.fill, ImageFont.truetype(str(FONT), width), anchor="mm")
    elif shape.radius:
        (x, y), radius = points[0], shape.radius * _OVERSAMPLING
        box = (x - radius, y - radius, x + radius, y + radius)
        if shape.width:
            draw.ellipse(box, outline=shape.fill, width=width)
        else:
            draw.ellipse(box, fill=shape.fill)
    elif shape.width:
        draw.line(points, shape.fill, width, joint="curve")
    else:
        draw.polygon(points, shape.fill)


def svg_of(scene: Scene) -> str:
    """The picture as an SVG document."""
    geometry, shapes = shapes_of(scene)
    size = f'width="{geometry.width}" height="{geometry.height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(map(_element, shapes))}</svg>'


def _element(shape: Shape) -> str:
    colour = "#{:02x}{:02x}{:02x}".format(*shape.fill)
    x, y = shape.points[0]
    if shape.text:
        place = f'x="{x:.1f}" y="{y + shape.width * 0.36:.1f}" font-size="{shape.width}" text-anchor="middle"'
        return f'<text {place} font-family="Noto Sans" font-weight="bold" fill="{colour}">{shape.text}</text>'
    line = f'fill="none" stroke="{colour}" stroke-width="{shape.width:.2f}" stroke-linecap="round"'
    paint = line if shape.width else f'fill="{colour}"'
    if shape.radius:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{shape.radius:.2f}" {paint}/>'
    steps = (f"l{to_x - x:.1f} {to_y - y:.1f}" for (x, y), (to_x, to_y) in pairwise(shape.points))
    return f'<path d="M{x:.1f} {y:.1f}{"".join(steps)}{"" if shape.width else "z"}" {paint}/>'

"""The name bars above and below the board: who plays, what was taken, what is in hand, whose turn it is, the clock."""

from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from renderer.brush import mix
from renderer.geometry import Geometry
from renderer.pieces import Face, half_of, sprite
from renderer.text import length_of, shortened, write
from renderer.themes import Theme

_OVERSAMPLING = 4


@dataclass(frozen=True)
class Bar:
    """The content of a bar. ``taken`` and ``waiting`` count pieces, with the face of one; 0 shows nothing."""

    face: Face
    name: str
    active: bool
    pill: str
    prey: Face
    taken: int
    waiting: int


@dataclass(frozen=True)
class DrawnBar:
    """A bar as a picture as wide as the layout, and the room between its name and what stands at its right end."""

    picture: Image.Image
    left: int
    right: int


def bar_picture(bar: Bar, geometry: Geometry, theme: Theme, below: bool) -> Image.Image:
    """A bar as an RGB picture; ``below`` the board its edge is at the top."""
    return drawn_bar(bar, geometry, theme, below).picture


def bank_picture(bank: str, active: bool, geometry: Geometry, theme: Theme) -> Image.Image:
    """The time left on a clock as an RGB picture, to be put on a bar."""
    size = _count_size(geometry)
    picture = Image.new("RGB", (length_of(bank, size), 2 * (size // 2 + 2)), theme.bar)
    write(ImageDraw.Draw(picture), (0, picture.height // 2), bank, size, theme.name if active else theme.idle, "l")
    return picture


def bank_corner(bank: Image.Image, bar: DrawnBar, geometry: Geometry, below: bool) -> tuple[int, int] | None:
    """The place of that on a bar; None where the name leaves it no room."""
    left = bar.right - bank.width
    return (left, _middle(geometry, below) - bank.height // 2) if left >= bar.left + 2 * _gap(geometry) else None


def _count_size(geometry: Geometry) -> int:
    return round(geometry.width * 0.031)


def _gap(geometry: Geometry) -> int:
    return round(geometry.width * 0.018)


def _edge(geometry: Geometry) -> int:
    return max(1, round(geometry.width * 0.0028))


def _middle(geometry: Geometry, below: bool) -> int:
    half = _edge(geometry) // 2
    return geometry.bar // 2 + (half if below else -half)


def drawn_bar(bar: Bar, geometry: Geometry, theme: Theme, below: bool) -> DrawnBar:
    """A bar in RGB, with the room on it; ``below`` the board its edge is at the top."""
    width, height = geometry.width, geometry.bar
    picture = Image.new("RGB", (width, height), theme.bar)
    draw = ImageDraw.Draw(picture)
    line = _edge(geometry)
    edge = 0 if below else height - line
    draw.rectangle((0, edge, width, edge + line - 1), fill=mix(theme.frame, theme.label, 0.3))
    middle, gap = _middle(geometry, below), _gap(geometry)
    name_size, count_size = round(width * 0.036), _count_size(geometry)

    right = width - gap
    if bar.pill:
        right = _pill(picture, right, middle, bar.pill, theme, round(width * 0.0265 + 0.5)) - gap
    if bar.taken:
        right = _count(picture, right, middle, f"×{bar.taken}", [bar.prey], count_size, theme) - gap
    if bar.waiting:
        stack = [bar.face] * min(3, bar.waiting)
        right = _count(picture, right, middle, f"+{bar.waiting}", stack, count_size, theme) - gap

    icon = _icon(picture, gap + round(height * 0.32), middle, round(height * 0.32), bar.face, theme)
    left = icon + round(gap * 0.8)
    name = shortened(bar.name, name_size, right - left)
    write(draw, (left, middle), name, name_size, theme.name if bar.active else theme.idle, "l")
    return DrawnBar(picture, left + length_of(name, name_size), right)


def _pill(picture: Image.Image, right: int, middle: int, text: str, theme: Theme, size: int) -> int:
    """A pill that ends at ``right``; gives its left edge."""
    inset, half = round(size * 0.55), round(size * 0.78)
    left = right - length_of(text, size) - 2 * inset
    shape = Image.new("L", ((right - left) * _OVERSAMPLING, 2 * half * _OVERSAMPLING))
    ImageDraw.Draw(shape).rounded_rectangle((0, 0, shape.width - 1, shape.height - 1), half * _OVERSAMPLING, fill=255)
    picture.paste(theme.pill, (left, middle - half), shape.reduce(_OVERSAMPLING))
    write(ImageDraw.Draw(picture), (left + inset, middle), text, size, theme.pill_text, "l")
    return left


def _count(picture: Image.Image, right: int, middle: int, text: str, stack: list[Face], size: int, theme: Theme) -> int:
    """A number that ends at ``right`` after the pieces it counts; gives the left edge of both."""
    write(ImageDraw.Draw(picture), (right, middle), text, size, theme.name, "r")
    radius = round(size * 0.56)
    left = right - length_of(text, size) - round(size * 0.25) - radius
    for face in stack:
        _icon(picture, left, middle, radius, face, theme)
        left -= round(radius * 1.1)
    return left + round(radius * 0.1)


def _icon(picture: Image.Image, x: int, y: int, radius: int, face: Face, theme: Theme) -> int:
    """A small piece with its middle at ``x, y``, a thin light around it; gives its right edge."""
    unlit = replace(theme, shadow=0)
    for colour, size in ((mix(theme.bar, theme.idle, 0.7), radius + max(1, round(radius * 0.08))), (None, radius)):
        piece = sprite(face, size, unlit)
        half = half_of(size)
        picture.paste(colour or piece, (x - half, y - half, x + half, y + half), piece.getchannel("A"))
    return x + radius

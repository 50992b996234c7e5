"""The board without its pieces, as an RGB picture: frame, squares or lines, coordinates."""

from random import Random

from PIL import Image, ImageDraw

from engine.board import Board, Surface
from renderer.brush import Colour, mix
from renderer.geometry import Geometry
from renderer.text import length_of, write
from renderer.themes import Theme

_OVERSAMPLING = 3
_GRAIN = (-0.055, -0.03, -0.012, 0, 0, 0.012, 0.03)
"""Darker (negative) and lighter streaks of the wood, in shares of black or white."""


_HALF_LIGHT = 3 * 255 / 2


def ground(board: Board, geometry: Geometry, theme: Theme, numbers: bool = False) -> Image.Image:
    """The empty board in its frame; ``numbers``: with the number of each point beside it."""
    picture = Image.new("RGB", (geometry.width, geometry.height))
    picture.paste(_wood(picture.size, theme.frame, theme.grain, 3))
    if theme.motif:
        _lay_kawung(picture, geometry, theme.motif)
    if board.surface is Surface.SQUARES:
        _lay_squares(picture, board, geometry, theme)
    else:
        _lay_plate(picture, geometry, theme)
        _lay_lines(picture, board, geometry, theme)
    draw = ImageDraw.Draw(picture)
    for label in geometry.labels:
        write(draw, (label.x, label.y), label.text, geometry.text, theme.label)
    if numbers:
        _number_points(draw, board, geometry, theme)
    return picture


def _number_points(draw: ImageDraw.ImageDraw, board: Board, geometry: Geometry, theme: Theme) -> None:
    """The number of each point where no piece on it covers it: in a corner of its square, or beside it."""
    on_squares = board.surface is Surface.SQUARES
    under = theme.dark if on_squares else theme.plate
    ink = (0, 0, 0) if sum(under) > _HALF_LIGHT else (255, 255, 255)
    size = min(round(geometry.text * 0.9), round(geometry.pitch * 0.24))
    half, away = geometry.pitch // 2, round(geometry.radius * 0.92)
    for point, (x, y) in enumerate(geometry.centres):
        number = str(board.number(point))
        if on_squares:
            write(draw, (x - half + 2, y - half + round(size * 0.5)), number, size, ink, "l")
            continue
        wide, high = length_of(number, size) / 2 + 2, size * 0.45
        middle = (x + away, y + away)
        # A line behind a number would make another digit of it.
        draw.rectangle((middle[0] - wide, middle[1] - high, middle[0] + wide, middle[1] + high), fill=under)
        write(draw, middle, number, size, ink)


def _wood(size: tuple[int, int], colour: Colour, strength: float, seed: int) -> Image.Image:
    """Wood whose grain runs across: streaks of uneven width and tone."""
    chance = Random(seed)
    wood = Image.new("RGB", size, colour)
    at = 0
    while strength and at < size[1]:
        tone = chance.choice(_GRAIN) * strength
        width = chance.choice((1, 2, 2, 3, 4, 6))
        wood.paste(mix(colour, (255, 255, 255) if tone > 0 else (0, 0, 0), abs(tone)), (0, at, size[0], at + width))
        at += width
    return wood


def _lay_kawung(picture: Image.Image, geometry: Geometry, ink: Colour) -> None:
    """The kawung of batik over the whole frame: four petals a tile, which meet in its middle and in its corners."""
    step = max(8, geometry.plate[0])
    large = step * _OVERSAMPLING
    petal = Image.new("L", (2 * large, 2 * large))
    half = large * 0.13
    ImageDraw.Draw(petal).ellipse((large - half, large * 0.34, large + half, large * 0.92), fill=255)
    flower = Image.new("L", petal.size)
    for turn in (45, 135, 225, 315):
        flower.paste(255, mask=petal.rotate(turn, Image.Resampling.BICUBIC))
    tile = flower.crop((large // 2, large // 2, large // 2 + large, large // 2 + large)).reduce(_OVERSAMPLING)
    for x in range(0, picture.width, step):
        for y in range(geometry.bar, picture.height, step):
            picture.paste(ink, (x, y), tile)


def _lay_squares(picture: Image.Image, board: Board, geometry: Geometry, theme: Theme) -> None:
    left, top, right, bottom = geometry.plate
    pitch = geometry.pitch
    line = max(1, round(geometry.width * 0.0028))
    picture.paste(theme.rim, (left - line, top - line, right + line, bottom + line))
    # Measured on whole boards: grain that runs down packs better on squares, and across on a plate. Repeating it with
    # the squares halves the file and is hardly seen.
    dark = _wood((pitch, pitch), theme.dark, theme.grain, 5).transpose(Image.Transpose.ROTATE_90)
    light = _wood((pitch, pitch), theme.light, theme.grain * 0.7, 8).transpose(Image.Transpose.ROTATE_90)
    for x in range(left, right, pitch):
        for y in range(top, bottom, pitch):
            picture.paste(light, (x, y))
    dark_points = (
        centre
        for centre, (file, rank) in zip(geometry.centres, board.coordinates, strict=True)
        if (file + rank) % 2 == 0
    )
    for x, y in dark_points:
        picture.paste(dark, (x - pitch // 2, y - pitch // 2))
    if theme.rule:
        width = max(1, round(pitch * theme.rule))
        for step in range(1, board.width):
            at = step * pitch - width // 2
            picture.paste(theme.line, (left + at, top, left + at + width, bottom))
            picture.paste(theme.line, (left, top + at, right, top + at + width))


def _lay_plate(picture: Image.Image, geometry: Geometry, theme: Theme) -> None:
    left, top, right, bottom = geometry.plate
    line = max(1, round(geometry.width * 0.0028))
    picture.paste(theme.rim, (left - line, top - line, right + line, bottom + line))
    size = (right - left, bottom - top)
    picture.paste(_wood(size, theme.plate, theme.grain * 0.6, 11), (left, top))


def _lay_lines(picture: Image.Image, board: Board, geometry: Geometry, theme: Theme) -> None:
    left, top, right, bottom = geometry.plate
    size = (right - left, bottom - top)
    large = (size[0] * _OVERSAMPLING, size[1] * _OVERSAMPLING)
    width = geometry.width * 0.0055

    def at(point: int) -> tuple[float, float]:
        x, y = geometry.centres[point]
        return (x - left) * _OVERSAMPLING, (y - top) * _OVERSAMPLING

    lines = Image.new("L", large)
    pen = ImageDraw.Draw(lines)
    for line in board.lines:
        pen.line((at(line[0]), at(line[-1])), fill=255, width=round(width * _OVERSAMPLING))
    _dots(pen, [at(point) for point in range(len(board.points))], width * 1.65 * _OVERSAMPLING)
    mask = lines.reduce(_OVERSAMPLING)
    shift = max(1, round(geometry.width / 700))
    picture.paste(theme.glint, (left + shift, top + shift), mask.crop((0, 0, size[0] - shift, size[1] - shift)))
    picture.paste(theme.line, (left, top), mask)
    hearts = Image.new("L", large)
    _dots(ImageDraw.Draw(hearts), [at(point) for point in range(len(board.points))], width * 0.85 * _OVERSAMPLING)
    picture.paste(mix(theme.line, theme.plate, 0.6), (left, top), hearts.reduce(_OVERSAMPLING))


def _dots(pen: ImageDraw.ImageDraw, places: list[tuple[float, float]], radius: float) -> None:
    for x, y in places:
        pen.ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), fill=255)

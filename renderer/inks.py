"""Painting with few colours: a theme's palette, and stamps whose smooth edges are blended by table."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from PIL import Image

from renderer.brush import Colour, mix
from renderer.palettes import PALETTES
from renderer.themes import Theme

SHARES = (0.25, 0.5, 0.75)
"""How much of an ink a pixel at a stamp's edge may take, besides none and all."""


def pinned(theme: Theme) -> tuple[Colour, ...]:
    """The colours that are in every palette of a theme as they are: those of the marks."""
    marks = (theme.arrow, theme.outline, theme.capture, theme.select, theme.rim, theme.bar, theme.name, theme.pill)
    blends = (mix(theme.outline, theme.arrow, 0.5), mix(theme.outline, theme.capture, 0.5))
    return tuple(dict.fromkeys((*marks, *theme.routes, *blends)))


@dataclass(frozen=True)
class Layer:
    """One ink of a stamp: where it covers fully, and where by each of ``SHARES``."""

    ink: Colour
    full: Image.Image
    parts: tuple[tuple[float, Image.Image], ...]


@dataclass(frozen=True)
class Stamp:
    """A mark painted over whatever is there, its middle ``dx, dy`` pixels right of and below its upper left corner."""

    dx: int
    dy: int
    layers: tuple[Layer, ...]


def stamp(dx: int, dy: int, layers: Sequence[tuple[Colour, Image.Image]]) -> Stamp:
    """A stamp from inks and their coverage masks (L, true size), the lowest first."""
    return Stamp(dx, dy, tuple(_layer(ink, mask) for ink, mask in layers))


def _layer(ink: Colour, mask: Image.Image) -> Layer:
    def between(low: float, high: float) -> Image.Image:
        return mask.point([255 if low <= value / 255 < high else 0 for value in range(256)])

    full = between(0.875, 2)
    parts = ((share, between(share - 0.125, share + 0.125)) for share in SHARES)
    return Layer(ink, full, tuple((share, part) for share, part in parts if part.getbbox()))


class Inks:
    """The palette of a theme for one family of boards."""

    def __init__(self, theme: str, family: str) -> None:
        self.palette = bytes.fromhex(PALETTES.get(f"{theme}/{family}") or PALETTES[f"{theme}/lines"])
        self._tables: dict[tuple[Colour, float], list[int]] = {}

    @cached_property
    def colours(self) -> tuple[Colour, ...]:
        """The colours by index."""
        flat = self.palette
        return tuple((flat[at], flat[at + 1], flat[at + 2]) for at in range(0, len(flat), 3))

    @cached_property
    def _model(self) -> Image.Image:
        model = Image.new("P", (1, 1))
        model.putpalette(self.palette)
        return model

    def index(self, colour: Colour) -> int:
        """The index of the colour in the palette that is nearest."""
        return min(range(len(self.colours)), key=lambda index: _distance(self.colours[index], colour))

    def flatten(self, picture: Image.Image) -> Image.Image:
        """An RGB picture in the palette's colours."""
        return picture.quantize(palette=self._model, dither=Image.Dither.NONE)

    def blank(self, size: tuple[int, int]) -> Image.Image:
        """A picture of colour 0."""
        picture = Image.new("P", size)
        picture.putpalette(self.palette)
        return picture

    def paint(self, canvas: Image.Image, mark: Stamp, x: int, y: int) -> None:
        """Put a stamp on the canvas with its middle at ``x, y``; what lies outside is cut off."""
        left, top = x - mark.dx, y - mark.dy
        for layer in mark.layers:
            box = (left, top, left + layer.full.width, top + layer.full.height)
            if layer.parts:
                under = canvas.crop(box)
                for share, mask in layer.parts:
                    canvas.paste(under.point(self._table(layer.ink, share)), box, mask)
            canvas.paste(self._table(layer.ink, 1)[0], box, layer.full)

    def overlay(self, under: Image.Image, sprite: Image.Image) -> Image.Image:
        """A piece of canvas with an RGBA sprite of the same size on it."""
        # Colours do not come back from the palette exactly, so only the pixels under the sprite are replaced.
        blended = Image.alpha_composite(under.convert("RGBA"), sprite).convert("RGB")
        result = under.copy()
        result.paste(self.flatten(blended), (0, 0), sprite.getchannel("A").point([0] + [255] * 255))
        return result

    def _table(self, ink: Colour, share: float) -> list[int]:
        table = self._tables.get((ink, share))
        if table is None:
            table = [self.index(mix(colour, ink, share)) for colour in self.colours]
            table += [0] * (256 - len(table))
            self._tables[ink, share] = table
        return table


def _distance(one: Colour, other: Colour) -> int:
    red, green, blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return 3 * red * red + 4 * green * green + 2 * blue * blue


@lru_cache(maxsize=len(PALETTES))
def inks_of(theme: str, family: str) -> Inks:
    """The inks of a theme for a family of boards."""
    return Inks(theme, family)

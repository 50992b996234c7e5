"""The parts that pictures of one kind have in common, made once and kept: the empty board, pieces, marks, bars."""

from collections import OrderedDict
from dataclasses import replace
from functools import lru_cache

from PIL import Image

from engine.board import Board, Surface
from engine.ruleset import Ruleset
from renderer.bars import Bar, DrawnBar, bank_corner, bank_picture, drawn_bar
from renderer.geometry import geometry_of
from renderer.ground import ground
from renderer.inks import inks_of
from renderer.marks import Marks
from renderer.pieces import Face, half_of, sprite
from renderer.scene import Labels
from renderer.themes import THEME

_BARS = 128
"""So many bars are kept, and as many banks."""
_GHOST = 0.42
_SOLID = 160
"""A sprite is its piece where its alpha is at least this, and shadow where it is less."""


def family_of(ruleset: Ruleset) -> str:
    """The family of boards that shares a palette: squares, lines, or lines with the drawings of a hunt.

    Discs with letters have no colours of their own.
    """
    if ruleset.hunters is not None and all(kind.figure.sprite for kind in ruleset.kinds):
        return "-".join(kind.figure.sprite for kind in ruleset.kinds)
    return "squares" if ruleset.board.surface is Surface.SQUARES else "lines"


def is_turned(ruleset: Ruleset, bottom: int) -> bool:
    """Is the last rank at the bottom where this side is?"""
    return ruleset.sides[bottom].up < 0


class BoardTemplate:
    """The parts for pictures of one board, theme, size and orientation, in the palette's colours.

    Canvases have one column more on the left, of colour 0: their bytes are then a PNG's scanlines without copying.
    """

    def __init__(
        self, theme: str, family: str, board: Board, size: int, turned: bool, upright: bool, labels: Labels
    ) -> None:
        self.theme = THEME[theme]
        self.geometry = geometry_of(board, size, turned, upright, labels.large)
        self.inks = inks_of(theme, family)
        self.marks = Marks(self.geometry, self.theme)
        self.spots = tuple((x + 1, y) for x, y in self.geometry.centres)
        self._empty = self.inks.blank((size + 1, self.geometry.height))
        self._empty.paste(self.inks.flatten(ground(board, self.geometry, self.theme, labels.numbers)), (1, 0))
        self._pieces: dict[tuple[int, Face, bool], tuple[Image.Image, tuple[int, int]]] = {}
        self._shapes: dict[Face, Image.Image] = {}
        self._bars: OrderedDict[tuple[Bar, bool], DrawnBar] = OrderedDict()
        self._banks: OrderedDict[tuple[str, bool], Image.Image] = OrderedDict()

    def canvas(self) -> Image.Image:
        """A new canvas with the empty board."""
        return self._empty.copy()

    def put(self, canvas: Image.Image, point: int, face: Face, ghost: bool = False) -> None:
        """Put a piece on a point of an empty board; a ghost is translucent."""
        key = (point, face, ghost)
        if key not in self._pieces:
            self._pieces[key] = self._patch(point, face, ghost)
        canvas.paste(*self._pieces[key])

    def lift(self, canvas: Image.Image, point: int, face: Face) -> None:
        """Put a piece that stands on its point once more, over what was painted around it, without its shadow."""
        patch, corner = self._pieces[point, face, False]
        canvas.paste(patch, corner, self._shape(face))

    def _shape(self, face: Face) -> Image.Image:
        """The mask of a piece without its shadow."""
        if face not in self._shapes:
            solid = sprite(face, self.geometry.radius, self.theme).getchannel("A")
            self._shapes[face] = solid.point([0] * _SOLID + [255] * (256 - _SOLID))
        return self._shapes[face]

    def _patch(self, point: int, face: Face, ghost: bool) -> tuple[Image.Image, tuple[int, int]]:
        piece = sprite(face, self.geometry.radius, self.theme)
        if ghost:
            piece = piece.copy()
            piece.putalpha(piece.getchannel("A").point([round(value * _GHOST) for value in range(256)]))
        half = half_of(self.geometry.radius)
        x, y = self.spots[point]
        under = self._empty.crop((x - half, y - half, x + half, y + half))
        return self.inks.overlay(under, piece), (x - half, y - half)

    def put_bar(self, canvas: Image.Image, bar: Bar, below: bool, bank: str = "") -> None:
        """Put a name bar above or below the board, and on it the time left on a clock where there is room.

        That changes more often than the bar, which is kept without it.
        """
        drawn = self._bars.get((bar, below))
        if drawn is None:
            drawn = drawn_bar(bar, self.geometry, self.theme, below)
            drawn = replace(drawn, picture=self.inks.flatten(drawn.picture))
            self._bars[bar, below] = drawn
            if len(self._bars) > _BARS:
                self._bars.popitem(last=False)
        top = self.geometry.height - self.geometry.bar if below else 0
        canvas.paste(drawn.picture, (1, top))
        if bank:
            told = self._bank(bank, bar.active)
            if corner := bank_corner(told, drawn, self.geometry, below):
                canvas.paste(told, (1 + corner[0], top + corner[1]))

    def _bank(self, bank: str, active: bool) -> Image.Image:
        picture = self._banks.get((bank, active))
        if picture is None:
            picture = self.inks.flatten(bank_picture(bank, active, self.geometry, self.theme))
            self._banks[bank, active] = picture
            if len(self._banks) > _BARS:
                self._banks.popitem(last=False)
        return picture


@lru_cache(maxsize=16)
def board_template_of(
    theme: str, family: str, board: Board, size: int, turned: bool, upright: bool, labels: Labels
) -> BoardTemplate:
    """The template for pictures of a kind."""
    return BoardTemplate(theme, family, board, size, turned, upright, labels)

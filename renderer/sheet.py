"""Several games in one picture: a small board of each at its start, with its name below."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from renderer.compose import picture_of
from renderer.pair import bare_board
from renderer.png import palette_png
from renderer.scene import SMALLEST, Scene
from renderer.text import shortened, writable, write
from renderer.themes import THEME

_ACROSS = 3
_LINE = 40
"""Height of a name in pixels."""
_LETTERS = 20
_COLOURS = 128
_GAP = 10
"""Between boards, in pixels."""


def draw_tile(scene: Scene) -> Image.Image:
    """A small board with the name of its game, as an RGB picture. Raises ValueError as ``draw`` does."""
    canvas, template = picture_of(scene)
    theme, board = template.theme, bare_board(canvas, template)
    tile = Image.new("RGB", (board.width, board.height + _LINE), theme.bar)
    tile.paste(board.convert("RGB"), (0, 0))
    name = shortened(writable(scene.game_name or scene.ruleset.name), _LETTERS, board.width - _LETTERS)
    write(ImageDraw.Draw(tile), (board.width // 2, board.height + _LINE // 2), name, _LETTERS, theme.name)
    return tile


def draw_sheet(tiles: Sequence[Image.Image], theme: str) -> bytes:
    """Tiles in rows of three, as a PNG file. Raises KeyError for a theme that does not exist."""
    rows = [tiles[first : first + _ACROSS] for first in range(0, len(tiles), _ACROSS)]
    heights = [max(tile.height for tile in row) for row in rows]
    width, height = _ACROSS * (SMALLEST + _GAP) + _GAP, sum(heights) + _GAP
    whole = Image.new("RGB", (width, height), THEME[theme].bar)
    bottom = _GAP
    for row, high in zip(rows, heights, strict=True):
        bottom += high
        left = (width - len(row) * (SMALLEST + _GAP) + _GAP) // 2
        for tile in row:
            whole.paste(tile, (left, bottom - tile.height))
            left += SMALLEST + _GAP
    few = whole.quantize(_COLOURS, dither=Image.Dither.NONE)
    lines = Image.new("P", (width + 1, height))  # a column more on the left, of colour 0, as ``palette_png`` wants it
    lines.paste(few, (1, 0))
    return palette_png(lines.tobytes(), width, height, bytes(few.getpalette() or ())[: 3 * _COLOURS])

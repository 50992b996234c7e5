"""Two boards in one picture, each under a line that says what it shows: the better move, and the one played."""

from dataclasses import dataclass, replace

from PIL import Image

from renderer.bars import Bar, bar_picture
from renderer.board_template import BoardTemplate
from renderer.brush import Colour, mix
from renderer.compose import picture_of
from renderer.describe import Say, by_key, fitting, sentences
from renderer.pieces import Face, face_of
from renderer.png import palette_png
from renderer.scene import Scene
from renderer.text import writable

_GAP = 0.02
"""Between the two boards, in shares of the width of one."""


@dataclass(frozen=True)
class Caption:
    """The line above a board: a short word in a pill, and the move."""

    pill: str
    text: str


@dataclass(frozen=True)
class Pair:
    """Two scenes of one ruleset, theme, size and orientation: ``better`` before the move, ``played`` after it.

    ``stacked`` puts one below the other instead of beside it, for narrow screens and wide boards.
    """

    better: Scene
    played: Scene
    captions: tuple[Caption, Caption]
    stacked: bool = False


def draw_pair(pair: Pair) -> bytes:
    """Both boards with their captions, as a PNG file. Raises ValueError as ``draw`` does."""
    scenes, side = (pair.better, pair.played), pair.better.position.turn
    face = _face(pair.better, side)
    parts = []
    for number, scene in enumerate(scenes):
        canvas, template = picture_of(scene)
        colour = template.theme.advice if number == 0 else template.theme.capture
        parts.append((_caption(pair.captions[number], face, template, colour), bare_board(canvas, template)))
    _, template = picture_of(pair.played)
    caption, board = parts[0]
    gap = round(board.width * _GAP)
    high = caption.height + board.height
    across, down = (0, high + gap) if pair.stacked else (board.width + gap, 0)
    width, height = board.width + across, high + down
    whole = template.inks.blank((width + 1, height))
    whole.paste(template.inks.index(template.theme.bar), (1, 0, width + 1, height))
    for number, (line, picture) in enumerate(parts):
        x, y = 1 + number * across, number * down
        whole.paste(line, (x, y))
        whole.paste(picture, (x, y + line.height))
    return palette_png(whole.tobytes(), width, height, template.inks.palette)


def describe_pair(pair: Pair, say: Say) -> str:
    """Both boards in at most 1,000 characters: the two moves first, then the position. ``say`` as for ``describe``."""
    first, second = pair.captions
    keyed = by_key(say)
    opening = keyed("better", pill=first.pill, text=first.text), keyed("played", pill=second.pill, text=second.text)
    return fitting((*opening, *sentences(pair.better, keyed)))


def bare_board(canvas: Image.Image, template: BoardTemplate) -> Image.Image:
    """A board without its name bars and the first column."""
    geometry = template.geometry
    return canvas.crop((1, geometry.bar, 1 + geometry.width, geometry.height - geometry.bar))


def _caption(caption: Caption, face: Face, template: BoardTemplate, colour: Colour) -> Image.Image:
    theme = replace(
        template.theme, pill=colour, pill_text=template.theme.outline, frame=mix(template.theme.bar, colour, 0.8)
    )
    bar = Bar(face, writable(caption.text), True, writable(caption.pill), face, 0, 0)
    return template.inks.flatten(bar_picture(bar, template.geometry, theme, below=False))


def _face(scene: Scene, side: int) -> Face:
    return face_of(scene.ruleset, next(kind.letter for kind in scene.ruleset.kinds if kind.side == side))

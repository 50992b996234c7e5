"""A match in one picture, to be passed on: how it ended, its course, and the positions in which it turned."""

from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from renderer.compose import picture_of
from renderer.describe import Say, by_key, fitting, sentences
from renderer.graph import Graph, course_told, strip
from renderer.pair import Caption, bare_board
from renderer.png import palette_png
from renderer.scene import SMALLEST, Scene
from renderer.text import length_of, shortened, writable, write
from renderer.themes import Theme

_MOST = 3
_GAP = 12
"""Between the small boards, in pixels."""
_LINE, _LETTERS = 34, 17
"""Height of a line above a small board, and of its letters, in pixels."""
_WIDTH = _MOST * SMALLEST + (_MOST - 1) * _GAP


@dataclass(frozen=True)
class Turned:
    """A position in which a match turned, with the move that was better, and the line above it."""

    scene: Scene
    caption: Caption


@dataclass(frozen=True)
class Share:
    """The end of a match, and at most three positions of it, of one ruleset, theme and orientation; between them its
    ``course``, where that is known. ``ratings`` are what it did to the rating of each side, empty where nothing.
    """

    end: Scene
    turned: tuple[Turned, ...]
    course: Graph | None = None
    ratings: tuple[str, str] = ("", "")


def draw_share(share: Share) -> bytes:
    """The picture, as a PNG file. Raises ValueError as ``draw`` does."""
    canvas, template = picture_of(replace(share.end, size=_WIDTH))
    inks = template.inks
    strips = [inks.flatten(_ratings(share, template.theme))] if any(share.ratings) else []
    strips += [inks.flatten(strip(replace(share.course, size=_WIDTH)))] if share.course else []
    parts = [_small(turned) for turned in share.turned[:_MOST]]
    top = canvas.height + sum(each.height for each in strips)
    height = top + (_GAP + max(part.height for part in parts) if parts else 0)
    whole = inks.blank((_WIDTH + 1, height))
    whole.paste(inks.index(template.theme.bar), (1, 0, _WIDTH + 1, height))
    whole.paste(canvas.crop((1, 0, *canvas.size)), (1, 0))
    down = canvas.height
    for each in strips:
        whole.paste(each, (1, down))
        down += each.height
    left = 1 + (_WIDTH + _GAP - len(parts) * (SMALLEST + _GAP)) // 2
    for part in parts:
        whole.paste(part, (left, top + _GAP))
        left += SMALLEST + _GAP
    return palette_png(whole.tobytes(), _WIDTH, height, inks.palette)


def describe_share(share: Share, say: Say) -> str:
    """The picture in at most 1,000 characters: the moves that turned it, the ratings, the end, its course.

    ``say`` as for ``describe``.
    """
    keyed = by_key(say)
    turns = (f"{each.caption.pill}: {each.caption.text}." for each in share.turned)
    course = course_told(share.course, keyed) if share.course else ()
    names, ratings = share.end.side_names, share.ratings
    rated = (keyed("result", side=names[side], result=ratings[side]) for side in (0, 1) if ratings[side])
    return fitting((*turns, *rated, *sentences(share.end, keyed), *course))


def _ratings(share: Share, theme: Theme) -> Image.Image:
    """A line with the rating of each side after the match, RGB, each in its half."""
    line, half = Image.new("RGB", (_WIDTH, _LINE), theme.bar), _WIDTH // 2
    for side in (0, 1):
        rating, scene = share.ratings[side], share.end
        name = writable(scene.names[side]) or writable(scene.side_names[side])
        name = shortened(name, _LETTERS, half - length_of(rating, _LETTERS) - 2 * _LETTERS)
        at = (half * side + half // 2, _LINE // 2)
        write(ImageDraw.Draw(line), at, f"{name} {rating}", _LETTERS, theme.name)
    return line


def _small(turned: Turned) -> Image.Image:
    """A small board below its line."""
    canvas, template = picture_of(replace(turned.scene, size=SMALLEST))
    board, theme = bare_board(canvas, template), template.theme
    line = Image.new("RGB", (board.width, _LINE), theme.bar)
    words = shortened(writable(f"{turned.caption.pill} · {turned.caption.text}"), _LETTERS, board.width - _LETTERS)
    write(ImageDraw.Draw(line), (board.width // 2, _LINE // 2), words, _LETTERS, theme.name)
    part = template.inks.blank((board.width, _LINE + board.height))
    part.paste(template.inks.flatten(line), (0, 0))
    part.paste(board, (0, _LINE))
    return part

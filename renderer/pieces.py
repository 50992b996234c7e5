"""The looks of each piece, and the RGBA sprite that comes of it; ``SPRITES`` has every drawing by its name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from PIL import Image

from engine.ruleset import Ruleset
from renderer.brush import Brush, Colour, Point, mix
from renderer.cats import draw_jaguar, draw_puma, draw_tiger
from renderer.folk import draw_hunter, draw_villager
from renderer.grazers import draw_buga, draw_hare
from renderer.herd import draw_disc, draw_dog, draw_goat
from renderer.themes import Body, Theme

TALLEST = 5
"""A stack of more pieces looks like one of so many; the number beside it tells the rest."""
_RISE = 0.15
"""How much higher each piece of a stack is, in radii."""
_IN_STACK = 0.85
"""The size of a piece in a stack."""
_HEADS = 2
_ASIDE = 0.44
"""Heads that are seen in a stack, and how far apart they look out, in radii."""
_Paint = Callable[[Brush, Theme, Body], None]
_Beast = Callable[[Brush, Theme], None]
_BLACK = (0, 0, 0)
_WHITE = (255, 255, 255)
_CROWN: tuple[Point, ...] = (
    *((-0.40, 0.30), (-0.52, -0.20), (-0.24, 0.04), (0.0, -0.36)),
    *((0.24, 0.04), (0.52, -0.20), (0.40, 0.30)),
)


@dataclass(frozen=True)
class Face:
    """The look of a piece: its drawing, the side that owns it, and its letter, drawn where there is no drawing.

    ``height`` is how many stand on each other, at most ``TALLEST``.
    """

    sprite: str
    side: int
    letter: str
    height: int = 1


@dataclass(frozen=True)
class Drawing:
    """The drawing of a piece, and the disc beneath it, shown once for each piece of a stack; a head has no disc."""

    paint: _Paint
    disc: _Paint | None = None


def face_of(ruleset: Ruleset, letter: str, height: int = 1) -> Face:
    """The look of the piece with this letter, or of the top of so many of them."""
    kind = ruleset.kind[letter]
    return Face(kind.figure.sprite, kind.side, kind.letter, min(height, TALLEST))


def half_of(radius: int) -> int:
    """Half the edge of a sprite, in pixels, for a piece of this radius: room for its shadow and a king's height."""
    return round(radius * 1.28) + 1


@lru_cache(maxsize=256)
def sprite(face: Face, radius: int, theme: Theme) -> Image.Image:
    """A piece of this radius (pixels) with its shadow, RGBA. It is cached: do not change it."""
    brush = Brush(half_of(radius), radius)
    paint_piece(brush, face, theme)
    return brush.finish()


def paint_piece(brush: Brush, face: Face, theme: Theme) -> None:
    """Draw a piece or stack of radius 1 around the brush's middle; one without a drawing is a disc with its letter."""
    body = theme.bodies[face.side]
    drawing = SPRITES.get(face.sprite) or Drawing(partial(_draw_letter, face.letter), _draw_plain)
    if face.height == 1:
        drawing.paint(brush, theme, body)
    elif drawing.disc:
        _draw_discs(brush, theme, body, face.height, drawing)
    else:
        _draw_heads(brush, theme, body, face.height, drawing)


def _draw_discs(brush: Brush, theme: Theme, body: Body, height: int, drawing: Drawing) -> None:
    """A stack seen from a little above: the edge of each disc below, and the piece on top."""
    assert drawing.disc
    bottom = (height - 1) * _RISE / 2
    for level in range(height):
        paint = drawing.disc if level < height - 1 else drawing.paint
        paint(brush.moved((0, bottom - level * _RISE), _IN_STACK), theme if level == 0 else _unshaded(theme), body)


def _draw_heads(brush: Brush, theme: Theme, body: Body, height: int, drawing: Drawing) -> None:
    """Heads that look over each other's shoulder."""
    behind = min(height, _HEADS) - 1
    for level in range(behind + 1):
        aside = (behind / 2 - level) * _ASIDE
        drawing.paint(brush.moved((-aside, -aside * 0.75), _IN_STACK), theme, body)


@lru_cache(maxsize=8)
def _unshaded(theme: Theme) -> Theme:
    return replace(theme, shadow=0)


def _draw_man(brush: Brush, theme: Theme, body: Body) -> None:
    _draw_plain(brush, theme, body)
    if body.boss:
        _draw_boss(brush, theme, body, body.boss)


def _draw_plain(brush: Brush, theme: Theme, body: Body) -> None:
    _draw_shadow(brush, theme, (0.03, 0.09), 1.0)
    _draw_body(brush, theme, body, (0, 0), 1.0)


def _draw_king(brush: Brush, theme: Theme, body: Body) -> None:
    _draw_pile(brush, theme, body, (0.13, -0.10), 0.96)
    _draw_crown(brush, theme, body, (0, -0.19), 1.0)


def _draw_great_king(brush: Brush, theme: Theme, body: Body) -> None:
    """Crowned twice: one piece more, and a crown above the other within a ring."""
    _draw_pile(brush, theme, body, (0.24, 0.05, -0.14), 0.93)
    brush.ring((0, -0.14), 0.78, 0.20, body.crown_edge)
    brush.ring((0, -0.14), 0.78, 0.11, body.crown)
    _draw_crown(brush, theme, body, (0, 0.11), 0.72)
    _draw_crown(brush, theme, body, (0, -0.44), 0.72)


def _draw_pile(brush: Brush, theme: Theme, body: Body, heights: Sequence[float], radius: float) -> None:
    """Pieces on each other, the lowest first, at these heights."""
    _draw_shadow(brush, theme, (0.03, heights[0] + 0.08), radius + 0.01)
    for level, height in enumerate(heights):
        if level and theme.flat and body.boss:
            brush.disc((0, height), radius + 0.04, body.groove)
        _draw_body(brush, theme, body, (0, height), radius)


def _draw_crown(brush: Brush, theme: Theme, body: Body, at: Point, size: float) -> None:
    brush = brush.moved(at, size)
    width = 0.055 + theme.edge / 3
    brush.shape(
        _CROWN, body.crown, None if theme.flat else mix(body.crown, body.crown_edge, 0.25), width, body.crown_edge
    )
    for x, y in (_CROWN[1], _CROWN[3], _CROWN[5]):
        brush.disc((x, y), 0.075 + width, body.crown_edge)
        brush.disc((x, y), 0.075, body.crown)
    brush.stroke([(-0.34, 0.19), (0.34, 0.19)], 0.05, body.crown_edge)


def _draw_letter(letter: str, brush: Brush, theme: Theme, body: Body) -> None:
    _draw_plain(brush, theme, body)
    brush.letter(letter.upper(), 1.1, body.edge if body.boss is None else body.crown)


def _draw_body(brush: Brush, theme: Theme, body: Body, at: Point, radius: float) -> None:
    x, y = at
    brush.disc(at, radius, body.edge)
    brush.disc(at, radius - theme.edge, body.top, body.low)
    if theme.flat:
        brush.ring(at, radius * (0.70 if body.boss else 0.74), 0.05 + theme.edge / 8, body.groove)
        return
    brush.disc(at, radius * 0.80, body.face, body.face_low)
    brush.ring((x, y + 0.01), radius * 0.74, 0.035 + theme.edge / 4, body.groove)
    brush.ring((x, y + 0.035), radius * 0.74, 0.02, mix(body.face, _WHITE, 0.06 if body.boss else 0.45))


def _draw_boss(brush: Brush, theme: Theme, body: Body, boss: Colour) -> None:
    if theme.flat:
        brush.disc((0, 0), 0.33, boss)
        return
    brush.disc((0, 0.02), 0.37, _BLACK)
    brush.disc((0, 0), 0.33, mix(boss, _WHITE, 0.12), mix(boss, body.low, 0.45))


def _draw_shadow(brush: Brush, theme: Theme, at: Point, radius: float) -> None:
    if theme.shadow:
        brush.disc(at, radius, _BLACK, alpha=theme.shadow)


def _head(draw: _Beast) -> Drawing:
    return Drawing(lambda brush, theme, _: draw(brush, theme))


def _on_disc(draw: _Beast) -> Drawing:
    return Drawing(lambda brush, theme, _: draw(brush, theme), lambda brush, theme, _: draw_disc(brush, theme))


SPRITES: Mapping[str, Drawing] = {
    "man": Drawing(_draw_man, _draw_plain),
    "king": Drawing(_draw_king, _draw_plain),
    "great king": Drawing(_draw_great_king, _draw_plain),
    "tiger": _head(draw_tiger),
    "jaguar": _head(draw_jaguar),
    "puma": _head(draw_puma),
    "hare": _head(draw_hare),
    "buga": _head(draw_buga),
    "goat": _on_disc(draw_goat),
    "dog": _on_disc(draw_dog),
    "hunter": _on_disc(draw_hunter),
    "villager": _on_disc(draw_villager),
}
"""Every drawing of a piece, by the name that a ruleset gives it."""

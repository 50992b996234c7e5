"""How each piece looks, and the RGBA sprite that comes of it; ``SPRITES`` has every drawing by its name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.ruleset import Ruleset
from renderer.beasts import draw_dog, draw_goat, draw_jaguar, draw_tiger
from renderer.brush import Brush, Colour, Point, mix
from renderer.themes import Body, Theme

_BLACK = (0, 0, 0)
_WHITE = (255, 255, 255)
_CROWN: tuple[Point, ...] = (
    *((-0.40, 0.30), (-0.52, -0.20), (-0.24, 0.04), (0.0, -0.36)),
    *((0.24, 0.04), (0.52, -0.20), (0.40, 0.30)),
)


@dataclass(frozen=True)
class Face:
    """What a piece looks like: its drawing, the side that owns it, and its letter, shown without one."""

    sprite: str
    side: int
    letter: str


def face_of(ruleset: Ruleset, letter: str) -> Face:
    """What the piece with this letter looks like."""
    kind = ruleset.kind[letter]
    return Face(kind.figure.sprite, kind.side, kind.letter)


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
    """Draw a piece of radius 1 around the brush's middle; one without a drawing is a disc with its letter."""
    body = theme.bodies[face.side]
    if face.sprite in SPRITES:
        SPRITES[face.sprite](brush, theme, body)
    else:
        _draw_letter(brush, theme, body, face.letter)


def _draw_man(brush: Brush, theme: Theme, body: Body) -> None:
    _draw_shadow(brush, theme, (0.03, 0.09), 1.0)
    _draw_body(brush, theme, body, (0, 0), 1.0)
    if body.boss:
        _draw_boss(brush, theme, body, body.boss)


def _draw_king(brush: Brush, theme: Theme, body: Body) -> None:
    _draw_shadow(brush, theme, (0.03, 0.21), 0.97)
    _draw_body(brush, theme, body, (0, 0.13), 0.96)
    if theme.flat and body.boss:
        brush.disc((0, -0.10), 1.0, body.groove)
    _draw_body(brush, theme, body, (0, -0.10), 0.96)
    crown = [(x, y - 0.09) for x, y in _CROWN]
    width = 0.055 + theme.edge / 3
    brush.shape(
        crown, body.crown, None if theme.flat else mix(body.crown, body.crown_edge, 0.25), width, body.crown_edge
    )
    for x, y in (crown[1], crown[3], crown[5]):
        brush.disc((x, y), 0.075 + width, body.crown_edge)
        brush.disc((x, y), 0.075, body.crown)
    brush.stroke([(-0.34, 0.10), (0.34, 0.10)], 0.05, body.crown_edge)


def _draw_letter(brush: Brush, theme: Theme, body: Body, letter: str) -> None:
    _draw_shadow(brush, theme, (0.03, 0.09), 1.0)
    _draw_body(brush, theme, body, (0, 0), 1.0)
    brush.letter(letter.upper(), 1.1, body.edge if body.boss is None else body.boss)


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


SPRITES: Mapping[str, Callable[[Brush, Theme, Body], None]] = {
    "man": _draw_man,
    "king": _draw_king,
    "tiger": lambda brush, theme, _: draw_tiger(brush, theme),
    "goat": lambda brush, theme, _: draw_goat(brush, theme),
    "jaguar": lambda brush, theme, _: draw_jaguar(brush, theme),
    "dog": lambda brush, theme, _: draw_dog(brush, theme),
}
"""Every drawing of a piece, by the name that a ruleset gives it."""

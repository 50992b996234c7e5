"""Goat and dog, the many of the hunting games: heads seen from the front, each on a disc."""

from renderer.brush import Brush, flip, mirrored, mix, oval, smooth
from renderer.themes import Theme

_BLACK = (0, 0, 0)


def draw_goat(brush: Brush, theme: Theme) -> None:
    """A horned head on a disc."""
    goat = theme.goat
    draw_disc(brush, theme)
    _goat_horns(brush, theme)
    _goat_ears(brush, theme)
    beard = smooth([(-0.15, 0.52), (-0.10, 0.78), (0.0, 0.97), (0.10, 0.78), (0.15, 0.52)])
    brush.shape(beard, goat.shade, goat.coat, line_of(theme), goat.ink)
    head = smooth(
        mirrored(
            [
                *((0.0, -0.52), (0.20, -0.50), (0.34, -0.32), (0.335, -0.08), (0.26, 0.20)),
                *((0.235, 0.46), (0.20, 0.63), (0.0, 0.71)),
            ]
        )
    )
    brush.shape(head, goat.coat, mix(goat.coat, goat.shade, 0.5), line_of(theme), goat.ink)
    _goat_face(brush, theme)


def draw_disc(brush: Brush, theme: Theme) -> None:
    """Draw the disc under the head of one of many."""
    goat = theme.goat
    if theme.shadow:
        brush.disc((0.03, 0.09), 1.0, _BLACK, alpha=theme.shadow)
    brush.disc((0, 0), 1.0, goat.ink)
    brush.disc((0, 0), 1.0 - theme.edge, goat.disc, goat.disc_low)
    brush.ring((0, 0), 0.86, 0.03 + theme.edge / 5, goat.rim)


def line_of(theme: Theme) -> float:
    """The width of an outline."""
    return 0.035 + theme.edge / 4


def _goat_horns(brush: Brush, theme: Theme) -> None:
    goat = theme.goat
    outer = [(0.06, -0.44), (0.10, -0.70), (0.27, -0.89), (0.49, -0.92), (0.66, -0.78), (0.70, -0.56)]
    inner = [(0.59, -0.66), (0.47, -0.72), (0.38, -0.66), (0.33, -0.52), (0.31, -0.38)]
    horn = [*smooth(outer, closed=False), *smooth(inner, closed=False)]
    for shape in (horn, flip(horn)):
        brush.shape(shape, goat.horn, mix(goat.horn, goat.horn_low, 0.6), line_of(theme), goat.ink)
    for start, end in (((0.10, -0.66), (0.34, -0.57)), ((0.20, -0.83), (0.39, -0.68)), ((0.41, -0.91), (0.47, -0.74))):
        for side in (-1, 1):
            brush.stroke([(side * start[0], start[1]), (side * end[0], end[1])], 0.035, goat.horn_low)


def _goat_ears(brush: Brush, theme: Theme) -> None:
    goat = theme.goat
    ear = smooth(
        [(0.26, -0.30), (0.50, -0.37), (0.74, -0.29), (0.86, -0.15), (0.66, -0.07), (0.42, -0.08), (0.28, -0.12)]
    )
    lining = smooth([(0.36, -0.22), (0.56, -0.27), (0.74, -0.17), (0.56, -0.13), (0.40, -0.14)])
    for shape, hole in ((ear, lining), (flip(ear), flip(lining))):
        brush.shape(shape, goat.coat, goat.shade, line_of(theme), goat.ink)
        brush.shape(hole, goat.ear)


def _goat_face(brush: Brush, theme: Theme) -> None:
    goat = theme.goat
    blaze = smooth(
        [
            (0.0, -0.46),
            (0.11, -0.30),
            (0.09, 0.05),
            (0.12, 0.34),
            (0.0, 0.40),
            (-0.12, 0.34),
            (-0.09, 0.05),
            (-0.11, -0.30),
        ]
    )
    brush.shape(blaze, goat.shade, goat.coat)
    for side in (-1, 1):
        brush.shape(oval((side * 0.205, -0.14), 0.12, 0.092, side * 0.3), goat.ink)
        brush.shape(oval((side * 0.205, -0.14), 0.082, 0.058, side * 0.3), goat.eye)
        brush.stroke([(side * 0.165, -0.14), (side * 0.245, -0.14)], 0.045, goat.ink)
        nostril = [(side * 0.055, 0.475), (side * 0.11, 0.44)]
        brush.stroke(nostril, 0.05, goat.ink)
        lip = smooth([(0.0, 0.585), (side * 0.07, 0.61), (side * 0.13, 0.575)], closed=False)
        brush.stroke(lip, 0.035, goat.ink)
    brush.stroke([(0, 0.50), (0, 0.58)], 0.035, goat.ink)


def draw_dog(brush: Brush, theme: Theme) -> None:
    """A head with hanging ears, a dark muzzle and its tongue out, on a disc."""
    goat = theme.goat
    draw_disc(brush, theme)
    tongue = smooth([(-0.11, 0.52), (-0.12, 0.74), (0.0, 0.86), (0.12, 0.74), (0.11, 0.52)])
    brush.shape(tongue, goat.ear, mix(goat.ear, goat.ink, 0.2), line_of(theme), goat.ink)
    head = smooth(
        mirrored(
            [
                *((0.0, -0.62), (0.28, -0.60), (0.47, -0.40), (0.47, -0.10), (0.38, 0.16)),
                *((0.30, 0.44), (0.20, 0.60), (0.0, 0.65)),
            ]
        )
    )
    brush.shape(head, goat.coat, mix(goat.coat, goat.shade, 0.5), line_of(theme), goat.ink)
    ear = smooth([(0.30, -0.62), (0.52, -0.60), (0.74, -0.36), (0.76, 0.02), (0.64, 0.24), (0.50, 0.08), (0.42, -0.24)])
    for shape in (ear, flip(ear)):
        brush.shape(shape, goat.horn, goat.horn_low, line_of(theme), goat.ink)
    _dog_face(brush, theme)


def _dog_face(brush: Brush, theme: Theme) -> None:
    goat = theme.goat
    patch = smooth([(0.10, -0.40), (0.34, -0.42), (0.42, -0.16), (0.28, 0.06), (0.10, -0.02)])
    brush.shape(patch, goat.horn, mix(goat.horn, goat.horn_low, 0.4))
    for side in (-1, 1):
        brush.disc((side * 0.22, -0.18), 0.105, goat.ink)
        brush.disc((side * 0.22, -0.18), 0.07, goat.eye)
        brush.disc((side * 0.21, -0.18), 0.045, goat.ink)
        lip = smooth([(0.0, 0.44), (side * 0.12, 0.52), (side * 0.24, 0.45)], closed=False)
        brush.stroke(lip, 0.04, goat.ink)
    nose = smooth([(0.0, 0.12), (0.15, 0.14), (0.17, 0.22), (0.06, 0.32), (-0.06, 0.32), (-0.17, 0.22), (-0.15, 0.14)])
    brush.shape(nose, goat.ink)
    brush.stroke([(0, 0.30), (0, 0.44)], 0.04, goat.ink)

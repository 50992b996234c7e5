"""Hare and buga, the few of their games, bare heads seen from the front: long ears, and the antlers of a stag."""

from renderer.brush import Brush, Point, both, flip, mirrored, mix, oval, smooth
from renderer.themes import Coat, Theme

_BLACK = (0, 0, 0)
_WHITE = (255, 255, 255)
_BEAM: tuple[Point, ...] = ((0.15, -0.42), (0.30, -0.60), (0.52, -0.70), (0.76, -0.80), (0.86, -1.04))
_TINES: tuple[tuple[Point, ...], ...] = (
    ((0.26, -0.57), (0.24, -0.80), (0.32, -1.00)),
    ((0.54, -0.71), (0.52, -0.92), (0.60, -1.10)),
    ((0.76, -0.80), (0.94, -0.78), (1.06, -0.86)),
)


def draw_hare(brush: Brush, theme: Theme) -> None:
    """A round head under two long ears."""
    coat, width = theme.hare, _line(theme)
    if theme.shadow:
        brush.disc((0.03, 0.42), 0.74, _BLACK, alpha=theme.shadow)
    ear = smooth(
        [(0.12, -0.10), (0.16, -0.60), (0.32, -1.06), (0.52, -1.16), (0.66, -0.94), (0.60, -0.44), (0.46, 0.0)]
    )
    lining = smooth([(0.27, -0.20), (0.30, -0.60), (0.42, -0.92), (0.52, -0.86), (0.50, -0.50), (0.41, -0.14)])
    for shape, hole in ((ear, lining), (flip(ear), flip(lining))):
        brush.shape(shape, coat.fur, coat.fur_low, width, coat.ink)
        brush.shape(hole, coat.ear)
    head = smooth(
        mirrored(
            [
                *((0.0, -0.24), (0.34, -0.20), (0.62, 0.04), (0.76, 0.36), (0.74, 0.66)),
                *((0.52, 0.92), (0.24, 1.02), (0.0, 1.04)),
            ]
        )
    )
    brush.shape(head, coat.fur, coat.fur_low, width, coat.ink)
    both(brush, oval((0.56, 0.66), 0.18, 0.22, 0.5), coat.light)
    for side in (-1, 1):
        brush.shape(oval((side * 0.20, 0.66), 0.25, 0.22), coat.light)
    teeth = [(-0.10, 0.78), (0.10, 0.78), (0.09, 0.97), (-0.09, 0.97)]
    brush.shape(teeth, _WHITE, None, 0.025, coat.ink)
    brush.stroke([(0, 0.80), (0, 0.95)], 0.03, coat.ink)
    both(brush, oval((0.42, 0.20), 0.165, 0.19, 0.15), coat.light)
    for side in (-1, 1):
        brush.shape(oval((side * 0.42, 0.21), 0.125, 0.15, side * 0.15), coat.ink)
        brush.disc((side * 0.42 + 0.04, 0.15), 0.05, coat.eye)
        lip = smooth([(0.0, 0.66), (side * 0.11, 0.76), (side * 0.26, 0.72)], closed=False)
        brush.stroke(lip, 0.045, coat.ink)
    brush.shape(smooth([(-0.13, 0.47), (0.13, 0.47), (0.0, 0.63)]), coat.nose, None, 0.03, coat.ink)
    brush.stroke([(0, 0.62), (0, 0.68)], 0.045, coat.ink)


def draw_buga(brush: Brush, theme: Theme) -> None:
    """A long head under antlers."""
    coat, width = theme.buga, _line(theme)
    if theme.shadow:
        brush.disc((0.04, 0.72), 0.46, _BLACK, alpha=theme.shadow)
    _draw_antlers(brush, coat, width)
    ear = smooth(
        [(0.28, -0.26), (0.52, -0.42), (0.84, -0.44), (1.02, -0.34), (0.86, -0.14), (0.56, -0.02), (0.32, -0.02)]
    )
    lining = smooth([(0.44, -0.18), (0.64, -0.31), (0.86, -0.33), (0.74, -0.18), (0.54, -0.10)])
    for shape, hole in ((ear, lining), (flip(ear), flip(lining))):
        brush.shape(shape, coat.fur, coat.fur_low, width, coat.ink)
        brush.shape(hole, coat.light)
    head = smooth(
        mirrored(
            [
                *((0.0, -0.52), (0.28, -0.48), (0.46, -0.22), (0.46, 0.08), (0.36, 0.40)),
                *((0.32, 0.66), (0.30, 0.90), (0.16, 1.06), (0.0, 1.09)),
            ]
        )
    )
    brush.shape(head, coat.fur, coat.fur_low, width, coat.ink)
    brush.shape(smooth(mirrored([(0.0, 0.44), (0.22, 0.58), (0.26, 0.86), (0.12, 1.02), (0.0, 1.05)])), coat.light)
    both(brush, oval((0.27, -0.16), 0.15, 0.15), coat.light)
    for side in (-1, 1):
        brush.shape(oval((side * 0.28, -0.08), 0.115, 0.13, side * 0.3), coat.ink)
        brush.disc((side * 0.28 + 0.035, -0.13), 0.045, coat.eye)
        lip = smooth([(0.0, 0.92), (side * 0.08, 0.96), (side * 0.17, 0.91)], closed=False)
        brush.stroke(lip, 0.04, coat.ink)
    nose = smooth(mirrored([(0.0, 0.58), (0.14, 0.58), (0.20, 0.67), (0.08, 0.79), (0.0, 0.80)]))
    brush.shape(nose, coat.nose, mix(coat.nose, coat.ink, 0.5), 0.03, coat.ink)
    brush.stroke([(0, 0.80), (0, 0.92)], 0.04, coat.ink)


def _draw_antlers(brush: Brush, coat: Coat, width: float) -> None:
    branches = [(smooth(_BEAM, closed=False), 0.15), *((smooth(tine, closed=False), 0.12) for tine in _TINES)]
    for ink, more in ((coat.ink, 2 * width), (coat.ear, 0.0)):
        for branch, thick in branches:
            for shape in (branch, flip(branch)):
                brush.stroke(shape, thick + more, ink)


def _line(theme: Theme) -> float:
    return 0.05 + theme.edge / 3

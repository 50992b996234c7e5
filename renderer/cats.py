"""The great cats of the hunting games, bare heads seen from the front: tiger, jaguar and puma."""

from collections.abc import Callable

from renderer.brush import Brush, Colour, both, mirrored, mix, oval, smooth
from renderer.themes import Coat, Theme

_BLACK = (0, 0, 0)
_WHITE = (255, 255, 255)


def draw_tiger(brush: Brush, theme: Theme) -> None:
    """A head with stripes."""
    _draw_cat(brush, theme, theme.tiger, _stripes)


def draw_jaguar(brush: Brush, theme: Theme) -> None:
    """A head with rosettes."""
    _draw_cat(brush, theme, theme.jaguar, _rosettes)


def draw_puma(brush: Brush, theme: Theme) -> None:
    """A plain head with dark bars beside a white muzzle."""
    _draw_cat(brush, theme, theme.puma, _bars)


def _draw_cat(brush: Brush, theme: Theme, coat: Coat, markings: Callable[[Brush, Coat], None]) -> None:
    """The head of a great cat; ``markings`` draws what is on its fur."""
    if theme.shadow:
        brush.disc((0.03, 0.20), 0.93, _BLACK, alpha=theme.shadow)
    width = 0.05 + theme.edge / 3
    for side in (-1, 1):
        brush.disc((side * 0.66, -0.66), 0.34, coat.ink)
        brush.disc((side * 0.66, -0.66), 0.34 - width, coat.fur)
        brush.disc((side * 0.64, -0.62), 0.19, coat.ear)
    face = smooth(
        mirrored(
            [
                *((0.0, -0.84), (0.40, -0.80), (0.72, -0.56), (0.88, -0.18), (0.92, 0.10)),
                *((1.03, 0.36), (0.84, 0.50), (0.74, 0.70), (0.44, 0.88), (0.0, 0.98)),
            ]
        )
    )
    brush.shape(face, coat.fur, coat.fur_low, width, coat.ink)
    _pale_fur(brush, coat.light)
    markings(brush, coat)
    _eyes(brush, coat)
    _muzzle(brush, coat)


def _pale_fur(brush: Brush, light: Colour) -> None:
    """Over the eyes, on the cheeks, and the chin."""
    both(brush, oval((0.36, -0.36), 0.19, 0.15, 0.35), light)
    cheek = smooth([(0.52, 0.30), (0.80, 0.24), (0.95, 0.37), (0.78, 0.46), (0.68, 0.66), (0.42, 0.80), (0.30, 0.62)])
    both(brush, cheek, light)
    brush.shape(oval((0, 0.76), 0.34, 0.19), light)


def _stripes(brush: Brush, coat: Coat) -> None:
    brush.shape([(-0.085, -0.84), (0.085, -0.84), (0.0, -0.36)], coat.ink)
    for stripe in (
        [(0.20, -0.84), (0.35, -0.81), (0.155, -0.47)],
        [(0.88, -0.24), (0.905, -0.08), (0.60, -0.08)],
        [(0.92, 0.04), (0.965, 0.19), (0.63, 0.11)],
        [(0.94, 0.45), (0.83, 0.53), (0.60, 0.33)],
        [(0.72, -0.58), (0.82, -0.40), (0.58, -0.34)],
    ):
        both(brush, stripe, coat.ink)


def _rosettes(brush: Brush, coat: Coat) -> None:
    """Broken rings with a darker middle on the brow and the cheeks, plain spots between them."""
    for x, y, radius in ((0.0, -0.62, 0.14), (0.35, -0.64, 0.13), (0.70, -0.30, 0.12), (0.81, 0.04, 0.11)):
        for side in (-1, 1) if x else (1,):
            brush.disc((side * x, y), radius, coat.ink)
            brush.disc((side * x, y), radius * 0.55, mix(coat.fur, coat.ink, 0.25))
            brush.stroke([(side * x, y), (side * (x + radius), y - radius)], radius * 0.5, coat.fur)
    for x, y in ((0.17, -0.77), (0.17, -0.43), (0.56, -0.52), (0.62, -0.08), (0.92, 0.24), (0.68, 0.20)):
        both(brush, oval((x, y), 0.06, 0.055), coat.ink)


def _bars(brush: Brush, coat: Coat) -> None:
    """From the inner corners of the eyes down both sides of the muzzle, and a dark tip on each ear."""
    bar = smooth([(0.22, 0.02), (0.32, 0.10), (0.52, 0.36), (0.50, 0.60), (0.42, 0.62), (0.34, 0.36)])
    both(brush, bar, mix(coat.ink, coat.fur_low, 0.25))
    both(brush, smooth([(0.56, -0.96), (0.78, -0.97), (0.94, -0.80), (0.80, -0.86)]), coat.ink)
    both(brush, smooth([(0.05, -0.74), (0.16, -0.70), (0.09, -0.36), (0.03, -0.40)]), mix(coat.fur, coat.ink, 0.3))


def _eyes(brush: Brush, coat: Coat) -> None:
    for side in (-1, 1):
        brush.shape(oval((side * 0.36, -0.13), 0.205, 0.185, side * 0.2), coat.ink)
        brush.shape(oval((side * 0.355, -0.12), 0.16, 0.14, side * 0.2), coat.eye)
        brush.disc((side * 0.34, -0.12), 0.088, coat.ink)
        brush.disc((side * 0.34 + 0.035, -0.16), 0.034, _WHITE)


def _muzzle(brush: Brush, coat: Coat) -> None:
    bridge = [(-0.13, -0.04), (0.13, -0.04), (0.17, 0.26), (-0.17, 0.26)]
    brush.shape(smooth(bridge), mix(coat.fur, coat.light, 0.25), coat.fur)
    for side in (-1, 1):
        brush.shape(oval((side * 0.195, 0.50), 0.255, 0.215), coat.light)
    nose = smooth(
        [(0, 0.20), (0.16, 0.19), (0.20, 0.27), (0.07, 0.40), (0, 0.43), (-0.07, 0.40), (-0.20, 0.27), (-0.16, 0.19)]
    )
    brush.shape(nose, coat.nose, mix(coat.nose, coat.ink, 0.5), 0.03, coat.ink)
    brush.stroke([(0, 0.42), (0, 0.55)], 0.045, coat.ink)
    for side in (-1, 1):
        smile = smooth([(0, 0.55), (side * 0.13, 0.635), (side * 0.28, 0.61), (side * 0.36, 0.53)], closed=False)
        brush.stroke(smile, 0.045, coat.ink)
        for spot in ((0.20, 0.44), (0.30, 0.49), (0.21, 0.53)):
            brush.disc((side * spot[0], spot[1]), 0.022, coat.ink)

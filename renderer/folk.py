"""The people of the hunting games, each on a disc: a hunter with cap and bow, a villager under a wide hat."""

from renderer.brush import Brush, flip, mirrored, mix, oval, smooth
from renderer.herd import draw_disc, line_of
from renderer.themes import Theme


def draw_hunter(brush: Brush, theme: Theme) -> None:
    """A cap with a feather, and a bow at the side."""
    folk, width = theme.folk, line_of(theme)
    draw_disc(brush, theme)
    bow = smooth([(0.38, -0.78), (0.70, -0.56), (0.82, 0.0), (0.70, 0.56), (0.38, 0.78)], closed=False)
    brush.stroke([bow[0], bow[-1]], 0.035, folk.skin)
    brush.stroke(bow, 0.10 + 2 * width, folk.ink)
    brush.stroke(bow, 0.10, folk.straw)
    _draw_person(brush, theme, -0.08)
    cap = smooth(
        [(-0.64, -0.12), (-0.54, -0.46), (-0.24, -0.74), (0.10, -0.66), (0.22, -0.30), (0.52, -0.10), (0.10, -0.20)]
    )
    brush.shape(cap, folk.cloth, folk.cloth_low, width, folk.ink)
    feather = [(-0.36, -0.36), (-0.50, -0.64), (-0.74, -0.80), (-0.70, -0.52), (-0.52, -0.36)]
    brush.shape(smooth(feather), folk.sash, None, width * 0.8, folk.ink)


def draw_villager(brush: Brush, theme: Theme) -> None:
    """A wide hat of straw that comes to a point."""
    folk, width = theme.folk, line_of(theme)
    draw_disc(brush, theme)
    _draw_person(brush, theme, 0.0)
    hat = smooth(
        mirrored([(0.0, -0.80), (0.16, -0.70), (0.82, -0.10), (0.74, -0.02), (0.40, -0.08), (0.0, -0.12)]), steps=4
    )
    brush.shape(hat, folk.straw, folk.straw_low, width, folk.ink)
    for straw in ([(0.06, -0.66), (0.22, -0.16)], [(0.14, -0.64), (0.52, -0.14)]):
        for stalk in (straw, flip(straw)):
            brush.stroke(stalk, 0.035, mix(folk.straw_low, folk.ink, 0.45))


def _draw_person(brush: Brush, theme: Theme, x: float) -> None:
    """Shoulders, and a face around ``x`` in the middle of the disc."""
    folk, width = theme.folk, line_of(theme)
    shoulders = smooth(mirrored([(0.0, 0.36), (0.34, 0.42), (0.60, 0.62), (0.56, 0.72), (0.30, 0.88), (0.0, 0.92)]))
    brush.shape([(x + across, down) for across, down in shoulders], folk.cloth, folk.cloth_low, width, folk.ink)
    brush.shape(oval((x, 0.10), 0.36, 0.42), folk.skin, folk.skin_low, width, folk.ink)
    for side in (-1, 1):
        brush.shape(oval((x + side * 0.15, 0.10), 0.055, 0.075), folk.ink)
    brush.stroke([(x, 0.14), (x + 0.04, 0.24), (x - 0.02, 0.25)], 0.035, mix(folk.skin_low, folk.ink, 0.5))
    brush.stroke(smooth([(x - 0.13, 0.33), (x, 0.39), (x + 0.13, 0.33)], closed=False), 0.045, folk.ink)

"""Marks and pieces of the live board are seen on every ground: 3 to 1, over the colours of all themes."""

import re
from collections import Counter
from functools import cache
from importlib import resources
from io import BytesIO

import pytest
from PIL import Image

from engine.games import find_ruleset, rulesets
from engine.ruleset import Kind
from renderer import THEMES, FollowingView, draw_ground, draw_piece, live_board
from tests.suites import quick_first

STYLE = resources.files("bot.platforms.web").joinpath("static", "style")
STYLES = "".join(STYLE.joinpath(name).read_text() for name in ("pages.css", "board.css"))
COLOURS = dict(re.findall(r"(--[a-z-]+): (#[0-9a-f]+);", STYLES))
CASED = {
    "--mark": "--casing",
    "--mark-take": "--casing",
    "--mark-stop": "--casing",
    "--mark-drawn": "--casing",
    "--mark-planned": "--casing",
    "--mark-last": "--casing-dark",
}
"""The colours of the marks, with that of the line around each."""
LEAST = 3.0
SHARE = 0.08
"""So much of a piece at least stands out from its ground; a thin outline alone has more."""
SOLID = 250
"""The alpha of what is no shadow of a piece, and no soft edge."""
OF_EACH_FAMILY = [*{each.family: each.key for each in rulesets()}.values()]
OF_EACH_KIND = [*{kind.figure: (each.key, kind) for each in rulesets() for kind in each.kinds}.values()]
Colour = tuple[int, int, int]


def rgb(text: str) -> Colour:
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


@cache
def lightness(colour: Colour) -> float:
    """The relative luminance, as WCAG has it."""
    shares = [each / 255 for each in colour]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((lightness(one), lightness(other)))
    return (high + 0.05) / (low + 0.05)


def opened(file: bytes) -> Image.Image:
    return Image.open(BytesIO(file))


def colours(picture: Image.Image) -> Counter[tuple[int, ...]]:
    """The number of pixels of each colour that a picture has."""
    found = picture.getcolors(picture.width * picture.height)
    assert found is not None
    return Counter({colour: count for count, colour in found if isinstance(colour, tuple)})


@cache
def grounds(key: str, theme: str) -> set[Colour]:
    """The colours around the points of a board, each the most frequent one beside its point's lines."""
    view = FollowingView(find_ruleset(key), 0, upright=False)
    board, picture = live_board(view), opened(draw_ground(view, theme, 1)).convert("RGB")
    found = set()
    for x, y in board.points:
        around = picture.crop((x - board.radius, y - board.radius, x + board.radius, y + board.radius))
        ((red, green, blue),) = [colour for colour, _ in colours(around).most_common(1)]
        found.add((red, green, blue))
    return found


def test_a_mark_and_its_casing_differ_in_lightness() -> None:
    for mark, casing in CASED.items():
        assert contrast(rgb(COLOURS[mark]), rgb(COLOURS[casing])) >= LEAST, mark


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", quick_first(OF_EACH_FAMILY, "their grounds have the same colours"))
def test_every_mark_is_seen_on_every_ground(key: str, theme: str) -> None:
    for ground in grounds(key, theme):
        for mark, casing in CASED.items():
            seen = max(contrast(rgb(COLOURS[each]), ground) for each in (mark, casing))
            assert seen >= LEAST, f"{mark} on {ground}: {seen:.1f}"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("key", "kind"), OF_EACH_KIND, ids=lambda each: getattr(each, "letter", each))
def test_every_piece_is_seen_on_its_ground(key: str, kind: Kind, theme: str) -> None:
    view = FollowingView(find_ruleset(key), 0, upright=False)
    piece = opened(draw_piece(view, kind.letter, 1, theme, 1)).convert("RGBA")
    solid: Counter[Colour] = Counter()
    for (red, green, blue, alpha), count in colours(piece).items():
        if alpha > SOLID:
            solid[red, green, blue] += count
    for ground in grounds(key, theme):
        seen = sum(count for colour, count in solid.items() if contrast(colour, ground) >= LEAST)
        share = seen / solid.total()
        assert share >= SHARE, f"{share:.2f} of {kind.letter} on {ground}"

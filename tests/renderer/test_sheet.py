"""The picture of a family: a small board of each of its games."""

import io

import pytest
from PIL import Image

from engine.games import rulesets
from engine.position import start_position
from engine.ruleset import Family
from renderer import SMALLEST, THEMES, Scene, draw_sheet, draw_tile


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("count", [1, 3, 4, 10])
def test_every_tile_stands_whole_in_the_picture(count: int) -> None:
    colours = [(20 * number + 40, 255 - 20 * number, 90) for number in range(count)]
    tiles = [Image.new("RGB", (SMALLEST, 150 + 30 * (number % 4)), colour) for number, colour in enumerate(colours)]
    seen = {colour: many for many, colour in opened(draw_sheet(tiles, "kayu")).getcolors(1 << 20) or []}
    assert [seen[colour] for colour in colours] == [tile.width * tile.height for tile in tiles]


@pytest.mark.parametrize("theme", [THEMES[0], THEMES[-1]])
@pytest.mark.parametrize("family", Family)
def test_a_family_is_a_picture_for_a_phone(family: Family, theme: str) -> None:
    games = [ruleset for ruleset in rulesets() if ruleset.family is family and not ruleset.variant]
    tiles = [draw_tile(Scene(game, start_position(game), theme=theme, size=SMALLEST)) for game in games]
    png = draw_sheet(tiles, theme)
    assert len(png) < 80 * 1024
    assert opened(png).width <= 800
    assert opened(png).height <= 1280
    assert len({tile.tobytes() for tile in tiles}) == len(games), "each has its own name below"


def test_a_theme_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError):
        draw_sheet([Image.new("RGB", (SMALLEST, 100))], "nowhere")

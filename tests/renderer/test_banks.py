"""The time left on the clocks of a match, in the bars of its picture."""

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from engine.game import Game
from engine.games import find_ruleset
from renderer import THEMES, Scene, describe, draw

RULESET = find_ruleset("main-tapal-empat")
SCENE = Scene(RULESET, Game.begin(RULESET).position, names=("Siti", "Pak Dollah"))


def changed(scene: Scene, banks: tuple[str, str]) -> tuple[int, int, int, int] | None:
    """The box of what the banks change in a picture."""
    with_them, without = (
        Image.open(io.BytesIO(draw(each))).convert("RGB") for each in (replace(scene, banks=banks), scene)
    )
    return ImageChops.difference(with_them, without).getbbox()


@pytest.mark.parametrize("theme", THEMES)
def test_a_bank_stands_in_the_bar_of_its_side_alone(theme: str) -> None:
    scene = replace(SCENE, theme=theme)
    below, above = changed(scene, ("bank 2 d 4 h", "")), changed(scene, ("", "bank 1:30"))
    assert above
    assert below
    assert above[3] < 49, "within the bar above the board"
    assert below[1] > above[3] + 600
    assert below[0] > 200, "beside the name"


def test_a_long_name_goes_before_a_bank() -> None:
    assert changed(replace(SCENE, names=("Siti Nurhaliza binti Tarudin Abdullah", "")), ("bank 2 d 4 h", "")) is None


def test_it_is_told_to_those_who_cannot_see_it() -> None:
    banks = replace(SCENE, banks=("bank 2 d 4 h", "bank 3 d"))
    assert "Goats: bank 2 d 4 h. Tigers: bank 3 d." in describe(
        replace(banks, side_names=("Goats", "Tigers")), lambda message, **facts: message.format(**facts)
    )

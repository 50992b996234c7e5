"""Every piece has a drawing; one that has none is a disc with its letter."""

import pytest

from engine.games import rulesets
from engine.position import start_position
from renderer import Scene, draw
from renderer.pieces import SPRITES, Face, sprite
from renderer.themes import THEME
from tests.adugo import ADUGO

RADIUS = 40


def test_every_ruleset_names_drawings_that_there_are() -> None:
    assert {kind.figure.sprite for ruleset in (*rulesets(), ADUGO) for kind in ruleset.kinds} >= set(SPRITES)


@pytest.mark.parametrize("theme", THEME.values(), ids=list(THEME))
def test_no_two_drawings_are_alike(theme: object) -> None:
    pictures = {
        sprite(Face(name, 0, "x"), RADIUS, next(each for each in THEME.values() if each is theme)).tobytes()
        for name in SPRITES
    }
    assert len(pictures) == len(SPRITES)


def test_a_piece_without_a_drawing_shows_its_letter() -> None:
    kayu = THEME["kayu"]
    unknown = {letter: sprite(Face("unicorn", 0, letter), RADIUS, kayu).tobytes() for letter in "UV"}
    assert len(set(unknown.values())) == 2
    assert sprite(Face("man", 0, "U"), RADIUS, kayu).tobytes() not in unknown.values()


def test_a_board_of_a_new_game_is_drawn() -> None:
    assert draw(Scene(ADUGO, start_position(ADUGO), size=320)).startswith(b"\x89PNG")

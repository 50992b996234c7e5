"""Pieces on each other: a pile with its height as a number, in the picture and in words."""

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.words import words
from engine.games import find_ruleset
from engine.moves import play
from engine.parser import parse_move
from engine.position import Position, parse_position
from renderer import THEMES, Scene, describe
from renderer.board_template import BoardTemplate
from renderer.compose import picture_of
from renderer.themes import THEME
from tests.renderer.test_sprites import contrast

BAGH_BANDI = find_ruleset("bagh-bandi")
STACKS = "2T2/1G{%s}1G{5}1/5/1G{5}1G{5}1/2T2 g"
BESIDE, ON = "b4", "c5"


def drawn(position: Position, theme: str = "kayu", **more: object) -> tuple[Image.Image, BoardTemplate]:
    scene = Scene(BAGH_BANDI, position, theme=theme, size=360)
    canvas, template = picture_of(replace(scene, **more))  # type: ignore[arg-type]  # a test names the fields it changes
    return canvas.convert("RGB"), template


def goats(height: int) -> Position:
    """Stacks of five, that on b4 of another height; a board of larger stacks would show it so."""
    position, point = parse_position(BAGH_BANDI, STACKS % 5), BAGH_BANDI.board.index[BESIDE]
    return replace(position, stacks=tuple((at, height if at == point else most) for at, most in position.stacks))


@pytest.mark.parametrize("theme", THEMES)
def test_each_height_has_its_picture_also_where_the_pile_grows_no_more(theme: str) -> None:
    pictures = [drawn(goats(height), theme)[0] for height in (2, 3, 5, 6, 8)]
    assert len({picture.tobytes() for picture in pictures}) == len(pictures)
    five, six = pictures[2:4]
    box = ImageChops.difference(five, six).getbbox()
    _, template = drawn(goats(5), theme)
    x, y = template.spots[BAGH_BANDI.board.index[BESIDE]]
    assert box is not None
    assert x - 2 * template.geometry.radius <= box[0] < box[2] < x
    assert y < box[1] < box[3] <= y + 2 * template.geometry.radius


@pytest.mark.parametrize("theme", THEMES)
def test_the_number_can_be_read(theme: str) -> None:
    assert contrast(THEME[theme].name, THEME[theme].bar) >= 7


def test_neither_a_ring_nor_a_choice_hides_the_number() -> None:
    point = BAGH_BANDI.board.index[BESIDE]
    pictures = [(drawn(goats(height)), drawn(goats(height), rings=(point,), selected=point)) for height in (6, 7)]
    (plain, template), _ = pictures[0]
    x, y = template.spots[point]
    away = round(template.geometry.radius * 0.66)
    number = (x - away - 5, y + away - 5, x - away + 5, y + away + 5)
    for (bare, _), (marked, _) in pictures:
        assert bare.crop(number).tobytes() == marked.crop(number).tobytes()
    assert plain.crop(number).tobytes() != pictures[1][0][0].crop(number).tobytes()


@pytest.mark.parametrize("left", [0, 1, 3])
def test_a_piece_taken_from_a_stack_is_crossed_out_beside_what_is_left(left: int) -> None:
    before = replace(goats(2) if left == 0 else goats(left + 1), turn=1)
    if left == 0:
        before = parse_position(BAGH_BANDI, "2T2/1G1G{5}1/5/1G{5}1G{5}1/2T2 t")
    move = parse_move(BAGH_BANDI, before, "c5xa3").move
    after = play(BAGH_BANDI, before, move)
    picture, template = drawn(after, last=move, before=before)
    x, y = template.spots[BAGH_BANDI.board.index[BESIDE]]
    aside = round(template.geometry.radius * 0.66) if left else 0
    middle = picture.getpixel((x - aside, y - aside))
    assert middle == THEME["kayu"].capture
    bare, _ = drawn(after)
    face = (x - 3, y - 3, x + 3, y + 3)
    assert (picture.crop(face).tobytes() == bare.crop(face).tobytes()) == bool(left), "what is left lies over the arrow"


def test_heights_are_told_in_words() -> None:
    told = describe(Scene(BAGH_BANDI, goats(4), side_names=("Goats", "Tigers")), words("en"))
    assert "Goats (19): b4 (4), d4 (5), b2 (5), d2 (5)." in told
    assert "Tigers (2): c5, c1." in told

"""Every drawing that a ruleset names is there; a piece that names none is a disc with its letter."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine.games import rulesets
from engine.position import start_position
from engine.ruleset import Ruleset
from renderer import Scene, draw
from renderer.board_template import family_of
from renderer.brush import Colour
from renderer.palettes import PALETTES
from renderer.pieces import SPRITES, TALLEST, Face, face_of, half_of, sprite
from renderer.themes import THEME, Theme
from tests.adugo import ADUGO
from tests.suites import quick_first

RADIUS = 20
SMALL = 14
"""That of the pieces on a board of ten files, 360 pixels wide."""
RULESETS = (*rulesets(), ADUGO)
SETS = {family_of(ruleset) + "/" + "".join(sorted(ruleset.kind)): ruleset for ruleset in RULESETS}
"""One ruleset for each set of pieces."""
themes = pytest.mark.parametrize("theme", quick_first(THEME.values(), "drawings are made alike in every theme"))


def test_every_drawing_is_a_piece_and_every_piece_has_a_drawing() -> None:
    assert {kind.figure.sprite for ruleset in RULESETS for kind in ruleset.kinds} - {""} == set(SPRITES)


def test_every_set_of_pieces_has_its_palette_in_every_theme() -> None:
    wanted = {f"{theme}/{family_of(ruleset)}" for theme in THEME for ruleset in RULESETS}
    assert wanted == set(PALETTES), "run `python -m tools.palettes`"


@themes
def test_no_two_drawings_are_alike(theme: Theme) -> None:
    pictures = {sprite(Face(name, side, "x"), RADIUS, theme).tobytes() for name in SPRITES for side in (0, 1)}
    of_two_colours = {"man", "king", "great king"}
    assert len(pictures) == len(SPRITES) + len(of_two_colours)


@themes
@pytest.mark.parametrize("ruleset", SETS.values(), ids=list(SETS))
def test_the_pieces_of_a_game_are_told_apart_on_a_phone_and_without_colour(ruleset: Ruleset, theme: Theme) -> None:
    for one, other in combinations(ruleset.kinds, 2):
        pictures = [standing(face_of(ruleset, kind.letter), theme, theme.plate) for kind in (one, other)]
        differing = ImageChops.difference(*(picture.convert("L") for picture in pictures)).point([0] * 40 + [1] * 216)
        share = sum(differing.tobytes()) / (3.14 * SMALL * SMALL)
        assert share > 0.08, (one.letter, other.letter)


@themes
@pytest.mark.parametrize("ruleset", SETS.values(), ids=list(SETS))
def test_every_piece_stands_out_from_its_ground(ruleset: Ruleset, theme: Theme) -> None:
    squares = ruleset.board.surface.value == "squares"
    for ground in (theme.dark, theme.light) if squares else (theme.plate,):
        for kind in ruleset.kinds:
            picture = standing(face_of(ruleset, kind.letter), theme, ground).tobytes()
            pixels = zip(picture[0::3], picture[1::3], picture[2::3], strict=True)
            strong = sum(contrast(colour, ground) >= 3 for colour in pixels)
            # Pieces of wood may be as light or dark as their ground; then it is their outline that stands out.
            assert strong > (0.2 if theme.flat else 0.06) * 3.14 * SMALL * SMALL, (kind.letter, ground)


@themes
@pytest.mark.parametrize("name", ["goat", "tiger", "man", "unicorn"])
def test_each_stack_is_higher_than_the_one_before(name: str, theme: Theme) -> None:
    stacks = {sprite(Face(name, 0, "x", height), SMALL, theme).tobytes() for height in range(1, TALLEST + 1)}
    assert len(stacks) == (2 if name == "tiger" else TALLEST), "of heads no more than two are seen"


@themes
@pytest.mark.parametrize("name", SPRITES)
def test_no_drawing_is_cut_off(name: str, theme: Theme) -> None:
    for height in (1, 2, TALLEST):
        picture = sprite(Face(name, 1, "x", height), RADIUS, theme).getchannel("A")
        left, top, right, bottom = picture.getbbox() or (0, 0, 0, 0)
        half = half_of(RADIUS)
        assert 0 < left < half < right < 2 * half
        assert 0 < top < half < bottom < 2 * half


def test_a_piece_without_a_drawing_shows_its_letter() -> None:
    kayu = THEME["kayu"]
    unknown = {letter: sprite(Face("unicorn", 0, letter), RADIUS, kayu).tobytes() for letter in "UV"}
    assert len(set(unknown.values())) == 2
    assert sprite(Face("man", 0, "U"), RADIUS, kayu).tobytes() not in unknown.values()


@pytest.mark.parametrize("theme", THEME.values(), ids=list(THEME))
@pytest.mark.parametrize("side", [0, 1])
def test_the_letter_stands_out_from_its_disc(side: int, theme: Theme) -> None:
    lettered, bare = (standing(Face("unicorn", side, letter), theme, theme.plate).tobytes() for letter in ("M", " "))
    pixels = [zip(picture[0::3], picture[1::3], picture[2::3], strict=True) for picture in (lettered, bare)]
    strong = sum(contrast(one, other) >= 3 for one, other in zip(*pixels, strict=True))
    assert strong > 0.1 * 3.14 * SMALL * SMALL


def test_a_board_of_a_new_game_is_drawn() -> None:
    assert draw(Scene(ADUGO, start_position(ADUGO), size=320)).startswith(b"\x89PNG")


def standing(face: Face, theme: Theme, ground: Colour) -> Image.Image:
    """A small piece on its ground."""
    piece = sprite(face, SMALL, theme)
    picture = Image.new("RGB", piece.size, ground)
    picture.paste(piece, (0, 0), piece)
    return picture


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours as WCAG defines it, 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

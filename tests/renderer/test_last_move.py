"""The last move is marked around the piece that made it, never over it."""

import pytest
from PIL import Image, ImageDraw

from bot.words import words
from engine.games import find_ruleset
from engine.moves import play
from engine.parser import parse_move
from engine.position import parse_position, start_position
from renderer import Scene, describe
from renderer.compose import picture_of
from renderer.themes import THEME


@pytest.mark.parametrize(
    ("game", "position", "text"),
    [
        ("dam-8", None, "c3-d4"),
        ("tabal", None, "c4-c5"),
        ("russian-draughts", "4/4/4/4/1mm1/1M2/1mm1/4 w - 0 0", "c3xe5xg3xe1xc3"),
    ],
    ids=["a step", "along a line", "a capture that ends where it began"],
)
def test_no_arrow_covers_the_piece_it_ends_on(game: str, position: str | None, text: str) -> None:
    ruleset = find_ruleset(game)
    before = parse_position(ruleset, position) if position else start_position(ruleset)
    move = parse_move(ruleset, before, text).move
    after = play(ruleset, before, move)
    plain, template = picture_of(Scene(ruleset, after))
    marked, _ = picture_of(Scene(ruleset, after, last=move, before=before))
    (x, y), radius = template.spots[move.path[-1]], template.geometry.radius * 0.9
    piece = Image.new("1", plain.size)
    ImageDraw.Draw(piece).ellipse((x - radius, y - radius, x + radius, y + radius), fill=1)
    assert marked.tobytes() != plain.tobytes()
    colours = [
        Image.composite(canvas.convert("RGB"), Image.new("RGB", plain.size), piece) for canvas in (plain, marked)
    ]
    assert colours[0].tobytes() == colours[1].tobytes()


@pytest.mark.parametrize(
    ("game", "position", "text", "along"),
    [
        ("game-of-solomon", "m/mm1mm/2/1m1/M1/1MMMM/M w", "c3xg5", [("c3", "e4"), ("e4", "g5")]),
        ("komikan", "5/5/1T1/2G1G/G4/1GG1G/3G1/GG1GG t", "e10xe7xe3", [("e10", "e9"), ("e9", "e7"), ("e7", "e5")]),
        ("rimau-rimau", "3/3/2T2/1GGG1/1GGG1/1GGG1/2T2/3/3 t ~3G15 0 0", "~b4,~c5,~d6,c3@a9", [("c3", "a9")]),
        ("rimau", "3/3/5/2G2/2G2/2G2/2T2/1GG/1GG t G9 0 1", "c3xc7", [("c3", "c4"), ("c5", "c6")]),
    ],
    ids=["a slanting line of the star", "a tower", "put elsewhere", "over a row"],
)
@pytest.mark.parametrize("orientation", [0, 1])
def test_an_arrow_runs_where_the_piece_went(
    game: str, position: str, text: str, along: list[tuple[str, str]], orientation: int
) -> None:
    ruleset = find_ruleset(game)
    before = parse_position(ruleset, position)
    move = parse_move(ruleset, before, text).move
    scene = Scene(ruleset, play(ruleset, before, move), orientation, last=move, before=before)
    canvas, template = picture_of(scene)
    arrow = template.inks.index(THEME["kayu"].arrow)
    for start, end in along:
        (x, y), (to_x, to_y) = (template.spots[ruleset.board.index[name]] for name in (start, end))
        # Five eighths of the way: clear of pieces, and of crosses in the middle.
        assert canvas.getpixel((x + (to_x - x) * 5 // 8, y + (to_y - y) * 5 // 8)) == arrow, (start, end)


def test_what_an_opening_takes_off_is_crossed_out_and_told() -> None:
    ruleset = find_ruleset("rimau")
    before = parse_position(ruleset, ruleset.start)
    move = parse_move(ruleset, before, "~b4,~c5,~d6").move
    scene = Scene(ruleset, play(ruleset, before, move), last=move, before=before)
    canvas, template = picture_of(scene)
    for name in ("b4", "c5", "d6"):
        assert canvas.getpixel(template.spots[ruleset.board.index[name]]) == template.inks.index(THEME["kayu"].capture)
    assert "Taken: b4, c5, d6." in describe(scene, words("en"))


def test_that_pieces_must_be_taken_off_first_is_told() -> None:
    ruleset = find_ruleset("rimau")
    scene = Scene(ruleset, start_position(ruleset), side_names=("Villagers", "Tigers"))
    assert "Tigers must first take off: 3." in describe(scene, words("en"))

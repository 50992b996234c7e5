"""The last move is marked around the piece that made it, never over it."""

import pytest
from PIL import Image, ImageDraw

from engine.games import find_ruleset
from engine.moves import play
from engine.parser import parse_move
from engine.position import parse_position, start_position
from renderer import Scene
from renderer.compose import picture_of


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

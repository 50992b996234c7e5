"""The parts of a live board put together are the picture of the position, and no part is drawn anywhere else."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from engine.games import find_ruleset, rulesets
from engine.position import EMPTY, Position, start_position
from engine.ruleset import Ruleset
from renderer import SCALES, THEMES, FollowingView, Scene, draw, draw_ground, draw_piece, live_board
from tests.suites import quick_first

OF_EACH_FAMILY = [*{each.family: each.key for each in rulesets()}.values()]
FAR = 24
"""A pixel differs if one of its colours is further off than this."""
MOST = 0.02


def put_together(view: FollowingView, position: Position, theme: str, scale: int = 1) -> Image.Image:
    """A position of the parts, as a page does it."""
    board = live_board(view)
    canvas = Image.open(BytesIO(draw_ground(view, theme, scale))).convert("RGB")
    heights = dict(position.stacks)
    for point, letter in enumerate(position.cells):
        if letter != EMPTY:
            piece = Image.open(BytesIO(draw_piece(view, letter, heights.get(point, 1), theme, scale))).convert("RGBA")
            x, y = (scale * place for place in board.points[point])
            canvas.paste(piece, (x - piece.width // 2, y - piece.height // 2), piece)
    return canvas


def differing(one: Image.Image, other: Image.Image) -> float:
    """The share of the pixels that differ."""
    far = ImageChops.difference(one, other).point(lambda value: 255 if value > FAR else 0)
    bands = far.split()
    any_far = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return any_far.histogram()[255] / (one.width * one.height)


def middle_of(scene: Scene, height: int) -> Image.Image:
    """The board of a picture, without the bars above and below."""
    picture = Image.open(BytesIO(draw(scene))).convert("RGB")
    bar = (picture.height - height) // 2
    return picture.crop((0, bar, picture.width, bar + height))


@pytest.mark.parametrize("theme", quick_first(THEMES, "every theme is drawn by the same code"))
@pytest.mark.parametrize("key", quick_first(OF_EACH_FAMILY, "the boards of all families are drawn by the same code"))
def test_it_looks_like_the_picture(key: str, theme: str) -> None:
    ruleset = find_ruleset(key)
    for bottom, upright in ((0, False), (1, True)):
        view = FollowingView(ruleset, bottom, upright)
        position = replace(start_position(ruleset), stacks=())
        scene = Scene(ruleset=ruleset, position=position, orientation=bottom, theme=theme, upright=upright)
        parts = put_together(view, position, theme)
        assert differing(parts, middle_of(scene, parts.height)) <= MOST


@pytest.mark.parametrize("theme", THEMES)
def test_a_bare_ground_differs_by_its_coordinates_alone(theme: str) -> None:
    """The measures are the same; around every point nothing differs."""
    view = FollowingView(find_ruleset("dam-8"), 0, upright=False)
    board = live_board(view)
    labelled, bare = (
        Image.open(BytesIO(draw_ground(view, theme, 1, bare=each))).convert("RGB") for each in (False, True)
    )
    differs = ImageChops.difference(labelled, bare)
    assert labelled.size == bare.size == (board.width, board.height)
    assert differs.getbbox() is not None
    for x, y in board.points:
        around = (x - board.radius, y - board.radius, x + board.radius, y + board.radius)
        assert differs.crop(around).getbbox() is None


def test_each_scale_is_so_many_times_as_large() -> None:
    view = FollowingView(find_ruleset("sholo-guti"), 0, upright=False)
    sizes = [Image.open(BytesIO(draw_ground(view, "kayu", scale))).size for scale in SCALES]
    board = live_board(view)
    assert sizes[0] == (board.width, board.height)
    for scale, (width, height) in zip(SCALES, sizes, strict=True):
        assert width == scale * board.width
        assert abs(height - scale * board.height) <= 2 * scale


def test_points_have_names_and_neighbours_on_their_lines() -> None:
    ruleset: Ruleset = find_ruleset("main-tapal-empat")
    board = live_board(FollowingView(ruleset, 0, upright=False))
    assert board.names == ruleset.board.points
    corner = board.names.index("a1")
    assert {board.names[each] for each in board.neighbours[corner]} == {"a2", "b1", "b2"}
    left, right = board.points[corner], board.points[board.names.index("e1")]
    assert left[1] == right[1]
    assert left[0] < right[0]


def test_the_bars_are_no_part_of_it() -> None:
    view = FollowingView(find_ruleset("dam-8"), 0, upright=False)
    assert live_board(view).height < Image.open(BytesIO(draw(_scene(view)))).height


def _scene(view: FollowingView) -> Scene:
    return Scene(ruleset=view.ruleset, position=start_position(view.ruleset))

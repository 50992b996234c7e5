"""Every board is drawn whole: its lines, its points apart, its names legible, from both sides and in every theme."""

import re
from itertools import combinations, pairwise, product
from math import hypot

import pytest

from bot.app.pictures.images import Look, scene_of
from bot.words import words
from engine.board import Board, Surface
from engine.game import Game
from engine.games import rulesets
from engine.position import EMPTY, start_position
from engine.ruleset import Ruleset
from renderer import NO_LABELS, THEMES, Scene, describe
from renderer.board_template import BoardTemplate, family_of
from renderer.compose import picture_of
from renderer.geometry import geometry_of
from renderer.scene import SMALLEST
from renderer.text import length_of
from renderer.themes import THEME
from tests.suites import each_ruleset

RULESETS = rulesets()
BOARDS = {ruleset.board: ruleset for ruleset in reversed(RULESETS)}
"""A ruleset for each board."""
KEYS = [ruleset.key for ruleset in RULESETS]
SIZE = 360
boards = pytest.mark.parametrize("board", BOARDS, ids=[ruleset.key for ruleset in BOARDS.values()])


def looks(ruleset: Ruleset) -> list[tuple[str, int]]:
    """Themes and views: all for the first game of a board and its pieces, one for those that look like it."""
    alike = [each.key for each in RULESETS if (each.board, family_of(each)) == (ruleset.board, family_of(ruleset))]
    every = list(product(THEMES, (0, 1)))
    number = alike.index(ruleset.key)
    return every if number == 0 else [every[number % len(every)]]


@boards
@pytest.mark.parametrize("upright", [False, True], ids=["lying", "upright"])
def test_pieces_stand_inside_the_board_and_none_covers_another(board: Board, upright: bool) -> None:
    for size in (SIZE, 720):
        geometry = geometry_of(board, size, turned=False, upright=upright)
        left, top, right, bottom = geometry.plate
        for x, y in geometry.centres:
            assert left + geometry.radius <= x <= right - geometry.radius
            assert top + geometry.radius <= y <= bottom - geometry.radius
        for (x, y), (other_x, other_y) in combinations(geometry.centres, 2):
            assert hypot(x - other_x, y - other_y) > 2 * geometry.radius


@boards
@pytest.mark.parametrize("upright", [False, True], ids=["lying", "upright"])
def test_the_coordinates_are_those_of_points_and_none_covers_another(board: Board, upright: bool) -> None:
    geometry = geometry_of(board, SIZE, turned=True, upright=upright)
    names = {name[:1] for name in board.points} | {name[1:] for name in board.points}
    assert {label.text for label in geometry.labels} == names
    for one, other in combinations(geometry.labels, 2):
        room = (length_of(one.text, geometry.text) + length_of(other.text, geometry.text)) / 2
        assert abs(one.x - other.x) > room or abs(one.y - other.y) > geometry.text * 0.8, (one, other)


@boards
def test_the_board_turned_round_is_the_board(board: Board) -> None:
    one, other = (geometry_of(board, SIZE, turned, upright=False) for turned in (False, True))
    left, top, right, bottom = one.plate
    assert one.plate == other.plate
    for (x, y), (other_x, other_y) in zip(one.centres, other.centres, strict=True):
        assert abs(x + other_x - left - right) <= 2
        assert abs(y + other_y - top - bottom) <= 2


@pytest.mark.parametrize("ruleset", [each for each in BOARDS.values() if each.board.surface is Surface.LINES])
def test_every_line_is_straight_and_drawn_from_point_to_point(ruleset: Ruleset) -> None:
    board = ruleset.board
    template = BoardTemplate("kontras", family_of(ruleset), board, 720, turned=False, upright=False, labels=NO_LABELS)
    empty, line = template.canvas(), template.inks.index(THEME["kontras"].line)
    for points in board.lines:
        (x, y), (to_x, to_y) = template.spots[points[0]], template.spots[points[-1]]
        length = hypot(to_x - x, to_y - y)
        for point in points[1:-1]:
            at_x, at_y = template.spots[point]
            assert abs((at_x - x) * (to_y - y) - (at_y - y) * (to_x - x)) / length <= 1.5
        for start, end in pairwise(points):
            (x, y), (to_x, to_y) = template.spots[start], template.spots[end]
            middle = (x + to_x) // 2, (y + to_y) // 2
            assert empty.getpixel(middle) == line, (board.points[start], board.points[end])


@pytest.mark.parametrize("ruleset", each_ruleset())
def test_every_start_shows_its_pieces_and_nothing_else(ruleset: Ruleset) -> None:
    position = start_position(ruleset)
    for theme, orientation in looks(ruleset):
        canvas, template = picture_of(Scene(ruleset, position, orientation, theme=theme, size=SMALLEST))
        empty, reach = template.canvas(), round(template.geometry.radius * 0.95)
        for cell, (x, y) in zip(position.cells, template.spots, strict=True):
            inside = (x - reach, y - reach, x + reach, y + reach)
            drawn, bare = canvas.crop(inside).tobytes(), empty.crop(inside).tobytes()
            assert (drawn == bare) == (cell == EMPTY)


@pytest.mark.parametrize("ruleset", RULESETS, ids=KEYS)
def test_every_start_is_told_whole_in_every_language(ruleset: Ruleset) -> None:
    game = Game.begin(ruleset)
    for language in ("en", "ms", "id"):
        say = words(language)
        scene = scene_of(game, ("Siti Nurhaliza", "Pak Dollah"), Look(orientation=1), say)
        told = describe(scene, say)
        assert len(told) < 1000
        named = set(re.findall(r"\b[a-l]\d{1,2}\b", told))
        assert named == {
            point for point, cell in zip(ruleset.board.points, game.position.cells, strict=True) if cell != EMPTY
        }
        assert all(name in told for name in scene.names), "the sentences at the end are there too"

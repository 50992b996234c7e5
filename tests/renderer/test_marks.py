"""Numbers and marks on a board: they are where a person looks for them, and none covers another."""

from dataclasses import replace
from itertools import combinations
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.words import words
from engine.games import find_ruleset
from engine.position import parse_position
from engine.turns import legal_moves
from renderer import THEMES, Route, Scene, Target, describe, draw
from renderer.labels import spread

KING = "5/2m2/m4/5/m2m1/m1mK1/2mm1/1m3/2mm1/m1m2 w"
"""Sixteen captures of nine men each, several of them with the same end."""
PENDING = "4/4/4/1m1k/M3/4/4/4 w - 0 0 f:c5,g5"
places = st.tuples(st.integers(40, 680), st.integers(40, 680))


@given(st.lists(places, min_size=2, max_size=8), st.integers(0, 7))
def test_numbers_keep_apart_wherever_they_are_wanted(wanted: list[tuple[int, int]], same: int) -> None:
    wanted = wanted + wanted[:1] * same
    placed = spread(wanted, 38.0, (20, 20, 700, 700))
    assert placed[0] == wanted[0]
    for (x, y), (other_x, other_y) in combinations(placed, 2):
        assert hypot(x - other_x, y - other_y) >= 38.0
    assert all(20 <= x <= 700 and 20 <= y <= 700 for x, y in placed)


def board(ruleset: str, position: str, theme: str = "kayu") -> Scene:
    rules = find_ruleset(ruleset)
    return Scene(rules, parse_position(rules, position), theme=theme)


@pytest.mark.parametrize("theme", THEMES)
def test_the_pieces_of_which_one_is_forfeited_are_marked(theme: str) -> None:
    marked, plain = board("dam-8", PENDING, theme), board("dam-8", PENDING.partition(" f:")[0], theme)
    assert draw(marked) != draw(plain)


@pytest.mark.parametrize("theme", THEMES)
def test_the_landings_of_a_long_capture_are_numbered_and_those_of_a_short_one_are_not(theme: str) -> None:
    scene = board("international", KING, theme)
    move = legal_moves(scene.ruleset, scene.position)[0]
    whole = Route(move.path, move.captured, "")
    drawn = {draw(_with(scene, Route(move.path[:count], whole.captured[: count - 1], ""))) for count in (3, 4, 5)}
    assert len(drawn) == 3
    alone, beside = _with(scene, whole), _with(scene, whole, Route(move.path[:2], (), ""))
    assert draw(alone) != draw(beside)


def test_a_way_so_far_and_what_can_be_chosen_are_told_in_words() -> None:
    scene = board("international", KING)
    move = legal_moves(scene.ruleset, scene.position)[0]
    names = scene.ruleset.board.points
    way = Route(move.path[:3], move.captured[:2], "")
    told = describe(_with(scene, way, targets=(move.path[3],)), words("en"))
    assert f"The way so far: {' – '.join(names[point] for point in move.path[:3])}." in told
    assert f"To choose from: {names[move.path[3]]}." in told


def _with(scene: Scene, *routes: Route, targets: tuple[int, ...] = ()) -> Scene:
    named = tuple(Target(point, scene.ruleset.board.points[point]) for point in targets)
    return replace(scene, routes=routes, targets=named)


@pytest.mark.parametrize("theme", THEMES)
def test_a_move_that_is_not_allowed_is_drawn_and_told_beside_one_that_is(theme: str) -> None:
    scene = board("dam-8", "4/4/2m1/4/mm2/1M1m/3M/M3 w", theme)
    move = legal_moves(scene.ruleset, scene.position)[0]
    both = replace(scene, advice=move, forbidden=(move.path[0], move.path[0] + 5))
    pictures = {draw(scene), draw(replace(scene, advice=move)), draw(replace(both, advice=None)), draw(both)}
    assert len(pictures) == 4
    names, text = scene.ruleset.board.points, describe(both, words("en"))
    assert f"Not allowed: {' – '.join(names[point] for point in both.forbidden)}." in text
    assert f"Allowed: {' – '.join(names[point] for point in move.path)}." in text
    assert "Recommended" not in text
    assert "lost so far" in describe(replace(both, forbidden=()), words("en"))
    assert "lost so far" not in text, "no game led to a position with so few pieces"

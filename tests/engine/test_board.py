"""The boards of the pages in docs/rules/, and the names and numbers of their points (docs/rules/notation.md#points)."""

from itertools import pairwise
from math import ceil

import pytest

from engine.board import Board, dark_squares
from engine.games.boards import ALQUERQUE, TABAL

DEGREES = {
    8: "c3 b4 d4 c5 b6 d6 c7",
    5: "a5 e5",
    4: "c2 c4 b5 d5 c6 c8",
    2: "a1 e1 a9 e9",
}


def edges(board: Board) -> set[frozenset[int]]:
    return {frozenset(pair) for line in board.lines for pair in pairwise(line)}


def joined(board: Board, one: str, other: str) -> bool:
    return frozenset((board.index[one], board.index[other])) in edges(board)


@pytest.mark.parametrize(
    ("board", "points", "lines", "joints"),
    [(TABAL, 37, 20, 76), (ALQUERQUE, 25, 16, 56), (dark_squares(8), 32, 13, 49), (dark_squares(12), 72, 21, 121)],
    ids=["tabal", "alquerque", "8x8", "12x12"],
)
def test_points_lines_and_edges(board: Board, points: int, lines: int, joints: int) -> None:
    assert len(board.points) == len(set(board.points)) == points
    assert len(edges(board)) == joints
    assert len(board.lines) == lines


def test_tabal_degrees() -> None:
    known = {name: degree for degree, names in DEGREES.items() for name in names.split()}
    for name, point in TABAL.index.items():
        neighbours = [edge for edge in edges(TABAL) if point in edge]
        assert len(neighbours) == known.get(name, 3), name


def test_tabal_points_exist_in_three_wide_triangles() -> None:
    assert [[TABAL.points[point] for point in rank] for rank in TABAL.ranks] == [
        ["a9", "c9", "e9"],
        ["b8", "c8", "d8"],
        *[[f"{file}{rank}" for file in "abcde"] for rank in (7, 6, 5, 4, 3)],
        ["b2", "c2", "d2"],
        ["a1", "c1", "e1"],
    ]


@pytest.mark.parametrize(("one", "other"), [("b2", "b3"), ("d2", "d3"), ("b7", "b8"), ("d7", "d8"), ("c1", "b2")])
def test_tabal_has_no_line_there(one: str, other: str) -> None:
    assert not joined(TABAL, one, other)


@pytest.mark.parametrize(("one", "other"), [("a1", "c1"), ("c1", "e1"), ("a9", "c9"), ("b2", "c3"), ("c3", "b4")])
def test_tabal_has_a_line_there(one: str, other: str) -> None:
    assert joined(TABAL, one, other)


@pytest.mark.parametrize(
    ("start", "through"),
    [
        ("a1", "b2 c3 d4 e5"),
        ("e1", "d2 c3 b4 a5"),
        ("a5", "b6 c7 d8 e9"),
        ("e5", "d6 c7 b8 a9"),
        ("c1", "c2 c3 c4 c5 c6 c7 c8 c9"),
        ("a1", "c1 e1"),
    ],
)
def test_tabal_lines_run_straight_through_a_join(start: str, through: str) -> None:
    ends = tuple(TABAL.index[name] for name in through.split())
    assert ends in [ray.points for ray in TABAL.rays[TABAL.index[start]]]


@pytest.mark.parametrize("board", [TABAL, ALQUERQUE], ids=["tabal", "alquerque"])
def test_diagonals_of_a_square_start_where_file_and_rank_are_even_together(board: Board) -> None:
    first, last = (3, 7) if board is TABAL else (1, 5)
    for name, point in board.index.items():
        file, rank = "abcde".index(name[0]) + 1, int(name[1:])
        if first < rank < last:
            slanted = any(ray.dx and ray.dy for ray in board.rays[point])
            assert slanted == ((file + rank) % 2 == 0), name


@pytest.mark.parametrize("size", [8, 10, 12])
def test_numbers_of_the_squares(size: int) -> None:
    board = dark_squares(size)
    for name, point in board.index.items():
        file, rank = "abcdefghijkl".index(name[0]) + 1, int(name[1:])
        assert (file + rank) % 2 == 0
        assert board.number(point) == (size - rank) * size // 2 + ceil(file / 2), name


def test_numbers_at_the_corners() -> None:
    small, large = dark_squares(8), dark_squares(12)
    assert [small.number(small.index[name]) for name in ("b8", "a1", "g1")] == [1, 29, 32]
    assert [large.number(large.index[name]) for name in ("b12", "a1", "k1")] == [1, 67, 72]


def test_a_way_between_two_points_is_one_stretch_of_one_line() -> None:
    def between(one: str, other: str) -> list[str] | None:
        ray = TABAL.ray_between(TABAL.index[one], TABAL.index[other])
        return [TABAL.points[point] for point in ray.points] if ray else None

    assert between("a1", "d4") == ["b2", "c3", "d4"]
    assert between("d4", "a1") == ["c3", "b2", "a1"]
    assert between("a1", "a3") is None
    assert between("a1", "c2") is None
    assert between("c3", "c3") is None

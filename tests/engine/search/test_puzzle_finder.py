"""A position is enough to find a puzzle again, wherever it comes from."""

from collections import Counter

import pytest

from engine.games import find_ruleset
from engine.puzzles import Puzzle, puzzles_of
from engine.search.puzzle_finder import PuzzleFinder

KEY = "malaysian-checkers-8"


@pytest.fixture(scope="module")
def shipped() -> Puzzle:
    return puzzles_of(find_ruleset(KEY))[0]


def test_a_position_gives_its_puzzle(shipped: Puzzle) -> None:
    tally = Counter[str]()
    finder = PuzzleFinder(find_ruleset(KEY), (), tally)
    assert finder.glance(shipped.start).stands_out
    found = finder.look(shipped.start, None)
    assert found is not None
    assert (found.id, found.goal, found.themes, found.line) == (shipped.id, shipped.goal, shipped.themes, shipped.line)
    assert tally == {"candidates": 1, "kept": 1}


def test_what_is_kept_is_not_found_again(shipped: Puzzle) -> None:
    tally = Counter[str]()
    assert PuzzleFinder(find_ruleset(KEY), (shipped,), tally).look(shipped.start, None) is None
    assert tally == {"candidates": 1, "seen": 1}

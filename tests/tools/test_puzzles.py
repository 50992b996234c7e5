"""The shipped puzzles are searched once more, and mining is the same each time."""

import hashlib
import random
from collections.abc import Iterator
from functools import cache

import pytest

from engine.games import find_ruleset, rulesets
from engine.puzzles import Puzzle, file_of, puzzles_of
from engine.search.puzzle_finder import NODES, TIMES, holds
from engine.search.searcher import Searcher
from tests.suites import deep
from tools.puzzles import Mine, Miner

SOME = 15


def shipped() -> list[Puzzle]:
    """All puzzles, in an order at random, the same as long as the files are."""
    mined = [ruleset for ruleset in rulesets() if file_of(ruleset).exists()]
    digest = hashlib.sha256(b"".join(file_of(ruleset).read_bytes() for ruleset in mined)).hexdigest()
    every = [puzzle for ruleset in mined for puzzle in puzzles_of(ruleset)]
    return random.Random(digest).sample(every, len(every))


@cache
def searcher_of(key: str) -> Searcher:
    """To make one takes longer than a search."""
    return Searcher(find_ruleset(key), hash_mb=4)


def not_holding(puzzles: list[Puzzle]) -> Iterator[str]:
    """Those of which a long search says something else."""
    for puzzle in puzzles:
        if not holds(puzzle, searcher_of(puzzle.ruleset), NODES * TIMES):
            yield f"{puzzle.ruleset} {puzzle.id}"


def test_a_long_search_confirms_some() -> None:
    assert not list(not_holding(shipped()[:SOME]))


@pytest.mark.timeout(600)
@deep("fifty of them are searched in the quick suite")
def test_a_long_search_confirms_all() -> None:
    assert not list(not_holding(shipped()[SOME:]))


@deep("plays whole games")
@pytest.mark.parametrize("key", ["malaysian-checkers-8", "main-tapal-empat"])
def test_the_same_seed_gives_the_same_puzzles(key: str) -> None:
    def found() -> list[Puzzle]:
        miner = Miner(Mine(find_ruleset(key), "a seed"))
        return [puzzle for number in range(4) for puzzle in miner.game(number)]

    assert found() == found() != []

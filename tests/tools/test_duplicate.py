"""The positions of which weeks of duplicate are drawn are even, and making them is the same each time."""

from itertools import islice
from random import Random

import pytest

from bot.matches.duplicate import DUPLICATE_GAMES
from engine.duplicate_positions import even_positions
from engine.game import Game
from engine.games import find_ruleset
from engine.position import parse_position
from engine.search.searcher import Searcher
from tests.suites import deep
from tools.duplicate import AHEAD, COUNT, SEED, lead, positions

SOME = 2


def leads(key: str, some: int) -> list[int]:
    """The lead of a side in some of the positions of a game."""
    ruleset = find_ruleset(key)
    searcher = Searcher(ruleset)
    chosen = Random(key).sample(even_positions(key), some)
    return [lead(searcher, Game.begin(ruleset, parse_position(ruleset, each))) for each in chosen]


@pytest.mark.parametrize("key", DUPLICATE_GAMES)
def test_each_game_has_twelve_weeks_of_different_positions(key: str) -> None:
    found = even_positions(key)
    assert len(found) == len(set(found)) == COUNT


def test_no_side_is_ahead_by_more_than_a_tenth_of_a_man() -> None:
    assert all(abs(each) <= AHEAD for each in leads(DUPLICATE_GAMES[0], SOME))


@deep("each is a search")
@pytest.mark.parametrize("key", DUPLICATE_GAMES)
def test_none_of_all_positions_favours_a_side(key: str) -> None:
    assert all(abs(each) <= AHEAD for each in leads(key, COUNT))


@deep("each is a search")
@pytest.mark.parametrize("key", DUPLICATE_GAMES)
def test_the_same_seed_gives_the_same_positions(key: str) -> None:
    assert tuple(islice(positions(find_ruleset(key), SEED), 3)) == even_positions(key)[:3]

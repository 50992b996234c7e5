"""A ruleset for which nothing was learned or measured is played and analysed with defaults from its facts."""

import random
from dataclasses import replace

import pytest

from engine.endings import perft as reference_perft
from engine.game import Game
from engine.games import find_ruleset
from engine.position import start_position
from engine.ruleset import Ruleset
from engine.search import LEVELS, weights
from engine.search.analysis import Effort, analyse
from engine.search.layout import FEATURES, PHASES
from engine.search.learned_data import lone_kings_by_ruleset, missing
from engine.search.level_settings import default_settings, settings_by_side
from engine.search.levels import choose
from engine.search.odds import chance_of, odds_of
from engine.search.results import Limit
from engine.search.searcher import Searcher
from tests.adugo import ADUGO
from tests.engine.search.agreement import Twin, random_game
from tests.engine.search.fresh import printed
from tests.engine.search.test_kernel import kernel_perft
from tests.released import RELEASED
from tools.lone_kings import shares

UNKNOWN = [
    ADUGO,
    replace(ADUGO, key="unknown-endless", few_left=None),
    replace(find_ruleset("dam-8"), key="unknown"),
    replace(find_ruleset("international"), key="unknown-large"),
    replace(find_ruleset("tapal"), key="unknown-hunt"),
]
KEYS = [f"{ruleset.key}-{number}" for number, ruleset in enumerate(UNKNOWN)]


MEASURED = {
    *("permainan-tabal", "permainan-tabal-globe-joueur", "main-tapal-empat"),
    *("malaysian-checkers", "malaysian-checkers-8", "malaysian-checkers-strict", "malaysian-checkers-8-strict"),
    *("international-draughts", "english-draughts", "russian-draughts", "brazilian-draughts", "canadian-draughts"),
}
"""Rulesets whose levels and odds were measured; of the others some have the defaults."""


def test_every_released_game_has_weights() -> None:
    lacking = {key: missing(find_ruleset(key)) for key in RELEASED}
    assert {key for key, what in lacking.items() if not what} >= MEASURED
    assert set(lacking.values()) <= {(), ("levels",), ("odds",), ("odds", "levels")}
    assert missing(ADUGO) == ("weights", "odds", "levels")


@pytest.mark.parametrize("key", RELEASED)
def test_learned_weights_fit_their_ruleset(key: str) -> None:
    ruleset = find_ruleset(key)
    learned = weights.learned(ruleset)
    # A variant for which nothing was learned plays with the weights of the game it is like, as they say themselves.
    source = "bagh-chal" if ruleset.key == "bagh-chal-no-repeating" else ruleset.key
    assert f"tools.learn {source} " in learned.command
    assert learned.compared
    for kind in ruleset.kinds:
        assert [len(phase) for phase in learned.piece[kind.letter]] == [len(ruleset.board.points)] * PHASES
        assert [len(phase) for phase in learned.features[kind.letter]] == [FEATURES] * PHASES


def test_how_often_a_king_alone_draws_is_counted() -> None:
    assert shares(find_ruleset("game-of-solomon")) == lone_kings_by_ruleset()["game-of-solomon"]


def test_asking_what_is_missing_compiles_nothing() -> None:
    program = (
        "import sys; from engine.search import learned_data, level_settings, odds; from engine.games import rulesets;"
        "print([learned_data.missing(rulesets()[0]), 'numba' in sys.modules, 'numpy' in sys.modules])"
    )
    assert printed("-c", program) == "[(), False, False]\n"


def test_the_hunt_is_counted_as_published() -> None:
    """docs/rules/worked-positions.md: Adugo with single leaps."""
    ruleset = ADUGO
    start = start_position(ruleset)
    assert [reference_perft(ruleset, start, depth) for depth in range(1, 5)] == [3, 29, 144, 1951]
    assert [kernel_perft(ruleset, start, depth) for depth in range(1, 7)] == [3, 29, 144, 1951, 8464, 128819]
    assert random_game(ruleset, random.Random(1), plies=40) > 10
    assert Twin(ruleset).check(Game.begin(ruleset)) == 3


@pytest.mark.parametrize("ruleset", UNKNOWN, ids=KEYS)
def test_every_level_plays(ruleset: Ruleset) -> None:
    searcher = Searcher(ruleset, hash_mb=1)
    games = [Game.begin(ruleset)]
    for number in range(20):
        games.append(games[-1].play(games[-1].legal_moves[number % len(games[-1].legal_moves)]))
    for game in (games[0], games[7], games[-1]):
        for level in LEVELS:
            assert choose(searcher, game, level, random.Random(level), movetime_ms=20).move in game.legal_moves
        assert len(searcher.rank_moves(game, Limit(depth=2)).lines) == len(game.legal_moves)


@pytest.mark.parametrize("ruleset", UNKNOWN, ids=KEYS)
def test_a_game_is_analysed(ruleset: Ruleset) -> None:
    game = Game.begin(ruleset)
    for number in range(8):
        game = game.play(game.legal_moves[(number * 5) % len(game.legal_moves)])
    analysis = analyse(Searcher(ruleset, hash_mb=1), game, Effort(nodes=400))
    assert len(analysis.judgements) == 9
    assert all(0 <= chance <= 1 for chance in analysis.chances)


@pytest.mark.parametrize("ruleset", UNKNOWN, ids=KEYS)
def test_the_start_is_about_even_and_more_is_better(ruleset: Ruleset) -> None:
    game = Game.begin(ruleset)
    chances = [chance_of(game, (), cp) for cp in (-25_000, -500, -100, 0, 100, 500, 25_000)]
    assert chances == sorted(chances)
    assert (chances[0], chances[-1]) == (0.0, 1.0)
    assert 0.05 < chances[3] < 0.95


def test_a_side_that_loses_by_having_few_has_the_better_odds_the_more_it_has() -> None:
    start = start_position(ADUGO)
    many, few = (
        chance_of(Game.begin(ADUGO, replace(start, cells=cells, turn=0)), (), 0)
        for cells in (start.cells, start.cells.replace("D", ".", 4))
    )
    assert many > 0.5 > few  # the dogs'


@pytest.mark.parametrize("key", ["dam-8", "english", "tabal", "international", "canadian", "tapal"])
def test_defaults_are_like_what_was_measured(key: str) -> None:
    ruleset = find_ruleset(key)
    slope, measured = odds_of(replace(ruleset, key="unknown"))[0], odds_of(ruleset)[0]
    assert 0.5 < slope / measured < 2
    for default, known in zip(default_settings(ruleset), settings_by_side(ruleset), strict=True):
        assert len(default) == len(LEVELS) - 1
        assert all(abs(one.depth - other.depth) <= 1 for one, other in zip(default, known, strict=True))
        assert [each.depth for each in default] == sorted(each.depth for each in default)
        margins = [each.margin for each in default]
        assert margins == sorted(margins, reverse=True)


def test_a_hunter_outweighs_its_prey_also_where_none_is_placed() -> None:
    assert weights.material(ADUGO).piece["J"][0][0] == 14 * weights.material(ADUGO).piece["D"][0][0]
    two_tigers = weights.material(find_ruleset("tapal"))
    assert two_tigers.piece["T"][0][0] == 9 * two_tigers.piece["G"][0][0]

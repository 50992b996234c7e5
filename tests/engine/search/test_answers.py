"""However little it may think, the computer answers with a legal move that it has scored."""

import random
import threading
from collections.abc import Iterator
from functools import cache

import pytest

from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.moves import Move
from engine.notation import format_move
from engine.ruleset import Ruleset
from engine.search import LEVELS
from engine.search.analysis import Effort, analyse
from engine.search.barred import legal_places
from engine.search.kernel_state import load, move_of, new_state
from engine.search.layout import KEYS, PLIES
from engine.search.levels import choose
from engine.search.movegen import generate
from engine.search.results import Limit, Result
from engine.search.root import FORCED_DEPTH, SCORED_AT_LEAST
from engine.search.ruleset_compiler import compile_ruleset
from engine.search.searcher import Searcher
from tests.engine.positions import played
from tests.suites import WIDE, deep, each_ruleset

MANY, FEW = 200, 8
LONGEST = 120
"""Plies of a game from which positions are taken."""
TO_AND_FRO = 0.6
"""How often a turn goes back, where it can, so that positions repeat."""
LITTLE = (Limit(nodes=1), Limit(movetime_ms=0), Limit(movetime_ms=5), Limit(movetime_ms=20))
ONE_LEFT = ("T4/3GG/GGGGG/GGGGG/GGGG1 t - 0 30", "a5-b4", "d4-c4", "b4-a4", "c4-d4")
"""The tiger has one turn, beside one that is barred."""
NO_REPEATING = find_ruleset("bagh-chal-no-repeating")


def positions(ruleset: Ruleset, many: int) -> Iterator[Game]:
    """So many positions of random games that go on."""
    chance = random.Random(ruleset.key)
    while many:
        game = Game.begin(ruleset)
        for _ in range(chance.randrange(LONGEST)):
            back = _back(game)
            game = game.play(back if back and chance.random() < TO_AND_FRO else chance.choice(game.legal_moves))
            if game.outcome:
                break
            if many and chance.random() < 0.5:
                many -= 1
                yield game


def _back(game: Game) -> Move | None:
    """The legal turn that takes back its player's last."""
    way = game.moves[-2].path[::-1] if game.ply > 1 else ()
    return next((move for move in game.legal_moves if way and not move.captured and move.path == way), None)


@cache
def where_turns_are_barred() -> list[Game]:
    """Positions in which the past bars some turn."""
    return [game for game in positions(NO_REPEATING, MANY) if game.barred][:FEW]


def check(game: Game, result: Result) -> None:
    """The answer is legal, its score is one of a search, and its line can be played."""
    assert result.best in game.legal_moves, format_move(game.ruleset, result.best)
    assert result.depth >= 1 or len(game.legal_moves) > SCORED_AT_LEAST
    after = game
    for move in result.pv:
        after = after.play(move)


@pytest.mark.parametrize("ruleset", each_ruleset())
def test_every_answer_is_legal(ruleset: Ruleset) -> None:
    searcher = Searcher(ruleset, hash_mb=1)
    for game in positions(ruleset, FEW):
        check(game, searcher.search(game, Limit(nodes=1)))


@deep("limits end a search in games with fewer turns in the quick suite")
def test_every_answer_is_legal_where_no_position_may_come_back() -> None:
    searcher = Searcher(NO_REPEATING, hash_mb=1)
    barred = 0
    for game in positions(NO_REPEATING, MANY):
        check(game, searcher.search(game, Limit(nodes=1)))
        barred += bool(game.barred)
    assert barred > FEW


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.key)
@deep("few positions of the rulesets that show every rule, with one node each")
def test_many_answers_within_any_limit_are_legal(ruleset: Ruleset) -> None:
    searcher = Searcher(ruleset, hash_mb=1)
    for game in positions(ruleset, MANY):
        for limit in LITTLE:
            check(game, searcher.search(game, limit))


def test_the_kernel_bars_the_turns_that_the_game_bars() -> None:
    t, s = compile_ruleset(NO_REPEATING), new_state()
    for game in where_turns_are_barred():
        load(NO_REPEATING, t, s, game)
        places = legal_places(t, s, generate(t, s))
        assert {move_of(NO_REPEATING, t, s, place) for place in places} == set(game.legal_moves)


def test_the_kernel_knows_a_game_as_far_back_as_a_position_can_come_from() -> None:
    """Else the search would have to ask the game itself."""
    for ruleset in rulesets():
        if ruleset.no_repeating:
            assert any(rule.plies < KEYS - PLIES and not rule.material for rule in ruleset.no_progress_rules)


def test_every_way_to_ask_heeds_what_is_barred() -> None:
    searcher = Searcher(NO_REPEATING, hash_mb=1)
    chance = random.Random(5)
    stopped = threading.Event()
    stopped.set()
    for game in where_turns_are_barred():
        check(game, searcher.search(game, Limit(nodes=1), threads=3))
        check(game, searcher.search(game, Limit(), stop=stopped))
        lines = searcher.rank_moves(game, Limit(nodes=1)).lines
        assert {line.move for line in lines} == set(game.legal_moves)
        for level in LEVELS:
            assert choose(searcher, game, level, chance, stopped).move in game.legal_moves


def test_a_game_with_barred_turns_is_analysed() -> None:
    """Its lines of best play are played on, so none may hold a barred turn."""
    game = played(NO_REPEATING.key, "TGG1T/GGGGG/GGGGG/GTGGG/TGGGG g - 0 30", "d4-d5", "e5-d4", "d5-e5", "d4-d5")
    analysis = analyse(Searcher(NO_REPEATING, hash_mb=1), game, Effort(nodes=1))
    assert len(analysis.judgements) == game.ply + 1


def test_a_line_of_best_play_ends_where_only_barred_turns_are_left() -> None:
    game = played(NO_REPEATING.key, "TGG1T/GGGGG/GGGGG/GTGG1/TGGG1 g - 0 30", "e3-e2", "e5-d5")
    lines = Searcher(NO_REPEATING, hash_mb=1).rank_moves(game, Limit(depth=3)).lines
    for line in lines:
        after = game
        for move in line.pv:
            after = after.play(move)
        if after.outcome and after.barred:
            return
    pytest.fail("no line leads to where only barred turns are left")


def test_one_legal_turn_beside_barred_ones_needs_no_long_search() -> None:
    game = played(NO_REPEATING.key, *ONE_LEFT)
    assert (len(game.legal_moves), len(game.barred)) == (1, 1)
    result = Searcher(NO_REPEATING, hash_mb=1).search(game, Limit(nodes=1_000_000))
    assert (result.best,) == game.legal_moves
    assert result.depth == FORCED_DEPTH


@deep("limits end a search in games with fewer turns in the quick suite")
@pytest.mark.parametrize("key", WIDE)
def test_a_limit_ends_the_first_depth_where_turns_are_very_many(key: str) -> None:
    game = Game.begin(find_ruleset(key))
    searcher = Searcher(game.ruleset, hash_mb=1)
    result = searcher.search(game, Limit(nodes=1))
    check(game, result)
    assert result.depth == 0
    assert SCORED_AT_LEAST <= result.nodes < 2 * SCORED_AT_LEAST
    lines = searcher.rank_moves(game, Limit(nodes=1)).lines
    assert len(lines) >= SCORED_AT_LEAST
    assert {line.move for line in lines} <= set(game.legal_moves)
    assert searcher.search(game, Limit(depth=1)).depth == 1


def test_the_least_search_finds_what_one_ply_shows() -> None:
    """Not the first move generated: the best of all, one ply deep."""
    ruleset = find_ruleset("bagh-chal")
    for game in positions(ruleset, FEW):
        expected = Searcher(ruleset, hash_mb=1).search(game, Limit(depth=1))
        found = Searcher(ruleset, hash_mb=1).search(game, Limit(nodes=1))
        assert (found.best, found.score, found.depth) == (expected.best, expected.score, 1)
        assert Searcher(ruleset, hash_mb=1).search(game, Limit(movetime_ms=0)).depth >= 1

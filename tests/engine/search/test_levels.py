"""Levels: the same chance gives the same move; weak ones err within bounds; stronger ones win."""

import random
from dataclasses import replace
from itertools import islice

import pytest

from engine.game import Game, GameOver
from engine.games import find_ruleset, rulesets
from engine.moves import Move
from engine.position import parse_position
from engine.ruleset import Ruleset
from engine.search import LEVELS
from engine.search.arena import Tally
from engine.search.kernel_state import load, move_of, new_state
from engine.search.level_settings import settings_by_side, settings_of
from engine.search.levels import TOP, candidate_moves, choose
from engine.search.movegen import generate
from engine.search.pvs import search_root_move
from engine.search.results import Limit
from engine.search.scores import WIN
from engine.search.searcher import Searcher
from engine.search.transposition import BUCKET_BYTES
from tests.engine.search.agreement import scattered
from tests.suites import each_ruleset, quick_first
from tools import ladder

KEYS = [ruleset.key for ruleset in rulesets()]
BELOW_TOP = LEVELS[:-1]


def some_games(ruleset: Ruleset, many: int) -> list[Game]:
    """Positions a while into random games, with something to choose."""
    chance = random.Random(ruleset.key)
    found: list[Game] = []
    while len(found) < many:
        game = Game.begin(ruleset)
        for _ in range(chance.randrange(8, 40)):
            if game.outcome:
                break
            game = game.play(chance.choice(game.legal_moves))
        if not game.outcome and len(game.legal_moves) > 2:
            found.append(game)
    return found


@pytest.mark.parametrize("ruleset", each_ruleset())
def test_each_ruleset_has_settings_for_seven_levels_a_side(ruleset: Ruleset) -> None:
    for side in settings_by_side(ruleset):
        assert len(side) == len(BELOW_TOP)
        assert all(settings.depth >= 1 and settings.nodes > 0 and settings.temperature > 0 for settings in side)
        assert [settings.depth for settings in side] == sorted(settings.depth for settings in side)


@pytest.mark.parametrize("key", ["tabal", "tapal", "dam-8", "international"])
def test_the_same_chance_gives_the_same_move(key: str) -> None:
    """Earlier thinking makes no difference, whoever did it."""
    ruleset = find_ruleset(key)
    fresh, used = Searcher(ruleset, hash_mb=1), Searcher(ruleset, hash_mb=1)
    for game in [Game.begin(ruleset), *some_games(ruleset, 3)]:
        used.search(game, Limit(nodes=2000))
        for level in BELOW_TOP:
            one = choose(fresh, game, level, random.Random(level))
            choose(used, game, TOP - level, random.Random(5))
            assert choose(used, game, level, random.Random(level)) == one


@pytest.mark.parametrize("ruleset", each_ruleset())
def test_no_move_is_worse_than_the_margin(ruleset: Ruleset) -> None:
    """Each move that a level may play after two plies, searched alone with an open window and nothing remembered."""
    searcher = Searcher(ruleset, hash_mb=1)
    t, s = searcher._t, new_state()
    refused = 0
    for game in some_games(ruleset, 3):
        for level in BELOW_TOP[::2]:
            settings = settings_of(ruleset, level, game.turn)
            settings = replace(settings, depth=min(settings.depth, 2), nodes=1 << 40)
            load(ruleset, t, s, game)
            options = candidate_moves(t, s, settings)
            scores = {}
            for move in range(int(s.move_top)):
                searcher._table[:] = 0
                s.tt_address, s.tt_mask = searcher._table.ctypes.data, searcher._table.nbytes // BUCKET_BYTES - 1
                s.limit = 0
                scores[move] = int(search_root_move(t, s, move, settings.depth, -WIN, WIN))
            best = max(scores.values())
            good = {move for move, score in scores.items() if score >= best - settings.margin}
            load(ruleset, t, s, game)
            generate(t, s)
            made = {move: move_of(ruleset, t, s, move) for move in good}
            assert set(options) == {m for m in good if scores[m] == best or not leaves_king(game, made[m])}
            assert all(options[move] == scores[move] for move in options)
            refused += len(scores) - len(options)
    assert refused


def leaves_king(game: Game, move: Move) -> bool:
    """Can the other side capture a king of the mover's at once, or have it forfeited?"""
    after = game.play(move)
    return not after.outcome and any(
        game.ruleset.kind[after.position.cells[point]].is_king
        for reply in after.legal_moves
        for point in (*reply.captured, *([] if reply.huff is None else [reply.huff]))
    )


STAKES = [
    ("dam-8", "2KK/k1m1/M3/4/M3/4/k3/4 w - 0 1"),  # b4-a5 would leave the king on d2 to be forfeited
    ("dam-8", "3k/4/4/k3/K2k/2mM/1m2/K3 b - 0 1"),
    ("dam-8", "1K2/m2m/3m/k3/4/M3/4/3k w - 0 31"),  # d8-c7 would leave it to be captured
    ("dam-8-strict", "m1m1/m2m/4/K2m/4/MM2/1M1M/MM1M w - 0 11"),
    ("russian", "1K2/4/4/2M1/4/M1k1/4/4 w - 0 33"),
    ("russian", "3m/2mm/1m1M/2m1/4/1k1M/4/M1MM b - 0 18"),  # e7-f6 and d6-c5: three captured, the king among them
    ("dam-8", "4/3M/4/1K2/3M/M3/M3/M1k1 w - 0 29"),
]


@pytest.mark.parametrize(("key", "text"), STAKES)
def test_a_weak_player_puts_no_king_at_stake(key: str, text: str) -> None:
    """It may still be the best move to give one up."""
    ruleset = find_ruleset(key)
    game = Game.begin(ruleset, parse_position(ruleset, text))
    searcher = Searcher(ruleset, hash_mb=1)
    scores = {line.move: line.score.cp for line in searcher.rank_moves(game, Limit(depth=3)).lines}
    best = max(scores.values())
    risky = {move for move in game.legal_moves if leaves_king(game, move) and scores[move] < best}
    assert risky
    for level in (1, 2, 3):
        t, s = searcher._t, new_state()
        load(ruleset, t, s, game)
        options = candidate_moves(t, s, settings_of(ruleset, level, game.turn))
        assert not risky & {move_of(ruleset, t, s, move) for move in options}


@pytest.mark.parametrize("key", ["tabal", "dam-8", "english", "tapal"])
def test_a_win_on_the_board_is_played_by_every_level(key: str) -> None:
    ruleset = find_ruleset(key)
    chance = random.Random(key)
    searcher = Searcher(ruleset, hash_mb=1)
    crowded = ruleset.few_left is not None
    met = 0
    for _ in range(3000):
        game = Game.begin(ruleset, scattered(ruleset, chance, free=3 if crowded else 20))
        if game.outcome or len(game.legal_moves) < 2:
            continue
        winning = [move for move in game.legal_moves if wins(game.play(move), game.turn)]
        if not winning or len(winning) == len(game.legal_moves):
            continue
        for level in BELOW_TOP:
            choice = choose(searcher, game, level, chance)
            assert choice.move in winning
            assert choice.wins_in == 1
        assert choose(searcher, game, TOP, chance, movetime_ms=500).move in winning
        met += 1
        if met == 2:
            break
    assert met == 2


def wins(game: Game, side: int) -> bool:
    return game.outcome is not None and game.outcome.winner == side


@pytest.mark.parametrize("level", LEVELS)
def test_openings_vary(level: int) -> None:
    ruleset = find_ruleset("international")
    searcher = Searcher(ruleset, hash_mb=1)
    game = Game.begin(ruleset)
    moves = {choose(searcher, game, level, random.Random(seed), movetime_ms=20).move for seed in range(8)}
    assert len(moves) > 1


def test_levels_there_are_not_and_games_that_are_over() -> None:
    ruleset = find_ruleset("tabal")
    searcher, game = Searcher(ruleset, hash_mb=1), Game.begin(ruleset)
    for level in (0, 9, -1):
        with pytest.raises(ValueError, match="no such level"):
            choose(searcher, game, level, random.Random(1))
    for level in LEVELS:
        with pytest.raises(GameOver):
            choose(searcher, game.resign(0), level, random.Random(1))


def test_a_single_move_is_played_by_every_level() -> None:
    ruleset = find_ruleset("dam-8-strict")
    game = Game.begin(ruleset, parse_position(ruleset, "4/4/4/4/4/1m2/1M2/4 w - 0 1"))
    searcher = Searcher(ruleset, hash_mb=1)
    assert {choose(searcher, game, level, random.Random(1)).move for level in LEVELS} == set(game.legal_moves)


@pytest.mark.parametrize("key", quick_first(["dam-8", "tabal", "russian"], "levels are the same in each game"))
def test_a_much_higher_level_beats_a_much_lower_one(key: str) -> None:
    pair = ladder.Pair("5 : 1", ladder.contender(5, 0), ladder.contender(1, 0))
    tally = ladder.match(find_ruleset(key), pair, 6, "levels")
    assert tally.games == 6
    assert tally.share >= 0.75


def test_the_ladder_is_told_in_points_of_a_hundred() -> None:
    assert ladder.cell(Tally(75, 0, 25)) == "75 ± 8"
    assert ladder.cell(Tally(10, 0, 0)) == "100 ± 0"
    names = [pair.name for pair in ladder.pairs(1)]
    assert names == [
        "newcomer : 1",
        *(f"{level} : {level - 1}" for level in islice(LEVELS, 1, None)),
        "8 : plain 4",
    ]

"""The search gives right, legal moves within its limits."""

import random
import threading

import pytest

from engine.captures import taken_along
from engine.foreign_position import read_position
from engine.game import Game, GameOver
from engine.games import find_ruleset, rulesets
from engine.notation import format_move
from engine.position import parse_position
from engine.ruleset import Ruleset
from engine.search.levels import CONTEMPT, choose
from engine.search.results import Limit, Result, Score
from engine.search.searcher import Searcher
from tests.engine.positions import FULL_OF_CAPTURES
from tests.engine.search.agreement import scattered
from tests.engine.search.fresh import printed
from tests.suites import deep, each_ruleset, examples, three_kinds

KEYS = [ruleset.key for ruleset in rulesets()]
LOST = -1000


def value(game: Game, depth: int) -> int:
    """Plain minimax on the reference: -1000 and the plies to it for a loss, 0 for what is not decided in the depth."""
    if game.outcome:
        if game.outcome.winner is None:
            return 0
        return LOST if game.outcome.winner != game.turn else -LOST
    if depth == 0:
        return 0
    best = LOST
    for move in game.legal_moves:
        score = -value(game.play(move), depth - 1)
        best = max(best, score - (score > 0) + (score < 0))
    return best


def small(ruleset: Ruleset, chance: random.Random) -> Game | None:
    """A game that goes on, with few pieces and moves."""
    crowded = ruleset.few_left is not None
    position = scattered(ruleset, chance, free=0 if crowded else chance.randrange(12, 60))
    if not crowded and len(position.cells) - position.cells.count(".") > 8:
        return None
    game = Game.begin(ruleset, position)
    return None if game.outcome or len(game.legal_moves) > 10 else game


def test_a_position_full_of_captures_is_searched_all_the_same() -> None:
    """No limit of a search ends the listing of one position's captures: it ends itself."""
    ruleset = find_ruleset("omnidirectional-draughts-10")
    game = Game.begin(ruleset, read_position(ruleset, FULL_OF_CAPTURES))
    found = Searcher(ruleset, hash_mb=1).search(game, Limit(depth=2))
    assert len(found.best.captured) > 20
    assert taken_along(ruleset, game.position, found.best.path) == found.best.captured


@pytest.mark.parametrize("ruleset", three_kinds("games of the three kinds are compared in the quick suite"))
@pytest.mark.long("plain minimax looks at everything")
def test_wins_are_those_of_plain_minimax(ruleset: Ruleset) -> None:
    chance = random.Random(ruleset.key)
    searcher = Searcher(ruleset, hash_mb=1)
    decided = 0
    for _ in range(6000):
        game = small(ruleset, chance)
        if game is None:
            continue
        expected = value(game, 3)
        if expected == 0:
            continue
        searcher.clear()
        found = searcher.search(game, Limit(depth=5)).score.wins_in
        turns = (1001 - abs(expected)) // 2
        assert found == (turns if expected > 0 else -turns), game.position
        decided += 1
        if decided == examples(4):
            break
    assert decided


@pytest.mark.parametrize("ruleset", three_kinds("games of the three kinds end in the quick suite"))
@pytest.mark.long("a whole game")
def test_whole_games_against_itself_are_legal_and_end(ruleset: Ruleset) -> None:
    searcher = Searcher(ruleset, hash_mb=1)
    game = Game.begin(ruleset)
    while not game.outcome:
        result = searcher.search(game, Limit(nodes=examples(1000)))
        after = game
        for move in result.pv if game.ply % 8 == 0 else ():
            after = after.play(move)
        game = game.play(result.best)
    assert game.ply > 5


MOST_RANKED = 1000


@pytest.mark.parametrize("ruleset", each_ruleset())
def test_every_move_is_ranked(ruleset: Ruleset) -> None:
    game = Game.begin(ruleset)
    if len(game.legal_moves) > MOST_RANKED:  # an opening: thousands of turns, of which one after the other is searched
        game = game.play(game.legal_moves[0])
    result = Searcher(ruleset, hash_mb=1).rank_moves(game, Limit(depth=2))
    assert {line.move for line in result.lines} == set(game.legal_moves)
    scores = [line.score.cp for line in result.lines]
    assert scores == sorted(scores, reverse=True)
    assert result.depth == 2


def test_the_best_alone_are_those_that_stand_first_among_all() -> None:
    ruleset = find_ruleset("dam-8")
    game = Game.begin(ruleset)
    every = Searcher(ruleset, hash_mb=1).rank_moves(game, Limit(nodes=1_500)).lines
    best = Searcher(ruleset, hash_mb=1).rank_moves(game, Limit(nodes=1_500), most=3).lines
    assert len(every) > 3
    assert best == every[:3]


def test_routes_that_end_alike_are_all_ranked() -> None:
    """docs/rules/worked-positions.md#tabal-3: two ways round, three captures each."""
    ruleset = find_ruleset("tabal")
    game = Game.begin(ruleset, parse_position(ruleset, "1m1/m1m/2M2/5/5/5/4m/3/3 w"))
    lines = Searcher(ruleset, hash_mb=1).rank_moves(game, Limit(depth=1)).lines
    assert [format_move(ruleset, line.move) for line in lines] == ["c7xa9xe9xc7", "c7xe9xa9xc7"]
    assert lines[0].score == lines[1].score
    assert lines[0].pv[0] == lines[0].move


def test_a_win_is_counted_down_and_played_out() -> None:
    """Two kings against a man that must run: each turn the win is one turn nearer, until it is there."""
    ruleset = find_ruleset("dam-8-strict")
    game = Game.begin(ruleset, parse_position(ruleset, "4/4/4/m3/4/4/1K2/K3 b"))
    game = game.play(game.legal_moves[0])
    searcher = Searcher(ruleset, hash_mb=4)
    score = searcher.search(game, Limit(depth=12)).score.wins_in
    assert score is not None
    assert score > 0
    while not game.outcome:
        result = searcher.search(game, Limit(depth=12))
        if game.turn == 0:
            assert result.score.wins_in == score
            score -= 1
        else:
            assert result.score.wins_in == -score
        game = game.play(result.best)
    assert score == 0
    assert game.outcome.winner == 0


def test_a_repetition_is_a_draw_worth_having() -> None:
    """One king against three: it keeps to the long road, and the other side cannot make it leave."""
    ruleset = find_ruleset("russian")
    text = "4/4/4/4/4/2K1/1KK1/k3 b - 0 1"
    game = Game.begin(ruleset, parse_position(ruleset, text))
    assert Searcher(ruleset, hash_mb=4).search(game, Limit(depth=3)).score.wins_in is None


def test_a_way_to_the_third_repetition_is_worth_a_draw() -> None:
    """A lone king goes to and fro. Whoever is far ahead must not step back once more: the draw is one move away."""
    ruleset = find_ruleset("dam-8-strict")
    game = Game.begin(ruleset, parse_position(ruleset, "k3/4/4/4/4/4/4/K1KK w"))
    for text in ("a1-b2", "b8-a7", "b2-a1", "a7-b8", "a1-b2", "b8-a7"):
        game = game.play(next(move for move in game.legal_moves if format_move(ruleset, move) == text))
    lines = Searcher(ruleset, hash_mb=4).rank_moves(game, Limit(depth=6)).lines
    scores = {format_move(ruleset, line.move): line.score.cp for line in lines}
    assert scores.pop("b2-a1") == 0
    assert max(scores.values()) > 100


def test_a_player_goes_on_rather_than_repeat() -> None:
    """Kings go to and fro. Stepping back once more is a draw; every other move looks a trifle worse than even."""
    ruleset = find_ruleset("english")
    game = Game.begin(ruleset, parse_position(ruleset, "k3/2m1/4/1M2/4/3K/4/4 b"))
    for text in ("b8-a7", "g3-h4", "a7-b8", "h4-g3", "b8-a7", "g3-h4"):
        game = game.play(next(move for move in game.legal_moves if format_move(ruleset, move) == text))
    searcher = Searcher(ruleset, hash_mb=1)
    assert format_move(ruleset, searcher.search(game, Limit(depth=5)).best) == "a7-b8"
    searcher.clear()
    chosen = (
        searcher.search(game, Limit(depth=5), contempt=CONTEMPT).best,
        choose(searcher, game, 7, random.Random(7)).move,
    )
    assert "a7-b8" not in [format_move(ruleset, move) for move in chosen]
    searcher.clear()
    lines = searcher.rank_moves(game, Limit(depth=5)).lines
    assert lines[0].score.cp == 0  # an analysis says what it is worth
    assert -CONTEMPT < lines[1].score.cp < 0


DRAWN_KINGS = [
    ("international", "5/5/5/2k2/5/5/5/5/K4/KK3 w - 0 1"),
    ("international", "5/5/5/2k2/5/5/M4/5/K4/K4 w - 0 1"),
    ("international", "5/5/5/2K2/5/5/5/5/k4/kk3 w - 0 1"),
    ("canadian", "6/6/6/6/6/3k2/6/6/6/6/K5/KK4 b - 0 1"),
    ("dam", "6/6/6/6/6/3k2/6/6/6/6/K5/KK4 b - 0 1"),
    ("russian", "4/4/4/2k1/4/4/4/KK2 b - 0 1"),
    ("main-dam", "4/4/4/2k1/4/4/4/KK2 b - 0 1"),
]


@pytest.mark.parametrize(("key", "text"), DRAWN_KINGS)
def test_kings_against_one_that_draws_are_worth_little(key: str, text: str) -> None:
    ruleset = find_ruleset(key)
    searcher = Searcher(ruleset, hash_mb=1)
    game = Game.begin(ruleset, parse_position(ruleset, text))
    cp = searcher.search(game, Limit(depth=6)).score.cp
    stronger = 0 if text.count("K") > 1 else 1
    assert 0 < (cp if game.turn == stronger else -cp) < 60


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("international", "5/5/5/2k2/5/5/5/5/KK3/KK3 w - 0 1"),
        ("international", "5/5/5/2k1m/5/5/5/5/KK3/KK3 w - 0 1"),
        ("russian", "4/4/4/2k1/4/4/K3/KK2 w - 0 1"),
        ("english", "4/4/4/2k1/4/4/4/KK2 w - 0 1"),
    ],
)
def test_kings_against_one_that_loses_are_worth_a_lot(key: str, text: str) -> None:
    ruleset = find_ruleset(key)
    game = Game.begin(ruleset, parse_position(ruleset, text))
    assert Searcher(ruleset, hash_mb=1).search(game, Limit(depth=4)).score.cp > 70


@pytest.mark.parametrize("key", ["international", "dam-8", "tapal"])
def test_limits(key: str) -> None:
    ruleset = find_ruleset(key)
    searcher, game = Searcher(ruleset, hash_mb=1), Game.begin(ruleset)
    assert searcher.search(game, Limit(depth=3)).depth == 3
    assert searcher.search(game, Limit(nodes=5000)).nodes == 5000
    assert searcher.search(game, Limit(movetime_ms=30)).best in game.legal_moves
    seen: list[Result] = []
    stop = threading.Event()

    def on_info(result: Result) -> None:
        seen.append(result)
        if result.depth == 4:
            stop.set()

    result = searcher.search(game, Limit(), on_info=on_info, threads=2, stop=stop)
    assert result.best in game.legal_moves
    assert [info.depth for info in seen][:4] == [1, 2, 3, 4]
    stopped = threading.Event()
    stopped.set()
    assert searcher.search(game, Limit(), stop=stopped).best in game.legal_moves


def test_a_game_that_is_over_is_not_searched() -> None:
    ruleset = find_ruleset("tabal")
    game = Game.begin(ruleset).resign(0)
    with pytest.raises(GameOver):
        Searcher(ruleset, hash_mb=1).search(game, Limit(depth=1))


def test_scores_compare_by_their_worth() -> None:
    assert Score(29_990, 5) > Score(29_980, 10) > Score(100) > Score(-29_990, -5)


@pytest.mark.parametrize("disabled", ["", "0", "1"])
@deep("the same process finds the same in the quick suite")
def test_fresh_processes_find_the_same(disabled: str) -> None:
    """Compiled code read back from the cache, twice, and plain Python: one program."""
    program = (
        "from engine.search.searcher import *; from engine.games import find_ruleset; from engine.game import Game;"
        "r = find_ruleset('dam-8'); s = Searcher(r, 1).search(Game.begin(r), Limit(depth=3)); print(s.nodes, s.best)"
    )
    ruleset = find_ruleset("dam-8")
    result = Searcher(ruleset, 1).search(Game.begin(ruleset), Limit(depth=3))
    assert printed("-c", program, disabled=disabled) == f"{result.nodes} {result.best}\n"

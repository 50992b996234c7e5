"""An analysis is right: who stands better, which move turned the game, and what would have been better."""

import threading

import pytest

from engine.foreign_position import parse_pdn_position
from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.notation import format_move
from engine.parser import parse_move
from engine.ruleset import Ruleset
from engine.search.analysis import (
    LONGEST,
    Analysis,
    Effort,
    Examination,
    Loss,
    TooLong,
    analyse,
    judge,
    stages,
)
from engine.search.odds import chance_of
from engine.search.results import Limit
from engine.search.searcher import Searcher
from tests.suites import each_ruleset, three_kinds

DAM_8, STRICT = find_ruleset("dam-8"), find_ruleset("malaysian-checkers-8-strict")
KEYS = [ruleset.key for ruleset in rulesets()]
QUICK = Effort(nodes=3000)


def played(ruleset: Ruleset, *moves: str) -> Game:
    """A game with these moves."""
    game = Game.begin(ruleset)
    for text in moves:
        game = game.play(parse_move(ruleset, game.position, text).move)
    return game


def looked_at(game: Game, effort: Effort = QUICK) -> Analysis:
    return analyse(Searcher(game.ruleset, hash_mb=1), game, effort)


def test_pieces_given_away_are_turning_points_of_the_side_that_gave_them() -> None:
    # Black declines the capture f6xd4, which costs two men; White gives them back.
    game = played(DAM_8, "c3-d4", "b6-a5", "d4-e5", "a7-b6", "e5-f6")
    analysis = looked_at(game)
    black, white = analysis.turning_points
    assert (black.ply, black.side, format_move(DAM_8, black.line[0])) == (3, 1, "f6xd4")
    assert (black.loss, black.pieces) == (Loss.PIECES, 2)
    assert (white.ply, white.side, white.played) == (4, 0, game.moves[4])
    assert white.loss is Loss.PIECES
    assert white.pieces >= 1
    assert black.after == white.before
    assert black.after.chance - black.before.chance == pytest.approx(black.lost)
    assert white.before.chance - white.after.chance == pytest.approx(white.lost)
    for point in analysis.turning_points:
        better = worse = list(stages(game))[point.ply]
        for move in point.line:
            better = better.play(move)
        for move in (point.played, *point.reply):
            worse = worse.play(move)


def test_small_differences_turn_nothing() -> None:
    assert looked_at(played(DAM_8, "c3-d4", "h6-g5", "d4-c5")).turning_points == ()


@pytest.mark.parametrize(
    ("start", "move", "better", "loss", "decided"),
    [
        ("W:Wc3,h2:Bd4", "h2-g3", {"c3xe5"}, Loss.MISSED_WIN, (0, None)),
        # Away from e5 the king cannot be captured, and all else is a draw.
        ("W:WKa1,h2:BKd6", "a1-e5", {"a1-b2", "a1-c3", "a1-d4", "h2-g3"}, Loss.ALLOWED_WIN, (None, 1)),
    ],
)
def test_wins_missed_and_allowed(
    start: str, move: str, better: set[str], loss: Loss, decided: tuple[int | None, int | None]
) -> None:
    ruleset = DAM_8 if loss is Loss.MISSED_WIN else STRICT
    game = Game.begin(ruleset, parse_pdn_position(ruleset, start))
    game = game.play(parse_move(ruleset, game.position, move).move)
    (point,) = looked_at(game, Effort(nodes=30_000)).turning_points
    assert format_move(ruleset, point.line[0]) in better
    assert point.loss is loss
    assert (point.before.decided, point.after.decided) == decided


@pytest.mark.parametrize("ruleset", three_kinds("games of the three kinds are analysed in the quick suite"))
def test_every_game_can_be_analysed_and_twice_alike(ruleset: Ruleset) -> None:
    game = Game.begin(ruleset)
    for number in range(8):
        game = game.play(game.legal_moves[(number * 7) % len(game.legal_moves)])
    first, second = looked_at(game, Effort(nodes=400)), looked_at(game, Effort(nodes=400))
    assert first.judgements == second.judgements
    assert first.turning_points == second.turning_points
    for stage, judgement in zip(stages(game), first.judgements, strict=True):
        assert judgement.best in stage.legal_moves
        assert 0 <= judgement.evaluation.chance <= 1


def test_a_decided_end_is_certain() -> None:
    game = Game.begin(DAM_8, parse_pdn_position(DAM_8, "W:Wc3:Bd4"))
    analysis = looked_at(game.play(parse_move(DAM_8, game.position, "c3xe5").move))
    first, last = (judgement.evaluation for judgement in analysis.judgements)
    assert (last.chance, last.wins_in, last.decided, analysis.judgements[-1].line) == (1.0, 0, 0, ())
    assert (first.chance, first.wins_in) == (1.0, 1)
    assert analysis.turning_points == ()


def test_a_draw_by_rule_is_even() -> None:
    game = Game.begin(STRICT, parse_pdn_position(STRICT, "W:WKa1:BKh2"))
    while not game.outcome:
        game = game.play(next(move for move in game.legal_moves if game.play(move).position.count(STRICT, 0) == 1))
    assert game.outcome.winner is None
    assert looked_at(game).chances[-1] == 0.5


def test_a_resigned_game_is_judged_to_its_last_position() -> None:
    game = played(DAM_8, "c3-d4", "b6-a5").resign(1)
    analysis = looked_at(game)
    assert len(analysis.judgements) == 3
    assert 0.2 < analysis.judgements[-1].evaluation.chance < 0.8


def test_a_game_without_moves_has_one_judgement() -> None:
    analysis = looked_at(Game.begin(DAM_8))
    assert len(analysis.judgements) == 1
    assert analysis.judgements[0].best in Game.begin(DAM_8).legal_moves
    assert analysis.turning_points == ()


@pytest.mark.parametrize("ruleset", each_ruleset())
def test_more_is_never_a_smaller_chance(ruleset: Ruleset) -> None:
    game = Game.begin(ruleset)
    chances = [chance_of(game, (), cp) for cp in (-25_000, -500, -100, 0, 100, 500, 25_000)]
    assert chances == sorted(chances)
    assert (chances[0], chances[-1]) == (0.0, 1.0)


def test_time_is_shared_and_a_long_game_refused() -> None:
    effort = Effort(total_ms=1000, most_ms=100, least_ms=5)
    assert effort.limit(1000, 5, closer=False).movetime_ms == 100
    assert effort.limit(1000, 20, closer=False).movetime_ms == 50
    assert effort.limit(1000, 5, closer=True).movetime_ms == 200
    assert effort.limit(-3, 5, closer=False).movetime_ms == 5
    game = Game.begin(find_ruleset("tapal"))
    long = Game(game.ruleset, game.positions * (LONGEST + 2), (game.legal_moves[0],) * (LONGEST + 1))
    with pytest.raises(TooLong):
        Examination(long, QUICK)


def test_it_stops_when_told() -> None:
    stop = threading.Event()
    stop.set()
    examination = Examination(played(DAM_8, "c3-d4", "b6-a5"), Effort(total_ms=3_600_000, most_ms=3_600_000))
    searcher = Searcher(DAM_8, hash_mb=1)
    while examination.step(searcher, stop):
        assert examination.done <= examination.all == 3


def test_however_little_time_there_is_every_score_is_one() -> None:
    game = Game.begin(DAM_8, parse_pdn_position(DAM_8, "W:Wc3,h2,g1:Bd4"))
    for _ in range(5):
        assert judge(Searcher(DAM_8, hash_mb=1), game, Limit(movetime_ms=0)).depth > 0

"""Games where no position may be repeated: the turns that the past bars, and who loses when nothing else is left."""

import pytest

from engine.game import Game, Outcome
from engine.games import find_ruleset
from engine.notation import format_move, move_texts
from engine.parser import IllegalMove, parse_move
from engine.record import format_record, parse_record
from engine.refusal import Reason
from engine.ruleset import Ending
from engine.search.results import Limit
from engine.search.searcher import Searcher
from engine.turns import legal_moves
from tests.engine.positions import played

RULES = find_ruleset("bagh-chal-no-repeating")
OPEN = "T4/3GG/GGGGG/GGGGG/GGGG1 t - 0 30"
ALMOST_FULL = "TGG1T/GGGGG/GGGGG/GTGGG/TGGGG g - 0 30"
TO_THE_BAN = ("d4-d5", "e5-d4", "d5-e5", "d4-d5", "e5-d4")


def test_a_move_back_to_a_position_that_has_stood_is_no_move() -> None:
    game = played(RULES.key, OPEN, "a5-b5", "e2-e1", "b5-a5")
    assert move_texts(RULES, game.barred) == ["e1-e2"]
    assert "e1-e2" not in move_texts(RULES, game.legal_moves)
    assert len(game.legal_moves) + 1 == len(legal_moves(RULES, game.position))
    with pytest.raises(ValueError, match="not a legal move"):
        game.play(game.barred[0])
    for text in ("e1-e2", "e1 e2"):
        with pytest.raises(IllegalMove) as caught:
            parse_move(RULES, game.position, text, barred=game.barred)
        assert caught.value.refusal.reason is Reason.STOOD_BEFORE
        assert caught.value.refusal.fact in RULES.sources
    usual = played("bagh-chal", OPEN, "a5-b5", "e2-e1", "b5-a5")
    assert not usual.barred
    assert usual.play(parse_move(usual.ruleset, usual.position, "e1-e2").move).outcome is None


def test_the_ban_is_no_part_of_a_position() -> None:
    game = played(RULES.key, OPEN, "a5-b5", "e2-e1", "b5-a5")
    assert not Game.begin(RULES, game.position).barred


def test_who_has_only_barred_moves_has_lost() -> None:
    """The tiger that can move at all could only step back to where the game began."""
    game = played(RULES.key, ALMOST_FULL, *TO_THE_BAN)
    keys = [position.key for position in game.positions]
    assert len(set(keys)) == len(keys)
    assert game.outcome == Outcome(Ending.BLOCKED, winner=1 - game.turn)
    assert not game.legal_moves
    assert legal_moves(RULES, game.position)
    assert parse_record(format_record(game, {})).game == game


def test_the_computer_never_brings_a_position_back() -> None:
    searcher = Searcher(RULES, hash_mb=1)
    game = played(RULES.key, OPEN, "a5-b5", "e2-e1", "b5-a5")
    for _ in range(12):
        if game.outcome:
            break
        best = searcher.search(game, Limit(nodes=3000)).best
        assert best in game.legal_moves, format_move(RULES, best)
        game = game.play(best)


def test_a_side_that_must_not_repeat_is_seen_to_lose_by_it() -> None:
    """One move before the end the search knows what the past takes away."""
    before = played(RULES.key, ALMOST_FULL, *TO_THE_BAN[:-1])
    result = Searcher(RULES, hash_mb=1).search(before, Limit(depth=4))
    assert result.score.wins_in == 1
    assert before.play(result.best).outcome == Outcome(Ending.BLOCKED, winner=before.turn)

"""Every way a game ends, as the pages in docs/rules/ say."""

import pytest

from engine.game import Game, GameOver, Outcome
from engine.games import find_ruleset, rulesets
from engine.moves import Move
from engine.parser import parse_move
from engine.position import parse_position
from engine.ruleset import Ending, Event, Ruleset


def begin(game: str, position: str) -> Game:
    ruleset = find_ruleset(game)
    return Game.begin(ruleset, parse_position(ruleset, position))


def play(game: Game, *moves: str) -> Game:
    for move in moves:
        game = game.play(parse_move(game.ruleset, game.position, move).move)
    return game


def shuffle(game: Game, cycle: tuple[str, ...], plies: int) -> Game:
    for ply in range(plies):
        game = play(game, cycle[ply % len(cycle)])
    return game


class TestRepetition:
    def test_the_first_position_counts(self) -> None:
        start = begin("tabal", "K2/3/5/5/5/5/5/3/2k w - 0 1")
        cycle = ("a9-c9", "e1-c1", "c9-a9", "c1-e1")
        twice = shuffle(start, cycle, 7)
        assert twice.outcome is None
        assert play(twice, cycle[3]).outcome == Outcome(Ending.REPETITION, None)

    def test_globe_joueur_knows_no_repetition(self) -> None:
        start = begin("tabal-gj", "K2/3/5/5/5/5/5/3/2k w - 0 1")
        assert shuffle(start, ("a9-c9", "e1-c1", "c9-a9", "c1-e1"), 20).outcome is None


class TestCounters:
    WANDER = "K2/3/5/5/5/5/5/3/2k w"

    def test_tabal_100_plies_without_capture_or_promotion(self) -> None:
        almost = begin("tabal", f"{self.WANDER} - 98 60")
        assert play(almost, "a9-c9").outcome is None
        assert play(almost, "a9-c9", "e1-c1").outcome == Outcome(Ending.COUNTER, None)

    def test_a_promotion_resets_the_tabal_counter(self) -> None:
        promoted = play(begin("tabal", "3/M2/5/5/5/5/5/3/2k w - 99 60"), "b8-a9")
        assert promoted.outcome is None
        assert promoted.counts == (0,)

    def test_a_promotion_does_not_stop_the_count_off_of_globe_joueur(self) -> None:
        promoted = play(begin("tabal-gj", "3/M2/5/5/5/5/5/3/2k w - 99 60"), "b8-a9")
        assert promoted.outcome == Outcome(Ending.COUNT_OFF, None)

    @pytest.mark.parametrize(
        ("board", "winner"),
        [
            ("K2/3/MMM2/5/5/5/mm3/3/1kk", 1),
            ("3/3/MMMM1/5/5/5/mmm2/3/3", 0),
            ("K2/3/MMM2/5/5/5/mmm2/3/2k", None),
        ],
        ids=["3+1 against 2+2: more kings", "4 against 3: more pieces", "3+1 against 3+1: a draw"],
    )
    def test_t6_count_off(self, board: str, winner: int | None) -> None:
        game = begin("tabal-gj", f"{board} w - 99 60")
        assert game.outcome is None
        after = game.play(next(move for move in game.legal_moves if not move.captured))
        assert after.outcome == Outcome(Ending.COUNT_OFF, winner)

    def test_tapal_100_plies_without_drop_or_capture(self) -> None:
        board = "GGGGG/GGGGG/2G2/5/T3T"
        assert play(begin("tapal", f"{board} g - 99 80"), "c3-c2").outcome == Outcome(Ending.COUNTER, None)
        assert play(begin("tapal", f"{board} t - 98 80"), "a1-a2").outcome is None

    def test_checkers_50_plies_of_kings_without_capture(self) -> None:
        game = begin("dam-8", "1K2/4/4/4/4/M3/4/2kk w - 49 60")
        assert play(game, "d8-e7").outcome == Outcome(Ending.COUNTER, None)

    def test_a_mans_move_resets_the_kings_counter(self) -> None:
        game = play(begin("dam-8", "1K2/4/4/4/4/M3/4/2kk w - 49 60"), "a3-b4")
        assert game.outcome is None
        assert game.counts[0] == 0

    def test_one_king_against_one_ten_plies(self) -> None:
        game = begin("dam-8", "1K2/4/4/4/4/4/4/3k w - 0 1")
        way = ("d8-e7", "g1-h2", "e7-f8", "h2-g1", "f8-h6", "g1-h2", "h6-g7", "h2-g1", "g7-f8", "g1-a7")
        almost = play(game, *way[:9])
        assert almost.outcome is None
        assert play(almost, way[9]).outcome == Outcome(Ending.COUNTER, None)


class TestBlockedAndAgreed:
    @pytest.mark.parametrize("game", ["dam", "english", "russian", "international"])
    def test_a_player_without_pieces_has_lost(self, game: str) -> None:
        ruleset = find_ruleset(game)
        empty = "/".join(str(len(rank)) for rank in ruleset.board.ranks[:-1])
        lost = begin(game, f"{empty}/k{len(ruleset.board.ranks[-1]) - 1} w - 0 1")
        assert lost.outcome == Outcome(Ending.NO_PIECES, winner=1)

    def test_blocked_men_lose(self) -> None:
        game = begin("dam-8", "4/4/4/4/4/1m2/m3/M3 w - 0 1")
        assert game.legal_moves == ()
        assert game.outcome == Outcome(Ending.BLOCKED, winner=1)

    def test_an_agreed_stop_is_a_draw_or_a_count_off(self) -> None:
        board = "K1K/3/5/5/5/5/5/3/2k w - 0 1"
        assert begin("tabal", board).agree().outcome == Outcome(Ending.AGREEMENT, None)
        assert begin("tabal-gj", board).agree().outcome == Outcome(Ending.COUNT_OFF, 0)

    def test_resignation(self) -> None:
        given_up = Game.begin(find_ruleset("tapal")).resign(1)
        assert given_up.outcome == Outcome(Ending.RESIGNATION, winner=0)
        assert given_up.legal_moves == ()

    def test_nothing_follows_the_end(self) -> None:
        over = Game.begin(find_ruleset("tabal")).resign(0)
        with pytest.raises(GameOver):
            over.play(Move((0, 1)))
        with pytest.raises(GameOver):
            over.resign(1)
        with pytest.raises(GameOver):
            over.agree()

    def test_a_refused_move_changes_nothing(self) -> None:
        game = Game.begin(find_ruleset("tabal"))
        with pytest.raises(ValueError, match="not a legal move"):
            game.play(Move((0, 1)))
        assert game == Game.begin(find_ruleset("tabal"))


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.key)
def test_every_game_can_end_without_a_winner(ruleset: Ruleset) -> None:
    """Each ruleset stops endless play: by repetition or by a counter, or because the drops of one side run out."""
    assert (
        ruleset.hand_used_up is not None
        or ruleset.repetition
        or any(rule.resets & Event.CAPTURE for rule in ruleset.no_progress_rules)
    )

"""Details of the course of a game: which positions are the same, which ending comes first, what resets a counter."""

from dataclasses import replace

import pytest

from engine.foreign_position import parse_pdn_position
from engine.game import Game, Outcome, count_off
from engine.games import find_ruleset
from engine.notation import move_texts
from engine.position import format_position, parse_position
from engine.ruleset import Ending
from engine.turns import legal_moves
from tests.engine.positions import played


def test_a_position_with_the_other_side_to_move_is_another() -> None:
    """Each king goes round a triangle once while the other steps aside and back: the board alone comes three times."""
    white_loses_a_turn = ("a9-c7", "e1-d2", "c7-e9", "d2-e1", "e9-a9")
    black_loses_a_turn = ("e1-c3", "a9-b8", "c3-a1", "b8-a9", "a1-e1")
    start = "K2/3/5/5/5/5/5/3/2k w - 0 1"
    game = played("tabal", start, *white_loses_a_turn, *black_loses_a_turn)
    assert [position.cells for position in game.positions].count(game.position.cells) == 3
    assert game.repeated() == 2
    assert game.outcome is None
    again = played("tabal", start, *(white_loses_a_turn + black_loses_a_turn) * 2)
    assert again.outcome == Outcome(Ending.REPETITION, None)


def test_a_position_with_another_hand_is_another() -> None:
    """docs/rules/main-tapal-empat.md#m8: while goats are dropped nothing repeats, wherever the tigers go."""
    position = "5/3T1/5/1T3/5 t G4 0 1"
    ruleset = find_ruleset("tapal")
    first, second = parse_position(ruleset, position), parse_position(ruleset, position.replace("G4", "G3"))
    assert first.cells == second.cells
    assert first.key != second.key


def test_a_position_with_a_forfeit_to_choose_is_another() -> None:
    board = "4/4/2m1/4/mm2/1M1m/M2M/4 b -"
    ruleset = find_ruleset("dam-8")
    keys = {parse_position(ruleset, board + pending).key for pending in ("", " f:c3,h2", " f:c3")}
    assert len(keys) == 3


def test_a_win_comes_before_a_draw() -> None:
    """The move that blocks the last man is also the hundredth ply without capture or promotion: it wins."""
    game = played("tabal", "3/3/Mm1m1/5/5/5/5/3/3 b - 99 60", "d7-c7")
    assert game.counts == (100,)
    assert game.outcome == Outcome(Ending.BLOCKED, winner=1)


@pytest.mark.parametrize(
    ("board", "winner"),
    [
        ("K1K/3/MM3/5/5/5/mmm2/3/2k", 0),
        ("K2/3/MMM2/5/5/5/mm3/3/k1k", 1),
        ("K1K/3/2M2/5/5/5/mmm2/3/2k", 1),
        ("K1K/3/5/5/5/5/5/3/k1k", None),
    ],
    ids=["more kings, White", "more kings, Black", "pieces before kings", "alike"],
)
def test_counting_off(board: str, winner: int | None) -> None:
    """docs/rules/permainan-tabal.md#where-the-two-differ: more pieces; if equal, more kings; else a draw."""
    ruleset = find_ruleset("tabal-gj")
    assert count_off(ruleset, parse_position(ruleset, f"{board} w")) == Outcome(Ending.COUNT_OFF, winner)


WHITE_KINGS = ["Ka1", "Ka3", "Kc1"]
BLACK_KINGS = {8: ["Kh8", "Kf8", "Kh6"], 10: ["Kj10", "Kh10", "Kj8"], 12: ["Kl12", "Kj12", "Kl10"]}
"""All on the edge, where no piece can be captured."""


@pytest.mark.parametrize(
    ("game", "white", "black", "plies"),
    [
        *((game, 2, 2, 50) for game in ("dam", "dam-8", "dam-strict", "dam-8-strict", "international", "canadian")),
        *((game, 1, 1, 10) for game in ("dam", "dam-8", "dam-strict", "dam-8-strict")),
        *((game, 2, 1, 50) for game in ("dam", "dam-8")),
        *((game, 3, 1, 32) for game in ("international", "canadian")),
        *((game, 1, 2, 10) for game in ("international", "canadian", "brazilian", "russian")),
        *((game, 1, 1, 10) for game in ("international", "canadian", "brazilian", "russian")),
        ("brazilian", 2, 2, 10),
        ("brazilian", 3, 1, 40),
        ("russian", 2, 2, 30),
        ("russian", 1, 3, 30),
        ("english", 2, 2, 80),
        ("english", 1, 1, 80),
    ],
)
def test_kings_alone_have_so_many_plies(game: str, white: int, black: int, plies: int) -> None:
    """docs/rules/malaysian-checkers.md#c7, docs/rules/draughts.md#draws: limits count each player's moves."""
    ruleset = find_ruleset(game)
    ours, theirs = WHITE_KINGS[:white], BLACK_KINGS[ruleset.board.width][:black]
    board = parse_pdn_position(ruleset, f"W:W{','.join(ours)}:B{','.join(theirs)}")
    for quiet in (plies - 2, plies - 1):
        begun = Game.begin(ruleset, replace(board, quiet=quiet))
        moved = begun.play(next(move for move in begun.legal_moves if not move.captured))
        assert moved.outcome == (None if quiet == plies - 2 else Outcome(Ending.COUNTER, None))


def test_a_drop_resets_the_counter_of_tapal_empat() -> None:
    """docs/rules/main-tapal-empat.md#m8: a hundred plies without drop or capture."""
    assert played("tapal", "5/3T1/5/1T3/5 g G18 99 50", "@c3").outcome is None
    assert played("tapal", "GGGGG/GGGGG/2G2/5/T3T g - 99 80", "c3-c2").outcome == Outcome(Ending.COUNTER, None)


class TestForfeit:
    """docs/rules/malaysian-checkers.md#the-forfeit."""

    def test_the_forfeit_resets_the_counter_though_a_king_made_the_move(self) -> None:
        game = played("dam-8", "3k/4/4/4/4/1MM1/4/4 b - 49 60 f:c3,e3", "~c3,h8-g7")
        assert game.counts[0] == 0
        assert game.position.quiet == 0
        assert game.outcome is None

    def test_who_chooses_and_declines_in_turn_is_judged_on_the_board_after_the_removal(self) -> None:
        """Black's d6 could capture c5 before it was taken away; afterwards only f4 and h4 have a capture."""
        position = "4/4/1m2/1M2/2mm/1M1M/4/4 b - 0 9 f:c3,c5"
        ruleset = find_ruleset("dam-8")
        before = parse_position(ruleset, position)
        moves = move_texts(ruleset, legal_moves(ruleset, before))
        assert {"~c5,d6-e5", "~c3,d6xb4", "~c5,f4xh2", "~c5,h4xf2"} <= set(moves)
        assert "~c5,d6xb4" not in moves
        game = played("dam-8", position, "~c5,d6-e5")
        assert format_position(ruleset, game.position, counters=False).endswith(" w - f:f4,h4")

    def test_one_forfeit_at_a_time(self) -> None:
        """A choice that is owed is made with the move: nothing is pending after a capture that answers it."""
        game = played("dam-8", "4/4/2m1/4/mm2/1M1m/M2M/4 b - 1 1 f:c3,h2", "~h2,b4xd2")
        assert game.position.pending == ()

    def test_a_king_that_declines_can_be_the_one_that_is_lost(self) -> None:
        """docs/rules/worked-positions.md#checkers-3: the king is the only candidate and is removed where it went."""
        game = played("dam", "6/6/6/6/6/6/mm4/6/m5/1m4/6/K5 w - 0 1", "a1-b2")
        assert game.outcome == Outcome(Ending.NO_PIECES, winner=1)
        assert game.position.quiet == 0

"""The relatives against their worked positions and counts (docs/rules/worked-positions.md), and what their facts do."""

import re
from itertools import islice
from pathlib import Path

import pytest

from engine.endings import is_full_win, perft, playable_moves
from engine.foreign_position import parse_pdn_position
from engine.game import Game, Outcome
from engine.games import find_ruleset
from engine.notation import format_move, move_texts
from engine.parser import IllegalMove, parse_move
from engine.position import InvalidPosition, Position, format_position, parse_position, start_position
from engine.record import format_record, parse_record
from engine.refusal import Reason
from engine.ruleset import Ending
from engine.turns import legal_moves
from tests.engine.positions import as_pdn
from tests.engine.relatives import COUNTS, WORKED
from tests.engine.search.test_kernel import kernel_perft
from tests.engine.test_perft import counts, transposed
from tests.suites import covering, deep, examples

ONE_BY_ONE = examples(6_000)
TRANSPOSED = examples(40_000)
LESS = deep("the kernel counts the games that cover the others, and each as the reference does in test_kernel")
PAGE = Path(__file__).parents[2] / "docs" / "rules" / "worked-positions.md"


def after(key: str, position: str, *moves: str) -> Game:
    """A game from a position on."""
    ruleset = find_ruleset(key)
    game = Game.begin(ruleset, parse_position(ruleset, position))
    for move in moves:
        game = game.play(parse_move(ruleset, game.position, move).move)
    return game


def refused(key: str, position: str, move: str) -> Reason:
    """The reason why a move is refused."""
    ruleset = find_ruleset(key)
    with pytest.raises(IllegalMove) as caught:
        parse_move(ruleset, parse_position(ruleset, position), move)
    assert caught.value.refusal.fact in {*ruleset.sources, ""}
    return caught.value.refusal.reason


@pytest.mark.parametrize(("key", "position", "moves"), WORKED)
def test_every_turn_of_a_worked_position(key: str, position: str, moves: str) -> None:
    ruleset = find_ruleset(key)
    standing = parse_position(ruleset, position)
    assert move_texts(ruleset, playable_moves(ruleset, standing)) == sorted(moves.split())
    assert format_position(ruleset, standing) == position
    for text in moves.split():
        assert format_move(ruleset, parse_move(ruleset, standing, text).move) == text


@pytest.mark.parametrize("key", COUNTS)
def test_counts_from_the_start(key: str) -> None:
    ruleset = find_ruleset(key)
    known = counts(COUNTS[key])
    start = start_position(ruleset)
    shallow = [count for count in known if count <= TRANSPOSED]
    assert list(islice(transposed(ruleset, start), len(shallow))) == shallow
    for depth, count in enumerate(known, start=1):
        if count <= ONE_BY_ONE:
            assert perft(ruleset, start, depth) == count


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=() if find_ruleset(key) in covering() else LESS) for key in COUNTS]
)
def test_the_kernel_counts_the_same_as_deep_as_is_known(key: str) -> None:
    ruleset = find_ruleset(key)
    for depth, count in enumerate(counts(COUNTS[key]), start=1):
        assert kernel_perft(ruleset, start_position(ruleset), depth) == count


class TestOptionalChains:
    POSITION = "1GGGG/GGGGG/G1G1G/3G1/1TG2/3/3 t - 0 1"

    def test_a_capture_may_stop_after_each_leap(self) -> None:
        stopped = after("adugo", self.POSITION, "b3xd3")
        assert format_position(stopped.ruleset, stopped.position) == "1GGGG/GGGGG/G1G1G/3G1/3T1/3/3 g - 0 1"

    def test_a_threshold_within_a_chain_does_not_cut_the_turn_short(self) -> None:
        ten_left = "GGG2/GG1GG/3G1/G3G/1G2T/3/3 t - 0 1"
        assert after("adugo", ten_left, "e3xe5xc5xe7xe5").outcome == Outcome(Ending.FEW_LEFT, winner=1)
        assert after("adugo", ten_left, "e3-d3").outcome is None


class TestRows:
    POSITION = "3/3/5/2G2/2G2/2G2/2T2/1GG/1GG t G9 0 1"

    def test_the_whole_row_is_taken(self) -> None:
        played = after("rimau", self.POSITION, "c3xc7")
        assert format_position(played.ruleset, played.position) == "3/3/2T2/5/5/5/5/1GG/1GG g G9 0 2"

    def test_an_even_row_is_not_leapt_over(self) -> None:
        assert refused("rimau", "3/3/5/5/2G2/2G2/2T2/3/3 t G9 0 1", "c3xc6") is Reason.EVEN_ROW
        assert refused("rimau-rimau-b", "3/3/5/5/2G2/2G2/2T2/3/3 t G9 0 1", "c3xc6") is Reason.TWO_IN_A_ROW
        assert refused("rimau", self.POSITION, "c3xc5") is Reason.OCCUPIED


class TestOpenings:
    def test_pieces_are_taken_off_in_any_order(self) -> None:
        ruleset = find_ruleset("rimau")
        for text in ("~b4,~c5,~d6", "d6 b4 c5", "~c5 ~d6 ~b4"):
            assert format_move(ruleset, parse_move(ruleset, start_position(ruleset), text).move) == "~b4,~c5,~d6"
        opened = after("rimau", ruleset.start, "~b4,~c5,~d6")
        assert format_position(ruleset, opened.position) == "3/3/5/1GG2/1G1G1/2GG1/2T2/3/3 g G15 0 1"

    def test_a_tiger_is_put_elsewhere_in_the_same_turn(self) -> None:
        start = find_ruleset("rimau-rimau").start
        opened = after("rimau-rimau", start, "~b4,~c5,~d6,c3@c5")
        assert format_position(opened.ruleset, opened.position) == "3/3/2T2/1GG2/1GTG1/2GG1/5/3/3 g G15 0 1"
        text = format_record(opened, {})
        assert "0... ~b4,~c5,~d6,c3@c5 *" in text
        assert parse_record(text).game == opened

    def test_too_few_points_or_wrong_ones_are_refused(self) -> None:
        start = find_ruleset("rimau").start
        for text in ("b4", "~b4,~c5", "c3-c2", "@a1", "~b4,~c5,~a1"):
            assert refused("rimau", start, text) is Reason.TAKE_OFF_FIRST
        assert refused("rimau", start, "~b4,~c5,~d6,c3@a9") is Reason.TAKE_OFF_FIRST

    def test_the_field_is_read_exactly(self) -> None:
        ruleset = find_ruleset("rimau")
        for wrong in ("~2G15", "~33G15", "~G15"):
            with pytest.raises(InvalidPosition):
                parse_position(ruleset, ruleset.start.replace("~3G15", wrong))
        with pytest.raises(InvalidPosition, match="not 3 pieces to take off"):
            parse_position(ruleset, "3/3/5/5/2G2/5/2T2/3/3 t ~3G15 0 0")
        with pytest.raises(InvalidPosition, match="no piece is taken off"):
            parse_position(find_ruleset("tapal"), "5/5/5/5/5 t ~3T2G18 0 0")


class TestStacks:
    START = "2T2/1G{5}1G{5}1/5/1G{5}1G{5}1/2T2 g - 0 1"

    def test_only_the_top_piece_moves(self) -> None:
        moved = after("bagh-bandi", self.START, "b2-b3")
        assert format_position(moved.ruleset, moved.position) == "2T2/1G{5}1G{5}1/1G3/1G{4}1G{5}1/2T2 t - 1 1"

    def test_only_the_top_piece_is_captured(self) -> None:
        taken = after("bagh-bandi", self.START, "b2-c3", "c1xa3")
        assert format_position(taken.ruleset, taken.position) == "2T2/1G{5}1G{5}1/T1G2/1G{3}1G{5}1/5 g - 0 2"
        assert taken.position.count(taken.ruleset, 0) == 19

    def test_joining_again(self) -> None:
        loose = "2T2/1G{4}1G{5}1/1G3/1G{4}1G{5}1/2T2 g - 0 2"
        joined = after("sher-bakar", loose, "b3-b2")
        assert format_position(joined.ruleset, joined.position) == "2T2/1G{4}1G{5}1/5/1G{5}1G{5}1/2T2 t - 1 2"
        assert refused("bagh-bandi", loose, "b3-b2") is Reason.OCCUPIED

    def test_no_point_is_leapt_over_twice(self) -> None:
        position = "2T2/5/5/1G{5}3/2TGG t - 0 1"
        assert refused("bagh-bandi", position, "c1xa3xc1") is Reason.ALREADY_TAKEN

    def test_a_leap_does_not_go_straight_back(self) -> None:
        position = "3/3/5/5/2G2/1G{5}3/2T2/3/3 t - 0 1"
        assert refused("bagh-bandi-basirhat", position, "c3xa5xc3") is Reason.NO_TURN_BACK

    def test_texts(self) -> None:
        ruleset = find_ruleset("bagh-bandi")
        for wrong in ("1G{1}1G{5}1", "1G{41}1G{5}1", "1{5}GG{5}1", "1G{}1G{5}1"):
            with pytest.raises(InvalidPosition):
                parse_position(ruleset, self.START.replace("1G{5}1G{5}1", wrong, 1))
        with pytest.raises(InvalidPosition, match="do not stand on one another"):
            parse_position(find_ruleset("bagh-chal"), "T3T/5/2G{2}2/5/T3T g G10 0 1")
        start = start_position(ruleset)
        lists = as_pdn(ruleset, start)
        assert lists.count("d2") == 5
        assert parse_pdn_position(ruleset, lists).key == start.key


class TestEnds:
    def test_the_last_goat_in_hand_loses(self) -> None:
        last = "GGGGG/GGG1G/GGTTG/GGGGG/GGGG1 g G1 0 1"
        lost = after("tapak-1919", last, "@e1")
        assert lost.outcome == Outcome(Ending.HAND_USED_UP, winner=1)
        assert lost.legal_moves == ()
        shut = "GGGGG/GGG1G/GGTTG/GGGGG/GGGGG g G1 0 1"
        assert after("tapak-1919", shut, "@d4").outcome == Outcome(Ending.BLOCKED, winner=0)
        ruleset = find_ruleset("tapak-1919")
        assert playable_moves(ruleset, parse_position(ruleset, "5/5/2T{2}2/5/5 g - 0 1")) == []

    def test_the_last_three_are_crowned(self) -> None:
        position = "mm1/mm1/5/5/2m2/2M2/5/3/MMM w - 0 1"
        played = after("dam-daman", position, "c4xc6")
        assert format_position(played.ruleset, played.position) == "mm1/mm1/5/2M2/5/5/5/3/MMM b - 0 1"
        four = "m2/3/5/5/2m2/2M2/5/1mm/MMM w - 0 1"
        crowned = after("dam-daman", four, "c4xc6")
        assert format_position(crowned.ruleset, crowned.position) == "k2/3/5/2M2/5/5/5/1kk/MMM b - 0 1"

    def test_one_king_against_one_is_a_draw_at_once(self) -> None:
        drawn = after("dam-daman", "k2/3/5/5/2m2/2K2/5/3/3 w - 0 1", "c4xc6")
        assert drawn.outcome == Outcome(Ending.MATERIAL, winner=None)
        ruleset = find_ruleset("game-of-solomon")
        assert playable_moves(ruleset, parse_position(ruleset, "1/K4/2/3/2/4k/1 w")) == []

    def test_dogs_that_only_advance_draw_when_stuck(self) -> None:
        stuck = "5/4G/3/5/5/5/5/T4 g - 0 9"
        ruleset = find_ruleset("komikan-forward")
        goats = "GGGGG/5/3/5/5/5/5/T4 g - 0 9"
        assert legal_moves(ruleset, parse_position(ruleset, stuck))
        assert after("komikan-forward", goats).outcome == Outcome(Ending.STUCK, winner=None)

    def test_a_man_at_the_far_rank_rests(self) -> None:
        assert refused("alquerque-bell", "M4/m4/1M3/2m2/3m1 w - 0 1", "a5-b5") is Reason.RESTING

    def test_the_king_first(self) -> None:
        position = "8/2m5/2M5/8/3m4/2M5/8/K3m3 w - 0 1"
        assert refused("dama-kenya", position, "c6xc8") is Reason.KING_FIRST

    def test_a_queen_is_crowned_again(self) -> None:
        crowned = after("dutch-queens", "10/6K3/10/10/10/3m6/10/10/10/9k w - 0 1", "g9-h10")
        assert format_position(crowned.ruleset, crowned.position).startswith("7S2/10/")


def test_the_page_has_the_worked_positions_and_the_counts() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for key, position, moves in WORKED:
        assert re.search(rf"\| `{key}` \| `{re.escape(position)}` \| {len(moves.split())} \|", page), (key, position)
    for key, known in COUNTS.items():
        assert f"| `{key}` | {known} |" in page, key


@pytest.mark.parametrize(
    ("bugas", "full"), [("c1", True), ("d2", True), ("b2", True), ("c9", True), ("a3", False), ("c3", False)]
)
def test_a_full_win_is_one_in_the_houses(bugas: str, full: bool) -> None:
    """docs/rules/buga-shadara.md#the-end: both bugas without a turn; full if both stand in houses, in name only."""
    ruleset = find_ruleset("buga-shadara")
    cells = ["G"] * len(ruleset.board.points)
    cells[ruleset.board.index[bugas]] = cells[ruleset.board.index["d8"]] = "T"
    for name in ("a7", "e7", "a6", "e6", "b5", "d5", "d6"):
        cells[ruleset.board.index[name]] = "."
    game = Game.begin(ruleset, Position("".join(cells), 1))
    assert game.outcome == Outcome(Ending.BLOCKED, winner=0)
    assert is_full_win(ruleset, game.position) is full

"""The reasons for refusing a turn: for each reason a position, a typed move, and the points that are shown."""

from dataclasses import replace
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.text.reasons import move_sentence
from bot.words import LANGUAGES, words
from engine.game import Game
from engine.games import find_ruleset
from engine.notation import format_move
from engine.parser import IllegalMove, MoveError, parse_move
from engine.position import EMPTY, Position, parse_position
from engine.refusal import Reason, Refusal
from engine.ruleset import Direction, Movement, Reach, Ruleset
from engine.turns import legal_moves
from tests.engine.positions import anywhere
from tests.suites import examples

LONE_MAN = "1k1/3/5/5/2M2/5/5/3/3 w"
REPLY_DUE = "mmm/mmm/mmmmm/mmmmm/2M2/MM1MM/MMMMM/MMM/MMM b"
C1 = "4/4/2m1/4/mm2/1M1m/3M/M3 w"
C1_DECLINED = "4/4/2m1/4/mm2/1M1m/M2M/4 b - f:c3,h2"
C3 = "6/6/6/6/6/6/mm4/6/m5/1m4/6/K5 w"
M1 = "T2G1/2G2/2TGG/1G3/5 t"
DROPPING = "5/3T1/2G2/1T3/5 g G17 0 2"
PLACING = "5/5/5/5/5 t T2G18"
TABAL = find_ruleset("tabal").start
LONGEST_OF_ALL = "5/5/5/2M2/2m2/5/1m1m1/1M2M/5/5 w"


class Row(NamedTuple):
    """A typed move in a position, and the answer to it."""

    game: str
    position: str
    typed: str
    reason: Reason
    points: str
    fact: str = ""


ROWS = [
    Row("tabal", TABAL, "c6-c5", Reason.NOT_YOUR_PIECE, "c6"),
    Row("tapal", M1, "b2-b1", Reason.NOT_YOUR_PIECE, "b2"),
    Row("tabal", TABAL, "c5-c6", Reason.NO_PIECE, "c5"),
    Row("tapal", DROPPING, "c4-c5", Reason.NO_PIECE, "c4"),
    Row("tapal", DROPPING, "a1-a1", Reason.NO_PIECE, "a1"),
    Row("tabal", TABAL, "c4-c4", Reason.SAME_POINT, "c4"),
    Row("tabal", TABAL, "c1", Reason.SAME_POINT, "c1"),
    Row("tabal", "1k1/3/5/5/5/2m2/2M2/3/3 w", "c3xc5xc5", Reason.SAME_POINT, "c5"),
    # docs/rules/permainan-tabal.md#the-board: diagonals only where file + rank is even; b2-b3 is no line.
    Row("tabal", TABAL, "c4-d5", Reason.NO_LINE, "c4 d5", "board"),
    Row("tabal", "1k1/3/5/5/5/5/5/M2/3 w", "b2-b3", Reason.NO_LINE, "b2 b3", "board"),
    Row("dam-8", "3k/4/4/4/4/1M2/4/4 w", "c3-e3", Reason.NO_LINE, "c3 e3", "board"),
    Row("tabal", TABAL, "c3-c4", Reason.OCCUPIED, "c4"),
    Row("tapal", DROPPING, "@d4", Reason.OCCUPIED, "d4"),
    Row("tapal", DROPPING, "c3", Reason.OCCUPIED, "c3"),
    Row("tabal", TABAL, "c3-c5", Reason.OWN_PIECE_IN_THE_WAY, "c4", "man.capture"),
    Row("tapal", M1, "a5-e1", Reason.OWN_PIECE_IN_THE_WAY, "c3", "tiger.capture"),
    Row("tabal", "3/3/5/5/5/2m2/2m2/3/1K1 w", "c1-c5", Reason.TWO_IN_A_ROW, "c4 c3", "king.capture"),
    Row("tabal", "1k1/3/5/5/5/2m2/2m2/1M1/3 w", "c2-c5", Reason.TWO_IN_A_ROW, "c4 c3", "man.capture"),
    Row("tabal", LONE_MAN, "c5-c7", Reason.TOO_FAR, "c7 c5", "man.move"),
    Row("tabal", "1k1/3/5/2m2/5/2M2/5/3/3 w", "c4-c7", Reason.TOO_FAR, "c7 c6 c4", "man.capture"),
    Row("tapal", "GGGGG/GGGGG/2G2/5/T3T g", "c3-c1", Reason.TOO_FAR, "c3 c1", "goat.move"),
    Row("tapal", "GGGGG/GGGGG/2G2/5/T3T g", "c3-c2-c1", Reason.TOO_FAR, "c3 c2 c1", "goat.move"),
    Row("tapal", "T2G1/5/5/5/5 t", "a5-e5", Reason.TOO_FAR, "a5 d5 e5", "tiger.capture"),
    Row("tabal", LONE_MAN, "c5-c4", Reason.NO_STEP_BACK, "c5 c4", "man.move"),
    Row("tabal", LONE_MAN, "c5-b4", Reason.NO_STEP_BACK, "c5 b4", "man.move"),
    Row("dam-8", "3k/4/4/4/4/1M2/4/4 w", "c3-b2", Reason.NO_STEP_BACK, "c3 b2", "man.move"),
    # docs/rules/malaysian-checkers.md#c1: men capture forward only.
    Row("dam-8", "4/4/4/4/1M2/1m2/4/4 w", "d4xb2", Reason.NO_CAPTURE_THAT_WAY, "d4 c3", "man.capture"),
    Row("tapal", "5/5/2T2/2G2/5 g", "c2-c4", Reason.NEVER_CAPTURES, "c3 c2", "goat.move"),
    Row("tabal", "1k1/3/5/5/5/2m2/2M2/3/3 w", "c3xc5xc7", Reason.NOTHING_TO_TAKE, "c7 c5", "man.capture"),
    Row("tabal", "3/3/5/5/5/5/5/3/Km1 w", "a1xe1xa1", Reason.NOTHING_TO_TAKE, "a1 e1", "king.capture"),
    Row("tabal", REPLY_DUE, "a6-a5", Reason.MUST_CAPTURE, "c6", "obligation"),
    Row("dam-8-strict", C1, "a1-b2", Reason.MUST_CAPTURE, "h2 c3", "obligation"),
    Row("dam-8-strict", C1, "a1", Reason.MUST_CAPTURE, "h2 c3", "obligation"),
    Row("tabal", REPLY_DUE, "a6", Reason.MUST_CAPTURE, "c6", "obligation"),
    Row("dam-8", C1, "c3xe5", Reason.MUST_GO_ON, "e5 f6", "obligation"),
    Row("tabal", "1m1/m1m/2M2/5/5/5/5/3/3 w", "c7xa9xe9", Reason.MUST_GO_ON, "e9 d8", "obligation"),
    Row("russian", "4/2m1/4/4/4/1m2/4/K3 w", "a1xd4", Reason.MUST_LAND_ELSEWHERE, "d4 c3", "king.capture"),
    # A man of Russian draughts goes on as a king, so from d8 it is a king's leap that lands wrongly.
    Row("russian", "4/1m2/M1m1/4/3m/4/4/4 w", "b6xd8xe7", Reason.NOTHING_TO_TAKE, "d8 e7", "king.capture"),
    Row("dam-8", C1, "c3xa5", Reason.TAKE_LONGER, "f6 d4", "precedence"),
    # docs/rules/worked-positions.md#checkers-3: the shorter complete chains are illegal.
    Row("dam", C3, "a1xe5xb8", Reason.TAKE_LONGER, "c3 d6 b6", "precedence"),
    Row("dam", C3, "a1xd4xa7", Reason.TAKE_LONGER, "c3 d6 b6", "precedence"),
    Row("dam", C3, "a1xd4", Reason.MUST_GO_ON, "d4 b6", "obligation"),
    Row("international", LONGEST_OF_ALL, "i3xg5", Reason.TAKE_MOST, "c3", "precedence"),
    Row("international", LONGEST_OF_ALL, "i3", Reason.TAKE_MOST, "c3", "precedence"),
    Row("tapal", M1, "c3xc5xe5", Reason.ONE_CAPTURE_ONLY, "c5 e5", "tiger.chain"),
    Row("tapal", M1, "c3-b4-d4", Reason.MOVE_THEN_LEAP, "b4 d4 c3", "tiger.capture"),
    Row("tabal-gj", "3/3/5/5/5/5/5/3/Km1 w", "a1xe1xa1", Reason.ALREADY_TAKEN, "c1", "removal"),
    Row("tapal", DROPPING, "c3-c4", Reason.STILL_IN_HAND, "c3", "placements"),
    Row("tapal", "GGGGG/GGGGG/2G2/5/T3T g", "@a2", Reason.NOTHING_IN_HAND, "a2", "placements"),
    Row("tapal", "GGGGG/GGGGG/2G2/5/T3T g", "@c3-c2", Reason.NOTHING_IN_HAND, "c2 c3", "placements"),
    Row("tapal", M1, "+a1", Reason.NOTHING_IN_HAND, "a1", "placements"),
    # docs/rules/main-tapal-empat.md#m1: the nine central points.
    Row("tapal", PLACING, "a1 b2", Reason.OUTSIDE_REGION, "a1 b2", "placements"),
    Row("tapal", PLACING, "T@c5", Reason.OUTSIDE_REGION, "c5", "placements"),
    Row("dam-8", C1_DECLINED, "f6-h8", Reason.FORFEIT_FIRST, "c3 h2", "obligation"),
    Row("dam-8", C1_DECLINED, "~b2,b4-a3", Reason.NOT_A_CANDIDATE, "b2 c3 h2", "obligation"),
    Row("dam-8", C1, "~c3", Reason.NOT_A_CANDIDATE, "c3", "obligation"),
    # docs/rules/malaysian-checkers.md#f4: the opponent chooses, so who declines may not name a candidate.
    Row("dam-8", C1, "a1-b2,~h2", Reason.NOT_A_CANDIDATE, "h2", "obligation"),
    # docs/rules/malaysian-checkers.md#f5: once the piece is named, the move is judged on the board after its removal.
    Row("dam-8", C1_DECLINED, "~h2,f6-e7", Reason.NO_STEP_BACK, "f6 e7", "man.move"),
    Row("dam-8", C1_DECLINED, "~c3,d4xf2", Reason.TOO_FAR, "d4 f2", "man.move"),
    Row("rimau", "3/3/5/5/2G2/2G2/2T2/3/3 t G9 0 1", "c3xc6", Reason.EVEN_ROW, "c4 c5", "tiger.capture"),
    Row("rimau", find_ruleset("rimau").start, "b4 c5", Reason.TAKE_OFF_FIRST, "b4 c5", "opening"),
    Row("rimau", find_ruleset("rimau").start, "b4 c5 a1", Reason.TAKE_OFF_FIRST, "a1", "opening"),
    Row("alquerque-bell", "M4/m4/1M3/2m2/3m1 w - 0 1", "a5-b5", Reason.RESTING, "a5", "man.rests_on"),
    Row("dama-kenya", "8/2m5/2M5/8/3m4/2M5/8/K3m3 w", "c6xc8", Reason.KING_FIRST, "a1", "tie_break"),
    Row(
        "bagh-bandi-basirhat",
        "3/3/5/5/2G2/1G{5}3/2T2/3/3 t - 0 1",
        "c3xa5xc3",
        Reason.NO_TURN_BACK,
        "a5 c3",
        "tiger.turns_back",
    ),
]


def refusal(ruleset: Ruleset, position: str, typed: str) -> Refusal:
    with pytest.raises(IllegalMove) as caught:
        parse_move(ruleset, parse_position(ruleset, position), typed)
    return caught.value.refusal


def names(ruleset: Ruleset, points: tuple[int, ...]) -> set[str]:
    return {ruleset.board.points[point] for point in points}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.game} {row.typed} {row.reason.value}")
def test_the_reason_and_its_points(row: Row) -> None:
    ruleset = find_ruleset(row.game)
    why = refusal(ruleset, row.position, row.typed)
    assert why.reason is row.reason
    assert names(ruleset, why.points) == set(row.points.split())
    assert why.fact == row.fact


def test_a_piece_that_does_not_step_that_way() -> None:
    """No ruleset of today has such a piece beside men that do not step back: here Tabal without sideways steps."""
    tabal = find_ruleset("tabal")
    straight = Movement(Reach.ONE, Direction.FORWARD | Direction.FORWARD_DIAGONAL)
    ruleset = replace(tabal, kinds=tuple(replace(kind, move=straight) for kind in tabal.kinds))
    points = (tabal.board.index["c5"], tabal.board.index["b5"])
    assert refusal(ruleset, LONE_MAN, "c5-b5") == Refusal(Reason.NO_STEP_THAT_WAY, points, "man.move")


def test_every_reason_has_a_row() -> None:
    """A position that stood before is known to a game alone: tests/engine/test_no_repeating.py."""
    assert {row.reason for row in ROWS} | {Reason.NO_STEP_THAT_WAY, Reason.STOOD_BEFORE} == set(Reason)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_of_its_own(language: str) -> None:
    game = Game.begin(find_ruleset("tabal"))
    point = game.ruleset.board.index["c3"]
    say = words(language)
    said = {reason: move_sentence(game, IllegalMove(Refusal(reason, (point,)), ()), say) for reason in Reason}
    assert len(set(said.values())) == len(Reason)
    without_a_place = {reason for reason, sentence in said.items() if "c3" not in sentence}
    assert without_a_place == {Reason.STILL_IN_HAND, Reason.OUTSIDE_REGION}


def test_nearest_moves_share_the_points_that_were_typed() -> None:
    ruleset = find_ruleset("tabal")
    with pytest.raises(IllegalMove) as caught:
        parse_move(ruleset, parse_position(ruleset, TABAL), "d4-c4")
    nearest = [format_move(ruleset, move) for move in caught.value.nearest]
    assert set(nearest[:4]) == {"d4-c5", "d4-d5", "d4-e5", "c4-c5"}
    assert len(nearest) == 5


def told(ruleset: Ruleset, position: Position, typed: str) -> IllegalMove | None:
    """The answer to a typed path, where it is illegal."""
    try:
        parse_move(ruleset, position, typed)
    except IllegalMove as error:
        return error
    except MoveError:
        pass
    return None


def is_true(ruleset: Ruleset, position: Position, refusal: Refusal) -> bool:
    """Is a refusal's statement on its points true? Judged only where the board alone decides it."""
    cells = [position.cells[point] for point in refusal.points]
    owners = [None if cell == EMPTY else ruleset.side_of(cell) for cell in cells]
    match refusal.reason:
        case Reason.NO_PIECE:
            return owners == [None]
        case Reason.NOT_YOUR_PIECE:
            return owners == [1 - position.turn]
        case Reason.OCCUPIED:
            return None not in owners
        case Reason.OWN_PIECE_IN_THE_WAY:
            return set(owners) == {position.turn}
        case Reason.TWO_IN_A_ROW:
            return owners == [1 - position.turn] * len(owners) and len(owners) > 1
        case Reason.NO_LINE:
            start, end = refusal.points
            return not any(start in line and end in line for line in ruleset.board.lines)
        case Reason.MUST_CAPTURE:
            legal = legal_moves(ruleset, position)
            return all(move.captured for move in legal) and {move.origin for move in legal} <= set(refusal.points)
    return True


@settings(max_examples=examples(300))
@given(anywhere(), st.data())
def test_whatever_points_are_named_the_refusal_is_true(
    given_position: tuple[Ruleset, Position], data: st.DataObject
) -> None:
    """No path raises another error, and every fact that a refusal cites is one of the game's."""
    ruleset, position = given_position
    points = range(len(ruleset.board.points))
    start = data.draw(st.sampled_from(position.pieces(ruleset, position.turn) or points))
    onward = data.draw(st.lists(st.sampled_from(points), max_size=3))
    error = told(ruleset, position, "-".join(ruleset.board.points[point] for point in [start, *onward]))
    if error:
        assert error.refusal.points
        assert error.refusal.fact in {"", *ruleset.sources}
        assert is_true(ruleset, position, error.refusal)
        assert set(error.nearest) <= set(legal_moves(ruleset, position))

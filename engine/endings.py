"""Positions in which a game is over by what stands there, and perft, which counts turns up to them.

Pure: no input or output. What a game's past ends (repetition, counters, agreement) is in ``engine.game``.
"""

from typing import assert_never

from engine.moves import Move, play
from engine.position import EMPTY, Position
from engine.ruleset import Armies, Army, Ending, KingEach, LoneKing, Material, Ruleset
from engine.turns import legal_moves


def few_left(ruleset: Ruleset, position: Position) -> int | None:
    """The side that has too few pieces left to go on, if there is one."""
    limit = ruleset.few_left
    if limit and position.count(ruleset, limit.side) <= limit.count:
        return limit.side
    return None


def material_ending(ruleset: Ruleset, position: Position) -> tuple[Ending, int | None] | None:
    """The ending that the pieces left bring about, and the side that has won; None while the game goes on.

    First a side with too few pieces, then one without any (the side to act before the other), then a material that
    draws.
    """
    side = few_left(ruleset, position)
    if side is not None:
        return Ending.FEW_LEFT, 1 - side
    for side in (position.turn, 1 - position.turn):
        if position.count(ruleset, side) == 0:
            return Ending.NO_PIECES, 1 - side
    if ruleset.drawn_material and stands(ruleset, ruleset.drawn_material, position):
        return Ending.MATERIAL, None
    return None


def turn_ending(ruleset: Ruleset, position: Position, *, can_move: bool) -> tuple[Ending, int | None] | None:
    """The ending that follows from what the side to act can do, and the side that has won; None while the game goes on.

    A side without a legal move has lost or draws; then a side whose hand is used up has lost.
    """
    if not can_move:
        if position.turn in ruleset.stuck_draws:
            return Ending.STUCK, None
        return Ending.BLOCKED, 1 - position.turn
    side = ruleset.hand_used_up
    if side is not None and position.hand_of(ruleset, side) == 0:
        return Ending.HAND_USED_UP, 1 - side
    return None


def is_full_win(ruleset: Ruleset, position: Position) -> bool:
    """Do all pieces of the side to act, which is blocked, stand where the win over them is called full?"""
    return ruleset.full_win_on.issuperset(position.pieces(ruleset, position.turn)) and bool(ruleset.full_win_on)


def playable_moves(ruleset: Ruleset, position: Position) -> list[Move]:
    """The legal turns of the side to act; none in a position in which the game is over."""
    if material_ending(ruleset, position):
        return []
    moves = legal_moves(ruleset, position)
    return [] if turn_ending(ruleset, position, can_move=bool(moves)) else moves


def stands(ruleset: Ruleset, material: Material, position: Position) -> bool:
    """Does this material stand on the board?"""
    return is_made_of(material, army(ruleset, position, 0), army(ruleset, position, 1))


def army(ruleset: Ruleset, position: Position, side: int) -> Army:
    """The pieces that a side has on the board."""
    letters = position.letters(ruleset, side)
    kings = sum(ruleset.kind[letter].is_king for letter in letters)
    return Army(kings, len(letters) - kings)


def is_made_of(material: Material, one: Army, other: Army) -> bool:
    """Are the pieces of the two sides, in whichever order, this material?"""
    match material:
        case LoneKing(pieces):
            return any(
                lone == Army(1) and others.kings > 0 and others.pieces in pieces
                for lone, others in ((one, other), (other, one))
            )
        case KingEach(pieces):
            return one.kings > 0 and other.kings > 0 and one.pieces + other.pieces in pieces
        case Armies(pairs):
            return not pairs.isdisjoint({(one, other), (other, one)})
        case _:
            assert_never(material)


def is_alone_on(ruleset: Ruleset, road: frozenset[int], position: Position) -> bool:
    """Does the only piece of a side, and no other piece, stand on one of these points?"""
    there = [position.cells[point] for point in road if position.cells[point] != EMPTY]
    return len(there) == 1 and len(position.letters(ruleset, ruleset.side_of(there[0]))) == 1


def perft(ruleset: Ruleset, position: Position, depth: int) -> int:
    """The number of sequences of ``depth`` turns from here (a turn counts once: same start, landings, captures).

    A finished position has no turns.
    """
    if depth == 0:
        return 1
    moves = playable_moves(ruleset, position)
    if depth == 1:
        return len(moves)
    return sum(perft(ruleset, play(ruleset, position, move), depth - 1) for move in moves)

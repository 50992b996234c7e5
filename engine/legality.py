"""Is there a legal turn, and is this one legal? Answered without listing the others, of which there can be thousands.

Pure: no input or output. ``engine.turns`` walks the same turns.
"""

from dataclasses import replace

from engine.captures import taken_along
from engine.moves import (
    Move,
    capturers,
    drop_letter,
    free_for,
    kings_first,
    longest_captures,
    priced,
    quiet_moves_of,
    without,
)
from engine.position import EMPTY, Position
from engine.ruleset import CapturePrecedence, Obligation, Ruleset, TieBreak


def has_legal_move(ruleset: Ruleset, position: Position) -> bool:
    """Do the rules of movement allow the side to act any turn?"""
    if position.opening:
        return len(position.pieces(ruleset, 1 - position.turn)) >= position.opening
    if position.pending:
        return any(_has_turn(ruleset, without(position, point)) for point in position.pending)
    return _has_turn(ruleset, position)


def _has_turn(ruleset: Ruleset, position: Position) -> bool:
    if letter := drop_letter(ruleset, position):
        points, number = free_for(ruleset, position, letter)
        return len(points) >= number
    return bool(capturers(ruleset, position)) or any(
        quiet_moves_of(ruleset, position, point) for point in position.pieces(ruleset, position.turn)
    )


def is_legal(ruleset: Ruleset, position: Position, move: Move) -> bool:
    """Do the rules of movement allow this turn? Raises TooMuchWork where the longest captures cannot be compared."""
    if position.opening:
        return _is_opening(ruleset, position, move)
    if position.pending:
        if move.huff not in position.pending:
            return False
        position, move = without(position, move.huff), replace(move, huff=None)
    if move.huff is not None or move.removed:
        return False
    if letter := drop_letter(ruleset, position):
        points, number = free_for(ruleset, position, letter)
        return move == Move(drops=move.drops) and len(move.drops) == number and _in_order(move.drops, points)
    if not move.path or move.drops or move.path[0] not in position.pieces(ruleset, position.turn):
        return False
    return _is_capture(ruleset, position, move) if move.captured else _is_quiet(ruleset, position, move)


def _is_opening(ruleset: Ruleset, position: Position, move: Move) -> bool:
    enemies = sorted(position.pieces(ruleset, 1 - position.turn), key=ruleset.board.points.__getitem__)
    if move != Move(move.path, removed=move.removed):
        return False
    if len(move.removed) != position.opening or not _in_order(move.removed, enemies):
        return False
    if not move.path:
        return True
    may_relocate = ruleset.opening is not None and ruleset.opening.relocates and len(move.path) == 2
    if not may_relocate or move.path[0] not in position.pieces(ruleset, position.turn):
        return False
    left = position
    for point in move.removed:
        left = without(left, point)
    return left.cells[move.path[1]] == EMPTY


def _in_order(chosen: tuple[int, ...], points: list[int]) -> bool:
    """Are these some of the points, each once, in their order?"""
    rest = iter(points)
    return all(point in rest for point in chosen)


def _is_capture(ruleset: Ruleset, position: Position, move: Move) -> bool:
    start = move.path[0]
    if move.forfeit is not None or taken_along(ruleset, position, move.path) != move.captured:
        return False
    if ruleset.precedence is CapturePrecedence.FREE:
        able = capturers(ruleset, position)
        return ruleset.tie_break is not TieBreak.KING_FIRST or start in kings_first(ruleset, position, able)
    longest = longest_captures(ruleset, position)
    return start in longest and longest[start].most == len(move.captured)


def _is_quiet(ruleset: Ruleset, position: Position, move: Move) -> bool:
    able = capturers(ruleset, position)
    if able and ruleset.obligation is Obligation.FORCED:
        return False
    quiet = quiet_moves_of(ruleset, position, move.path[0])
    if able and ruleset.obligation is Obligation.FORFEIT:
        quiet = [priced(each, able) for each in quiet]
    return move in quiet

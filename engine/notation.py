"""Moves as text, in the one printed form (docs/rules/notation.md#moves).

Pure: no input or output. What people type is read by ``engine.parser``.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from enum import Enum

from engine.captures import taken_along
from engine.moves import Move, without
from engine.position import EMPTY, Position
from engine.ruleset import Ruleset


class Style(Enum):
    """The spelling of points: ``c3``, or their number in reading order."""

    ALGEBRAIC = "algebraic"
    NUMBERS = "numbers"


def format_point(ruleset: Ruleset, point: int, style: Style = Style.ALGEBRAIC) -> str:
    """A point's name or number."""
    return ruleset.board.points[point] if style is Style.ALGEBRAIC else str(ruleset.board.number(point))


def format_move(ruleset: Ruleset, move: Move, style: Style = Style.ALGEBRAIC) -> str:
    """A whole turn: ``c3-c4``, ``c3xc5xe5``, ``@c3``, ``T@b2,T@d4``, ``a1-b2,~h2``, ``~h2,b4xd2``, ``~b4,c3@a9``."""
    parts = ["~" + format_point(ruleset, point, style) for point in move.removed]
    if move.huff is not None:
        parts.append("~" + format_point(ruleset, move.huff, style))
    if move.drops:
        letter = _set_up_letter(ruleset, len(move.drops))
        parts += [f"{letter}@{format_point(ruleset, point, style)}" for point in move.drops]
    if move.path:
        joint = "@" if move.removed else "x" if move.captured else "-"
        parts.append(joint.join(format_point(ruleset, point, style) for point in move.path))
    if move.forfeit is not None:
        parts.append("~" + format_point(ruleset, move.forfeit, style))
    return ",".join(parts)


_WRITTEN = re.compile(
    r"(?P<before>(?:~[a-z]\d+(?:,|$))*+)"
    r"(?:(?P<drops>[A-Za-z]?@[a-z]\d+(?:,[A-Za-z]?@[a-z]\d+)*+)|(?P<path>[a-z]\d+(?:[-x@][a-z]\d+)++)|)"
    r"(?:,~(?P<forfeit>[a-z]\d+))?"
)
_POINT = re.compile(r"[a-z]\d+")


def read_move(ruleset: Ruleset, position: Position, text: str) -> Move | None:
    """The turn that ``format_move`` writes so, legal or not; None where no turn of this board is written so.

    Raises TooMuchWork.
    """
    written = _WRITTEN.fullmatch(text)
    if written is None or not all(name in ruleset.board.index for name in _POINT.findall(text)):
        return None

    def points(part: str) -> tuple[int, ...]:
        return tuple(ruleset.board.index[name] for name in _POINT.findall(written[part] or ""))

    before, path, forfeit = points("before"), points("path"), points("forfeit")
    move = Move(path, (), points("drops"), forfeit=forfeit[0] if forfeit else None)
    if position.opening:
        move = replace(move, removed=before)
    elif before:
        move = replace(move, huff=before[0])
        position = without(position, before[0])
    if "x" in (written["path"] or "") and position.cells[path[0]] != EMPTY:
        move = replace(move, captured=taken_along(ruleset, position, path) or ())
    return move if format_move(ruleset, move) == text else None


def move_texts(ruleset: Ruleset, moves: Iterable[Move]) -> list[str]:
    """The moves as text, sorted."""
    return sorted(format_move(ruleset, move) for move in moves)


def _set_up_letter(ruleset: Ruleset, count: int) -> str:
    """The letter of the pieces if the turn places several; an ordinary drop of one piece needs none."""
    for placement in ruleset.placements:
        if count > 1 and placement.per_turn == count:
            return placement.letter
    return ""

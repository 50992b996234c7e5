"""The pieces that a side has lost: in the whole game, and in the last move."""

from engine.moves import Move
from engine.position import EMPTY, Position, begun_as_usual, start_position
from engine.ruleset import Ruleset


def pieces_lost(ruleset: Ruleset, position: Position, side: int, begun: Position | None = None) -> int:
    """The number of pieces that a side has lost since the start, those in hand included; the game has ``begun`` so."""
    start = begun_as_usual(ruleset, begun) if begun else start_position(ruleset)
    return max(0, start.count(ruleset, side) - position.count(ruleset, side))


def lost_pieces(ruleset: Ruleset, move: Move, before: Position | None) -> dict[int, str]:
    """The points on which a move made pieces vanish, with the letter of each ("" without the position ``before``).

    A piece that declined its capture may be lost where it has just gone.
    """
    points = dict.fromkeys((*move.captured, *move.removed))
    points.update(dict.fromkeys(point for point in (move.huff, move.forfeit) if point is not None))
    if before is None:
        return dict.fromkeys(points, "")
    letters = {}
    for point in points:
        letter = before.cells[point]
        if letter == EMPTY and move.path:
            letter = before.cells[move.path[0]]
        letters[point] = "" if letter == EMPTY else letter
    return letters

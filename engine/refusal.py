"""Why a turn is refused: the rule that forbids it and the points concerned.

Pure: no input or output. Only turns that are not legal are judged here; the first reason that holds is given.
"""

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from engine.board import Ray
from engine.captures import kind_at, lifted
from engine.moves import Move, capturers, chains_of, drop_letter, legal_moves, quiet_moves_of
from engine.position import EMPTY, Position
from engine.ruleset import Chain, Kind, Reach, Removal, Row, Ruleset


class Reason(Enum):
    """Which rule forbids a turn. The name is the key of the sentence for it."""

    NOT_YOUR_PIECE = "not your piece"
    NO_PIECE = "no piece"
    SAME_POINT = "same point"
    NO_LINE = "no line"
    OCCUPIED = "occupied"
    OWN_PIECE_IN_THE_WAY = "own piece in the way"
    TWO_IN_A_ROW = "two in a row"
    EVEN_ROW = "even row"
    TOO_FAR = "too far"
    NO_STEP_BACK = "no step back"
    NO_STEP_THAT_WAY = "no step that way"
    NO_CAPTURE_THAT_WAY = "no capture that way"
    NEVER_CAPTURES = "never captures"
    NOTHING_TO_TAKE = "nothing to take"
    MUST_CAPTURE = "must capture"
    MUST_GO_ON = "must go on"
    MUST_LAND_ELSEWHERE = "must land elsewhere"
    TAKE_LONGER = "take longer"
    TAKE_MOST = "take most"
    KING_FIRST = "king first"
    NO_TURN_BACK = "no turn back"
    RESTING = "resting"
    STOOD_BEFORE = "stood before"
    ONE_CAPTURE_ONLY = "one capture only"
    MOVE_THEN_LEAP = "move, then leap"
    ALREADY_TAKEN = "already taken"
    STILL_IN_HAND = "still in hand"
    NOTHING_IN_HAND = "nothing in hand"
    OUTSIDE_REGION = "outside region"
    TAKE_OFF_FIRST = "take off first"
    FORFEIT_FIRST = "forfeit first"
    NOT_A_CANDIDATE = "not a candidate"


@dataclass(frozen=True)
class Refusal:
    """The reason, the points to show, and the fact of ``Ruleset.sources`` behind it (empty where no rule is needed)."""

    reason: Reason
    points: tuple[int, ...]
    fact: str = ""


def refuse_drop(ruleset: Ruleset, position: Position, points: tuple[int, ...]) -> Refusal:
    """Why a drop on these points is not legal."""
    if not drop_letter(ruleset, position):
        return Refusal(Reason.NOTHING_IN_HAND, points, "placements")
    taken = tuple(point for point in points if position.cells[point] != EMPTY)
    if taken:
        return Refusal(Reason.OCCUPIED, taken)
    return Refusal(Reason.OUTSIDE_REGION, points, "placements")


def refuse_opening(ruleset: Ruleset, position: Position, points: tuple[int, ...]) -> Refusal:
    """Why these points are no opening: so many enemies have to be taken off, then a piece may be put on a free point.

    The points shown are those that hold no enemy to take off, or where no piece can be put from or to.
    """
    enemies = set(position.pieces(ruleset, 1 - position.turn))
    wrong = [point for point in points[: position.opening] if point not in enemies]
    return Refusal(Reason.TAKE_OFF_FIRST, tuple(wrong or points[position.opening :] or points), "opening")


def refuse_huff(position: Position, point: int) -> Refusal:
    """Why the piece on this point cannot be forfeited."""
    return Refusal(Reason.NOT_A_CANDIDATE, (point, *position.pending), "obligation")


def refuse_point(ruleset: Ruleset, position: Position, point: int) -> Refusal:
    """Why no legal turn of the side to act begins or ends on a point."""
    if point in position.pieces(ruleset, position.turn) and not position.pending:
        possible = [*chains_of(ruleset, position, point), *quiet_moves_of(ruleset, position, point)]
        if possible:
            return refuse_path(ruleset, position, possible[0].path)
    return refuse_path(ruleset, position, (point, point))


def refuse_path(ruleset: Ruleset, position: Position, path: tuple[int, ...]) -> Refusal:
    """Why the turn along these points (start, then every landing named) is not legal."""
    start = path[0]
    if position.pending:
        return Refusal(Reason.FORFEIT_FIRST, position.pending, "obligation")
    letter = position.cells[start]
    if letter == EMPTY:
        return Refusal(Reason.NO_PIECE, (start,))
    if ruleset.side_of(letter) != position.turn:
        return Refusal(Reason.NOT_YOUR_PIECE, (start,))
    if drop_letter(ruleset, position):
        return Refusal(Reason.STILL_IN_HAND, (start,), "placements")
    if unmoved := [one for one, other in pairwise(path) if one == other]:
        return Refusal(Reason.SAME_POINT, (unmoved[0],))
    return _refuse_route(ruleset, position, path)


def _refuse_route(ruleset: Ruleset, position: Position, path: tuple[int, ...]) -> Refusal:
    """The piece may move: the duty to capture, the choice of captures or the route forbids the turn."""
    chains = chains_of(ruleset, position, path[0])
    shorter = [move for move in chains if _follows(path, move.path)]
    if shorter:
        return _refuse_choice(ruleset, position, shorter[0], chains)
    unfinished = [move for move in chains if move.path[: len(path)] == path]
    if unfinished:
        taken = _taken(ruleset, unfinished[0], len(path))
        return Refusal(Reason.MUST_GO_ON, (path[-1], *unfinished[0].captured[len(taken) :]), "obligation")
    agreed, taken = max((_agreed(ruleset, path, move) for move in chains), default=(1, ()))
    if agreed > 1:
        return _refuse_onward(ruleset, position, path[: agreed + 1], taken)
    if len(path) > 2 and any(move.path == path[:2] for move in quiet_moves_of(ruleset, position, path[0])):
        return _refuse_after_step(ruleset, position, path)
    return _refuse_hop(ruleset, position, path[0], path[1])


def _follows(path: tuple[int, ...], route: tuple[int, ...]) -> bool:
    return path == route or (len(path) == 2 and (path[0], path[-1]) == (route[0], route[-1]))


def _agreed(ruleset: Ruleset, path: tuple[int, ...], move: Move) -> tuple[int, tuple[int, ...]]:
    """How many points of a path a capture shares from its start, and what it has taken by then."""
    same = [one == other for one, other in zip(path, move.path, strict=False)]
    count = same.index(False) if False in same else len(same)
    return count, _taken(ruleset, move, count)


def _taken(ruleset: Ruleset, move: Move, count: int) -> tuple[int, ...]:
    """What a capture has taken once it has come to the last of so many points of its path."""
    if len(move.captured) == len(move.path) - 1:
        return move.captured[: count - 1]
    rays = (ruleset.board.ray_between(start, end) for start, end in pairwise(move.path[:count]))
    passed = {point for ray in rays if ray for point in ray.points}
    return tuple(point for point in move.captured if point in passed)


def _refuse_choice(ruleset: Ruleset, position: Position, wanted: Move, chains: list[Move]) -> Refusal:
    """A complete capture that is not legal takes too few (docs/rules/malaysian-checkers.md#c2)."""
    longest = max(chains, key=lambda move: len(move.captured))
    if len(longest.captured) > len(wanted.captured):
        return Refusal(Reason.TAKE_LONGER, longest.captured, "precedence")
    legal = legal_moves(ruleset, position)
    better = tuple(sorted({move.origin for move in legal}))
    if max(len(move.captured) for move in legal) == len(wanted.captured):
        return Refusal(Reason.KING_FIRST, better, "tie_break")
    return Refusal(Reason.TAKE_MOST, better, "precedence")


def _refuse_after_step(ruleset: Ruleset, position: Position, path: tuple[int, ...]) -> Refusal:
    """A plain move is the whole turn."""
    kind = ruleset.kind[position.cells[path[0]]]
    if kind.capture is None:
        return Refusal(Reason.TOO_FAR, path, kind.fact("move"))
    return Refusal(Reason.MOVE_THEN_LEAP, path[:3], kind.fact("capture"))


def _refuse_hop(ruleset: Ruleset, position: Position, start: int, end: int) -> Refusal:
    kind = ruleset.kind[position.cells[start]]
    ray = ruleset.board.ray_between(start, end)
    if ray is None:
        return Refusal(Reason.NO_LINE, (start, end), "board")
    if position.cells[end] != EMPTY:
        return Refusal(Reason.OCCUPIED, (end,))
    if any(position.cells[point] != EMPTY for point in ray.points[:-1]):
        return _refuse_leap(ruleset, position.cells, kind, start, ray)
    if start in kind.rests_on:
        return Refusal(Reason.RESTING, (start,), kind.fact("rests_on"))
    heading = ruleset.directions(kind.side, ray)
    if not heading & kind.move.directions:
        backward = ray.dy * ruleset.sides[kind.side].up < 0
        reason = Reason.NO_STEP_BACK if backward else Reason.NO_STEP_THAT_WAY
        return Refusal(reason, (start, end), kind.fact("move"))
    if kind.move.reach is Reach.ONE and len(ray.points) > 1:
        return Refusal(Reason.TOO_FAR, (start, end), kind.fact("move"))
    return Refusal(Reason.MUST_CAPTURE, tuple(capturers(ruleset, position)), "obligation")


def _refuse_leap(ruleset: Ruleset, cells: str, kind: Kind, start: int, ray: Ray) -> Refusal:
    """A leap to the free end of a ray, over something, that is no capture of this kind of piece."""
    fact = kind.fact("capture") if kind.capture else kind.fact("move")
    end = ray.points[-1]
    between = tuple(point for point in ray.points if cells[point] != EMPTY)
    own = tuple(point for point in between if ruleset.side_of(cells[point]) == kind.side)
    if own:
        return Refusal(Reason.OWN_PIECE_IN_THE_WAY, own, fact)
    if kind.capture is None:
        return Refusal(Reason.NEVER_CAPTURES, (start, *between), fact)
    if kind.row is Row.ONE and len(between) > 1:
        return Refusal(Reason.TWO_IN_A_ROW, between, fact)
    if len(between) % 2 == 0:
        return Refusal(Reason.EVEN_ROW, between, fact)
    if not ruleset.directions(kind.side, ray) & kind.capture.directions:
        return Refusal(Reason.NO_CAPTURE_THAT_WAY, (start, *between), fact)
    if kind.capture.reach is Reach.ONE and len(ray.points) > len(between) + 1:
        return Refusal(Reason.TOO_FAR, (start, *between, end), fact)
    return Refusal(Reason.MUST_LAND_ELSEWHERE, (*between, end), fact)


def _refuse_onward(ruleset: Ruleset, position: Position, path: tuple[int, ...], taken: tuple[int, ...]) -> Refusal:
    """The capture is legal, having ``taken`` some, up to the last hop of ``path``."""
    start, end = path[-2:]
    kind = ruleset.kind[position.cells[path[0]]]
    for landing in path[1:-1]:
        kind = kind_at(ruleset, kind, landing)
    if kind.chain is Chain.SINGLE:
        return Refusal(Reason.ONE_CAPTURE_ONLY, (start, end), kind.fact("chain"))
    ray = ruleset.board.ray_between(start, end)
    if ray is None:
        return Refusal(Reason.NO_LINE, (start, end), "board")
    if not kind.turns_back and len(path) > 2 and _goes_back(ruleset, *path[-3:]):
        return Refusal(Reason.NO_TURN_BACK, (start, end), kind.fact("turns_back"))
    left = lifted(position, path[0])
    for point in taken if ruleset.removal is Removal.IMMEDIATE else ():
        left.lift(point)
    cells = "".join(left.cells)
    again = tuple(point for point in ray.points if point in taken and cells[point] != EMPTY)
    if again and not (ruleset.stacks and ruleset.stacks.leapt_twice):
        return Refusal(Reason.ALREADY_TAKEN, again, "stacks" if ruleset.stacks else "removal")
    if cells[end] != EMPTY:
        return Refusal(Reason.OCCUPIED, (end,))
    if any(cells[point] != EMPTY for point in ray.points):
        return _refuse_leap(ruleset, cells, kind, start, ray)
    return Refusal(Reason.NOTHING_TO_TAKE, (start, end), kind.fact("capture"))


def _goes_back(ruleset: Ruleset, before: int, start: int, end: int) -> bool:
    """Does a leap from ``start`` to ``end`` go back along the line on which the piece came from ``before``?"""
    return any(before in ray.points and end in ray.points for ray in ruleset.board.rays[start])

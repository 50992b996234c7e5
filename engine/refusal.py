"""The reasons for refusing a turn: the rule that forbids it and the points concerned.

Pure: no input or output. Only turns that are not legal are judged here; the first reason that holds is given.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain, pairwise

from engine.board import Ray
from engine.captures import Path, Taken, capture_along, chains, kind_at, lifted
from engine.moves import capturers, compared_captures, drop_letter, quiet_moves_of
from engine.position import EMPTY, Position
from engine.ruleset import Chain, Kind, Reach, Removal, Row, Ruleset
from engine.turns import first_choice
from engine.work import within

LEAPS = 200
"""So many leaps are looked at to find a capture between two points."""


class Reason(Enum):
    """A rule that forbids a turn. The name is the key of the sentence for it."""

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
    """The reason why a drop on these points is not legal."""
    if not drop_letter(ruleset, position):
        return Refusal(Reason.NOTHING_IN_HAND, points, "placements")
    taken = tuple(point for point in points if position.cells[point] != EMPTY)
    if taken:
        return Refusal(Reason.OCCUPIED, taken)
    return Refusal(Reason.OUTSIDE_REGION, points, "placements")


def refuse_opening(ruleset: Ruleset, position: Position, points: tuple[int, ...]) -> Refusal:
    """The reason why these points are no opening: it takes off so many enemies, then may put a piece on a free point.

    The points shown are those that hold no enemy to take off, or where no piece can be put from or to.
    """
    enemies = set(position.pieces(ruleset, 1 - position.turn))
    wrong = [point for point in points[: position.opening] if point not in enemies]
    return Refusal(Reason.TAKE_OFF_FIRST, tuple(wrong or points[position.opening :] or points), "opening")


def refuse_huff(position: Position, point: int) -> Refusal:
    """The reason why the piece on this point cannot be forfeited."""
    return Refusal(Reason.NOT_A_CANDIDATE, (point, *position.pending), "obligation")


def refuse_point(ruleset: Ruleset, position: Position, point: int) -> Refusal:
    """The reason why no legal turn of the side to act begins or ends on a point. Raises TooMuchWork."""
    if point in position.pieces(ruleset, position.turn) and not position.pending:
        captures = (path for path, _ in _captures(ruleset, position, point))
        quiet = (move.path for move in quiet_moves_of(ruleset, position, point))
        if possible := next(chain(captures, quiet), None):
            return refuse_path(ruleset, position, possible)
    return refuse_path(ruleset, position, (point, point))


def refuse_path(ruleset: Ruleset, position: Position, path: tuple[int, ...]) -> Refusal:
    """The reason why the turn along these points (start, then every landing named) is illegal. Raises TooMuchWork."""
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
    capturing = capture_along(ruleset, position, path)
    _, _, way, taken = capturing
    end, all_taken = next(chains(ruleset, *capturing), (way, taken))
    if taken and path == way == end:
        return _refuse_choice(ruleset, position, path[0], len(taken))
    if len(path) == 2 and (between := _taken_between(ruleset, position, *path)):
        return _refuse_choice(ruleset, position, path[0], len(between))
    if taken and path == way:
        return Refusal(Reason.MUST_GO_ON, (path[-1], *all_taken[len(taken) :]), "obligation")
    if taken:
        return _refuse_onward(ruleset, position, path[: len(way) + 1], taken)
    if len(path) > 2 and any(move.path == path[:2] for move in quiet_moves_of(ruleset, position, path[0])):
        return _refuse_after_step(ruleset, position, path)
    return _refuse_hop(ruleset, position, path[0], path[1])


def _taken_between(ruleset: Ruleset, position: Position, start: int, end: int) -> Taken:
    """The pieces that the first capture from one point to another takes, found without going through very many."""

    def found() -> Taken:
        return next((taken for path, taken in _captures(ruleset, position, start) if path[-1] == end), ())

    return within(LEAPS, found, ())


def _captures(ruleset: Ruleset, position: Position, point: int) -> Iterator[tuple[Path, Taken]]:
    """Every capture of the piece on a point, before the ruleset's choice among them."""
    return chains(ruleset, lifted(position, point), ruleset.kind[position.cells[point]], (point,), ())


def _refuse_choice(ruleset: Ruleset, position: Position, start: int, count: int) -> Refusal:
    """A complete capture of ``count`` pieces that is not legal takes too few (docs/rules/malaysian-checkers.md#c2)."""
    longest = compared_captures(ruleset, position)[start]
    if longest.most > count:
        _, taken = next(longest.captures())
        return Refusal(Reason.TAKE_LONGER, taken, "precedence")
    possible = first_choice(ruleset, position)
    better = tuple(sorted(possible.following))
    if possible.most() == count:
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

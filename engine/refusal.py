"""Why a turn is refused: the rule that forbids it and the points concerned.

Pure: no input or output. Only turns that are not legal are judged here; the first reason that holds is given.
"""

from dataclasses import dataclass
from enum import Enum

from engine.moves import Move, capturers, chains_of, drop_letter, legal_moves, quiet_moves_of
from engine.position import EMPTY, Position
from engine.ruleset import Choice, Landing, Obligation, Reach, Role, Ruleset


class Reason(Enum):
    """Which rule forbids a turn. The name is the key of the sentence that tells it."""

    NOT_YOUR_PIECE = "not your piece"
    NO_PIECE = "no piece"
    SAME_POINT = "same point"
    NO_LINE = "no line"
    OCCUPIED = "occupied"
    OWN_PIECE_IN_THE_WAY = "own piece in the way"
    TWO_IN_A_ROW = "two in a row"
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
    ONE_CAPTURE_ONLY = "one capture only"
    MOVE_THEN_LEAP = "move, then leap"
    ALREADY_TAKEN = "already taken"
    STILL_IN_HAND = "still in hand"
    NOTHING_IN_HAND = "nothing in hand"
    OUTSIDE_REGION = "outside region"
    FORFEIT_FIRST = "forfeit first"
    NOT_A_CANDIDATE = "not a candidate"


@dataclass(frozen=True)
class Refusal:
    """The reason, the points to show, and the fact of ``Ruleset.sources`` behind it (empty where it is plain sense)."""

    reason: Reason
    points: tuple[int, ...]
    fact: str = ""


def refuse_drop(ruleset: Ruleset, position: Position, points: tuple[int, ...]) -> Refusal:
    """Why a drop on these points is not legal."""
    letter = drop_letter(ruleset, position)
    if not letter:
        return Refusal(Reason.NOTHING_IN_HAND, points, "placements")
    taken = tuple(point for point in points if position.cells[point] != EMPTY)
    if taken:
        return Refusal(Reason.OCCUPIED, taken)
    return Refusal(Reason.OUTSIDE_REGION, points, "placements")


def refuse_huff(ruleset: Ruleset, position: Position, point: int) -> Refusal:
    """Why the piece on this point cannot be forfeited."""
    del ruleset
    return Refusal(Reason.NOT_A_CANDIDATE, (point, *position.pending), "obligation")


def refuse_path(ruleset: Ruleset, position: Position, path: tuple[int, ...]) -> Refusal:
    """Why the turn along these points (start, then every landing named) is not legal."""
    start, end = path[0], path[-1]
    if position.pending and not any(move.huff is None for move in legal_moves(ruleset, position)):
        return Refusal(Reason.FORFEIT_FIRST, position.pending, "obligation")
    letter = position.cells[start]
    if letter == EMPTY:
        return Refusal(Reason.NO_PIECE, (start,))
    if ruleset.side_of(letter) != position.turn:
        return Refusal(Reason.NOT_YOUR_PIECE, (start,))
    if drop_letter(ruleset, position):
        return Refusal(Reason.STILL_IN_HAND, (start,), "placements")
    if start == end and len(path) == 2:
        return Refusal(Reason.SAME_POINT, (start,))
    return _refuse_route(ruleset, position, path)


def _refuse_route(ruleset: Ruleset, position: Position, path: tuple[int, ...]) -> Refusal:
    """The piece may move; is it the duty to capture, the choice of captures, or the way?"""
    chains = chains_of(ruleset, position, path[0])
    shorter = [move for move in chains if _follows(path, move.path)]
    if shorter:
        return _refuse_choice(ruleset, path, shorter[0], chains)
    unfinished = [move for move in chains if _starts(path, move.path)]
    if unfinished:
        return Refusal(Reason.MUST_GO_ON, (path[-1], *unfinished[0].captured), "obligation")
    if len(path) == 2:
        return _refuse_hop(ruleset, position, path[0], path[1])
    return _refuse_chain(ruleset, position, path, chains)


def _follows(path: tuple[int, ...], route: tuple[int, ...]) -> bool:
    return path == route or (len(path) == 2 and (path[0], path[-1]) == (route[0], route[-1]))


def _starts(path: tuple[int, ...], route: tuple[int, ...]) -> bool:
    return len(path) < len(route) and route[: len(path)] == path


def _refuse_choice(ruleset: Ruleset, path: tuple[int, ...], wanted: Move, chains: list[Move]) -> Refusal:
    """A complete capture that is not legal takes too few (RULES 1C.3, C2)."""
    longest = max(chains, key=lambda move: len(move.captured))
    if len(longest.captured) > len(wanted.captured) and ruleset.choice is not Choice.FREE:
        return Refusal(Reason.TAKE_LONGER, longest.captured, "choice")
    return Refusal(Reason.TAKE_MOST, (path[0],), "choice")


def _refuse_hop(ruleset: Ruleset, position: Position, start: int, end: int) -> Refusal:
    kind = ruleset.kind[position.cells[start]]
    ray = ruleset.board.ray_between(start, end)
    if ray is None:
        return Refusal(Reason.NO_LINE, (start, end), "board")
    if position.cells[end] != EMPTY:
        return Refusal(Reason.OCCUPIED, (end,))
    between = [point for point in ray.points[:-1] if position.cells[point] != EMPTY]
    if between:
        return _refuse_leap(ruleset, position, start, end, between)
    heading = ruleset.directions(kind.side, ray)
    if not heading & kind.move.directions:
        backward = ray.dy * ruleset.sides[kind.side].up < 0
        reason = Reason.NO_STEP_BACK if backward else Reason.NO_STEP_THAT_WAY
        return Refusal(reason, (start, end), f"{kind.role.value}.move")
    if kind.move.reach is Reach.ONE and len(ray.points) > 1:
        return Refusal(Reason.TOO_FAR, (start, end), f"{kind.role.value}.move")
    able = capturers(ruleset, position)
    return Refusal(Reason.MUST_CAPTURE, tuple(able), "obligation")


def _refuse_leap(ruleset: Ruleset, position: Position, start: int, end: int, between: list[int]) -> Refusal:
    kind = ruleset.kind[position.cells[start]]
    fact = f"{kind.role.value}.capture" if kind.capture else f"{kind.role.value}.move"
    ray = ruleset.board.ray_between(start, end)
    own = [point for point in between if ruleset.side_of(position.cells[point]) == kind.side]
    if own:
        return Refusal(Reason.OWN_PIECE_IN_THE_WAY, tuple(own), fact)
    if kind.capture is None or ray is None:
        return Refusal(Reason.NEVER_CAPTURES, (start, *between), fact)
    if len(between) > 1:
        return Refusal(Reason.TWO_IN_A_ROW, tuple(between), fact)
    if not ruleset.directions(kind.side, ray) & kind.capture.directions:
        return Refusal(Reason.NO_CAPTURE_THAT_WAY, (start, *between), fact)
    if kind.capture.reach is Reach.ONE and len(ray.points) != 2:
        return Refusal(Reason.TOO_FAR, (start, *between, end), fact)
    if kind.landing is Landing.MUST_CONTINUE:
        return Refusal(Reason.MUST_LAND_ELSEWHERE, (*between, end), fact)
    better = [point for point in capturers(ruleset, position) if point != start]
    return Refusal(Reason.TAKE_MOST, tuple(better), "choice")


def _refuse_chain(ruleset: Ruleset, position: Position, path: tuple[int, ...], chains: list[Move]) -> Refusal:
    """A route of several leaps: find the first that cannot be made."""
    kind = ruleset.kind[position.cells[path[0]]]
    if kind.capture is None:
        return Refusal(Reason.NEVER_CAPTURES, (path[0],), f"{kind.role.value}.move")
    for length in range(2, len(path) + 1):
        if any(move.path[:length] == path[:length] for move in chains):
            continue
        if length == 2 and any(move.path == path[:2] for move in quiet_moves_of(ruleset, position, path[0])):
            return Refusal(Reason.MOVE_THEN_LEAP, path[:3], f"{kind.role.value}.capture")
        if length == 2:
            return _refuse_hop(ruleset, position, path[0], path[1])
        taken = next(move.captured[: length - 2] for move in chains if move.path[: length - 1] == path[: length - 1])
        return _refuse_onward(ruleset, position, path[length - 2], path[length - 1], taken, kind.role)
    return Refusal(Reason.NOTHING_TO_TAKE, path[-1:])


def _refuse_onward(
    ruleset: Ruleset, position: Position, start: int, end: int, taken: tuple[int, ...], role: Role
) -> Refusal:
    fact = f"{role.value}.capture"
    if ruleset.obligation is Obligation.OPTIONAL:
        return Refusal(Reason.ONE_CAPTURE_ONLY, (start, end), f"{role.value}.chain")
    ray = ruleset.board.ray_between(start, end)
    if ray is None:
        return Refusal(Reason.NO_LINE, (start, end), "board")
    again = tuple(point for point in ray.points if point in taken)
    if again:
        return Refusal(Reason.ALREADY_TAKEN, again, "removal")
    if position.cells[end] != EMPTY:
        return Refusal(Reason.OCCUPIED, (end,))
    return Refusal(Reason.NOTHING_TO_TAKE, (start, end), fact)

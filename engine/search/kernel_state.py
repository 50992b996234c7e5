"""Between the engine's values and the kernel's records: a game into a state, a kernel's move into a ``Move``."""

from itertools import pairwise
from typing import Any

import numpy as np

from engine.game import Game
from engine.moves import Move
from engine.position import EMPTY as FREE
from engine.position import Position
from engine.ruleset import Ruleset
from engine.search.layout import EMPTY, KEYS, PLIES, STATE
from engine.search.move_code import COUNT_MASK, DROPS, FORFEIT, HUFF, LEAPS, OPENS, POINT_MASK, TO

_CLEARED = (
    "below",
    "side_points",
    "kind_points",
    "kind_count",
    "side_count",
    "hand",
    "pending",
    "no_progress",
    "value",
    "keys",
)


def new_state() -> np.record:
    """A state to load positions into; about two megabytes."""
    return np.zeros(1, STATE)[0]


def hash_of(ruleset: Ruleset, t: Any, position: Position) -> int:
    """The Zobrist key of a position, of what ``Position.key`` holds."""
    letters = [kind.letter for kind in ruleset.kinds]
    kinds = _kinds(ruleset, position)
    # A free point has no number of its own.
    key = int(np.bitwise_xor.reduce(t.zobrist_piece[kinds, np.arange(len(kinds))]))
    if position.turn:
        key ^= int(t.zobrist_turn)
    for letter, count in position.hand:
        key ^= int(t.zobrist_hand[letters.index(letter), count])
    for point in position.pending:
        key ^= int(t.zobrist_pending[point])
    for point, height in position.stacks:
        key ^= int(t.zobrist_below[height - 1, point])
    return key ^ int(t.zobrist_opening) if position.opening else key


def _kinds(ruleset: Ruleset, position: Position) -> Any:
    """The kernel's number of what stands on each point."""
    numbers = {ord(FREE): EMPTY} | {ord(kind.letter): number for number, kind in enumerate(ruleset.kinds)}
    return np.frombuffer(position.cells.translate(numbers).encode("latin-1"), np.uint8)


def load(ruleset: Ruleset, t: Any, s: Any, game: Game) -> None:
    """Put a game's present position into a state, with what its endings need of the past."""
    position = game.position
    letters = [kind.letter for kind in ruleset.kinds]
    for name in _CLEARED:
        s[name] = 0
    s.repetition_value = 0
    s.ply = s.changes = s.move_top = s.route_top = s.overflow = s.nodes = s.stop = s.key_count = s.stacked = 0
    s.board[:] = EMPTY
    s.turn = position.turn
    s.opening = position.opening
    # Records are slow to ask, point by point; so all points of a kind are put in at once.
    kinds = _kinds(ruleset, position)
    s.board[: len(kinds)] = kinds
    for kind in range(EMPTY + 1):
        points = np.flatnonzero(kinds == kind)
        side, bits = int(t.side[kind]), np.bitwise_or.reduce(t.bit[points])
        s.kind_count[kind] = len(points)
        s.side_count[side] += len(points)
        s.kind_points[kind] = bits
        s.side_points[side] |= bits
        s.value += t.piece_value[:, kind, points].sum(axis=1)
    for point, height in position.stacks:
        kind = letters.index(position.cells[point])
        s.below[point] = height - 1
        s.stacked += height - 1
        s.kind_count[kind] += height - 1
        s.side_count[int(t.side[kind])] += height - 1
        s.value += t.piece_value[:, kind, point] * (height - 1)
    for letter, count in position.hand:
        s.hand[letters.index(letter)] = count
    for point in position.pending:
        home = int(t.home[point])
        s.pending[home] |= t.bit[point, home]
    s.no_progress[: len(game.counts)] = game.counts
    # No position from before the last capture or drop can come back.
    past = game.positions[-min(position.quiet + 1, KEYS - PLIES) :]
    for place, earlier in enumerate(past):
        s.keys[place] = hash_of(ruleset, t, earlier)
    s.key_count = len(past)
    s.hash = s.keys[s.key_count - 1]
    s.reversible = s.key_count


def _points(t: Any, words: Any) -> set[int]:
    found = set()
    for word, each in enumerate(words):
        bits = int(each)
        while bits:
            found.add(int(t.point[word, (bits & -bits).bit_length() - 1]))
            bits &= bits - 1
    return found


def move_of(ruleset: Ruleset, t: Any, s: Any, move: int) -> Move:
    """A move of the kernel's arrays as the engine's ``Move``; the position in the state is the one it is made in."""
    code = int(s.move_code[move])
    points = _points(t, s.move_set[move])
    huff = (code >> HUFF & POINT_MASK) - 1
    forfeit = (code >> FORFEIT & POINT_MASK) - 1
    names = ruleset.board.points
    if code >> OPENS & 1:
        ends = (code & POINT_MASK, code >> TO & POINT_MASK)
        return Move(() if ends[0] == ends[1] else ends, removed=tuple(sorted(points, key=names.__getitem__)))
    if code >> DROPS & 1:
        return Move(drops=tuple(sorted(points, key=names.__getitem__)), huff=huff if huff >= 0 else None)
    leaps = code >> LEAPS & COUNT_MASK
    path: tuple[int, ...] = (code & POINT_MASK, code >> TO & POINT_MASK)
    captured: list[int] = []
    if leaps:
        first = int(s.move_route[move])
        path = (path[0], *(int(point) for point in s.routes[first : first + leaps]))
        standing = {point: 1 + int(s.below[point]) for point in points}
        for start, end in pairwise(path):
            ray = ruleset.board.ray_between(start, end)
            if ray is None:
                raise ValueError(f"no line joins {names[start]} and {names[end]}")
            for point in ray.points:
                if standing.get(point, 0):
                    captured.append(point)
                    standing[point] -= 1 if t.leapt_twice else standing[point]
    return Move(path, tuple(captured), (), huff if huff >= 0 else None, forfeit if forfeit >= 0 else None)

"""Move ordering: the transposition table's move, most valuable victims (MVV), killer moves, and history heuristic.

Moves are not sorted: the next best is selected each time, so a move's place among those generated stays its name in the
transposition table and in the principal variation.
"""

from typing import Any

from engine.search.jit import inlined, int64, kernel, lsb, state, tables
from engine.search.move_code import COUNT_MASK, DECLINES, FORFEIT, HUFF, KIND, KIND_MASK, POINT_MASK, TAKEN, TO
from engine.search.transposition import NO_SCORE

# The classes of moves by bits of their order; within a class, victims and history decide.
ORDER_TABLE_MOVE = 1 << 36
ORDER_CAPTURE = 1 << 32
ORDER_KILLER, ORDER_OLDER_KILLER = 1 << 31, 1 << 30
ORDER_DECLINING = -(1 << 28)
ORDER_HUFF_SHIFT = 20
MAX_BONUS_DEPTH = 20
HISTORY_BITS = 16


@inlined(tables, state, int64, int64, int64)
def better_piece(t: Any, s: Any, word: int, points: int, value: int) -> int:
    """The value of the most valuable piece on the points of a word, or the value given if that is more."""
    while points:
        value = max(value, t.exchange_value[s.board[t.point[word, lsb(points)]]])
        points &= points - 1
    return value


@kernel(tables, state)
def best_candidate(t: Any, s: Any) -> int:
    """The value of the most valuable piece among which one is to be forfeited."""
    value = 0
    for word in range(t.words):
        value = better_piece(t, s, word, s.pending[word], value)
    return value


@kernel(tables, state)
def best_capturer(t: Any, s: Any) -> int:
    """The value of the most valuable piece in ``capturers``."""
    value = 0
    for word in range(t.words):
        value = better_piece(t, s, word, s.capturers[word], value)
    return value


@kernel(tables, state, int64)
def victims_value(t: Any, s: Any, move: int) -> int:
    """The value of all pieces that a move captures."""
    value = 0
    for word in range(t.words):
        points = s.move_set[move, word]
        while points:
            value += t.exchange_value[s.board[t.point[word, lsb(points)]]]
            points &= points - 1
    return value


@kernel(tables, state, int64, int64)
def pick_best(t: Any, s: Any, first: int, last: int) -> int:
    """Selection sort's next step: the most promising move not yet tried, marked as tried."""
    best = first
    for move in range(first + 1, last):
        if s.move_order[move] > s.move_order[best]:
            best = move
    s.move_order[best] = -NO_SCORE
    return best


@kernel(tables, state, int64, int64, int64)
def score_moves(t: Any, s: Any, first: int, last: int, table_move: int) -> int:
    """Give each move its order: the table's move, then captures (MVV), killers, and history."""
    killer = s.killer[s.ply, 0]
    older_killer = s.killer[s.ply, 1]
    for move in range(first, last):
        code = s.move_code[move]
        huff = (code >> HUFF) & POINT_MASK
        if move - first == table_move:
            order = ORDER_TABLE_MOVE
        elif (code >> TAKEN) & COUNT_MASK:
            order = ORDER_CAPTURE + victims_value(t, s, move)
        else:
            order = s.history[(code >> KIND) & KIND_MASK, code & POINT_MASK, (code >> TO) & POINT_MASK]
            if code == killer:
                order += ORDER_KILLER
            elif code == older_killer:
                order += ORDER_OLDER_KILLER
            if (code >> DECLINES) & 1 or (code >> FORFEIT) & POINT_MASK:
                order += ORDER_DECLINING
        if huff:
            order += t.exchange_value[s.board[huff - 1]] << ORDER_HUFF_SHIFT
        s.move_order[move] = order
    return 0


@kernel(tables, state, int64, int64, int64)
def update_history(t: Any, s: Any, first: int, move: int, depth: int) -> int:
    """A quiet move has cut off: a killer move, with a bonus in the history; the ones tried before it get a malus."""
    code = s.move_code[move]
    if s.killer[s.ply, 0] != code:
        s.killer[s.ply, 1] = s.killer[s.ply, 0]
        s.killer[s.ply, 0] = code
    bonus = min(depth * depth, MAX_BONUS_DEPTH * MAX_BONUS_DEPTH) * 16
    for other in range(first, s.move_top):
        if s.move_order[other] != -NO_SCORE:
            continue
        tried = s.move_code[other]
        if (tried >> TAKEN) & COUNT_MASK:
            continue
        kind = (tried >> KIND) & KIND_MASK
        start = tried & POINT_MASK
        end = (tried >> TO) & POINT_MASK
        old = s.history[kind, start, end]
        s.history[kind, start, end] = old + (bonus if other == move else -bonus) - old * bonus // (1 << HISTORY_BITS)
    return 0

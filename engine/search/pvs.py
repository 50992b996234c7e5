"""The search of one move: principal variation search (PVS: alpha-beta with null windows).

Techniques: transposition table, win-distance pruning, extension of forced moves, internal iterative reduction, late
move reduction; move ordering (``engine.search.move_ordering``), quiescence search (``engine.search.quiescence``),
tablebase probes with contempt (``engine.search.node_scores``). Iterative deepening and the aspiration window are at the
root, in ``engine.search.root``. Scores are for the side to act, see ``engine.search.scores``.
"""

from typing import Any

import numpy as np

from engine.search.evaluate import evaluate
from engine.search.jit import inlined, int64, kernel, state, tables
from engine.search.make_move import is_hand_used_up, make, unmake
from engine.search.move_code import COUNT_MASK, TAKEN
from engine.search.move_ordering import pick_best, score_moves, update_history
from engine.search.movegen import generate
from engine.search.node_scores import interior_score, no_progress_score, repeated_score, stuck_score
from engine.search.oversight import is_overlooked
from engine.search.quiescence import quiescence, release_moves
from engine.search.scores import WIN
from engine.search.transposition import (
    EXACT,
    LOWER,
    MAX_DEPTH,
    NO_SCORE,
    UPPER,
    cutoff_score,
    probe,
    store,
    stored_move,
    table_key,
)

LMR_FULL_DEPTH_MOVES = 2  # moves of a node that are never reduced
IIR_DEPTH = 4  # from this depth on a node without a table move is searched one ply less

_logarithms = np.log(np.maximum(np.arange(64), 1))
REDUCTION = (0.8 + np.outer(_logarithms, _logarithms) / 1.9).astype(np.int64)
REDUCTION[:2] = 0
REDUCTION[:, :LMR_FULL_DEPTH_MOVES] = 0


@kernel(tables, state, int64)
def update_pv(t: Any, s: Any, place: int) -> int:
    """The principal variation from here is this move and then the one found after it."""
    ply = s.ply
    s.pv[ply, ply] = place
    for deeper in range(ply + 1, s.pv_end[ply + 1]):
        s.pv[ply, deeper] = s.pv[ply + 1, deeper]
    s.pv_end[ply] = max(s.pv_end[ply + 1], ply + 1)
    return 0


@inlined(state)
def is_stopped(s: Any) -> int:
    """Has the search been stopped, or visited all the nodes that it may?"""
    if s.limit and s.nodes >= s.limit:
        s.stop = 1
    return s.stop


@inlined(state, int64, int64, int64)
def adjusted_depth(s: Any, depth: int, many: int, table_move: int) -> int:
    """The depth with a forced move extended, or a node without a table move reduced (internal iterative reduction)."""
    if many == 1 and s.ply < s.extension_limit:
        return depth + 1
    return depth - 1 if table_move < 0 and depth >= IIR_DEPTH else depth


@inlined(int64, int64, int64, int64)
def late_move_reduction(depth: int, number: int, captured: int, window: int) -> int:
    """Plies by which a move is searched less deep, the later it comes in the order; captures are not reduced."""
    if captured:
        return 0
    reduction = REDUCTION[min(depth, 63), min(number, 63)]
    return reduction * 2 // 3 if window > 1 else reduction


@inlined(tables, state, int64, int64, int64, int64, int64, int64)
def store_result(t: Any, s: Any, key: int, depth: int, best: int, chosen: int, alpha: int, beta: int) -> int:
    """Keep a node's score with its bound by the window that it was searched with."""
    depth = min(depth, MAX_DEPTH)
    if best >= beta:
        return store(t, s, key, depth, best, LOWER, chosen)
    if best <= alpha:
        return store(t, s, key, depth, best, UPPER, -1)
    return store(t, s, key, depth, best, EXACT, chosen)


@inlined(tables, state, int64)
def score_after_generating(t: Any, s: Any, many: int) -> int:
    """The score of a game that is over because there is no turn, a hand is used up or a count ends; else NO_SCORE."""
    if many == 0:
        return stuck_score(t, s)
    if is_hand_used_up(t, s):
        return s.ply - WIN if t.hand_used_up == s.turn else WIN - s.ply
    return no_progress_score(t, s)


@kernel(tables, state, int64, int64, int64)
def search(t: Any, s: Any, depth: int, alpha: int, beta: int) -> int:
    """The score of the state's position, so many plies deep; its best line is left in ``pv``. 0 once stopped."""
    s.pv_end[s.ply] = s.ply
    if is_stopped(s):
        return 0
    if depth <= 0:
        score = repeated_score(t, s)
        return score if score != NO_SCORE else quiescence(t, s, alpha, beta)
    s.nodes += 1
    score = interior_score(t, s)
    if score != NO_SCORE:
        return score
    alpha = max(alpha, s.ply - WIN)  # win-distance pruning
    beta = min(beta, WIN - s.ply - 1)
    if alpha >= beta:
        return alpha
    key = table_key(t, s)
    data = probe(t, s, key)
    score = cutoff_score(t, s, data, depth, alpha, beta)
    if score != NO_SCORE:
        return score
    first = s.move_top
    first_route = s.route_top
    many = generate(t, s)
    score = score_after_generating(t, s, many)
    if score != NO_SCORE:
        release_moves(t, s, first, first_route)
        return score
    table_move = stored_move(data)
    depth = adjusted_depth(s, depth, many, table_move)
    last = s.move_top
    score_moves(t, s, first, last, table_move)
    best = -NO_SCORE
    chosen = -1
    old_alpha = alpha
    for number in range(many):
        move = pick_best(t, s, first, last)
        captured = (s.move_code[move] >> TAKEN) & COUNT_MASK
        if is_overlooked(t, s, move, captured):
            continue
        make(t, s, move)
        if number == 0:
            score = -search(t, s, depth - 1, -beta, -alpha)
        else:
            reduction = late_move_reduction(depth, number, captured, beta - alpha)
            score = -search(t, s, depth - 1 - reduction, -alpha - 1, -alpha)
            if reduction and score > alpha:
                score = -search(t, s, depth - 1, -alpha - 1, -alpha)
            if alpha < score < beta:
                score = -search(t, s, depth - 1, -beta, -alpha)
        unmake(t, s, move)
        if s.stop:
            break
        if score > best:
            best = score
            chosen = move - first
            if score > alpha:
                alpha = score
                update_pv(t, s, chosen)
                if score >= beta:
                    if captured == 0:
                        update_history(t, s, first, move, depth)
                    break
    release_moves(t, s, first, first_route)
    if s.stop:
        return 0
    if best == -NO_SCORE:
        return evaluate(t, s, 0)
    store_result(t, s, key, depth, best, chosen, old_alpha, beta)
    return best


@kernel(tables, state, int64, int64, int64, int64)
def search_root_move(t: Any, s: Any, move: int, depth: int, alpha: int, beta: int) -> int:
    """The score of a move of the arrays for the side that makes it, ``depth`` plies deep, itself the first."""
    make(t, s, move)
    score = -search(t, s, depth - 1, -beta, -alpha)
    unmake(t, s, move)
    if s.stop == 0:
        update_pv(t, s, move)
    return score


@kernel(tables, state, int64, int64, int64)
def score_root_moves(t: Any, s: Any, many: int, depth: int, margin: int) -> int:
    """Give the first moves of the arrays their scores, the more promising by ``move_order`` first; gives the best.

    What is worse than the best by more than the margin is known no better than that it is.
    """
    best = -WIN
    for _ in range(many):
        move = pick_best(t, s, 0, many)
        score = search_root_move(t, s, move, depth, max(best - margin - 1, -WIN), WIN)
        if s.stop:
            return best
        s.move_score[move] = score
        best = max(best, score)
    for move in range(many):
        s.move_order[move] = s.move_score[move]
    return best

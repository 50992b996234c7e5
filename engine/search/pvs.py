"""The search of one move: principal variation search (alpha-beta with null windows) and quiescence search.

Techniques: transposition table, win-distance pruning, extension of forced moves, internal iterative reduction, late
move reduction, move ordering by the table's move, most valuable victims, killer moves and history; tablebase probes
with contempt. Iterative deepening and the aspiration window are in ``engine.search.searcher``.

Scores are for the side to act, see ``engine.search.scores``. Moves are not sorted: the next best is selected each time,
so a move's place among those generated stays its name in the table and in the principal variation.
"""

from typing import Any

import numpy as np

from engine.search.evaluate import evaluate
from engine.search.jit import inlined, int64, kernel, lowest, state, tables
from engine.search.layout import KEYS, MOVES, OBLIGATION_FORCED, OBLIGATION_FORFEIT, PLIES, ROUTES
from engine.search.make_move import count_off_winner, make, material_loser, unmake
from engine.search.move_code import COUNT_MASK, DECLINES, FORFEIT, HUFF, KIND, KIND_MASK, POINT_MASK, TAKEN, TO
from engine.search.movegen import find_capturers, generate, generate_captures, kind_to_drop
from engine.search.scores import WIN
from engine.search.tablebase.entries import DRAWN, OUTCOME, UNKNOWN, WON, probe_entry
from engine.search.tablebase.entries import PLIES as PLIES_MASK
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

CONTEMPT = 20  # at most, in hundredths of a man, for who looks better in a position that is drawn
CONTEMPT_DIVISOR = 16
LMR_FULL_DEPTH_MOVES = 2  # moves of a node that are never reduced
IIR_DEPTH = 4  # from this depth on a node without a table move is searched one ply less
MOVE_RESERVE = MOVES // 4  # room that the moves of one node may need

# Order of moves: the bits of a move's class; within a class, victims and history decide.
ORDER_TABLE_MOVE = 1 << 36
ORDER_CAPTURE = 1 << 32
ORDER_KILLER, ORDER_OLDER_KILLER = 1 << 31, 1 << 30
ORDER_DECLINING = -(1 << 28)
ORDER_HUFF_SHIFT = 20
MAX_BONUS_DEPTH = 20
HISTORY_BITS = 16

_logarithms = np.log(np.maximum(np.arange(64), 1))
REDUCTION = (0.8 + np.outer(_logarithms, _logarithms) / 1.9).astype(np.int64)
REDUCTION[:2] = 0
REDUCTION[:, :LMR_FULL_DEPTH_MOVES] = 0


@inlined(tables, state)
def loss_score(t: Any, s: Any) -> int:
    """The score of a game that is over by the pieces left, or NO_SCORE."""
    lost = material_loser(t, s)
    if lost < 0:
        return NO_SCORE
    return s.ply - WIN if lost == s.turn else WIN - s.ply


@kernel(tables, state)
def probe_tablebase(t: Any, s: Any) -> int:
    """The score of a position in the tablebase, or NO_SCORE.

    A draw is worth a little to who looks better (contempt), so that there is something to play for.
    """
    if s.side_count[0] + s.side_count[1] > s.tb_pieces:
        return NO_SCORE
    entry = probe_entry(t, s)
    outcome = entry >> OUTCOME
    if outcome == UNKNOWN:
        return NO_SCORE
    if outcome == DRAWN:
        return max(-CONTEMPT, min(CONTEMPT, evaluate(t, s, 0) // CONTEMPT_DIVISOR))
    plies = s.ply + (entry & PLIES_MASK)
    return WIN - plies if outcome == WON else plies - WIN


@kernel(tables, state)
def no_progress_score(t: Any, s: Any) -> int:
    """The score of a game that a rule against play without progress ends here, or NO_SCORE.

    A side without a move has lost all the same.
    """
    for number in range(t.no_progress_rules):
        if s.no_progress[number] >= t.rule_plies[number]:
            if t.rule_count_off[number]:
                winner = count_off_winner(t, s)
                if winner >= 0:
                    return WIN - s.ply if winner == s.turn else s.ply - WIN
            return 0
    return NO_SCORE


@kernel(tables, state)
def is_repetition(t: Any, s: Any) -> int:
    """Does this position repeat one of the line searched, or one of the game often enough?"""
    if t.repetition == 0:
        return 0
    found = 0
    back = 2
    last = s.key_count - 1
    while back <= s.reversible and back <= last:
        if s.keys[last - back] == s.hash:
            found += 1
            if back < s.ply or found + 1 >= t.repetition:
                return 1
        back += 2
    return 0


@inlined(tables, state)
def out_of_room(t: Any, s: Any) -> int:
    """Could another node overflow the state's arrays?"""
    full = s.move_top > MOVES - MOVE_RESERVE or s.route_top > ROUTES // 2
    return 1 if full or s.ply >= PLIES - 2 or s.key_count >= KEYS - 2 else 0


@kernel(tables, state)
def has_quiet_move(t: Any, s: Any) -> int:
    """Has the side to act a step or a drop? Leaps are not looked for."""
    for kind in range(t.kinds):
        if t.side[kind] != s.turn:
            continue
        if s.hand[kind]:
            return 1
        for word in range(t.words):
            free = ~(s.side_points[0, word] | s.side_points[1, word])
            for group in range(t.step_groups[kind]):
                by = t.step_shift[kind, group]
                targets = (free >> by) if by > 0 else (free << -by)
                if s.kind_points[kind, word] & t.step_mask[kind, group, word] & targets:
                    return 1
    return 0


@kernel(tables, state, int64, int64)
def most_valuable(t: Any, s: Any, set0: int, set1: int) -> int:
    """The value of the most valuable piece on the points of a set."""
    value = 0
    for word in range(t.words):
        points = set0 if word == 0 else set1
        while points:
            value = max(value, t.exchange_value[s.board[t.point[word, lowest(points)]]])
            points &= points - 1
    return value


@kernel(tables, state, int64)
def victims_value(t: Any, s: Any, move: int) -> int:
    """The value of all pieces that a move captures."""
    value = 0
    for word in range(t.words):
        points = s.move_set0[move] if word == 0 else s.move_set1[move]
        while points:
            value += t.exchange_value[s.board[t.point[word, lowest(points)]]]
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


@inlined(tables, state, int64, int64)
def release_moves(t: Any, s: Any, first: int, first_route: int) -> int:
    """Give back the room of the moves generated for a node."""
    s.move_top = first
    s.route_top = first_route
    return 0


@inlined(tables, state)
def settled_score(t: Any, s: Any) -> int:
    """The score of a position that quiescence need not search, or NO_SCORE; its captures' pieces are in ``capturers``.

    That is a game which has ended, a tablebase position, one with a forfeit pending (the opponent's best piece is
    counted as gone), and one without captures.
    """
    score = loss_score(t, s)
    if score == NO_SCORE:
        score = probe_tablebase(t, s)
    if score != NO_SCORE:
        return score
    if out_of_room(t, s):
        return evaluate(t, s, 0)
    over = no_progress_score(t, s)
    if over != NO_SCORE:
        return over if has_quiet_move(t, s) or find_capturers(t, s, s.turn) else s.ply - WIN
    if s.pending[0] | s.pending[1]:
        return evaluate(t, s, most_valuable(t, s, s.pending[0], s.pending[1]))
    if kind_to_drop(t, s) >= 0 or find_capturers(t, s, s.turn) == 0:
        return evaluate(t, s, 0) if has_quiet_move(t, s) else s.ply - WIN
    return NO_SCORE


@kernel(tables, state, int64, int64)
def quiescence(t: Any, s: Any, alpha: int, beta: int) -> int:
    """The score once captures are over.

    Who must capture does; who may, or may pay a forfeit instead, can also stand pat.
    """
    if s.limit and s.nodes >= s.limit:
        s.stop = 1
        return alpha
    s.nodes += 1
    score = settled_score(t, s)
    if score != NO_SCORE:
        return score
    best = -NO_SCORE
    if t.obligation != OBLIGATION_FORCED and has_quiet_move(t, s):
        price = most_valuable(t, s, s.capturers[0], s.capturers[1]) if t.obligation == OBLIGATION_FORFEIT else 0
        best = evaluate(t, s, -price)
        if best >= beta:
            return best
        alpha = max(alpha, best)
    first = s.move_top
    first_route = s.route_top
    generate_captures(t, s, 0)
    last = s.move_top
    for move in range(first, last):
        s.move_order[move] = victims_value(t, s, move)
    for _ in range(first, last):
        move = pick_best(t, s, first, last)
        if 0 < s.overlooked <= (s.move_code[move] >> TAKEN) & COUNT_MASK:
            continue
        make(t, s, move)
        score = -quiescence(t, s, -beta, -alpha)
        unmake(t, s, move)
        if score > best:
            best = score
            alpha = max(alpha, score)
            if score >= beta:
                break
    release_moves(t, s, first, first_route)
    return evaluate(t, s, 0) if best == -NO_SCORE else best


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


@kernel(tables, state, int64)
def update_pv(t: Any, s: Any, place: int) -> int:
    """The principal variation from here is this move and then the one found after it."""
    ply = s.ply
    s.pv[ply, ply] = place
    for deeper in range(ply + 1, s.pv_end[ply + 1]):
        s.pv[ply, deeper] = s.pv[ply + 1, deeper]
    s.pv_end[ply] = max(s.pv_end[ply + 1], ply + 1)
    return 0


@inlined(tables, state)
def interior_score(t: Any, s: Any) -> int:
    """The score of a position that need not be searched: ended, drawn, in the tablebase or too deep; else NO_SCORE."""
    score = loss_score(t, s)
    if score != NO_SCORE:
        return score
    if is_repetition(t, s):
        return 0
    score = probe_tablebase(t, s)
    if score != NO_SCORE:
        return score
    return evaluate(t, s, 0) if out_of_room(t, s) else NO_SCORE


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


@kernel(tables, state, int64, int64, int64)
def search(t: Any, s: Any, depth: int, alpha: int, beta: int) -> int:
    """The score of the state's position, so many plies deep; its best line is left in ``pv``. 0 once stopped."""
    s.pv_end[s.ply] = s.ply
    if s.limit and s.nodes >= s.limit:
        s.stop = 1
    if s.stop:
        return 0
    if depth <= 0:
        return 0 if is_repetition(t, s) else quiescence(t, s, alpha, beta)
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
    score = no_progress_score(t, s) if many else s.ply - WIN
    if score != NO_SCORE:
        release_moves(t, s, first, first_route)
        return score
    table_move = stored_move(data)
    if many == 1 and s.ply < s.extension_limit:
        depth += 1
    elif table_move < 0 and depth >= IIR_DEPTH:
        depth -= 1
    last = s.move_top
    score_moves(t, s, first, last, table_move)
    best = -NO_SCORE
    chosen = -1
    old_alpha = alpha
    for number in range(many):
        move = pick_best(t, s, first, last)
        captured = (s.move_code[move] >> TAKEN) & COUNT_MASK
        if 0 < s.overlooked <= captured:
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

"""Quiescence search: only captures, until there are none; a side that need not capture can stand pat."""

from typing import Any

from engine.search.evaluate import evaluate
from engine.search.jit import inlined, int64, kernel, state, tables
from engine.search.layout import OBLIGATION_FORCED, OBLIGATION_FORFEIT
from engine.search.make_move import is_hand_used_up, is_material_draw, make, unmake
from engine.search.move_code import COUNT_MASK, TAKEN
from engine.search.move_ordering import best_candidate, best_capturer, pick_best, victims_value
from engine.search.movegen import find_capturers, generate_captures, has_pending, kind_to_drop
from engine.search.node_scores import loss_score, no_progress_score, out_of_room, probe_tablebase, stuck_score
from engine.search.oversight import is_overlooked
from engine.search.scores import WIN
from engine.search.transposition import NO_SCORE


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
            free |= s.kind_points[kind, word] & t.rejoin[kind, word]
            for group in range(t.step_groups[kind]):
                by = t.step_shift[kind, group]
                targets = (free >> by) if by > 0 else (free << -by)
                if s.kind_points[kind, word] & t.step_mask[kind, group, word] & targets:
                    return 1
    return 0


@kernel(tables, state)
def can_act(t: Any, s: Any) -> int:
    """Has the side to act a turn?"""
    return 1 if has_quiet_move(t, s) or find_capturers(t, s, s.turn) else 0


@kernel(tables, state)
def hand_used_up_score(t: Any, s: Any) -> int:
    """The score of a game that has ended because a hand is used up, or NO_SCORE."""
    if is_hand_used_up(t, s) == 0:
        return NO_SCORE
    if t.hand_used_up == s.turn or can_act(t, s) == 0:
        return s.ply - WIN
    return WIN - s.ply


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
    if score == NO_SCORE and is_material_draw(t, s):
        score = 0
    if score == NO_SCORE:
        score = hand_used_up_score(t, s)
    if score == NO_SCORE:
        score = probe_tablebase(t, s)
    if score != NO_SCORE:
        return score
    if out_of_room(t, s):
        return evaluate(t, s, 0)
    over = no_progress_score(t, s)
    if over != NO_SCORE:
        return over if can_act(t, s) else stuck_score(t, s)
    if has_pending(t, s):
        return evaluate(t, s, best_candidate(t, s))
    if kind_to_drop(t, s) >= 0 or find_capturers(t, s, s.turn) == 0:
        return evaluate(t, s, 0) if has_quiet_move(t, s) else stuck_score(t, s)
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
        price = best_capturer(t, s) if t.obligation == OBLIGATION_FORFEIT else 0
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
        if is_overlooked(t, s, move, (s.move_code[move] >> TAKEN) & COUNT_MASK):
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

"""The search of one move: alpha-beta with a null window (PVS), a table, and captures looked through to their end.

Scores are for the side to act, in hundredths of a man; a win found is WIN less the plies to it. Moves are not sorted:
the next best is looked for each time, so a move's place among those generated stays its name in the table and the line.
"""

from typing import Any

import numpy as np

from engine.search.evaluate import evaluate
from engine.search.jit import int64, kernel, lowest, peek, poke, state, tables
from engine.search.layout import KEYS, MOVES, PLIES, ROUTES
from engine.search.make_move import counted_off, loser, make, unmake
from engine.search.movegen import DECLINES, FEW, FORFEIT, HUFF, KIND, POINT, TAKEN, TO, captures, find_able, generate
from engine.search.tablebase.entries import DRAWN, OUTCOME, UNKNOWN, WON, found
from engine.search.tablebase.entries import PLIES as COUNTED

WIN = 30_000
FOUND = WIN - 2 * PLIES  # from here on a score is a win found
NEVER = 1 << 40
LEFT = 24  # plies before the end of a countdown from which it is part of the table's key
UPPER, LOWER, EXACT = 1, 2, 3
SLOT = 16
ENTRY = 32  # two slots of a key and its data
PLACES = (1 << 14) - 1
BIAS = 1 << 15
_SCORE, _BOUND, _DEPTH, _AGE = 14, 30, 32, 40
HOPE = 20  # at most, in hundredths of a man, for who looks better in a position that is drawn
HOPE_SHARE = 16
FULLY = 2  # moves of a node that are never reduced
UNKNOWN_FROM = 4
ROOM = MOVES // 4

_depths = np.log(np.maximum(np.arange(64), 1))
REDUCTION = (0.8 + np.outer(_depths, _depths) / 1.9).astype(np.int64)
REDUCTION[:2] = 0
REDUCTION[:, :FULLY] = 0


@kernel(tables, state)
def table_key(t: Any, s: Any) -> int:
    """The position's key, with the countdowns that are about to end."""
    key = s.hash
    for number in range(t.no_progress_rules):
        left = t.count_plies[number] - s.counts[number]
        if s.counts[number] > 0 and left < LEFT:
            key ^= t.key_count[number, max(left, 0)]
    return key


@kernel(tables, state)
def solved(t: Any, s: Any) -> int:
    """The score of a position that the tables of endgames know, or NEVER.

    A draw is worth a little to who looks better, so that there is something to play for.
    """
    if s.total[0] + s.total[1] > s.known_pieces:
        return NEVER
    said = found(t, s)
    outcome = said >> OUTCOME
    if outcome == UNKNOWN:
        return NEVER
    if outcome == DRAWN:
        return max(-HOPE, min(HOPE, evaluate(t, s, 0) // HOPE_SHARE))
    plies = s.ply + (said & COUNTED)
    return WIN - plies if outcome == WON else plies - WIN


@kernel(tables, state, int64)
def in_time(t: Any, s: Any, plies: int) -> int:
    """Does no countdown that runs end before so many plies?"""
    for number in range(t.no_progress_rules):
        if s.counts[number] > 0 and s.counts[number] + plies > t.count_plies[number]:
            return 0
    return 1


@kernel(tables, state, int64)
def probe(t: Any, s: Any, key: int) -> int:
    """What the table knows of a position, packed, or 0."""
    slot = s.table + (key & s.table_mask) * ENTRY
    for _ in range(2):
        data = peek(slot + 8)
        if data and peek(slot) ^ data == key:
            return data
        slot += SLOT
    return 0


@kernel(tables, state, int64, int64, int64, int64, int64)
def store(t: Any, s: Any, key: int, depth: int, score: int, bound: int, place: int) -> int:
    """Keep what was found: over the same position, else over what is older or shallower of two."""
    if score > FOUND:
        score += s.ply
    elif score < -FOUND:
        score -= s.ply
    best = s.table + (key & s.table_mask) * ENTRY
    least = NEVER
    slot = best
    for _ in range(2):
        data = peek(slot + 8)
        there = (data >> _DEPTH) & 255
        current = (data >> _AGE) == s.age
        if data and peek(slot) ^ data == key:
            if place < 0:
                place = data & PLACES
            if current and bound != EXACT and there > depth + 3:
                return 0
            best = slot
            break
        keep = there + 256 * current
        if keep < least:
            least = keep
            best = slot
        slot += SLOT
    data = max(place, 0) | (score + BIAS) << _SCORE | bound << _BOUND | depth << _DEPTH | s.age << _AGE
    poke(best, key ^ data)
    poke(best + 8, data)
    return 0


@kernel(tables, state)
def ended(t: Any, s: Any) -> int:
    """The score of a game that a countdown has ended here, or NEVER. A side without a move has lost all the same."""
    for number in range(t.no_progress_rules):
        if s.counts[number] >= t.count_plies[number]:
            if t.count_off[number]:
                winner = counted_off(t, s)
                if winner >= 0:
                    return WIN - s.ply if winner == s.turn else s.ply - WIN
            return 0
    return NEVER


@kernel(tables, state)
def drawn_again(t: Any, s: Any) -> int:
    """Does this position repeat one of the line searched, or one of the game often enough?"""
    if t.repetition == 0:
        return 0
    found = 0
    back = 2
    last = s.nkeys - 1
    while back <= s.still and back <= last:
        if s.keys[last - back] == s.hash:
            found += 1
            if back < s.ply or found + 1 >= t.repetition:
                return 1
        back += 2
    return 0


@kernel(tables, state)
def can_move(t: Any, s: Any) -> int:
    """Has the side to act a step or a drop? Leaps are not looked for."""
    for kind in range(t.kinds):
        if t.side[kind] != s.turn:
            continue
        if s.hand[kind]:
            return 1
        for word in range(t.words):
            free = ~(s.own[0, word] | s.own[1, word])
            for group in range(t.steps[kind]):
                by = t.step_by[kind, group]
                if s.of[kind, word] & t.step_from[kind, group, word] & ((free >> by) if by > 0 else (free << -by)):
                    return 1
    return 0


@kernel(tables, state)
def dearest(t: Any, s: Any) -> int:
    """The worth of the dearest piece in ``able``."""
    worth = 0
    for word in range(t.words):
        able = s.able[word]
        while able:
            worth = max(worth, t.worth[s.board[t.point[word, lowest(able)]]])
            able &= able - 1
    return worth


@kernel(tables, state, int64)
def taken_worth(t: Any, s: Any, move: int) -> int:
    """The worth of what a move captures and forfeits of the other side."""
    worth = 0
    for word in range(t.words):
        points = s.set0[move] if word == 0 else s.set1[move]
        while points:
            worth += t.worth[s.board[t.point[word, lowest(points)]]]
            points &= points - 1
    return worth


@kernel(tables, state, int64, int64)
def pick(t: Any, s: Any, first: int, last: int) -> int:
    """The most promising move not yet tried, marked as tried."""
    best = first
    for move in range(first + 1, last):
        if s.order[move] > s.order[best]:
            best = move
    s.order[best] = -NEVER
    return best


@kernel(tables, state, int64, int64)
def quiesce(t: Any, s: Any, alpha: int, beta: int) -> int:
    """The score once captures are over. Who must capture captures; who may, or may pay, can also leave it."""
    if s.limit and s.nodes >= s.limit:
        s.stop = 1
        return alpha
    s.nodes += 1
    lost = loser(t, s)
    if lost >= 0:
        return s.ply - WIN if lost == s.turn else WIN - s.ply
    known = solved(t, s)
    if known != NEVER:
        return known
    if s.ply >= PLIES - 2 or s.top > MOVES - ROOM or s.routes_top > ROUTES // 2:
        return evaluate(t, s, 0)
    over = ended(t, s)
    if over != NEVER:
        return over if can_move(t, s) or find_able(t, s, s.turn) else s.ply - WIN
    if s.pending[0] | s.pending[1]:
        worth = 0
        for word in range(t.words):
            pending = s.pending[word]
            while pending:
                worth = max(worth, t.worth[s.board[t.point[word, lowest(pending)]]])
                pending &= pending - 1
        return evaluate(t, s, worth)
    dropping = 0
    for kind in range(t.kinds):
        if t.side[kind] == s.turn and s.hand[kind]:
            dropping = 1
    many = 0 if dropping else find_able(t, s, s.turn)
    if many == 0:
        if can_move(t, s) == 0:
            return s.ply - WIN
        return evaluate(t, s, 0)
    best = -NEVER
    if t.obligation != 1 and can_move(t, s):
        best = evaluate(t, s, -dearest(t, s) if t.obligation == 2 else 0)
        if best >= beta:
            return best
        alpha = max(alpha, best)
        find_able(t, s, s.turn)
    first = s.top
    first_route = s.routes_top
    captures(t, s, 0)
    last = s.top
    for move in range(first, last):
        s.order[move] = taken_worth(t, s, move)
    for _ in range(first, last):
        move = pick(t, s, first, last)
        if 0 < s.blind <= (s.code[move] >> TAKEN) & FEW:
            continue
        make(t, s, move)
        score = -quiesce(t, s, -beta, -alpha)
        unmake(t, s, move)
        if score > best:
            best = score
            alpha = max(alpha, score)
            if score >= beta:
                break
    s.top = first
    s.routes_top = first_route
    return evaluate(t, s, 0) if best == -NEVER else best


@kernel(tables, state, int64, int64, int64)
def arrange(t: Any, s: Any, first: int, last: int, known: int) -> int:
    """Give each move its promise: the table's, then captures, killers, and what cut off elsewhere."""
    killer0 = s.killer[s.ply, 0]
    killer1 = s.killer[s.ply, 1]
    for move in range(first, last):
        code = s.code[move]
        if move - first == known:
            order = 1 << 36
        elif (code >> TAKEN) & FEW:
            order = (1 << 32) + taken_worth(t, s, move)
        else:
            order = s.history[(code >> KIND) & 7, code & POINT, (code >> TO) & POINT]
            if code == killer0:
                order += 1 << 31
            elif code == killer1:
                order += 1 << 30
            if (code >> DECLINES) & 1 or (code >> FORFEIT) & POINT:
                order -= 1 << 28
        if (code >> HUFF) & POINT:
            order += t.worth[s.board[((code >> HUFF) & POINT) - 1]] << 20
        s.order[move] = order
    return 0


@kernel(tables, state, int64, int64, int64)
def reward(t: Any, s: Any, first: int, move: int, depth: int) -> int:
    """A quiet move has cut off: remember it, and that the ones tried before it did not."""
    code = s.code[move]
    if s.killer[s.ply, 0] != code:
        s.killer[s.ply, 1] = s.killer[s.ply, 0]
        s.killer[s.ply, 0] = code
    bonus = min(depth * depth, 400) * 16
    for other in range(first, s.top):
        if s.order[other] != -NEVER:
            continue
        tried = s.code[other]
        if (tried >> TAKEN) & FEW:
            continue
        kind = (tried >> KIND) & 7
        old = s.history[kind, tried & POINT, (tried >> TO) & POINT]
        gain = bonus if other == move else -bonus
        s.history[kind, tried & POINT, (tried >> TO) & POINT] = old + gain - old * bonus // 65536
    return 0


@kernel(tables, state, int64)
def follow(t: Any, s: Any, place: int) -> int:
    """The best line from here is this move and then the best line found after it."""
    ply = s.ply
    s.line[ply, ply] = place
    for deeper in range(ply + 1, s.line_end[ply + 1]):
        s.line[ply, deeper] = s.line[ply + 1, deeper]
    s.line_end[ply] = max(s.line_end[ply + 1], ply + 1)
    return 0


@kernel(tables, state, int64, int64, int64)
def search(t: Any, s: Any, depth: int, alpha: int, beta: int) -> int:
    """The score of the state's position, so many plies deep; its best line is left in ``line``."""
    s.line_end[s.ply] = s.ply
    if s.stop:
        return 0
    if s.limit and s.nodes >= s.limit:
        s.stop = 1
        return 0
    if depth <= 0:
        if drawn_again(t, s):
            return 0
        return quiesce(t, s, alpha, beta)
    s.nodes += 1
    lost = loser(t, s)
    if lost >= 0:
        return s.ply - WIN if lost == s.turn else WIN - s.ply
    if drawn_again(t, s):
        return 0
    score = solved(t, s)
    if score != NEVER:
        return score
    if s.ply >= PLIES - 2 or s.nkeys >= KEYS - 2 or s.top > MOVES - ROOM or s.routes_top > ROUTES // 2:
        return evaluate(t, s, 0)
    alpha = max(alpha, s.ply - WIN)
    beta = min(beta, WIN - s.ply - 1)
    if alpha >= beta:
        return alpha
    key = table_key(t, s)
    known = -1
    data = probe(t, s, key)
    if data:
        known = data & PLACES
        score = ((data >> _SCORE) & 0xFFFF) - BIAS
        if score > FOUND:
            score -= s.ply
        elif score < -FOUND:
            score += s.ply
        bound = (data >> _BOUND) & 3
        settles = bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
        if abs(score) > FOUND and in_time(t, s, WIN - abs(score) - s.ply) == 0:
            settles = False
        if settles and beta - alpha == 1 and ((data >> _DEPTH) & 255) >= depth:
            return score
    first = s.top
    first_route = s.routes_top
    many = generate(t, s)
    if many == 0:
        return s.ply - WIN
    over = ended(t, s)
    if over != NEVER:
        s.top = first
        s.routes_top = first_route
        return over
    if many == 1 and s.ply < s.reach:
        depth += 1
    elif known < 0 and depth >= UNKNOWN_FROM:
        depth -= 1  # where nothing is known yet a look less deep finds the order for the next time
    last = s.top
    arrange(t, s, first, last, known)
    best = -NEVER
    chosen = -1
    before = alpha
    for number in range(many):
        move = pick(t, s, first, last)
        code = s.code[move]
        taking = (code >> TAKEN) & FEW
        if 0 < s.blind <= taking:
            continue
        make(t, s, move)
        less = depth - 1
        if number == 0:
            score = -search(t, s, less, -beta, -alpha)
        else:
            reduced = 0
            if taking == 0:
                reduced = REDUCTION[min(depth, 63), min(number, 63)]
                if beta - alpha > 1:
                    reduced = reduced * 2 // 3
            score = -search(t, s, less - reduced, -alpha - 1, -alpha)
            if reduced and score > alpha:
                score = -search(t, s, less, -alpha - 1, -alpha)
            if alpha < score < beta:
                score = -search(t, s, less, -beta, -alpha)
        unmake(t, s, move)
        if s.stop:
            s.top = first
            s.routes_top = first_route
            return 0
        if score > best:
            best = score
            chosen = move - first
            if score > alpha:
                alpha = score
                follow(t, s, chosen)
                if score >= beta:
                    if taking == 0:
                        reward(t, s, first, move, depth)
                    break
    s.top = first
    s.routes_top = first_route
    if best == -NEVER:
        return evaluate(t, s, 0)
    bound = EXACT
    if best >= beta:
        bound = LOWER
    elif best <= before:
        bound = UPPER
        chosen = -1
    store(t, s, key, min(depth, 255), best, bound, chosen)
    return best


@kernel(tables, state, int64, int64, int64, int64)
def search_move(t: Any, s: Any, move: int, depth: int, alpha: int, beta: int) -> int:
    """The score of a move of the arrays for the side that makes it, ``depth`` plies deep, itself the first."""
    make(t, s, move)
    score = -search(t, s, depth - 1, -beta, -alpha)
    unmake(t, s, move)
    if s.stop == 0:
        follow(t, s, move)
    return score


@kernel(tables, state, int64, int64, int64)
def rank(t: Any, s: Any, many: int, depth: int, margin: int) -> int:
    """Give the first moves of the arrays their scores, the more promising by ``order`` first; gives the best.

    What is worse than the best by more than the margin is known no better than that it is.
    """
    best = -WIN
    for _ in range(many):
        move = pick(t, s, 0, many)
        score = search_move(t, s, move, depth, max(best - margin - 1, -WIN), WIN)
        if s.stop:
            return best
        s.score[move] = score
        best = max(best, score)
    for move in range(many):
        s.order[move] = s.score[move]
    return best

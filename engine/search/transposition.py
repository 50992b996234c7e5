"""The transposition table: buckets of two slots, replaced by depth and age.

A slot is the position's key XORed with its data, and the data (Hyatt's lockless scheme): threads share the table
without a lock, and a slot that two of them wrote at once matches no key. Data hold the best move's place among those
generated, the score, its bound, the depth and the age of the search.
"""

from typing import Any

from engine.search.jit import inlined, int64, kernel, peek, poke, state, tables
from engine.search.layout import MOVES, PLIES
from engine.search.scores import WIN

NO_SCORE = 1 << 40  # beyond every score: nothing is known
WIN_IN_MAX_PLIES = WIN - 2 * PLIES  # from here on a score is a win found
UPPER, LOWER, EXACT = 1, 2, 3
NO_PROGRESS_KEY_PLIES = 24  # plies before the end of a count from which the count is part of the key
SLOT_BYTES = 16
BUCKET_BYTES = 2 * SLOT_BYTES
MOVE_MASK = MOVES - 1
SCORE_BIAS = 1 << 15
_SCORE, _BOUND, _DEPTH, _AGE = 14, 30, 32, 40
MAX_DEPTH = 255
DEEPER = 3  # plies by which an older entry must be deeper to be kept for the same position


@kernel(tables, state)
def table_key(t: Any, s: Any) -> int:
    """The position's key, with the counts of plies without progress that are about to end the game."""
    key = s.hash
    for number in range(t.no_progress_rules):
        left = t.rule_plies[number] - s.no_progress[number]
        if s.no_progress[number] > 0 and left < NO_PROGRESS_KEY_PLIES:
            key ^= t.zobrist_no_progress[number, max(left, 0)]
    return key


@kernel(tables, state, int64)
def probe(t: Any, s: Any, key: int) -> int:
    """The data kept of a position, or 0."""
    slot = s.tt_address + (key & s.tt_mask) * BUCKET_BYTES
    for _ in range(2):
        data = peek(slot + 8)
        if data and peek(slot) ^ data == key:
            return data
        slot += SLOT_BYTES
    return 0


@inlined(int64)
def stored_move(data: int) -> int:
    """The place of the best move among those generated, or -1 where there are no data."""
    return data & MOVE_MASK if data else -1


@kernel(tables, state, int64)
def before_no_progress(t: Any, s: Any, plies: int) -> int:
    """Does no rule against play without progress end the game within so many plies?"""
    for number in range(t.no_progress_rules):
        if s.no_progress[number] > 0 and s.no_progress[number] + plies > t.rule_plies[number]:
            return 0
    return 1


@inlined(tables, state, int64, int64, int64, int64)
def cutoff_score(t: Any, s: Any, data: int, depth: int, alpha: int, beta: int) -> int:
    """The stored score, if it is deep enough and its bound answers a null window; else NO_SCORE."""
    if data == 0 or beta - alpha != 1 or ((data >> _DEPTH) & 255) < depth:
        return NO_SCORE
    score = ((data >> _SCORE) & 0xFFFF) - SCORE_BIAS
    if score > WIN_IN_MAX_PLIES:
        score -= s.ply
    elif score < -WIN_IN_MAX_PLIES:
        score += s.ply
    if abs(score) > WIN_IN_MAX_PLIES and before_no_progress(t, s, WIN - abs(score) - s.ply) == 0:
        return NO_SCORE
    bound = (data >> _BOUND) & 3
    if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
        return score
    return NO_SCORE


@kernel(tables, state, int64, int64, int64, int64, int64)
def store(t: Any, s: Any, key: int, depth: int, score: int, bound: int, place: int) -> int:
    """Keep what was found: over the same position, else over what is older or shallower of two.

    ``place`` is that of the best move, -1 to keep the one stored. Wins are kept by their distance from the position.
    """
    if score > WIN_IN_MAX_PLIES:
        score += s.ply
    elif score < -WIN_IN_MAX_PLIES:
        score -= s.ply
    best = s.tt_address + (key & s.tt_mask) * BUCKET_BYTES
    least = NO_SCORE
    slot = best
    for _ in range(2):
        data = peek(slot + 8)
        there = (data >> _DEPTH) & 255
        current = (data >> _AGE) == s.tt_age
        if data and peek(slot) ^ data == key:
            if place < 0:
                place = data & MOVE_MASK
            if current and bound != EXACT and there > depth + DEEPER:
                return 0
            best = slot
            break
        keep = there + 256 * current
        if keep < least:
            least = keep
            best = slot
        slot += SLOT_BYTES
    data = max(place, 0) | (score + SCORE_BIAS) << _SCORE | bound << _BOUND | depth << _DEPTH | s.tt_age << _AGE
    poke(best, key ^ data)
    poke(best + 8, data)
    return 0

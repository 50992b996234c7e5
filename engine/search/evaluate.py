"""What a quiet position is worth: the weights of the tables on the pieces, their freedom and their threats.

All of it is data (``engine/search/weights``). A weight has two values, for a full and for an empty board, mixed by the
number of pieces left. Values are in hundredths of a man, for side 0; ``evaluate`` gives them for the side to act.
"""

from typing import Any

from engine.search.jit import int64, kernel, population, state, tables

# The features of a kind, counted over its pieces: free neighbouring points it may go to; pieces that can go nowhere;
# pieces with their own side where they would go; leaps its side could make at once, if it is to act and if not; pieces.
FREE_STEPS, STUCK, BACKED, LEAPS_NOW, LEAPS_NEXT, PIECES = range(6)
SCALE = 64
WORN = 12  # plies of a countdown that say nothing yet
MOST = 20_000  # a bound far below a win


@kernel(tables, state, int64, int64)
def feature(t: Any, s: Any, kind: int, which: int) -> int:
    """How much there is of one feature of a kind of piece (for the learning; ``evaluate`` sees them all at once)."""
    side = t.side[kind]
    if which == PIECES:
        return s.count[kind]
    if (which == LEAPS_NOW and side != s.turn) or (which == LEAPS_NEXT and side == s.turn):
        return 0
    found = 0
    for word in range(t.words):
        pieces = s.of[kind, word]
        own = s.own[side, word]
        free = ~(s.own[0, word] | s.own[1, word])
        enemy = s.own[1 - side, word]
        if which >= LEAPS_NOW:
            for group in range(t.leaps[kind]):
                over = t.leap_over[kind, group]
                by = t.leap_by[kind, group]
                leaps = pieces & t.leap_from[kind, group, word]
                leaps &= ((enemy >> over) & (free >> by)) if by > 0 else ((enemy << -over) & (free << -by))
                found += population(leaps)
            continue
        moving = 0
        for group in range(t.steps[kind]):
            by = t.step_by[kind, group]
            steps = pieces & t.step_from[kind, group, word]
            if which == BACKED:
                found += population(steps & ((own >> by) if by > 0 else (own << -by)))
            else:
                steps &= (free >> by) if by > 0 else (free << -by)
                moving |= steps
                found += population(steps) if which == FREE_STEPS else 0
        if which == STUCK:
            found += population(pieces & t.area[word] & ~moving)
    return found


@kernel(tables, state)
def fullness(t: Any, s: Any) -> int:
    """How full the board is, hands counted, from 0 to SCALE."""
    pieces = s.total[0] + s.total[1]
    for kind in range(t.kinds):
        pieces += s.hand[kind]
    return min(SCALE, pieces * SCALE // t.full)


@kernel(tables, state, int64)
def evaluate(t: Any, s: Any, margin: int) -> int:
    """The worth of a position for the side to act, ``margin`` added before it is damped by countdowns."""
    full = s.value[0]
    empty = s.value[1]
    for kind in range(t.kinds):
        if s.count[kind] == 0 and s.hand[kind] == 0:
            continue
        side = t.side[kind]
        free_steps = 0
        stuck = 0
        backed = 0
        leaps_found = 0
        for word in range(t.words):
            pieces = s.of[kind, word]
            own = s.own[side, word]
            free = ~(s.own[0, word] | s.own[1, word])
            enemy = s.own[1 - side, word]
            moving = 0
            for group in range(t.steps[kind]):
                by = t.step_by[kind, group]
                steps = pieces & t.step_from[kind, group, word]
                if by > 0:
                    backed += population(steps & (own >> by))
                    steps &= free >> by
                else:
                    backed += population(steps & (own << -by))
                    steps &= free << -by
                moving |= steps
                free_steps += population(steps)
            stuck += population(pieces & t.area[word] & ~moving)
            for group in range(t.leaps[kind]):
                over = t.leap_over[kind, group]
                by = t.leap_by[kind, group]
                leaps = pieces & t.leap_from[kind, group, word]
                leaps &= ((enemy >> over) & (free >> by)) if by > 0 else ((enemy << -over) & (free << -by))
                leaps_found += population(leaps)
        when = LEAPS_NOW if side == s.turn else LEAPS_NEXT
        full += free_steps * t.feature_value[0, kind, FREE_STEPS] + stuck * t.feature_value[0, kind, STUCK]
        empty += free_steps * t.feature_value[1, kind, FREE_STEPS] + stuck * t.feature_value[1, kind, STUCK]
        full += backed * t.feature_value[0, kind, BACKED] + leaps_found * t.feature_value[0, kind, when]
        empty += backed * t.feature_value[1, kind, BACKED] + leaps_found * t.feature_value[1, kind, when]
        full += s.hand[kind] * t.hand_value[0, kind]
        empty += s.hand[kind] * t.hand_value[1, kind]
    full += t.tempo[0, s.turn]
    empty += t.tempo[1, s.turn]
    share = fullness(t, s)
    worth = (full * share + empty * (SCALE - share)) // SCALE
    worth = (worth if s.turn == 0 else -worth) + margin
    for number in range(t.no_progress_rules):
        if s.counts[number] > WORN and t.count_off[number] == 0:
            worth = worth * (t.count_plies[number] - s.counts[number]) // (t.count_plies[number] - WORN)
    return max(-MOST, min(MOST, worth))

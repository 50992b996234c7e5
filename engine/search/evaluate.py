"""Static evaluation, tapered: piece-square values, mobility, support and threats, mixed by the pieces left.

Where a king alone is known to draw, an advantage counts for little. All weights are data (``engine/search/weights``). A
weight has two values, for a full and for an empty board. Values are in hundredths of a man, for side 0; ``evaluate``
gives them for the side to act.
"""

from typing import Any

from engine.search.jit import inlined, int64, kernel, popcount, state, tables
from engine.search.layout import PHASE_SCALE
from engine.search.make_move import is_lone_king
from engine.search.scores import MAX_EVALUATION

# The features of a kind, counted over its pieces: free neighbouring points it may go to; pieces that can go nowhere;
# pieces with their own side where they would go; leaps its side could make at once, if it is to act and if not; pieces.
MOBILITY, IMMOBILE, SUPPORT, THREATS_ON_MOVE, THREATS, PIECES = range(6)
NO_PROGRESS_GRACE = 12  # plies without progress that do not damp an evaluation yet


@inlined(tables, state, int64, int64)
def count_leaps(t: Any, s: Any, kind: int, word: int) -> int:
    """The number of short leaps that the pieces of a kind could make; long leaps count where they are short."""
    side = t.side[kind]
    pieces = s.kind_points[kind, word]
    free = ~(s.side_points[0, word] | s.side_points[1, word])
    enemy = s.side_points[1 - side, word]
    found = 0
    for group in range(t.leap_groups[kind]):
        over = t.victim_shift[kind, group]
        by = t.leap_shift[kind, group]
        leaps = pieces & t.leap_mask[kind, group, word]
        leaps &= ((enemy >> over) & (free >> by)) if by > 0 else ((enemy << -over) & (free << -by))
        found += popcount(leaps)
    return found


@kernel(tables, state, int64, int64)
def count_feature(t: Any, s: Any, kind: int, which: int) -> int:
    """The amount of one feature of a kind of piece (for the learning; ``evaluate`` sees them all at once)."""
    side = t.side[kind]
    if which == PIECES:
        return s.kind_count[kind]
    if (which == THREATS_ON_MOVE and side != s.turn) or (which == THREATS and side == s.turn):
        return 0
    found = 0
    for word in range(t.words):
        if which >= THREATS_ON_MOVE:
            found += count_leaps(t, s, kind, word)
            continue
        pieces = s.kind_points[kind, word]
        own = s.side_points[side, word]
        free = ~(s.side_points[0, word] | s.side_points[1, word])
        mobile = 0
        for group in range(t.step_groups[kind]):
            by = t.step_shift[kind, group]
            steps = pieces & t.step_mask[kind, group, word]
            if which == SUPPORT:
                found += popcount(steps & ((own >> by) if by > 0 else (own << -by)))
            else:
                steps &= (free >> by) if by > 0 else (free << -by)
                mobile |= steps
                found += popcount(steps) if which == MOBILITY else 0
        if which == IMMOBILE:
            found += popcount(pieces & t.core[word] & ~mobile)
    return found


@kernel(tables, state)
def game_phase(t: Any, s: Any) -> int:
    """The fullness of the board, hands counted, from 0 to PHASE_SCALE."""
    pieces = s.side_count[0] + s.side_count[1]
    for kind in range(t.kinds):
        pieces += s.hand[kind]
    return min(PHASE_SCALE, pieces * PHASE_SCALE // t.full_count)


@inlined(tables, state, int64)
def damp(t: Any, s: Any, value: int) -> int:
    """A value brought nearer to a draw, the nearer a rule against play without progress is to its end."""
    for number in range(t.no_progress_rules):
        if s.no_progress[number] > NO_PROGRESS_GRACE and t.rule_count_off[number] == 0:
            left = t.rule_plies[number] - s.no_progress[number]
            value = value * left // (t.rule_plies[number] - NO_PROGRESS_GRACE)
    return value


@kernel(tables, state, int64)
def scale_drawn(t: Any, s: Any, value: int) -> int:
    """A value that counts for less if a king alone stands against so few that it draws."""
    if is_lone_king(t, s, t.drawn_kings) == 0:
        return value
    return value * t.drawn_scale[max(s.side_count[0], s.side_count[1])] // PHASE_SCALE


@kernel(tables, state, int64)
def evaluate(t: Any, s: Any, margin: int) -> int:
    """The value of a position for the side to act; ``margin`` is added before it is damped."""
    full = s.value[0]
    empty = s.value[1]
    for kind in range(t.kinds):
        if s.kind_count[kind] == 0 and s.hand[kind] == 0:
            continue
        side = t.side[kind]
        mobility = 0
        immobile = 0
        support = 0
        threats = 0
        for word in range(t.words):
            pieces = s.kind_points[kind, word]
            own = s.side_points[side, word]
            free = ~(s.side_points[0, word] | s.side_points[1, word])
            mobile = 0
            for group in range(t.step_groups[kind]):
                by = t.step_shift[kind, group]
                steps = pieces & t.step_mask[kind, group, word]
                support += popcount(steps & ((own >> by) if by > 0 else (own << -by)))
                steps &= (free >> by) if by > 0 else (free << -by)
                mobile |= steps
                mobility += popcount(steps)
            immobile += popcount(pieces & t.core[word] & ~mobile)
            threats += count_leaps(t, s, kind, word)
        when = THREATS_ON_MOVE if side == s.turn else THREATS
        full += mobility * t.feature_value[0, kind, MOBILITY] + immobile * t.feature_value[0, kind, IMMOBILE]
        empty += mobility * t.feature_value[1, kind, MOBILITY] + immobile * t.feature_value[1, kind, IMMOBILE]
        full += support * t.feature_value[0, kind, SUPPORT] + threats * t.feature_value[0, kind, when]
        empty += support * t.feature_value[1, kind, SUPPORT] + threats * t.feature_value[1, kind, when]
        full += s.hand[kind] * t.hand_value[0, kind]
        empty += s.hand[kind] * t.hand_value[1, kind]
    full += t.tempo[0, s.turn]
    empty += t.tempo[1, s.turn]
    phase = game_phase(t, s)
    value = (full * phase + empty * (PHASE_SCALE - phase)) // PHASE_SCALE
    if t.drawn_kings and (s.side_count[0] == 1 or s.side_count[1] == 1):
        value = scale_drawn(t, s, value)
    value = damp(t, s, (value if s.turn == 0 else -value) + margin)
    return max(-MAX_EVALUATION, min(MAX_EVALUATION, value))

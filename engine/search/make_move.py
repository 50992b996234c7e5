"""The kernel plays a turn and takes it back, and knows when a game is lost or drawn."""

from typing import Any

from engine.search.jit import int64, kernel, lowest, state, tables
from engine.search.layout import COUNTDOWNS, EMPTY, PHASES, WORDS
from engine.search.movegen import (
    BECOMES,
    DECLINES,
    DROPS,
    FEW,
    FORFEIT,
    HUFF,
    KIND,
    POINT,
    TAKEN,
    TO,
    find_able,
    generate,
    put,
)

# engine.ruleset.Event, as bits
CAPTURE = 1
PROMOTION = 2
DROP = 4
MAN_MOVE = 8


@kernel(tables, state, int64, int64)
def change(t: Any, s: Any, point: int, kind: int) -> int:
    """Set the kind on a point for good, or until the turn is taken back; gives the kind that was there."""
    old = put(t, s, point, kind)
    s.change_point[s.changes] = point
    s.change_kind[s.changes] = old
    s.changes += 1
    s.hash ^= t.key_piece[old, point] ^ t.key_piece[kind, point]
    for phase in range(PHASES):
        s.value[phase] += t.piece_value[phase, kind, point] - t.piece_value[phase, old, point]
    return old


@kernel(tables, state, int64)
def is_lone_king(t: Any, s: Any, sizes: int) -> int:
    """Has one side a king and nothing else, and the other a king among so many pieces (sizes as bits)?"""
    kings0 = 0
    kings1 = 0
    for kind in range(t.kinds):
        if t.king[kind]:
            if t.side[kind] == 0:
                kings0 += s.count[kind]
            else:
                kings1 += s.count[kind]
    if kings0 == 0 or kings1 == 0:
        return 0
    if s.total[0] == 1 and (sizes >> s.total[1]) & 1:
        return 1
    if s.total[1] == 1 and (sizes >> s.total[0]) & 1:
        return 1
    return 0


@kernel(tables, state)
def forget_pending(t: Any, s: Any) -> int:
    """No forfeit is pending any more."""
    for word in range(WORDS):
        pending = s.pending[word]
        while pending:
            s.hash ^= t.key_pending[t.point[word, lowest(pending)]]
            pending &= pending - 1
        s.pending[word] = 0
    return 0


@kernel(tables, state, int64, int64)
def expect_forfeit(t: Any, s: Any, start: int, end: int) -> int:
    """The pieces in ``able`` are candidates for a forfeit, the one that moved from ``start`` where it stands now."""
    home = t.home[start]
    if s.able[home] & t.bit[start, home]:
        s.able[home] ^= t.bit[start, home]
        s.able[t.home[end]] |= t.bit[end, t.home[end]]
    for word in range(t.words):
        pending = s.able[word]
        s.pending[word] = pending
        while pending:
            s.hash ^= t.key_pending[t.point[word, lowest(pending)]]
            pending &= pending - 1
    return 0


@kernel(tables, state, int64)
def make(t: Any, s: Any, move: int) -> int:
    """Play a move of the arrays; gives its events."""
    code = s.code[move]
    ply = s.ply
    s.was_changes[ply] = s.changes
    s.was_hash[ply] = s.hash
    s.was_still[ply] = s.still
    for word in range(WORDS):
        s.was_pending[ply, word] = s.pending[word]
    for number in range(COUNTDOWNS):
        s.was_counts[ply, number] = s.counts[number]
    for phase in range(PHASES):
        s.was_value[ply, phase] = s.value[phase]
    events = 0
    kind = (code >> KIND) & 7
    if s.pending[0] | s.pending[1]:
        forget_pending(t, s)
    huff = (code >> HUFF) & POINT
    if huff:
        change(t, s, huff - 1, EMPTY)
        events |= CAPTURE
    if (code >> DROPS) & 1:
        s.was_hand[ply, kind] = s.hand[kind]
        s.hash ^= t.key_hand[kind, s.hand[kind]]
        for word in range(t.words):
            points = s.set0[move] if word == 0 else s.set1[move]
            while points:
                change(t, s, t.point[word, lowest(points)], kind)
                points &= points - 1
                s.hand[kind] -= 1
        s.hash ^= t.key_hand[kind, s.hand[kind]]
        events |= DROP
    else:
        start = code & POINT
        end = (code >> TO) & POINT
        becomes = (code >> BECOMES) & 7
        forfeit = (code >> FORFEIT) & POINT
        if (code >> DECLINES) & 1:
            find_able(t, s, s.turn)
            expect_forfeit(t, s, start, end)
        change(t, s, start, EMPTY)
        if (code >> TAKEN) & FEW:
            events |= CAPTURE
            for word in range(t.words):
                points = s.set0[move] if word == 0 else s.set1[move]
                while points:
                    change(t, s, t.point[word, lowest(points)], EMPTY)
                    points &= points - 1
        change(t, s, end, becomes)
        if forfeit:
            change(t, s, forfeit - 1, EMPTY)
            events |= CAPTURE
        if t.man[kind]:
            events |= MAN_MOVE
        if becomes != kind:
            events |= PROMOTION
    s.still = 0 if events & ~MAN_MOVE or t.one_way[kind] else s.still + 1
    for number in range(t.no_progress_rules):
        lone = t.count_lone[number]
        if events & t.count_resets[number] or (lone and is_lone_king(t, s, lone) == 0):
            s.counts[number] = 0
        else:
            s.counts[number] += 1
    s.turn = 1 - s.turn
    s.hash ^= t.key_turn
    s.keys[s.nkeys] = s.hash
    s.nkeys += 1
    s.ply = ply + 1
    return events


@kernel(tables, state, int64)
def unmake(t: Any, s: Any, move: int) -> int:
    """Take back the last move played."""
    s.ply -= 1
    ply = s.ply
    s.nkeys -= 1
    s.turn = 1 - s.turn
    while s.changes > s.was_changes[ply]:
        s.changes -= 1
        put(t, s, s.change_point[s.changes], s.change_kind[s.changes])
    code = s.code[move]
    if (code >> DROPS) & 1:
        kind = (code >> KIND) & 7
        s.hand[kind] = s.was_hand[ply, kind]
    s.hash = s.was_hash[ply]
    s.still = s.was_still[ply]
    for word in range(WORDS):
        s.pending[word] = s.was_pending[ply, word]
    for number in range(COUNTDOWNS):
        s.counts[number] = s.was_counts[ply, number]
    for phase in range(PHASES):
        s.value[phase] = s.was_value[ply, phase]
    return 0


@kernel(tables, state)
def loser(t: Any, s: Any) -> int:
    """The side that has too few pieces to go on, or -1. A side without a move is the search's to find."""
    mine = s.total[s.turn]
    theirs = s.total[1 - s.turn]
    few = s.total[t.few_side] if t.few_side >= 0 else 0
    if mine == 0 or theirs == 0 or (t.few_side >= 0 and few <= t.few_count):
        for kind in range(t.kinds):
            if t.side[kind] == s.turn:
                mine += s.hand[kind]
            else:
                theirs += s.hand[kind]
            if t.side[kind] == t.few_side:
                few += s.hand[kind]
        if t.few_side >= 0 and few <= t.few_count:
            return t.few_side
        if mine == 0:
            return s.turn
        if theirs == 0:
            return 1 - s.turn
    return -1


@kernel(tables, state)
def counted_off(t: Any, s: Any) -> int:
    """Who wins the count-off: more pieces, then more kings; -1 for nobody."""
    if s.total[0] != s.total[1]:
        return 0 if s.total[0] > s.total[1] else 1
    kings = 0
    for kind in range(t.kinds):
        if t.king[kind]:
            kings += s.count[kind] if t.side[kind] == 0 else -s.count[kind]
    if kings == 0:
        return -1
    return 0 if kings > 0 else 1


@kernel(tables, state, int64, int64)
def perft(t: Any, s: Any, depth: int, bulk: int) -> int:
    """How many sequences of so many turns begin here, as ``engine.moves.perft``.

    With ``bulk`` the last turns are only counted, without it they are played as well (to measure with).
    """
    if depth == 0:
        return 1
    first = s.top
    first_route = s.routes_top
    found = generate(t, s)
    if depth > 1 or bulk == 0:
        last = s.top
        found = 0
        for move in range(first, last):
            make(t, s, move)
            found += perft(t, s, depth - 1, bulk)
            unmake(t, s, move)
    s.top = first
    s.routes_top = first_route
    return found

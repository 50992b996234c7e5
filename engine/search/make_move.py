"""The kernel makes and unmakes moves, and knows when a game is lost or counted off; perft."""

from typing import Any

from engine.search.jit import inlined, int64, kernel, lsb, state, tables
from engine.search.layout import (
    EMPTY,
    EVENT_CAPTURE,
    EVENT_DROP,
    EVENT_MAN_MOVE,
    EVENT_PROMOTION,
    NO_PROGRESS_RULES,
    PHASES,
    WORDS,
)
from engine.search.move_code import (
    BECOMES,
    COUNT_MASK,
    DECLINES,
    DROPS,
    FORFEIT,
    HUFF,
    KIND,
    KIND_MASK,
    POINT_MASK,
    TAKEN,
    TO,
)
from engine.search.movegen import find_capturers, generate, set_piece


@kernel(tables, state, int64, int64)
def change_piece(t: Any, s: Any, point: int, kind: int) -> int:
    """Set the kind on a point until the move is taken back; gives the kind that was there."""
    old = set_piece(t, s, point, kind)
    s.change_point[s.changes] = point
    s.change_kind[s.changes] = old
    s.changes += 1
    s.hash ^= t.zobrist_piece[old, point] ^ t.zobrist_piece[kind, point]
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
                kings0 += s.kind_count[kind]
            else:
                kings1 += s.kind_count[kind]
    if kings0 == 0 or kings1 == 0:
        return 0
    if s.side_count[0] == 1 and (sizes >> s.side_count[1]) & 1:
        return 1
    if s.side_count[1] == 1 and (sizes >> s.side_count[0]) & 1:
        return 1
    return 0


@kernel(tables, state)
def clear_pending(t: Any, s: Any) -> int:
    """No forfeit is pending any more."""
    for word in range(WORDS):
        pending = s.pending[word]
        while pending:
            s.hash ^= t.zobrist_pending[t.point[word, lsb(pending)]]
            pending &= pending - 1
        s.pending[word] = 0
    return 0


@kernel(tables, state, int64, int64)
def set_pending(t: Any, s: Any, start: int, end: int) -> int:
    """Make the pieces in ``capturers`` candidates for a forfeit, the one that moved from ``start`` at its ``end``."""
    home = t.home[start]
    if s.capturers[home] & t.bit[start, home]:
        s.capturers[home] ^= t.bit[start, home]
        s.capturers[t.home[end]] |= t.bit[end, t.home[end]]
    for word in range(t.words):
        pending = s.capturers[word]
        s.pending[word] = pending
        while pending:
            s.hash ^= t.zobrist_pending[t.point[word, lsb(pending)]]
            pending &= pending - 1
    return 0


@inlined(tables, state)
def save(t: Any, s: Any) -> int:
    """Keep what ``unmake`` cannot work out from the move."""
    ply = s.ply
    s.undo_changes[ply] = s.changes
    s.undo_hash[ply] = s.hash
    s.undo_reversible[ply] = s.reversible
    for word in range(WORDS):
        s.undo_pending[ply, word] = s.pending[word]
    for number in range(NO_PROGRESS_RULES):
        s.undo_no_progress[ply, number] = s.no_progress[number]
    for phase in range(PHASES):
        s.undo_value[ply, phase] = s.value[phase]
    return 0


@inlined(tables, state, int64, int64)
def drop_pieces(t: Any, s: Any, move: int, kind: int) -> int:
    """Put the pieces of a drop on the board; gives its events."""
    s.undo_hand[s.ply, kind] = s.hand[kind]
    s.hash ^= t.zobrist_hand[kind, s.hand[kind]]
    for word in range(t.words):
        points = s.move_set0[move] if word == 0 else s.move_set1[move]
        while points:
            change_piece(t, s, t.point[word, lsb(points)], kind)
            points &= points - 1
            s.hand[kind] -= 1
    s.hash ^= t.zobrist_hand[kind, s.hand[kind]]
    return EVENT_DROP


@inlined(tables, state, int64, int64)
def move_piece(t: Any, s: Any, move: int, kind: int) -> int:
    """Move a piece, take off what it captures or forfeits; gives the events."""
    events = 0
    code = s.move_code[move]
    start = code & POINT_MASK
    end = (code >> TO) & POINT_MASK
    becomes = (code >> BECOMES) & KIND_MASK
    forfeit = (code >> FORFEIT) & POINT_MASK
    if (code >> DECLINES) & 1:
        find_capturers(t, s, s.turn)
        set_pending(t, s, start, end)
    change_piece(t, s, start, EMPTY)
    if (code >> TAKEN) & COUNT_MASK:
        events |= EVENT_CAPTURE
        for word in range(t.words):
            points = s.move_set0[move] if word == 0 else s.move_set1[move]
            while points:
                change_piece(t, s, t.point[word, lsb(points)], EMPTY)
                points &= points - 1
    change_piece(t, s, end, becomes)
    if forfeit:
        change_piece(t, s, forfeit - 1, EMPTY)
        events |= EVENT_CAPTURE
    if t.man[kind]:
        events |= EVENT_MAN_MOVE
    if becomes != kind:
        events |= EVENT_PROMOTION
    return events


@inlined(tables, state, int64)
def count_progress(t: Any, s: Any, events: int) -> int:
    """Go on with the counts of the rules against play without progress, or set them back."""
    for number in range(t.no_progress_rules):
        lone = t.rule_lone_king[number]
        if events & t.rule_resets[number] or (lone and is_lone_king(t, s, lone) == 0):
            s.no_progress[number] = 0
        else:
            s.no_progress[number] += 1
    return 0


@kernel(tables, state, int64)
def make(t: Any, s: Any, move: int) -> int:
    """Play a move of the arrays; gives its events."""
    code = s.move_code[move]
    save(t, s)
    events = 0
    kind = (code >> KIND) & KIND_MASK
    if s.pending[0] | s.pending[1]:
        clear_pending(t, s)
    huff = (code >> HUFF) & POINT_MASK
    if huff:
        change_piece(t, s, huff - 1, EMPTY)
        events |= EVENT_CAPTURE
    events |= drop_pieces(t, s, move, kind) if (code >> DROPS) & 1 else move_piece(t, s, move, kind)
    s.reversible = 0 if events & ~EVENT_MAN_MOVE or t.irreversible[kind] else s.reversible + 1
    count_progress(t, s, events)
    s.turn = 1 - s.turn
    s.hash ^= t.zobrist_turn
    s.keys[s.key_count] = s.hash
    s.key_count += 1
    s.ply += 1
    return events


@kernel(tables, state, int64)
def unmake(t: Any, s: Any, move: int) -> int:
    """Take back the last move played."""
    s.ply -= 1
    ply = s.ply
    s.key_count -= 1
    s.turn = 1 - s.turn
    while s.changes > s.undo_changes[ply]:
        s.changes -= 1
        set_piece(t, s, s.change_point[s.changes], s.change_kind[s.changes])
    code = s.move_code[move]
    if (code >> DROPS) & 1:
        kind = (code >> KIND) & KIND_MASK
        s.hand[kind] = s.undo_hand[ply, kind]
    s.hash = s.undo_hash[ply]
    s.reversible = s.undo_reversible[ply]
    for word in range(WORDS):
        s.pending[word] = s.undo_pending[ply, word]
    for number in range(NO_PROGRESS_RULES):
        s.no_progress[number] = s.undo_no_progress[ply, number]
    for phase in range(PHASES):
        s.value[phase] = s.undo_value[ply, phase]
    return 0


@inlined(tables, state)
def material_loser(t: Any, s: Any) -> int:
    """The side that has too few pieces to go on, or -1: ``engine.moves.material_loser``."""
    mine = s.side_count[s.turn]
    theirs = s.side_count[1 - s.turn]
    few = s.side_count[t.few_left_side] if t.few_left_side >= 0 else 0
    if mine == 0 or theirs == 0 or (t.few_left_side >= 0 and few <= t.few_left_count):
        for kind in range(t.kinds):
            if t.side[kind] == s.turn:
                mine += s.hand[kind]
            else:
                theirs += s.hand[kind]
            if t.side[kind] == t.few_left_side:
                few += s.hand[kind]
        if t.few_left_side >= 0 and few <= t.few_left_count:
            return t.few_left_side
        if mine == 0:
            return s.turn
        if theirs == 0:
            return 1 - s.turn
    return -1


@kernel(tables, state)
def count_off_winner(t: Any, s: Any) -> int:
    """Who wins the count-off: more pieces, then more kings; -1 for neither."""
    if s.side_count[0] != s.side_count[1]:
        return 0 if s.side_count[0] > s.side_count[1] else 1
    kings = 0
    for kind in range(t.kinds):
        if t.king[kind]:
            kings += s.kind_count[kind] if t.side[kind] == 0 else -s.kind_count[kind]
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
    if material_loser(t, s) >= 0:
        return 0
    first = s.move_top
    first_route = s.route_top
    found = generate(t, s)
    if depth > 1 or bulk == 0:
        last = s.move_top
        found = 0
        for move in range(first, last):
            make(t, s, move)
            found += perft(t, s, depth - 1, bulk)
            unmake(t, s, move)
    s.move_top = first
    s.route_top = first_route
    return found

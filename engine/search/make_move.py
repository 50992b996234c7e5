"""The kernel makes and unmakes moves, and knows when a game is lost or counted off; perft."""

from typing import Any

from engine.search.jit import inlined, int64, kernel, lsb, popcount, state, tables
from engine.search.layout import (
    EMPTY,
    EVENT_CAPTURE,
    EVENT_DROP,
    EVENT_MAN_MOVE,
    EVENT_PROMOTION,
    MATERIAL_PIECES,
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
    LEAPS,
    OPENS,
    POINT_MASK,
    TAKEN,
    TO,
)
from engine.search.movegen import find_capturers, generate, has_pending, set_below, set_piece


@kernel(tables, state, int64, int64)
def change_piece(t: Any, s: Any, point: int, kind: int) -> int:
    """Set the kind on a point without a stack until the move is taken back; gives the kind that was there."""
    old = set_piece(t, s, point, kind)
    s.change_point[s.changes] = point
    s.change_kind[s.changes] = old
    s.changes += 1
    s.hash ^= t.zobrist_piece[old, point] ^ t.zobrist_piece[kind, point]
    for phase in range(PHASES):
        s.value[phase] += t.piece_value[phase, kind, point] - t.piece_value[phase, old, point]
    return old


@kernel(tables, state, int64, int64)
def change_below(t: Any, s: Any, point: int, below: int) -> int:
    """Set how many pieces stand below the top one of a point until the move is taken back; gives how many there were.

    The change is noted as a number below zero in the place of a kind.
    """
    kind = s.board[point]
    old = set_below(t, s, point, below)
    s.change_point[s.changes] = point
    s.change_kind[s.changes] = -1 - old
    s.changes += 1
    s.hash ^= t.zobrist_below[old, point] ^ t.zobrist_below[below, point]
    for phase in range(PHASES):
        s.value[phase] += t.piece_value[phase, kind, point] * (below - old)
    return old


@inlined(tables, state, int64)
def lift_piece(t: Any, s: Any, point: int) -> int:
    """Take the top piece of a point off."""
    if s.below[point]:
        return change_below(t, s, point, s.below[point] - 1)
    return change_piece(t, s, point, EMPTY)


@inlined(tables, state, int64, int64)
def put_piece(t: Any, s: Any, point: int, kind: int) -> int:
    """Put a piece on a free point or on top of its like."""
    if s.board[point] == kind:
        return change_below(t, s, point, s.below[point] + 1)
    return change_piece(t, s, point, kind)


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
def standing_rules(t: Any, s: Any) -> int:
    """The rules against play without progress, as bits, whose material stands on the board; those without one too."""
    if t.rules_with_material == 0 or s.side_count[0] + s.side_count[1] > MATERIAL_PIECES:
        return t.rules_anywhere
    kings0 = 0
    kings1 = 0
    for kind in range(t.kinds):
        if t.king[kind]:
            if t.side[kind] == 0:
                kings0 += s.kind_count[kind]
            else:
                kings1 += s.kind_count[kind]
    others0 = s.side_count[0] - kings0
    others1 = s.side_count[1] - kings1
    return t.rules_anywhere | t.material_rules[kings0, others0, kings1, others1]


@kernel(tables, state)
def roads_held(t: Any, s: Any) -> int:
    """The rules, as bits, on whose road a side's only piece stands and no other piece; those without a road too."""
    held = 0
    for number in range(t.no_progress_rules):
        road = 0
        mine = 0
        theirs = 0
        for word in range(t.words):
            points = t.rule_road[number, word] & t.core[word]
            road |= points
            mine += popcount(points & s.side_points[0, word])
            theirs += popcount(points & s.side_points[1, word])
        alone = (mine == 1 and s.side_count[0] == 1) or (theirs == 1 and s.side_count[1] == 1)
        if road == 0 or (alone and mine + theirs == 1):
            held |= 1 << number
    return held


@kernel(tables, state)
def clear_pending(t: Any, s: Any) -> int:
    """No forfeit is pending any more."""
    for word in range(t.words):
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
    s.undo_opening[ply] = s.opening
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
        points = s.move_set[move, word]
        while points:
            change_piece(t, s, t.point[word, lsb(points)], kind)
            points &= points - 1
            s.hand[kind] -= 1
    s.hash ^= t.zobrist_hand[kind, s.hand[kind]]
    return EVENT_DROP


@kernel(tables, state, int64)
def lift_set(t: Any, s: Any, move: int) -> int:
    """Take the top piece off each of a move's points."""
    for word in range(t.words):
        points = s.move_set[move, word]
        while points:
            lift_piece(t, s, t.point[word, lsb(points)])
            points &= points - 1
    return 0


@kernel(tables, state, int64, int64)
def lift_between(t: Any, s: Any, start: int, end: int) -> int:
    """Take the top piece off each point between the two ends of a leap that has one."""
    rays = 0
    while True:
        place = 0
        while t.ray[start, rays, place] >= 0 and t.ray[start, rays, place] != end:
            place += 1
        if t.ray[start, rays, place] == end:
            break
        rays += 1
    for each in range(place):
        if s.board[t.ray[start, rays, each]] != EMPTY:
            lift_piece(t, s, t.ray[start, rays, each])
    return 0


@kernel(tables, state, int64)
def lift_route(t: Any, s: Any, move: int) -> int:
    """Take off what a capture leaps over, leap by leap: a point may be leapt over twice."""
    code = s.move_code[move]
    start = code & POINT_MASK
    first = s.move_route[move]
    for leap in range((code >> LEAPS) & COUNT_MASK):
        end = int(s.routes[first + leap])
        lift_between(t, s, start, end)
        start = end
    return 0


@inlined(tables, state, int64, int64)
def open_game(t: Any, s: Any, move: int, kind: int) -> int:
    """Take off the pieces of an opening and put one's own elsewhere; gives the events."""
    code = s.move_code[move]
    start = code & POINT_MASK
    end = (code >> TO) & POINT_MASK
    lift_set(t, s, move)
    if start != end:
        lift_piece(t, s, start)
        put_piece(t, s, end, kind)
    s.hash ^= t.zobrist_opening
    s.opening = 0
    return EVENT_CAPTURE


@kernel(tables, state, int64, int64)
def crown_point(t: Any, s: Any, point: int, kind: int) -> int:
    """Make all the pieces on a point pieces of a kind."""
    below = s.below[point]
    if below:
        change_below(t, s, point, 0)
    change_piece(t, s, point, kind)
    if below:
        change_below(t, s, point, below)
    return 0


@kernel(tables, state)
def crown_few(t: Any, s: Any) -> int:
    """Crown the men of a side that has few pieces left; gives whether there were any."""
    found = 0
    for side in range(2):
        pieces = s.side_count[side]
        for kind in range(t.kinds):
            if t.side[kind] == side:
                pieces += s.hand[kind]
        if pieces > t.crowned_when:
            continue
        for kind in range(t.kinds):
            if t.side[kind] != side or t.crowned[kind] == kind or s.kind_count[kind] == 0:
                continue
            found = 1
            for word in range(t.words):
                men = s.kind_points[kind, word] & t.core[word]
                while men:
                    crown_point(t, s, t.point[word, lsb(men)], t.crowned[kind])
                    men &= men - 1
    return found


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
    lift_piece(t, s, start)
    if (code >> TAKEN) & COUNT_MASK:
        events |= EVENT_CAPTURE
        if t.leapt_twice:
            lift_route(t, s, move)
        else:
            lift_set(t, s, move)
    put_piece(t, s, end, becomes)
    if forfeit:
        lift_piece(t, s, forfeit - 1)
        events |= EVENT_CAPTURE
    if t.man[kind]:
        events |= EVENT_MAN_MOVE
    if becomes != kind:
        events |= EVENT_PROMOTION
    return events


@inlined(tables, state, int64, int64, int64)
def count_progress(t: Any, s: Any, events: int, stood: int, held: int) -> int:
    """Go on with the counts of the rules against play without progress, or set them back.

    ``stood`` and ``held`` are ``standing_rules`` and ``roads_held`` before the move.
    """
    both = stood & standing_rules(t, s)
    held_on = held & roads_held(t, s) if t.roads else both
    for number in range(t.no_progress_rules):
        if events & t.rule_resets[number] or (both >> number) & 1 == 0:
            s.no_progress[number] = 0
        elif (held_on >> number) & 1:
            s.no_progress[number] += 1
    return 0


@kernel(tables, state, int64)
def make(t: Any, s: Any, move: int) -> int:
    """Play a move of the arrays; gives its events."""
    code = s.move_code[move]
    save(t, s)
    stood = standing_rules(t, s)
    held = roads_held(t, s) if t.roads else 0
    events = 0
    kind = (code >> KIND) & KIND_MASK
    if has_pending(t, s):
        clear_pending(t, s)
    huff = (code >> HUFF) & POINT_MASK
    if huff:
        lift_piece(t, s, huff - 1)
        events |= EVENT_CAPTURE
    if (code >> OPENS) & 1:
        events |= open_game(t, s, move, kind)
    elif (code >> DROPS) & 1:
        events |= drop_pieces(t, s, move, kind)
    else:
        events |= move_piece(t, s, move, kind)
    if t.crowned_when and crown_few(t, s):
        events |= EVENT_PROMOTION
    s.reversible = 0 if events & ~EVENT_MAN_MOVE or t.irreversible[kind] else s.reversible + 1
    count_progress(t, s, events, stood, held)
    s.turn = 1 - s.turn
    s.hash ^= t.zobrist_turn
    s.keys[s.key_count] = s.hash
    s.key_count += 1
    s.ply += 1
    return events


@inlined(tables, state, int64)
def take_back_change(t: Any, s: Any, number: int) -> int:
    """Put on a point what stood there before a change: another kind, or more or fewer pieces below."""
    was = s.change_kind[number]
    if was < 0:
        return set_below(t, s, s.change_point[number], -1 - was)
    return set_piece(t, s, s.change_point[number], was)


@kernel(tables, state, int64)
def unmake(t: Any, s: Any, move: int) -> int:
    """Take back the last move played."""
    s.ply -= 1
    ply = s.ply
    s.key_count -= 1
    s.turn = 1 - s.turn
    while s.changes > s.undo_changes[ply]:
        s.changes -= 1
        take_back_change(t, s, s.changes)
    code = s.move_code[move]
    if (code >> DROPS) & 1:
        kind = (code >> KIND) & KIND_MASK
        s.hand[kind] = s.undo_hand[ply, kind]
    s.hash = s.undo_hash[ply]
    s.reversible = s.undo_reversible[ply]
    s.opening = s.undo_opening[ply]
    for word in range(WORDS):
        s.pending[word] = s.undo_pending[ply, word]
    for number in range(NO_PROGRESS_RULES):
        s.no_progress[number] = s.undo_no_progress[ply, number]
    for phase in range(PHASES):
        s.value[phase] = s.undo_value[ply, phase]
    return 0


@inlined(tables, state)
def material_loser(t: Any, s: Any) -> int:
    """The side that has too few pieces to go on, or -1: the losses of ``engine.endings.material_ending``."""
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


@inlined(tables, state)
def is_material_draw(t: Any, s: Any) -> int:
    """Is the game drawn by the pieces left?"""
    return 1 if t.drawn_lone_king and is_lone_king(t, s, t.drawn_lone_king) else 0


@kernel(tables, state)
def is_hand_used_up(t: Any, s: Any) -> int:
    """Is the hand empty of the side that loses by it, unless the other side is to act and cannot?"""
    if t.hand_used_up < 0:
        return 0
    for kind in range(t.kinds):
        if t.side[kind] == t.hand_used_up and s.hand[kind]:
            return 0
    return 1


@kernel(tables, state)
def count_off_winner(t: Any, s: Any) -> int:
    """The winner of the count-off: the side with more pieces, then with more kings; -1 for neither."""
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
    """The number of sequences of so many turns that begin here, as ``engine.endings.perft``.

    With ``bulk`` the last turns are only counted, without it they are played as well (to measure with).
    """
    if depth == 0:
        return 1
    if material_loser(t, s) >= 0 or is_material_draw(t, s) or is_hand_used_up(t, s):
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

"""The kernel's move generator: the same whole turns as ``engine.moves``, appended to the arrays of a state.

Bitboards for steps, leaps and drops; rays for slides and long leaps; a depth-first search for capture chains. It reads
only tables. A move is a code (``engine.search.move_code``) with a set of captured or dropped points and, for captures,
a route of landings.
"""

from typing import Any

from engine.search.jit import inlined, int64, kernel, lsb, popcount, state, tables
from engine.search.layout import (
    CHAIN,
    DEAD,
    EMPTY,
    KINDS,
    LONG_LEAP,
    MOVES,
    OBLIGATION_FORCED,
    OBLIGATION_OPTIONAL,
    PRECEDENCE_ALL,
    ROUTES,
    SHORT_LEAP,
    WORDS,
)
from engine.search.move_code import BECOMES, DECLINES, DROPS, FORFEIT, HUFF, KIND, POINT_MASK, TAKEN, TO


@kernel(tables, state, int64, int64)
def can_capture(t: Any, s: Any, kind: int, point: int) -> int:
    """Can a piece of a kind on a point make a leap?"""
    enemy = 1 - t.side[kind]
    far = t.capture_reach[kind] == LONG_LEAP
    rays = t.capture_rays[kind, point]
    while rays:
        ray = lsb(rays)
        rays &= rays - 1
        place = 0
        victim = t.ray[point, ray, 0]
        if far:
            while victim >= 0 and s.board[victim] == EMPTY:
                place += 1
                victim = t.ray[point, ray, place]
        if victim >= 0 and t.side[s.board[victim]] == enemy:
            landing = t.ray[point, ray, place + 1]
            if landing >= 0 and s.board[landing] == EMPTY:
                return 1
    return 0


@kernel(tables, state, int64)
def find_capturers(t: Any, s: Any, side: int) -> int:
    """Leave in ``capturers`` the points of a side's pieces that have a first leap; gives how many."""
    many = 0
    for word in range(t.words):
        enemy = s.side_points[1 - side, word]
        free = ~(s.side_points[0, word] | s.side_points[1, word])
        able = 0
        for kind in range(t.kinds):
            if t.side[kind] != side:
                continue
            if t.capture_reach[kind] == SHORT_LEAP:
                pieces = s.kind_points[kind, word]
                if pieces == 0:
                    continue
                for group in range(t.leap_groups[kind]):
                    over = t.victim_shift[kind, group]
                    by = t.leap_shift[kind, group]
                    if by > 0:
                        able |= pieces & t.leap_mask[kind, group, word] & (enemy >> over) & (free >> by)
                    else:
                        able |= pieces & t.leap_mask[kind, group, word] & (enemy << -over) & (free << -by)
            elif t.capture_reach[kind] == LONG_LEAP:
                pieces = s.kind_points[kind, word] & t.core[word]
                while pieces:
                    bit = pieces & -pieces
                    pieces ^= bit
                    if can_capture(t, s, kind, t.point[word, lsb(bit)]):
                        able |= bit
        s.capturers[word] = able
        many += popcount(able)
    return many


@kernel(tables, state, int64, int64, int64)
def add_capture(t: Any, s: Any, code: int, last: int, taken: int) -> int:
    """Append a complete capture, unless capture precedence or the merging of routes leaves it out."""
    if t.capture_precedence:
        if taken < s.longest:
            return 0
        if taken > s.longest:
            s.longest = taken
            s.move_top = s.group_move
            s.route_top = s.group_route
    code |= last << TO | taken << TAKEN
    if s.merge_routes:
        for move in range(s.group_move, s.move_top):
            if s.move_code[move] == code and s.move_set0[move] == s.taken[0] and s.move_set1[move] == s.taken[1]:
                return 0
    if s.move_top >= MOVES or s.route_top + taken > ROUTES:
        s.overflow = 1
        return 0
    move = s.move_top
    s.move_top += 1
    s.move_code[move] = code
    s.move_set0[move] = s.taken[0]
    s.move_set1[move] = s.taken[1]
    s.move_route[move] = s.route_top
    for landing in range(1, taken + 1):
        s.routes[s.route_top] = s.path[landing]
        s.route_top += 1
    return 1


@kernel(tables, state, int64, int64, int64, int64)
def some_landing_continues(t: Any, s: Any, kind: int, point: int, ray: int, place: int) -> int:
    """Can the capture go on from one of the free points of a ray, from a place on it to the next piece?"""
    landing = t.ray[point, ray, place]
    while landing >= 0 and s.board[landing] == EMPTY:
        if can_capture(t, s, kind, landing):
            return 1
        place += 1
        landing = t.ray[point, ray, place]
    return 0


@kernel(tables, state, int64, int64, int64, int64)
def extend_capture(t: Any, s: Any, kind: int, point: int, taken: int, code: int) -> int:
    """Append every complete capture that goes on from a point, while the moving piece is off the board."""
    went = 0
    rays = t.capture_rays[kind, point]
    if (taken and t.single_capture[kind]) or taken >= CHAIN - 2:
        rays = 0
    enemy = 1 - t.side[kind]
    far = t.capture_reach[kind] == LONG_LEAP
    while rays:
        ray = lsb(rays)
        rays &= rays - 1
        place = 0
        victim = t.ray[point, ray, 0]
        if far:
            while victim >= 0 and s.board[victim] == EMPTY:
                place += 1
                victim = t.ray[point, ray, place]
        if victim < 0 or t.side[s.board[victim]] != enemy:
            continue
        landing = t.ray[point, ray, place + 1]
        if landing < 0 or s.board[landing] != EMPTY:
            continue
        was = s.board[victim]
        s.board[victim] = EMPTY if t.immediate_removal else DEAD
        home = t.home[victim]
        s.taken[home] ^= t.bit[victim, home]
        demanding = far and t.must_continue[kind] and some_landing_continues(t, s, kind, point, ray, place + 1)
        while landing >= 0 and s.board[landing] == EMPTY:
            if not demanding or can_capture(t, s, kind, landing):
                went = 1
                s.path[taken + 1] = landing
                then = t.becomes[kind, landing] if t.promotes_in_passing[kind] else kind
                extend_capture(t, s, then, landing, taken + 1, code)
            if not far:
                break
            place += 1
            landing = t.ray[point, ray, place + 1]
        s.taken[home] ^= t.bit[victim, home]
        s.board[victim] = was
    if taken and went == 0:
        add_capture(t, s, code | t.becomes[kind, point] << BECOMES, point, taken)
    return went


@kernel(tables, state, int64)
def generate_captures(t: Any, s: Any, huff: int) -> int:
    """Append all captures of the pieces in ``capturers``; gives how many moves there are now."""
    s.group_move = s.move_top
    s.group_route = s.route_top
    s.longest = 0
    for word in range(t.words):
        able = s.capturers[word]
        while able:
            point = t.point[word, lsb(able)]
            able &= able - 1
            if t.capture_precedence != PRECEDENCE_ALL:
                s.group_move = s.move_top
                s.group_route = s.route_top
                s.longest = 0
            kind = s.board[point]
            s.board[point] = EMPTY
            s.taken[0] = 0
            s.taken[1] = 0
            s.path[0] = point
            extend_capture(t, s, kind, point, 0, point | huff << HUFF | kind << KIND)
            s.board[point] = kind
    return s.move_top


@kernel(tables, state, int64, int64, int64)
def add_quiet(t: Any, s: Any, code: int, start: int, end: int) -> int:
    """Append a step or slide."""
    if s.move_top >= MOVES:
        s.overflow = 1
        return 0
    kind = s.board[start]
    s.move_code[s.move_top] = code | start | end << TO | t.becomes[kind, end] << BECOMES | kind << KIND
    s.move_set0[s.move_top] = 0
    s.move_set1[s.move_top] = 0
    s.move_top += 1
    return 1


@inlined(tables, state, int64, int64, int64)
def generate_slides(t: Any, s: Any, code: int, kind: int, word: int) -> int:
    """Append the slides of the pieces of a kind that a word answers for."""
    pieces = s.kind_points[kind, word] & t.core[word]
    while pieces:
        start = t.point[word, lsb(pieces)]
        pieces &= pieces - 1
        rays = t.move_rays[kind, start]
        while rays:
            ray = lsb(rays)
            rays &= rays - 1
            place = 0
            end = t.ray[start, ray, 0]
            while end >= 0 and s.board[end] == EMPTY:
                add_quiet(t, s, code, start, end)
                place += 1
                end = t.ray[start, ray, place]
    return s.move_top


@kernel(tables, state, int64)
def generate_quiets(t: Any, s: Any, code: int) -> int:
    """Append all steps and slides of the side to act."""
    for kind in range(t.kinds):
        if t.side[kind] != s.turn or s.kind_count[kind] == 0:
            continue
        for word in range(t.words):
            free = ~(s.side_points[0, word] | s.side_points[1, word])
            if t.slides[kind]:
                generate_slides(t, s, code, kind, word)
                continue
            for group in range(t.step_groups[kind]):
                by = t.step_shift[kind, group]
                movers = s.kind_points[kind, word] & t.step_mask[kind, group, word]
                movers &= (free >> by) if by > 0 else (free << -by)
                while movers:
                    number = lsb(movers)
                    movers &= movers - 1
                    add_quiet(t, s, code, t.point[word, number], t.point[word, number + by])
    return s.move_top


@kernel(tables, state, int64, int64, int64, int64, int64)
def generate_drops(t: Any, s: Any, kind: int, left: int, word: int, free: int, code: int) -> int:
    """Append every way to put ``left`` more pieces on free points from a word's bits ``free`` on."""
    while True:
        while free == 0:
            word += 1
            if word >= t.words:
                return s.move_top
            free = ~(s.side_points[0, word] | s.side_points[1, word]) & t.drop_region[kind, word]
        bit = free & -free
        free ^= bit
        s.taken[word] |= bit
        if left > 1:
            generate_drops(t, s, kind, left - 1, word, free, code)
        elif s.move_top >= MOVES:
            s.overflow = 1
        else:
            point = t.point[word, lsb(bit)]
            s.move_code[s.move_top] = code | point | point << TO
            s.move_set0[s.move_top] = s.taken[0]
            s.move_set1[s.move_top] = s.taken[1]
            s.move_top += 1
        s.taken[word] ^= bit


@inlined(tables, state)
def kind_to_drop(t: Any, s: Any) -> int:
    """The kind that the side to act has in hand and must drop first, or -1."""
    for place in range(KINDS):
        kind = t.drop_order[place]
        if kind < 0:
            return -1
        if t.side[kind] == s.turn and s.hand[kind] > 0:
            return kind
    return -1


@kernel(tables, state, int64)
def generate_turns(t: Any, s: Any, huff: int) -> int:
    """Append all turns that begin with this forfeit (a point and one, or 0)."""
    kind = kind_to_drop(t, s)
    if kind >= 0:
        s.taken[0] = 0
        s.taken[1] = 0
        each = min(t.drops_per_turn[kind], s.hand[kind])
        free = ~(s.side_points[0, 0] | s.side_points[1, 0]) & t.drop_region[kind, 0]
        return generate_drops(t, s, kind, each, 0, free, kind << KIND | kind << BECOMES | 1 << DROPS | huff << HUFF)
    many = find_capturers(t, s, s.turn)
    code = huff << HUFF
    if many == 0:
        return generate_quiets(t, s, code)
    lone = t.point[0, lsb(s.capturers[0])] if s.capturers[0] else t.point[1, lsb(s.capturers[1])]
    generate_captures(t, s, huff)
    if t.obligation == OBLIGATION_OPTIONAL:
        return generate_quiets(t, s, code)
    if t.obligation == OBLIGATION_FORCED:
        return s.move_top
    if many > 1:
        return generate_quiets(t, s, code | 1 << DECLINES)
    first = s.move_top
    generate_quiets(t, s, code)
    for move in range(first, s.move_top):
        start = s.move_code[move] & POINT_MASK
        end = s.move_code[move] >> TO & POINT_MASK
        s.move_code[move] |= ((end if start == lone else lone) + 1) << FORFEIT
    return s.move_top


@kernel(tables, state, int64, int64)
def set_piece(t: Any, s: Any, point: int, kind: int) -> int:
    """Set the kind on a point, in the board and the sets of points; gives the kind that was there."""
    old = s.board[point]
    was = t.side[old]
    now = t.side[kind]
    for word in range(WORDS):
        bit = t.bit[point, word]
        s.side_points[was, word] ^= bit
        s.side_points[now, word] ^= bit
        s.kind_points[old, word] ^= bit
        s.kind_points[kind, word] ^= bit
    s.kind_count[old] -= 1
    s.kind_count[kind] += 1
    s.side_count[was] -= 1
    s.side_count[now] += 1
    s.board[point] = kind
    return old


@kernel(tables, state)
def generate(t: Any, s: Any) -> int:
    """Append all turns of the side to act, also where the game has ended by the pieces left; gives how many."""
    first = s.move_top
    if s.pending[0] == 0 and s.pending[1] == 0:
        generate_turns(t, s, 0)
        return s.move_top - first
    for word in range(t.words):
        pending = s.pending[word]
        while pending:
            point = t.point[word, lsb(pending)]
            pending &= pending - 1
            kind = set_piece(t, s, point, EMPTY)
            generate_turns(t, s, point + 1)
            set_piece(t, s, point, kind)
    return s.move_top - first

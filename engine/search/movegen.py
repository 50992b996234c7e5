"""The kernel's move generator: the same whole turns as ``engine.moves``, into the arrays of a state.

It reads only tables. A move is a code (where from, where to, how many captured, what it becomes, which pieces are
forfeited) with a set of captured or dropped points and, for captures, a route of landings.
"""

from typing import Any

from engine.search.jit import int64, kernel, lowest, population, state, tables
from engine.search.layout import CHAIN, DEAD, EMPTY, KINDS, MOVES, ROUTES, WORDS

TO = 7
TAKEN = 14
BECOMES = 20
HUFF = 23  # the point and one; 0 for none
FORFEIT = 30  # likewise
DECLINES = 37
DROPS = 38
KIND = 39
POINT = 127
FEW = 63
CODE = 7


@kernel(tables, state, int64, int64)
def has_hop(t: Any, s: Any, kind: int, point: int) -> int:
    """Can a piece of a kind on a point make a leap?"""
    enemy = 1 - t.side[kind]
    far = t.takes[kind] == 2
    rays = t.take_rays[kind, point]
    while rays:
        ray = lowest(rays)
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
def find_able(t: Any, s: Any, side: int) -> int:
    """Leave in ``able`` the points of a side's pieces that have a first leap; gives how many."""
    many = 0
    for word in range(t.words):
        enemy = s.own[1 - side, word]
        free = ~(s.own[0, word] | s.own[1, word])
        able = 0
        for kind in range(t.kinds):
            if t.side[kind] != side:
                continue
            if t.takes[kind] == 1:
                pieces = s.of[kind, word]
                if pieces == 0:
                    continue
                for group in range(t.leaps[kind]):
                    over = t.leap_over[kind, group]
                    by = t.leap_by[kind, group]
                    if by > 0:
                        able |= pieces & t.leap_from[kind, group, word] & (enemy >> over) & (free >> by)
                    else:
                        able |= pieces & t.leap_from[kind, group, word] & (enemy << -over) & (free << -by)
            elif t.takes[kind] == 2:
                pieces = s.of[kind, word] & t.area[word]
                while pieces:
                    bit = pieces & -pieces
                    pieces ^= bit
                    if has_hop(t, s, kind, t.point[word, lowest(bit)]):
                        able |= bit
        s.able[word] = able
        many += population(able)
    return many


@kernel(tables, state, int64, int64, int64)
def emit(t: Any, s: Any, code: int, last: int, taken: int) -> int:
    """Keep a complete capture, unless the ruleset's choice or merging leaves it out."""
    if t.choice:
        if taken < s.longest:
            return 0
        if taken > s.longest:
            s.longest = taken
            s.top = s.first
            s.routes_top = s.first_route
    code |= last << TO | taken << TAKEN
    if s.merge:
        for move in range(s.first, s.top):
            if s.code[move] == code and s.set0[move] == s.taken[0] and s.set1[move] == s.taken[1]:
                return 0
    if s.top >= MOVES or s.routes_top + taken > ROUTES:
        s.overflow = 1
        return 0
    move = s.top
    s.top += 1
    s.code[move] = code
    s.set0[move] = s.taken[0]
    s.set1[move] = s.taken[1]
    s.route[move] = s.routes_top
    for landing in range(1, taken + 1):
        s.routes[s.routes_top] = s.path[landing]
        s.routes_top += 1
    return 1


@kernel(tables, state, int64, int64, int64, int64)
def chain(t: Any, s: Any, kind: int, point: int, taken: int, code: int) -> int:
    """Emit every complete capture that goes on from a point; the moving piece is off the board meanwhile."""
    went = 0
    rays = t.take_rays[kind, point]
    if (taken and t.single[kind]) or taken >= CHAIN - 2:
        rays = 0
    enemy = 1 - t.side[kind]
    far = t.takes[kind] == 2
    while rays:
        ray = lowest(rays)
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
        s.board[victim] = EMPTY if t.at_once else DEAD
        home = t.home[victim]
        s.taken[home] ^= t.bit[victim, home]
        picky = 0
        if far and t.must_go_on[kind]:
            look = place + 1
            while landing >= 0 and s.board[landing] == EMPTY and picky == 0:
                picky = has_hop(t, s, kind, landing)
                look += 1
                landing = t.ray[point, ray, look]
            landing = t.ray[point, ray, place + 1]
        while landing >= 0 and s.board[landing] == EMPTY:
            if picky == 0 or has_hop(t, s, kind, landing):
                went = 1
                s.path[taken + 1] = landing
                then = t.becomes[kind, landing] if t.in_passing[kind] else kind
                chain(t, s, then, landing, taken + 1, code)
            if not far:
                break
            place += 1
            landing = t.ray[point, ray, place + 1]
        s.taken[home] ^= t.bit[victim, home]
        s.board[victim] = was
    if taken and went == 0:
        emit(t, s, code | t.becomes[kind, point] << BECOMES, point, taken)
    return went


@kernel(tables, state, int64)
def captures(t: Any, s: Any, huff: int) -> int:
    """Append all captures of the pieces in ``able``; gives how many moves there are now."""
    s.first = s.top
    s.first_route = s.routes_top
    s.longest = 0
    for word in range(t.words):
        able = s.able[word]
        while able:
            point = t.point[word, lowest(able)]
            able &= able - 1
            if t.choice != 2:
                s.first = s.top
                s.first_route = s.routes_top
                s.longest = 0
            kind = s.board[point]
            s.board[point] = EMPTY
            s.taken[0] = 0
            s.taken[1] = 0
            s.path[0] = point
            chain(t, s, kind, point, 0, point | huff << HUFF | kind << KIND)
            s.board[point] = kind
    return s.top


@kernel(tables, state, int64, int64, int64)
def quiet(t: Any, s: Any, code: int, start: int, end: int) -> int:
    """Append a step or slide."""
    if s.top >= MOVES:
        s.overflow = 1
        return 0
    kind = s.board[start]
    s.code[s.top] = code | start | end << TO | t.becomes[kind, end] << BECOMES | kind << KIND
    s.set0[s.top] = 0
    s.set1[s.top] = 0
    s.top += 1
    return 1


@kernel(tables, state, int64)
def quiets(t: Any, s: Any, code: int) -> int:
    """Append all steps and slides of the side to act."""
    for kind in range(t.kinds):
        if t.side[kind] != s.turn or s.count[kind] == 0:
            continue
        for word in range(t.words):
            free = ~(s.own[0, word] | s.own[1, word])
            if t.far_move[kind]:
                pieces = s.of[kind, word] & t.area[word]
                while pieces:
                    start = t.point[word, lowest(pieces)]
                    pieces &= pieces - 1
                    rays = t.move_rays[kind, start]
                    while rays:
                        ray = lowest(rays)
                        rays &= rays - 1
                        place = 0
                        end = t.ray[start, ray, 0]
                        while end >= 0 and s.board[end] == EMPTY:
                            quiet(t, s, code, start, end)
                            place += 1
                            end = t.ray[start, ray, place]
                continue
            for group in range(t.steps[kind]):
                by = t.step_by[kind, group]
                movers = s.of[kind, word] & t.step_from[kind, group, word]
                movers &= (free >> by) if by > 0 else (free << -by)
                while movers:
                    number = lowest(movers)
                    movers &= movers - 1
                    quiet(t, s, code, t.point[word, number], t.point[word, number + by])
    return s.top


@kernel(tables, state, int64, int64, int64, int64, int64)
def drops(t: Any, s: Any, kind: int, left: int, word: int, free: int, code: int) -> int:
    """Append every way to put ``left`` more pieces on free points from a word's bits ``free`` on."""
    while True:
        while free == 0:
            word += 1
            if word >= t.words:
                return s.top
            free = ~(s.own[0, word] | s.own[1, word]) & t.drop_area[kind, word]
        bit = free & -free
        free ^= bit
        s.taken[word] |= bit
        if left > 1:
            drops(t, s, kind, left - 1, word, free, code)
        elif s.top >= MOVES:
            s.overflow = 1
        else:
            point = t.point[word, lowest(bit)]
            s.code[s.top] = code | point | point << TO
            s.set0[s.top] = s.taken[0]
            s.set1[s.top] = s.taken[1]
            s.top += 1
        s.taken[word] ^= bit


@kernel(tables, state, int64)
def turns(t: Any, s: Any, huff: int) -> int:
    """Append all turns that begin with this forfeit (a point and one, or 0)."""
    for place in range(KINDS):
        kind = t.drop_order[place]
        if kind < 0:
            break
        if t.side[kind] == s.turn and s.hand[kind] > 0:
            s.taken[0] = 0
            s.taken[1] = 0
            each = min(t.drop_each[kind], s.hand[kind])
            free = ~(s.own[0, 0] | s.own[1, 0]) & t.drop_area[kind, 0]
            return drops(t, s, kind, each, 0, free, kind << KIND | kind << BECOMES | 1 << DROPS | huff << HUFF)
    many = find_able(t, s, s.turn)
    code = huff << HUFF
    if many == 0:
        return quiets(t, s, code)
    lone = t.point[0, lowest(s.able[0])] if s.able[0] else t.point[1, lowest(s.able[1])]
    captures(t, s, huff)
    if t.obligation == 0:
        return quiets(t, s, code)
    if t.obligation == 1:
        return s.top
    if many > 1:
        return quiets(t, s, code | 1 << DECLINES)
    first = s.top
    quiets(t, s, code)
    for move in range(first, s.top):
        start = s.code[move] & POINT
        end = s.code[move] >> TO & POINT
        s.code[move] |= ((end if start == lone else lone) + 1) << FORFEIT
    return s.top


@kernel(tables, state, int64, int64)
def put(t: Any, s: Any, point: int, kind: int) -> int:
    """Set the kind on a point, in the board and the sets of points; gives the kind that was there."""
    old = s.board[point]
    was = t.side[old]
    now = t.side[kind]
    for word in range(WORDS):
        bit = t.bit[point, word]
        s.own[was, word] ^= bit
        s.own[now, word] ^= bit
        s.of[old, word] ^= bit
        s.of[kind, word] ^= bit
    s.count[old] -= 1
    s.count[kind] += 1
    s.total[was] -= 1
    s.total[now] += 1
    s.board[point] = kind
    return old


@kernel(tables, state)
def generate(t: Any, s: Any) -> int:
    """Append all legal turns of the side to act; gives how many."""
    first = s.top
    if s.pending[0] == 0 and s.pending[1] == 0:
        turns(t, s, 0)
        return s.top - first
    for word in range(t.words):
        pending = s.pending[word]
        while pending:
            point = t.point[word, lowest(pending)]
            pending &= pending - 1
            kind = put(t, s, point, EMPTY)
            turns(t, s, point + 1)
            put(t, s, point, kind)
    return s.top - first

"""The kernel's move generator: the same whole turns as ``engine.moves``, appended to the arrays of a state.

Bitboards for steps, leaps and drops; rays for slides and long leaps; a depth-first search for capture chains. It reads
only tables. A move is a code (``engine.search.move_code``) with a set of captured or dropped points and, for captures,
a route of landings.
"""

from typing import Any

from engine.search.jit import inlined, int64, kernel, lsb, popcount, state, tables
from engine.search.layout import (
    CHAIN,
    CHAIN_STEPS,
    DEAD,
    EMPTY,
    KINDS,
    LONG_LEAP,
    MOVES,
    NO_CAPTURE,
    OBLIGATION_FORCED,
    OBLIGATION_OPTIONAL,
    PRECEDENCE_ALL,
    ROUTES,
    SHORT_LEAP,
    WORDS,
)
from engine.search.move_code import (
    BECOMES,
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


@inlined(tables, state, int64, int64)
def is_victim(t: Any, s: Any, point: int, enemy: int) -> int:
    """Does an enemy that may be leapt over stand on a point? -1 behind the end of a ray is no point."""
    if point < 0 or t.side[s.board[point]] != enemy:
        return 0
    if t.stacks and t.leapt_twice == 0:
        home = t.home[point]
        return 0 if s.taken[home] & t.bit[point, home] else 1
    return 1


@inlined(tables, state, int64, int64, int64)
def first_victim(t: Any, s: Any, kind: int, point: int, ray: int) -> int:
    """The place on a ray of the first enemy in reach, whether it can be leapt over or not."""
    place = 0
    if t.capture_reach[kind] == LONG_LEAP:
        while t.ray[point, ray, place] >= 0 and s.board[t.ray[point, ray, place]] == EMPTY:
            place += 1
    return place


@inlined(tables, state, int64, int64, int64, int64)
def first_landing(t: Any, s: Any, kind: int, point: int, ray: int, first: int) -> int:
    """The place on a ray right behind the enemies that a leap goes over, the first at ``first``; -1 for no leap."""
    enemy = 1 - t.side[kind]
    if is_victim(t, s, t.ray[point, ray, first], enemy) == 0:
        return -1
    place = first + 1
    if t.odd_rows[kind]:
        while is_victim(t, s, t.ray[point, ray, place], enemy):
            place += 1
        if (place - first) & 1 == 0:
            return -1
    landing = t.ray[point, ray, place]
    return place if landing >= 0 and s.board[landing] == EMPTY else -1


@inlined(tables, state, int64, int64, int64, int64)
def goes_back(t: Any, s: Any, kind: int, point: int, ray: int, before: int) -> int:
    """Does a ray lead straight back to the point that a piece which does not turn back has come from?"""
    if t.no_turning_back[kind] == 0 or before < 0:
        return 0
    place = 0
    while t.ray[point, ray, place] >= 0:
        if t.ray[point, ray, place] == before:
            return 1
        place += 1
    return 0


@kernel(tables, state, int64, int64, int64)
def can_capture(t: Any, s: Any, kind: int, point: int, before: int) -> int:
    """Can a piece of a kind on a point make a leap? It has leapt there from ``before``, -1 if it has not leapt."""
    rays = t.capture_rays[kind, point]
    while rays:
        ray = lsb(rays)
        rays &= rays - 1
        if goes_back(t, s, kind, point, ray, before):
            continue
        if first_landing(t, s, kind, point, ray, first_victim(t, s, kind, point, ray)) >= 0:
            return 1
    return 0


@kernel(tables, state, int64)
def find_capturers(t: Any, s: Any, side: int) -> int:
    """Leave in ``capturers`` the points of a side's pieces that have a first leap; gives how many."""
    many = 0
    for word in range(WORDS):
        s.taken[word] = 0
    for word in range(t.words):
        enemy = s.side_points[1 - side, word]
        free = ~(s.side_points[0, word] | s.side_points[1, word])
        able = 0
        for kind in range(t.kinds):
            if t.side[kind] != side:
                continue
            if t.capture_reach[kind] == SHORT_LEAP and t.odd_rows[kind] == 0:
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
            elif t.capture_reach[kind] != NO_CAPTURE:
                pieces = s.kind_points[kind, word] & t.core[word]
                while pieces:
                    bit = pieces & -pieces
                    pieces ^= bit
                    if can_capture(t, s, kind, t.point[word, lsb(bit)], -1):
                        able |= bit
        s.capturers[word] = able
        many += popcount(able)
    return many


@inlined(tables, state, int64)
def set_move_points(t: Any, s: Any, move: int) -> int:
    """Give a move the points in ``taken``."""
    for word in range(WORDS):
        s.move_set[move, word] = s.taken[word]
    return move


@kernel(tables, state, int64)
def is_known(t: Any, s: Any, code: int) -> int:
    """Is there a move of the same group with this code and the points in ``taken``, by another route?"""
    for move in range(s.group_move, s.move_top):
        if s.move_code[move] == code:
            same = 1
            for word in range(WORDS):
                if s.move_set[move, word] != s.taken[word]:
                    same = 0
            if same:
                return 1
    return 0


@kernel(tables, state, int64, int64, int64, int64)
def add_capture(t: Any, s: Any, code: int, last: int, leaps: int, taken: int) -> int:
    """Append a capture, unless capture precedence or the merging of routes leaves it out."""
    if t.capture_precedence:
        if taken < s.longest:
            return 0
        if taken > s.longest:
            s.longest = taken
            s.move_top = s.group_move
            s.route_top = s.group_route
    code |= last << TO | taken << TAKEN
    if s.merge_routes and t.leapt_twice == 0 and is_known(t, s, code | leaps << LEAPS):
        return 0
    if s.move_top >= MOVES or s.route_top + leaps > ROUTES:
        s.overflow = 1
        return 0
    move = set_move_points(t, s, s.move_top)
    s.move_top += 1
    s.move_code[move] = code | leaps << LEAPS
    s.move_route[move] = s.route_top
    for landing in range(1, leaps + 1):
        s.routes[s.route_top] = s.path[landing]
        s.route_top += 1
    return 1


@kernel(tables, state, int64, int64, int64, int64, int64)
def some_landing_continues(t: Any, s: Any, kind: int, point: int, ray: int, place: int, before: int) -> int:
    """Can the capture go on from one of the free points of a ray, from a place on it to the next piece?"""
    landing = t.ray[point, ray, place]
    while landing >= 0 and s.board[landing] == EMPTY:
        if can_capture(t, s, kind, landing, before):
            return 1
        place += 1
        landing = t.ray[point, ray, place]
    return 0


@inlined(tables, state, int64)
def take_victim(t: Any, s: Any, point: int) -> int:
    """Take the top piece of a point while a capture is sought; gives the kind that was there, to put it back."""
    was = s.board[point]
    home = t.home[point]
    s.taken[home] |= t.bit[point, home]
    if t.immediate_removal == 0:
        s.board[point] = DEAD
    elif s.below[point]:
        s.below[point] -= 1
    else:
        s.board[point] = EMPTY
    return was


@inlined(tables, state, int64, int64)
def return_victim(t: Any, s: Any, point: int, was: int) -> int:
    """Put back what ``take_victim`` took off."""
    if t.immediate_removal and s.board[point] != EMPTY:
        s.below[point] += 1
    s.board[point] = was
    return 0


@kernel(tables, state, int64, int64, int64, int64)
def take_rest(t: Any, s: Any, point: int, ray: int, first: int, last: int) -> int:
    """Take the enemies from one place on a ray up to another, keeping their kinds in ``row_kind``."""
    for place in range(first, last):
        s.row_kind[s.row_top] = take_victim(t, s, t.ray[point, ray, place])
        s.row_top += 1
    return 0


@kernel(tables, state, int64, int64, int64, int64)
def return_rest(t: Any, s: Any, point: int, ray: int, first: int, last: int) -> int:
    """Put back what ``take_rest`` took off."""
    for place in range(last - first):
        s.row_top -= 1
        return_victim(t, s, t.ray[point, ray, last - 1 - place], s.row_kind[s.row_top])
    return 0


@kernel(tables, state, int64, int64, int64, int64, int64)
def extend_capture(t: Any, s: Any, arrived: int, point: int, leaps: int, taken: int, code: int) -> int:
    """Append every capture that goes on from a point, while the moving piece is off the board.

    ``arrived`` is its kind when it came there, after so many leaps over so many enemies.
    """
    s.chain_steps += 1
    if s.chain_steps > CHAIN_STEPS:
        s.overflow = 1
        return 1
    kind = t.becomes[arrived, point] if leaps and t.promotes_in_passing[arrived] else arrived
    went = 0
    rays = t.capture_rays[kind, point]
    if (leaps and t.single_capture[kind]) or leaps >= CHAIN - 2:
        rays = 0
    before = s.path[leaps - 1] if leaps else -1
    far = t.capture_reach[kind] == LONG_LEAP
    while rays:
        ray = lsb(rays)
        rays &= rays - 1
        if goes_back(t, s, kind, point, ray, before):
            continue
        first = first_victim(t, s, kind, point, ray)
        place = first_landing(t, s, kind, point, ray, first)
        if place < 0:
            continue
        taken0, taken1, taken2 = s.taken[0], s.taken[1], s.taken[2]
        end = place
        victim = t.ray[point, ray, first]
        was = take_victim(t, s, victim)
        if end > first + 1:
            take_rest(t, s, point, ray, first + 1, end)
        demanding = far and t.must_continue[kind] and some_landing_continues(t, s, kind, point, ray, place, point)
        landing = t.ray[point, ray, place]
        while landing >= 0 and s.board[landing] == EMPTY:
            if not demanding or can_capture(t, s, kind, landing, point):
                went = 1
                s.path[leaps + 1] = landing
                extend_capture(t, s, kind, landing, leaps + 1, taken + end - first, code)
            if not far:
                break
            place += 1
            landing = t.ray[point, ray, place]
        if end > first + 1:
            return_rest(t, s, point, ray, first + 1, end)
        return_victim(t, s, victim, was)
        s.taken[0], s.taken[1], s.taken[2] = taken0, taken1, taken2
    if leaps and (went == 0 or t.may_stop[kind]):
        add_capture(t, s, code | t.becomes[arrived, point] << BECOMES, point, leaps, taken)
    return went


@kernel(tables, state, int64)
def keep_kings(t: Any, s: Any, first: int) -> int:
    """Of the captures from ``first`` on keep those of kings, if there are any; gives how many moves there are now."""
    kept = first
    for move in range(first, s.move_top):
        if t.king[s.move_code[move] >> KIND & KIND_MASK]:
            s.move_code[kept] = s.move_code[move]
            s.move_route[kept] = s.move_route[move]
            for word in range(t.words):
                s.move_set[kept, word] = s.move_set[move, word]
            kept += 1
    if kept > first:
        s.move_top = kept
    return s.move_top


@kernel(tables, state, int64)
def generate_captures(t: Any, s: Any, huff: int) -> int:
    """Append all captures of the pieces in ``capturers``; gives how many moves there are now."""
    first = s.move_top
    s.group_move = s.move_top
    s.group_route = s.route_top
    s.longest = 0
    s.row_top = 0
    s.chain_steps = 0
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
            below = s.below[point]
            if below:
                s.below[point] = below - 1
            else:
                s.board[point] = EMPTY
            for each in range(WORDS):
                s.taken[each] = 0
            s.path[0] = point
            extend_capture(t, s, kind, point, 0, 0, point | huff << HUFF | kind << KIND)
            s.board[point] = kind
            s.below[point] = below
    return keep_kings(t, s, first) if t.king_first else s.move_top


@kernel(tables, state, int64, int64, int64)
def add_quiet(t: Any, s: Any, code: int, start: int, end: int) -> int:
    """Append a step or slide."""
    if s.move_top >= MOVES:
        s.overflow = 1
        return 0
    kind = s.board[start]
    s.move_code[s.move_top] = code | start | end << TO | t.becomes[kind, end] << BECOMES | kind << KIND
    for word in range(WORDS):
        s.move_set[s.move_top, word] = 0
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
            if end >= 0 and s.board[end] == kind and t.rejoin[kind, t.home[end]] & t.bit[end, t.home[end]]:
                add_quiet(t, s, code, start, end)
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
            free |= s.kind_points[kind, word] & t.rejoin[kind, word]
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
            set_move_points(t, s, s.move_top)
            s.move_top += 1
        s.taken[word] ^= bit


@kernel(tables, state, int64, int64)
def add_opening(t: Any, s: Any, start: int, end: int) -> int:
    """Append an opening that takes off the points in ``taken`` and puts a piece elsewhere if the ends differ."""
    if s.move_top >= MOVES:
        s.overflow = 1
        return 0
    kind = s.board[start]
    s.move_code[s.move_top] = 1 << OPENS | start | end << TO | kind << KIND | kind << BECOMES
    set_move_points(t, s, s.move_top)
    s.move_top += 1
    return 1


@kernel(tables, state, int64)
def add_openings(t: Any, s: Any, removed: int) -> int:
    """Append the openings that take off the points in ``taken``, one of which is ``removed``."""
    add_opening(t, s, removed, removed)
    if t.opening_relocates == 0:
        return s.move_top
    for start in range(t.points):
        if t.side[s.board[start]] != s.turn:
            continue
        for end in range(t.points):
            home = t.home[end]
            gone = s.taken[home] & t.bit[end, home] and s.below[end] == 0
            if s.board[end] == EMPTY or gone:
                add_opening(t, s, start, end)
    return s.move_top


@kernel(tables, state, int64, int64, int64)
def generate_openings(t: Any, s: Any, left: int, word: int, enemies: int) -> int:
    """Append every way to take off ``left`` more enemies from a word's bits ``enemies`` on."""
    while True:
        while enemies == 0:
            word += 1
            if word >= t.words:
                return s.move_top
            enemies = s.side_points[1 - s.turn, word] & t.core[word]
        bit = enemies & -enemies
        enemies ^= bit
        s.taken[word] |= bit
        if left > 1:
            generate_openings(t, s, left - 1, word, enemies)
        else:
            add_openings(t, s, t.point[word, lsb(bit)])
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


@inlined(tables, state)
def lowest_point(t: Any, s: Any) -> int:
    """The first point in ``capturers``, which holds one."""
    word = 0
    while s.capturers[word] == 0:
        word += 1
    return t.point[word, lsb(s.capturers[word])]


@kernel(tables, state, int64)
def generate_turns(t: Any, s: Any, huff: int) -> int:
    """Append all turns that begin with this forfeit (a point and one, or 0)."""
    kind = kind_to_drop(t, s)
    if kind >= 0:
        for word in range(WORDS):
            s.taken[word] = 0
        each = min(t.drops_per_turn[kind], s.hand[kind])
        free = ~(s.side_points[0, 0] | s.side_points[1, 0]) & t.drop_region[kind, 0]
        return generate_drops(t, s, kind, each, 0, free, kind << KIND | kind << BECOMES | 1 << DROPS | huff << HUFF)
    many = find_capturers(t, s, s.turn)
    code = huff << HUFF
    if many == 0:
        return generate_quiets(t, s, code)
    lone = lowest_point(t, s)
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
    """Set the kind on a point without a stack, in the board and the sets of points; gives the kind that was there."""
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


@kernel(tables, state, int64, int64)
def set_below(t: Any, s: Any, point: int, below: int) -> int:
    """Set how many pieces stand below the top one of a point; gives how many there were."""
    old = s.below[point]
    more = below - old
    kind = s.board[point]
    s.kind_count[kind] += more
    s.side_count[t.side[kind]] += more
    s.stacked += more
    s.below[point] = below
    return old


@kernel(tables, state, int64, int64)
def generate_after_forfeit(t: Any, s: Any, point: int, kind: int) -> int:
    """Append all turns that begin with the forfeit of the piece on a point."""
    below = s.below[point]
    if below:
        set_below(t, s, point, below - 1)
        generate_turns(t, s, point + 1)
        return set_below(t, s, point, below)
    set_piece(t, s, point, EMPTY)
    generate_turns(t, s, point + 1)
    return set_piece(t, s, point, kind)


@inlined(tables, state)
def has_pending(t: Any, s: Any) -> int:
    """Has the side to act to choose a piece to forfeit?"""
    found = 0
    for word in range(WORDS):
        found |= s.pending[word]
    return found


@kernel(tables, state)
def generate(t: Any, s: Any) -> int:
    """Append all turns of the side to act, also where the game has ended by the pieces left; gives how many."""
    first = s.move_top
    if s.opening:
        for word in range(WORDS):
            s.taken[word] = 0
        generate_openings(t, s, s.opening, 0, s.side_points[1 - s.turn, 0] & t.core[0])
        return s.move_top - first
    if has_pending(t, s) == 0:
        generate_turns(t, s, 0)
        return s.move_top - first
    for word in range(t.words):
        pending = s.pending[word]
        while pending:
            point = t.point[word, lsb(pending)]
            pending &= pending - 1
            generate_after_forfeit(t, s, point, s.board[point])
    return s.move_top - first

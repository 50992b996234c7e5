"""Retrograde analysis: all positions of one material at once, backwards from the ends and from smaller materials.

Positions are the vertices of a graph whose edges are the moves that keep the material; what the other moves lead to is
solved already. A won or lost position is settled at the level of its plies to the end, so each is settled once.
"""

from typing import Any

import numba

from engine.search.jit import int64, kernel, lsb, state, tables
from engine.search.layout import EMPTY
from engine.search.make_move import is_material_draw, make, material_loser, standing_rules, unmake
from engine.search.movegen import generate, set_piece
from engine.search.tablebase.entries import (
    DRAWN,
    LOST,
    OUTCOME,
    PLIES,
    UNKNOWN,
    UNKNOWN_ENTRY,
    WON,
    better_entry,
    entry_after_forfeit,
    entry_before,
    longest_reversible,
    position_index,
    resets_all,
)

NONE = -1
MAY_WIN, MAY_LOSE = 1, 2
numbers = int64[::1]
edges = numba.int32[::1]


@kernel(tables, state, numbers, int64)
def set_up(t: Any, s: Any, counts: Any, place: int) -> int:
    """Put so many pieces of each kind on the empty board as the index says; 0 where two would share a point."""
    for each in range(t.kinds):
        kind = t.kinds - 1 - each
        many = counts[kind]
        if many == 0:
            continue
        seat = t.tb_squares[kind]
        ways = t.binomial[seat, many]
        rank = place % ways
        place //= ways
        while many:
            seat -= 1
            while t.binomial[seat, many] > rank:
                seat -= 1
            rank -= t.binomial[seat, many]
            point = t.tb_point[kind, seat]
            if s.board[point] != EMPTY:
                return 0
            set_piece(t, s, point, kind)
            many -= 1
    return 1


@kernel(tables, state)
def clear(t: Any, s: Any) -> int:
    """Take every piece off the board."""
    for word in range(t.words):
        pieces = s.side_points[0, word] | s.side_points[1, word]
        while pieces:
            set_piece(t, s, t.point[word, lsb(pieces)], EMPTY)
            pieces = s.side_points[0, word] | s.side_points[1, word]
    return 0


@kernel(tables, state, numbers, int64, int64, int64, numbers, numbers, numbers, edges)
def expand(
    t: Any, s: Any, counts: Any, start: int, first: int, last: int, best: Any, degree: Any, most: Any, leads: Any
) -> int:
    """From an index on, the best entry of each position by moves that change the material, and the edges that keep it.

    ``first`` and ``last`` bound the entries of the material, from which edges are counted; they go to ``leads``, and
    each position's number of them to ``degree``, the plies without progress that its rules allow to ``most``. ``best``
    is ``NONE`` where there is no position. Gives the first place not done, when the room for edges ends.
    """
    filled = 0
    for place in range(start, len(best)):
        degree[place] = 0
        most[place] = 0
        best[place] = NONE
        if set_up(t, s, counts, place):
            s.move_top = 0
            s.route_top = 0
            many = generate(t, s)
            if filled + many > len(leads):
                clear(t, s)
                return place
            most[place] = longest_reversible(t, s)
            stood = standing_rules(t, s)
            have = LOST << OUTCOME
            if is_material_draw(t, s) or (many == 0 and t.stuck_draws[s.turn]):
                have = DRAWN << OUTCOME
                many = 0
            for move in range(many):
                resets = resets_all(t, s, stood, make(t, s, move))
                where = position_index(t, s) if material_loser(t, s) < 0 and is_material_draw(t, s) == 0 else NONE
                if first <= where < last:
                    leads[filled] = where - first
                    filled += 1
                    degree[place] += 1
                else:
                    have = better_entry(have, entry_before(entry_after_forfeit(t, s), resets, most[place]))
                unmake(t, s, move)
            best[place] = have
        clear(t, s)
    return len(best)


@kernel(numbers, edges, numbers, edges)
def reverse(starts: Any, leads: Any, back_starts: Any, back: Any) -> int:
    """The same edges by where they lead; ``back_starts`` is 0 before, and of one more place than there are vertices."""
    vertices = len(starts) - 1
    for edge in range(len(leads)):
        back_starts[leads[edge] + 1] += 1
    for vertex in range(vertices):
        back_starts[vertex + 1] += back_starts[vertex]
    for vertex in range(vertices):
        for edge in range(starts[vertex], starts[vertex + 1]):
            to = leads[edge]
            back[back_starts[to]] = vertex
            back_starts[to] += 1
    for each in range(vertices):
        vertex = vertices - each
        back_starts[vertex] = back_starts[vertex - 1]
    back_starts[0] = 0
    return 0


@kernel(numbers, numbers, numbers, edges, numbers, numbers)
def propagate(best: Any, left: Any, back_starts: Any, back: Any, most: Any, settled: Any) -> int:
    """Propagate wins and losses, level by level; gives the number of levels.

    ``best`` and ``most`` begin as what ``expand`` gives, ``left`` as its number of edges; ``settled`` is ``NONE`` where
    nothing is won or lost.
    """
    last = 0
    for vertex in range(len(best)):
        settled[vertex] = UNKNOWN_ENTRY if best[vertex] == NONE else NONE
        if best[vertex] != NONE:
            last = max(last, best[vertex] & PLIES)
    level = 0
    while level <= last:
        for vertex in range(len(best)):
            have = best[vertex]
            if settled[vertex] != NONE or have & PLIES != level:
                continue
            if have >> OUTCOME != WON and (have >> OUTCOME != LOST or left[vertex]):
                continue
            settled[vertex] = have
            for edge in range(back_starts[vertex], back_starts[vertex + 1]):
                parent = back[edge]
                if settled[parent] == NONE:
                    left[parent] -= 1
                    best[parent] = better_entry(best[parent], entry_before(have, 0, most[parent]))
                    last = max(last, best[parent] & PLIES)
        level += 1
    return level


@kernel(numbers, edges, numbers, numbers, numbers)
def mark_draws(starts: Any, leads: Any, best: Any, settled: Any, may: Any) -> int:
    """Mark as unknown what could be won or lost depending on unknown positions; all else is drawn.

    ``may`` is 0 before. Gives the number of passes.
    """
    rounds = 0
    changed = 1
    while changed:
        changed = 0
        rounds += 1
        for vertex in range(len(best)):
            if settled[vertex] != NONE or may[vertex] == MAY_WIN | MAY_LOSE:
                continue
            outcome = best[vertex] >> OUTCOME
            may_win = outcome == UNKNOWN
            may_lose = outcome != DRAWN
            for edge in range(starts[vertex], starts[vertex + 1]):
                after = leads[edge]
                theirs = may[after]
                if settled[after] != NONE:
                    theirs = MAY_WIN if settled[after] >> OUTCOME == WON else MAY_LOSE
                may_win |= theirs & MAY_LOSE != 0
                may_lose &= theirs & MAY_WIN != 0
            now = may[vertex] | MAY_WIN * may_win | MAY_LOSE * may_lose
            if now != may[vertex]:
                may[vertex] = now
                changed = 1
    for vertex in range(len(best)):
        if settled[vertex] == NONE:
            settled[vertex] = (UNKNOWN if may[vertex] else DRAWN) << OUTCOME
    return rounds

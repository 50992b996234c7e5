"""The entry of a position of few pieces: where it lies, and what it says.

An entry is 16 bits for the side to act: the outcome, the plies to the end that no defence makes longer, and the most
plies in a row on the way in which no countdown of the rules begins anew (counted from here to the first that does).
Positions are numbered by material, then by the points of each kind in the combinatorial number system. Where the sides
have the same game on a board turned round, only one side's turn has entries.
"""

from typing import Any

from engine.search.jit import int64, kernel, lowest, peek, state, tables
from engine.search.layout import FEW
from engine.search.make_move import is_lone_king, loser, make, unmake
from engine.search.movegen import generate

LOST, DRAWN, UNKNOWN, WON = range(4)  # the better outcome is the larger; of what is unknown a draw is the least
OUTCOME, STILL = 14, 7  # the places of the outcome and of the plies without a new beginning; the plies are the lowest
NOTHING = UNKNOWN << OUTCOME
PLIES = 127  # the bits of either number, and the largest there is
BYTES = 2
FIRST_BYTES = 8
MATERIALS = FEW + 1  # a material is a number whose digits to this base count the pieces of each kind


@kernel(tables, state)
def number(t: Any, s: Any) -> int:
    """The number of the position's entry, or -1 if it has none."""
    if s.total[0] + s.total[1] > s.known_pieces or s.pending[0] | s.pending[1]:
        return -1
    turned = s.turn if t.alike else 0
    material = 0 if t.alike else s.turn
    place = 0
    for kind in range(t.kinds):
        own = t.turned_kind[kind] if turned else kind
        many = s.count[own]
        material = material * MATERIALS + many
        if s.hand[own]:
            return -1
        if many == 0:
            continue
        found = 0
        for word in range(t.words):
            pieces = s.of[own, word] & t.area[word]
            while pieces:
                point = t.point[word, lowest(pieces)]
                pieces &= pieces - 1
                seat = t.seat[kind, t.turned_point[point] if turned else point]
                if seat < 0:
                    return -1
                hole = found
                while hole > 0 and s.seated[hole - 1] > seat:
                    s.seated[hole] = s.seated[hole - 1]
                    hole -= 1
                s.seated[hole] = seat
                found += 1
        rank = 0
        for each in range(many):
            rank += t.combinations[s.seated[each], each + 1]
        place = place * t.combinations[t.seats[kind], many] + rank
    first = peek(s.known_first + material * FIRST_BYTES)
    if first < 0:
        return -1
    return first + place


@kernel(tables, state)
def entry(t: Any, s: Any) -> int:
    """What is known of the position, were every countdown at its beginning."""
    where = number(t, s)
    if where < 0:
        return NOTHING
    return peek(s.known + where * BYTES) & 0xFFFF


@kernel(tables, state)
def found(t: Any, s: Any) -> int:
    """What is known of the position as it stands in its game; ``UNKNOWN`` where an end by the rules comes earlier."""
    said = entry(t, s)
    outcome = said >> OUTCOME
    if outcome in (WON, LOST):
        if said & PLIES > s.within:
            return NOTHING
        still = (said >> STILL) & PLIES
        for each in range(t.no_progress_rules):
            if s.counts[each] + still > t.count_plies[each]:
                lone = t.count_lone[each]
                if lone == 0 or is_lone_king(t, s, lone):
                    return NOTHING
    return said


@kernel(tables, state)
def most_still(t: Any, s: Any) -> int:
    """How many plies can be played with this material before a countdown ends, if none of them begins it anew."""
    most = PLIES
    for each in range(t.no_progress_rules):
        lone = t.count_lone[each]
        if lone == 0 or is_lone_king(t, s, lone):
            most = min(most, t.count_plies[each])
    return most


@kernel(tables, int64)
def begins_anew(t: Any, events: int) -> int:
    """Do these events set every countdown back?"""
    for each in range(t.no_progress_rules):
        if events & t.count_resets[each] == 0:
            return 0
    return 1


@kernel(int64, int64)
def better(one: int, other: int) -> int:
    """The better of two entries; of two wins the quicker, of two losses the slower, with the worst of both counts."""
    outcome = one >> OUTCOME
    if outcome != other >> OUTCOME:
        return max(one, other)
    still = (one >> STILL) & PLIES
    other_still = (other >> STILL) & PLIES
    if outcome == WON:
        if one & PLIES != other & PLIES:
            return one if one & PLIES < other & PLIES else other
        return one if still < other_still else other
    return outcome << OUTCOME | max(still, other_still) << STILL | max(one & PLIES, other & PLIES)


@kernel(int64, int64, int64)
def before(after: int, anew: int, most: int) -> int:
    """What a move is worth after which the other side has this entry; ``anew`` if it set every countdown back."""
    outcome = after >> OUTCOME
    if outcome in (DRAWN, UNKNOWN):
        return outcome << OUTCOME
    plies = (after & PLIES) + 1
    still = 1 if anew else ((after >> STILL) & PLIES) + 1
    if plies > PLIES or still > most:
        return NOTHING
    return (WON - outcome) << OUTCOME | still << STILL | plies


@kernel(tables, state)
def worth(t: Any, s: Any) -> int:
    """The entry of the position, made from those of the positions after it where a forfeit is pending."""
    lost = loser(t, s)
    if lost >= 0:
        return (LOST if lost == s.turn else WON) << OUTCOME
    if s.pending[0] == 0 and s.pending[1] == 0:
        return entry(t, s)
    first = s.top
    first_route = s.routes_top
    generate(t, s)
    most = most_still(t, s)
    best = LOST << OUTCOME
    for move in range(first, s.top):
        anew = begins_anew(t, make(t, s, move))
        best = better(best, before(worth(t, s), anew, most if anew else min(most, most_still(t, s))))
        unmake(t, s, move)
    s.top = first
    s.routes_top = first_route
    return best


@kernel(tables, state)
def quickest(t: Any, s: Any) -> int:
    """Which of the moves generated here wins soonest, or loses latest; where nothing is won or lost, some move."""
    generate(t, s)
    best = -1
    most = -1
    for move in range(s.top):
        make(t, s, move)
        after = worth(t, s)
        unmake(t, s, move)
        plies = after & PLIES
        good = after >> OUTCOME
        good = 1024 - plies if good == LOST else plies if good == WON else 512
        if good > most:
            most = good
            best = move
    return best

"""The entry of a position of few pieces: its index, and what it says.

An entry is 16 bits for the side to act: the outcome, the plies to the end with best play (distance to win), and the
most plies in a row on the way without progress (from here to the first that sets every count of the rules back).
Positions are indexed by material, then by the points of each kind in the combinatorial number system. Where the sides
have the same game on a mirrored board, only one side's turn has entries.
"""

from typing import Any

from engine.search.jit import int64, kernel, lsb, peek, state, tables
from engine.search.layout import TB_PIECES
from engine.search.make_move import is_material_draw, make, material_loser, roads_held, standing_rules, unmake
from engine.search.movegen import generate, has_pending

LOST, DRAWN, UNKNOWN, WON = range(4)  # the better outcome is the larger; of what is unknown a draw is the least
OUTCOME, REVERSIBLE = 14, 7  # shifts of the outcome and of the plies without progress; the plies are lowest
UNKNOWN_ENTRY = UNKNOWN << OUTCOME
PLIES = 127  # the bits of either number, and the largest there is
BYTES = 2
FIRST_BYTES = 8
MATERIALS = TB_PIECES + 1  # a material is a number whose digits to this base count the pieces of each kind


@kernel(tables, state)
def position_index(t: Any, s: Any) -> int:
    """The index of the position's entry, or -1 if it has none."""
    if s.side_count[0] + s.side_count[1] > s.tb_pieces or has_pending(t, s) or s.stacked:
        return -1
    mirrored = s.turn if t.colour_symmetric else 0
    material = 0 if t.colour_symmetric else s.turn
    index = 0
    for kind in range(t.kinds):
        own = t.mirror_kind[kind] if mirrored else kind
        many = s.kind_count[own]
        material = material * MATERIALS + many
        if s.hand[own]:
            return -1
        if many == 0:
            continue
        found = 0
        for word in range(t.words):
            pieces = s.kind_points[own, word] & t.core[word]
            while pieces:
                point = t.point[word, lsb(pieces)]
                pieces &= pieces - 1
                square = t.tb_square[kind, t.mirror_point[point] if mirrored else point]
                if square < 0:
                    return -1
                slot = found
                while slot > 0 and s.tb_sorted[slot - 1] > square:
                    s.tb_sorted[slot] = s.tb_sorted[slot - 1]
                    slot -= 1
                s.tb_sorted[slot] = square
                found += 1
        rank = 0
        for each in range(many):
            rank += t.binomial[s.tb_sorted[each], each + 1]
        index = index * t.binomial[t.tb_squares[kind], many] + rank
    first = peek(s.tb_firsts + material * FIRST_BYTES)
    if first < 0:
        return -1
    return first + index


@kernel(tables, state)
def read_entry(t: Any, s: Any) -> int:
    """The entry of the position, as if no ply without progress had been counted."""
    where = position_index(t, s)
    if where < 0:
        return UNKNOWN_ENTRY
    return peek(s.tb_address + where * BYTES) & 0xFFFF


@kernel(tables, state)
def probe_entry(t: Any, s: Any) -> int:
    """The entry of the position as it stands in its game; unknown where a rule would end the game earlier."""
    entry = read_entry(t, s)
    outcome = entry >> OUTCOME
    if outcome in (WON, LOST):
        if entry & PLIES > s.tb_longest_win:
            return UNKNOWN_ENTRY
        reversible = (entry >> REVERSIBLE) & PLIES
        # A king that has left its road may come back to it, and its count goes on.
        standing = standing_rules(t, s)
        held = roads_held(t, s)
        for each in range(t.no_progress_rules):
            counts = (standing >> each) & 1 and ((held >> each) & 1 or s.no_progress[each])
            if counts and s.no_progress[each] + reversible > t.rule_plies[each]:
                return UNKNOWN_ENTRY
    return entry


@kernel(tables, state)
def longest_reversible(t: Any, s: Any) -> int:
    """The number of plies without progress that can be played from this position before a rule ends the game."""
    counting = standing_rules(t, s) & roads_held(t, s)
    most = PLIES
    for each in range(t.no_progress_rules):
        if (counting >> each) & 1:
            most = min(most, t.rule_plies[each])
    return most


@kernel(tables, state, int64, int64)
def resets_all(t: Any, s: Any, stood: int, events: int) -> int:
    """Is the count of every rule 0 after a move with these events? ``stood``: ``standing_rules`` before the move."""
    both = stood & standing_rules(t, s)
    for each in range(t.no_progress_rules):
        if events & t.rule_resets[each] == 0 and (both >> each) & 1:
            return 0
    return 1


@kernel(int64, int64)
def better_entry(one: int, other: int) -> int:
    """The better of two entries; of two wins the quicker, of two losses the slower, with the worst of both counts."""
    outcome = one >> OUTCOME
    if outcome != other >> OUTCOME:
        return max(one, other)
    reversible = (one >> REVERSIBLE) & PLIES
    other_reversible = (other >> REVERSIBLE) & PLIES
    if outcome == WON:
        if one & PLIES != other & PLIES:
            return one if one & PLIES < other & PLIES else other
        return one if reversible < other_reversible else other
    return outcome << OUTCOME | max(reversible, other_reversible) << REVERSIBLE | max(one & PLIES, other & PLIES)


@kernel(int64, int64, int64)
def entry_before(after: int, resets: int, most: int) -> int:
    """The entry of a position by a move after which the other side has this one.

    ``resets``: the move set the count of every rule back; ``most``: plies without progress that the rules allow.
    """
    outcome = after >> OUTCOME
    if outcome in (DRAWN, UNKNOWN):
        return outcome << OUTCOME
    plies = (after & PLIES) + 1
    reversible = 1 if resets else ((after >> REVERSIBLE) & PLIES) + 1
    if plies > PLIES or reversible > most:
        return UNKNOWN_ENTRY
    return (WON - outcome) << OUTCOME | reversible << REVERSIBLE | plies


@kernel(tables, state)
def entry_after_forfeit(t: Any, s: Any) -> int:
    """The entry of the position; where a forfeit is pending, of what the positions after it give."""
    lost = material_loser(t, s)
    if lost >= 0:
        return (LOST if lost == s.turn else WON) << OUTCOME
    if is_material_draw(t, s):
        return DRAWN << OUTCOME
    if has_pending(t, s) == 0:
        return read_entry(t, s)
    first = s.move_top
    first_route = s.route_top
    generate(t, s)
    most = longest_reversible(t, s)
    stood = standing_rules(t, s)
    best = LOST << OUTCOME
    for move in range(first, s.move_top):
        resets = resets_all(t, s, stood, make(t, s, move))
        best = better_entry(best, entry_before(entry_after_forfeit(t, s), resets, most))
        unmake(t, s, move)
    s.move_top = first
    s.route_top = first_route
    return best


@kernel(tables, state)
def quickest_move(t: Any, s: Any) -> int:
    """The place of the move that wins soonest, or loses latest; where nothing is won or lost, of some move."""
    generate(t, s)
    best = -1
    most = -1
    for move in range(s.move_top):
        make(t, s, move)
        after = entry_after_forfeit(t, s)
        unmake(t, s, move)
        plies = after & PLIES
        outcome = after >> OUTCOME
        value = 1024 - plies if outcome == LOST else plies if outcome == WON else 512
        if value > most:
            most = value
            best = move
    return best

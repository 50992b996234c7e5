"""Scores that need no search: a game that has ended, a repetition, a tablebase position, arrays without room.

Tablebase probes give a draw with contempt, and so do repetitions where the search is to choose a move.
"""

from typing import Any

from engine.search.evaluate import evaluate
from engine.search.jit import inlined, kernel, state, tables
from engine.search.layout import KEYS, MOVES, PLIES, ROUTES
from engine.search.make_move import count_off_winner, is_material_draw, material_loser
from engine.search.scores import WIN
from engine.search.tablebase.entries import DRAWN, OUTCOME, UNKNOWN, WON, probe_entry
from engine.search.tablebase.entries import PLIES as PLIES_MASK
from engine.search.transposition import NO_SCORE

CONTEMPT = 20  # at most, in hundredths of a man, for the side that looks better in a position that is drawn
CONTEMPT_DIVISOR = 16
MOVE_RESERVE = MOVES // 4  # room that the moves of one node may need


@inlined(tables, state)
def loss_score(t: Any, s: Any) -> int:
    """The score of a game that is over by the pieces left, or NO_SCORE."""
    lost = material_loser(t, s)
    if lost < 0:
        return NO_SCORE
    return s.ply - WIN if lost == s.turn else WIN - s.ply


@inlined(tables, state)
def stuck_score(t: Any, s: Any) -> int:
    """The score of a side to act that has no turn."""
    return 0 if t.stuck_draws[s.turn] else s.ply - WIN


@kernel(tables, state)
def probe_tablebase(t: Any, s: Any) -> int:
    """The score of a position in the tablebase, or NO_SCORE.

    A draw is worth a little to the side that looks better (contempt), so that it plays on for a win.
    """
    if s.side_count[0] + s.side_count[1] > s.tb_pieces:
        return NO_SCORE
    entry = probe_entry(t, s)
    outcome = entry >> OUTCOME
    if outcome == UNKNOWN:
        return NO_SCORE
    if outcome == DRAWN:
        return max(-CONTEMPT, min(CONTEMPT, evaluate(t, s, 0) // CONTEMPT_DIVISOR))
    plies = s.ply + (entry & PLIES_MASK)
    return WIN - plies if outcome == WON else plies - WIN


@kernel(tables, state)
def no_progress_score(t: Any, s: Any) -> int:
    """The score of a game that a rule against play without progress ends here, or NO_SCORE.

    A side without a move has lost all the same.
    """
    for number in range(t.no_progress_rules):
        if s.no_progress[number] >= t.rule_plies[number]:
            if t.rule_count_off[number]:
                winner = count_off_winner(t, s)
                if winner >= 0:
                    return WIN - s.ply if winner == s.turn else s.ply - WIN
            return 0
    return NO_SCORE


@kernel(tables, state)
def is_repetition(t: Any, s: Any) -> int:
    """Does this position repeat one of the line searched, or one of the game often enough?"""
    if t.repetition == 0:
        return 0
    found = 0
    back = 2
    last = s.key_count - 1
    while back <= s.reversible and back <= last:
        if s.keys[last - back] == s.hash:
            found += 1
            if back < s.ply or found + 1 >= t.repetition:
                return 1
        back += 2
    return 0


@inlined(state)
def repetition_score(s: Any) -> int:
    """The score of a position that is repeated: a draw, for which the side that is to choose a move cares less."""
    return s.repetition_value if s.turn == 0 else -s.repetition_value


@kernel(tables, state)
def repeated_score(t: Any, s: Any) -> int:
    """The score of a position that repeats: a draw, or lost for who has brought it back and may not; or NO_SCORE."""
    if t.no_repeating[1 - s.turn]:
        for back in range(2, min(s.reversible, s.key_count - 1) + 1, 2):
            if s.keys[s.key_count - 1 - back] == s.hash:
                return WIN - s.ply
    return repetition_score(s) if is_repetition(t, s) else NO_SCORE


@inlined(tables, state)
def out_of_room(t: Any, s: Any) -> int:
    """Could another node overflow the state's arrays?"""
    full = s.move_top > MOVES - MOVE_RESERVE or s.route_top > ROUTES // 2
    return 1 if full or s.ply >= PLIES - 2 or s.key_count >= KEYS - 2 else 0


@inlined(tables, state)
def interior_score(t: Any, s: Any) -> int:
    """The score of a position that need not be searched: ended, drawn, in the tablebase or too deep; else NO_SCORE."""
    score = loss_score(t, s)
    if score != NO_SCORE:
        return score
    if is_material_draw(t, s):
        return 0
    score = repeated_score(t, s)
    if score != NO_SCORE:
        return score
    score = probe_tablebase(t, s)
    if score != NO_SCORE:
        return score
    return evaluate(t, s, 0) if out_of_room(t, s) else NO_SCORE

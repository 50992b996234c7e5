"""The turns that a game's past bars (``Game.barred``), as the kernel sees them: by the keys of positions that stood.

Only a side of ``no_repeating`` is bound, so nearly all rulesets pay one look at their tables. A move is judged by the
position that it leads to, so it does not matter for how many routes it stands.
"""

from typing import Any

from engine.search.make_move import make, unmake


def legal_places(t: Any, s: Any, many: int) -> list[int]:
    """The places of the moves that may be made, among the so many first of the arrays, generated for the position."""
    places = list(range(many))
    return [place for place in places if not _is_barred(t, s, place)] if t.no_repeating[s.turn] else places


def has_brought_back(t: Any, s: Any) -> bool:
    """Has the move made last brought back a position that stood before, by a side that may not?"""
    if not t.no_repeating[1 - s.turn]:
        return False
    last = int(s.key_count) - 1
    return bool((s.keys[last - min(int(s.reversible), last) : last] == s.hash).any())


def _is_barred(t: Any, s: Any, place: int) -> bool:
    make(t, s, place)
    barred = has_brought_back(t, s)
    unmake(t, s, place)
    return barred

"""The bits of a move in the kernel's arrays: one definition for the generator, ``make``, the search and the C twin.

A move's points (captured, dropped or taken off) and its route of landings stand beside the code, see ``STATE`` in
``engine.search.layout``. From the lowest bit: start (7 bits; nothing for drops), end (7), how many are captured (6),
the kind the piece is afterwards (3), the opponent's piece forfeited before the turn and the own piece lost by
declining a capture (7 each; the point and one, 0 for none), two flags, the kind that moves (3), how many leaps it
makes (6), and the flag of an opening (in which no piece is put elsewhere if start and end are the same).
"""

POINT_MASK = 127
COUNT_MASK = 63
KIND_MASK = 7

TO = 7
TAKEN = 14
BECOMES = 20
HUFF = 23
FORFEIT = 30
DECLINES = 37  # the turn leaves the opponent a choice of pieces to forfeit
DROPS = 38
KIND = 39
LEAPS = 42
OPENS = 48

"""The scale of scores: hundredths of a man for the side to act; a win found is ``WIN`` less the plies to it.

Plain numbers, so that importing them compiles nothing.
"""

MAN = 100
WIN = 30_000
MAX_EVALUATION = 20_000
"""The bound of an evaluation; a score beyond it is a win found by the search or in a tablebase."""

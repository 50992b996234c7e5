"""A finished game in which somebody takes one piece where two could be taken: a puzzle that does not ship."""

from engine.game import Game
from engine.record import parse_record

BLUNDER = """
[Ruleset "permainan-tabal@1"]
[SetUp "1"]
[FEN "m2/mmm/M2M1/5/4M/2M2/m4/3/3 b - 11 46"]
[Result "1-0"]
[Termination "resignation"]

46... a3-b3 47. c4-c5 b3-c3 48. c5-b6 c3-d2 49. d7-c7 b8xd6 1-0
"""
PUZZLE = "aada463f\tm2/mmm/M1M2/1M3/4M/5/5/2m/3 b -\tpiece-up\tc8xc6xa6\ttakes-2\t927"
"""After six turns."""


def blunder() -> Game:
    """The game."""
    return parse_record(BLUNDER).game

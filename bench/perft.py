"""Measures how fast the reference generator counts: nodes a second from the start of every ruleset."""

from statistics import median
from time import process_time

from engine.endings import perft
from engine.games import rulesets
from engine.position import start_position

DEPTHS = {
    "main-tapal-empat": 3,
    "malaysian-checkers": 3,
    "malaysian-checkers-strict": 4,
    "canadian-draughts": 4,
    "international-draughts": 5,
}
DEPTH = 6
RUNS = 3
SMALLEST = {"runs": 1, "deepest": 1}


def run(runs: int = RUNS, deepest: int = DEPTH) -> None:
    """Print a line per ruleset: the count, and the median of nodes a second of processor time."""
    print(f"{'ruleset':<30}{'depth':>6}{'count':>10}{'nodes/s':>12}")
    for ruleset in rulesets():
        depth = min(DEPTHS.get(ruleset.key, DEPTH), deepest)
        start = start_position(ruleset)
        speeds, count = [], 0
        for _ in range(runs):
            began = process_time()
            count = perft(ruleset, start, depth)
            speeds.append(count / max(process_time() - began, 1e-9))
        print(f"{ruleset.key:<30}{depth:>6}{count:>10}{median(speeds):>12,.0f}")

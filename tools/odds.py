"""Measures how much a score says about the outcome, for each ruleset.

    python -m tools.odds [RULESET ...] [--games N] [--into FILE]

The computer plays quick games against itself from random openings; a logistic regression fits its scores to the
results. The table is kept in ``engine/search/weights/odds.json``: what a man of score adds to
the logarithm of the first side's odds, a constant, and what a piece of the side adds that loses by having few.
"""

import argparse
import json
import random
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.ruleset import Ruleset
from engine.search.learned_data import ODDS
from engine.search.odds import features, piece_step
from engine.search.results import Limit
from engine.search.scores import MAX_EVALUATION
from engine.search.searcher import Searcher

NODES = 3000
OPENING = (4, 10)
LONGEST = 250
SKIPPED = 2  # plies after the opening that are left out: they repair what the random moves broke
STEPS = 60  # of Newton's method
LONGEST_STEP = 0.5
RIDGE = 1.0
TYPICAL = 40  # positions that a game counts for
PEOPLE = 0.5  # of what a score says where the computer plays on: people do not make as sure of an advantage

Floats = npt.NDArray[np.float64]


def games(ruleset: Ruleset, count: int, chance: random.Random) -> tuple[Floats, Floats, Floats]:
    """The features of each position, the result of its game for the first side (1, 0.5 or 0), and its weight:
    a game of many positions says no more than one of few.
    """
    searcher = Searcher(ruleset, hash_mb=4)
    rows: list[tuple[float, ...]] = []
    outcomes: list[float] = []
    shares: list[float] = []
    for _ in range(count):
        game = Game.begin(ruleset)
        for _ in range(chance.randint(*OPENING)):
            game = game if game.outcome else game.play(chance.choice(game.legal_moves))
        seen: list[tuple[float, ...]] = []
        while not game.outcome and game.ply < LONGEST:
            result = searcher.search(game, Limit(nodes=NODES))
            score = result.score.cp if game.turn == 0 else -result.score.cp
            if abs(score) < MAX_EVALUATION:
                seen.append(features(game, result.pv, score))
            game = game.play(result.best)
        winner = game.outcome.winner if game.outcome else None
        kept = seen[SKIPPED:]
        rows += kept
        outcomes += [0.5 if winner is None else 1.0 - winner] * len(kept)
        shares += [TYPICAL / max(1, len(kept))] * len(kept)
    return np.array(rows), np.array(outcomes), np.array(shares)


def fit(ruleset: Ruleset, rows: Floats, outcomes: Floats, shares: Floats) -> list[float]:
    """The weights of greatest likelihood: of the score alone in most games.

    Where a side loses by having few pieces, each of them that may go is an equal step to that end, and the constant is
    fitted; there a score that says nothing about who wins counts for nothing.
    """
    if ruleset.few_left is None:
        score = _regress(rows[:, :1], np.zeros(len(rows)), outcomes, shares)[0]
        return [round(PEOPLE * max(0.0, float(score)), 3), 0.0, 0.0]
    step = piece_step(ruleset)
    given = step * rows[:, 2]
    score, constant = _regress(rows[:, :2], given, outcomes, shares)
    if score < 0:
        score, constant = 0.0, _regress(rows[:, 1:2], given, outcomes, shares)[0]
    return [round(PEOPLE * float(score), 3), round(float(constant), 3), round(step, 3)]


def _regress(rows: Floats, given: Floats, outcomes: Floats, shares: Floats) -> Floats:
    """The weights of the columns, where the logarithm of the odds is given in part."""
    found = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-np.clip(given + rows @ found, -30, 30)))
        curve = (rows * (shares * likely * (1 - likely))[:, None]).T @ rows + RIDGE * np.eye(len(found))
        step = np.linalg.solve(curve, rows.T @ (shares * (outcomes - likely)) - RIDGE * found)
        found = found + step / max(1.0, float(np.abs(step).max()) / LONGEST_STEP)
    return found


def main() -> None:
    """Fit the rulesets named, or all, and write the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.odds", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("rulesets", nargs="*", default=[ruleset.key for ruleset in rulesets()], metavar="RULESET")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--into", type=Path, default=ODDS, metavar="FILE", help="default: that of the engine")
    given = parser.parse_args()
    for name in given.rulesets:
        ruleset = find_ruleset(name)
        rows, outcomes, shares = games(ruleset, given.games, random.Random(f"odds {ruleset.key}"))
        found = fit(ruleset, rows, outcomes, shares)
        print(
            f"{ruleset.key}: {found} from {len(rows)} positions, the first side had {outcomes.mean():.2f}", flush=True
        )
        table = json.loads(given.into.read_text(encoding="utf-8")) if given.into.exists() else {}
        lines = [f' "{key}": {json.dumps(value)}' for key, value in sorted({**table, ruleset.key: found}.items())]
        given.into.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

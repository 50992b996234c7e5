"""``python -m tools.learn RULESET --games N --seed S`` learns a ruleset's evaluation by playing against itself.

Each round plays games with the weights of the round before, the first with plain material. The weights are then those
of a logistic regression: how often does a position like this end well? A position's target is the result of the game
mixed with the score of the search; points and kinds that are alike share their weights. The file says which command
made it, and how the weights did against plain material; if they lose to it, plain material is kept.

A hunt, where one side cannot lose a piece, is learned otherwise: most of its games end the same way, which a
regression attributes to whatever all positions have in common. There one weight after the other, of features and of
points, is tried in a match against the best so far, and kept if it wins.
"""

import argparse
import json
import random
import re
import shlex
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.games import find_ruleset, rulesets
from engine.ruleset import FewLeft, Ruleset
from engine.search import weights as weighing
from engine.search.evaluate import (
    IMMOBILE,
    MOBILITY,
    PIECES,
    SUPPORT,
    THREATS,
    THREATS_ON_MOVE,
    count_feature,
    game_phase,
)
from engine.search.layout import FEATURES, PHASE_SCALE, PHASES
from engine.search.learned_data import weights_file
from engine.search.scores import MAN
from engine.search.transposition import WIN_IN_MAX_PLIES
from tools.selfplay import DRAWN, Player, game, match
from tools.symmetry import classes

ROUNDS = 3
OPENING = 8  # plies at random before the players' own
POINT_PENALTY = 12.0  # pulls a point's weight to that of its kind
PENALTY = 1.0  # pulls any other weight to plain material, or to nothing
RIDGE = 0.01  # the same, by how much a feature varies: of features that say the same none takes all the weight
MATERIAL = 0.6  # of plain material in units of the regression, a man
SPREAD = 0.25  # how far from even a draw counts by the pieces taken, where a side loses by having few
STEPS = 12  # of Newton's method
LEARNED = tuple(number for number in range(FEATURES) if number != PIECES)

TRIALS = (
    ("hunter", MOBILITY, (4, 8, 16)),
    ("hunter", IMMOBILE, (-30, -80)),
    ("prey", SUPPORT, (2, 6)),
    ("prey", MOBILITY, (-2, 3)),
    ("hunter", THREATS_ON_MOVE, (15, 40)),
    ("hunter", THREATS, (10, 30)),
)
PLACES = (-25, -10, 10, 25)  # hundredths of a man that a piece is worth more on points that are alike
BETTER = 0.53  # of the points of a match, for a trial to be kept

Floats = NDArray[np.float64]


class Model:
    """The columns of the regression, and how weights are read out of its solution."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        alike = classes(ruleset)
        self.letters = [kind.letter for kind in ruleset.kinds]
        self.points = range(len(ruleset.board.points))
        names: dict[object, int] = {}

        def column(name: object) -> int:
            return names.setdefault(name, len(names))

        self.kind = {letter: column(("kind", alike.find(letter))) for letter in self.letters}
        self.place = {
            (letter, point): column(("place", alike.find((letter, point))))
            for letter in self.letters
            for point in self.points
        }
        self.feature = {
            (letter, which): column(("feature", alike.find(letter), which))
            for letter in self.letters
            for which in LEARNED
        }
        self.hand = {letter: column(("hand", alike.find(letter))) for letter in ruleset.placement}
        self.tempo = {side: column(("tempo", alike.find(side))) for side in (0, 1)}
        self.columns = len(names)
        penalties = [POINT_PENALTY if isinstance(name, tuple) and name[0] == "place" else PENALTY for name in names]
        self.penalty = np.array(penalties * PHASES)
        self.prior = np.zeros(self.columns * PHASES)
        plain = weighing.material(ruleset)
        for letter, first in self.kind.items():
            worth = MATERIAL * plain.hand[letter][0] / MAN
            self.prior[[first, first + self.columns]] = worth
        for letter, first in self.hand.items():
            self.prior[[first, first + self.columns]] = self.prior[self.kind[letter]]

    def row(self, t: Any, s: Any) -> Floats:
        """A position's features for side 0, less those of side 1."""
        values = np.zeros(self.columns)
        for point in self.points:
            number = int(s.board[point])
            if number < len(self.letters):
                letter = self.letters[number]
                sign = -1 if self.ruleset.kind[letter].side else 1
                values[self.kind[letter]] += sign
                values[self.place[letter, point]] += sign
        for number, letter in enumerate(self.letters):
            sign = -1 if self.ruleset.kind[letter].side else 1
            for which in LEARNED:
                values[self.feature[letter, which]] += sign * int(count_feature(t, s, number, which))
            if letter in self.hand:
                values[self.hand[letter]] += sign * int(s.hand[number])
        values[self.tempo[int(s.turn)]] += -1 if s.turn else 1
        full = int(game_phase(t, s)) / PHASE_SCALE
        return np.concatenate((values * full, values * (1 - full)))

    def weights(self, solution: Floats) -> weighing.Weights:
        """The weights, scaled so that a man on a full board is worth 100."""
        phases = solution.reshape(PHASES, self.columns)
        roles = [kind.letter for kind in self.ruleset.kinds if kind.side == 0]
        man = phases[0][self.kind[roles[0]]] + np.mean([phases[0][self.place[roles[0], at]] for at in self.points])
        if man <= 0:
            raise ValueError(f"{self.ruleset.key}: a piece more seems to be worth nothing; play more games")
        unit = MAN / man

        def cp(phase: int, column: int) -> int:
            return round(float(phases[phase][column] * unit))

        def at(phase: int, letter: str, point: int) -> int:
            return round(float((phases[phase][self.kind[letter]] + phases[phase][self.place[letter, point]]) * unit))

        both = range(PHASES)
        return weighing.Weights(
            {
                letter: [[at(phase, letter, point) for point in self.points] for phase in both]
                for letter in self.letters
            },
            {
                letter: [cp(phase, self.hand[letter]) if letter in self.hand else 0 for phase in both]
                for letter in self.letters
            },
            {
                letter: [
                    [cp(phase, self.feature[letter, which]) if which in LEARNED else 0 for which in range(FEATURES)]
                    for phase in both
                ]
                for letter in self.letters
            },
            [[cp(phase, self.tempo[side]) for side in (0, 1)] for phase in both],
        )


def sigmoid(values: Floats) -> Floats:
    """The chance of winning for a score in units of the regression."""
    return 1 / (1 + np.exp(-np.clip(values, -30, 30)))


def fit(rows: Floats, targets: Floats, penalty: Floats, prior: Floats) -> Floats:
    """Logistic regression by Newton's method, with penalties that pull the weights to their priors."""
    solution = prior
    penalty = penalty + RIDGE * len(rows) * rows.var(axis=0)
    for _ in range(STEPS):
        likely = sigmoid(rows @ solution)
        slope = rows.T @ (targets - likely) - penalty * (solution - prior)
        curve = (rows * (likely * (1 - likely))[:, None]).T @ rows + np.diag(penalty)
        solution = solution + np.linalg.solve(curve, slope)
    return solution


class Sample:
    """Quiet positions of games, with the results of the games."""

    def __init__(self, model: Model, outcome: float) -> None:
        self.model = model
        self.outcome = outcome
        self.rows: list[Floats] = []
        self.scores: list[float] = []
        self.results: list[float] = []

    def watch(self, t: Any, s: Any, score: int) -> None:
        """Keep a position without captures; captures are for the search to settle."""
        if abs(score) > WIN_IN_MAX_PLIES or s.pending.any():
            return
        if any(int(count_feature(t, s, kind, THREATS_ON_MOVE)) for kind in range(int(t.kinds))) and t.obligation:
            return
        self.rows.append(self.model.row(t, s))
        self.scores.append(-score if s.turn else score)

    def end(self, result: float, s: Any) -> None:
        """The game is over: its result for side 0, and the pieces that are left."""
        few = self.model.ruleset.few_left
        if result == DRAWN and few:
            placed = sum(each.count for letter, each in self.model.ruleset.placement.items() if self.owns(few, letter))
            taken = (placed - int(s.side_count[few.side])) / (placed - few.count)
            result += (1 - 2 * taken) * (SPREAD if few.side == 0 else -SPREAD)
        self.results += [result] * (len(self.rows) - len(self.results))

    def owns(self, few: FewLeft, letter: str) -> bool:
        """Is a piece of the side that must not have few?"""
        return self.model.ruleset.side_of(letter) == few.side

    def targets(self) -> Floats:
        """Outcome and score mixed; how much a score says is itself fitted to the outcomes."""
        results, scores = np.array(self.results), np.array(self.scores)
        slope = fit(scores[:, None] / MAN, results, np.array([PENALTY]), np.array([MATERIAL]))[0]
        mixed: Floats = self.outcome * results + (1 - self.outcome) * sigmoid(slope * scores / MAN)
        return mixed


def learn(ruleset: Ruleset, games: int, seed: str, depth: int, nodes: int, outcome: float) -> weighing.Weights:
    """Weights learned in so many games, all rounds together."""
    chance = random.Random(f"{ruleset.key} {seed}")
    model = Model(ruleset)
    weights = weighing.material(ruleset)
    sample = Sample(model, outcome)
    for number in range(ROUNDS):
        player = Player(ruleset, weights, depth, nodes)
        for _ in range(games // ROUNDS):
            sample.end(game((player, player), chance, OPENING + chance.randrange(2), sample.watch), player.s)
        solution = fit(np.array(sample.rows), sample.targets(), model.penalty, model.prior)
        weights = model.weights(solution)
        results = np.array(sample.results)
        print(f"  round {number + 1}: {len(results)} positions, side 0 had {results.mean():.2f}", file=sys.stderr)
    return weights


def hunt(ruleset: Ruleset, games: int, seed: str, depth: int, nodes: int, points: bool) -> weighing.Weights:
    """Weights of a hunt: one change after the other, of features and maybe of points, is tried in so many games."""
    best = weighing.material(ruleset)
    for name, changes in chain(feature_trials(ruleset), point_trials(ruleset) if points else ()):
        before = best
        most = BETTER
        for change in changes:
            trial = change(before)
            players = Player(ruleset, trial, depth, nodes), Player(ruleset, before, depth, nodes)
            won, drawn, lost = match(*players, games, f"{seed} {name}", OPENING)
            print(f"  {name} {change.args[-1]}: +{won} ={drawn} -{lost}", file=sys.stderr, flush=True)
            if (won + drawn / 2) / games > most:
                most, best = (won + drawn / 2) / games, trial
    return best


def feature_trials(ruleset: Ruleset) -> Iterator[tuple[str, list["partial[weighing.Weights]"]]]:
    """The changes of the weights of features to try, by name; the best is kept."""
    for side, which, values in TRIALS:
        kinds = [kind for kind in ruleset.kinds if (kind.is_hunter if side == "hunter" else kind.is_prey)]
        letters = [kind.letter for kind in kinds]
        name = f"{kinds[0].noun.singular} {which}"
        yield name, [partial(with_feature, letters, which, value) for value in values]


def point_trials(ruleset: Ruleset) -> Iterator[tuple[str, list["partial[weighing.Weights]"]]]:
    """The changes of the values of points to try, by name; the best is kept."""
    alike = classes(ruleset)
    for kind in ruleset.kinds:
        groups: dict[object, list[int]] = {}
        for point in range(len(ruleset.board.points)):
            groups.setdefault(alike.find((kind.letter, point)), []).append(point)
        for points in groups.values():
            name = f"{kind.noun.singular} {ruleset.board.points[points[0]]}"
            yield name, [partial(with_places, kind.letter, points, more) for more in PLACES]


def with_feature(letters: list[str], which: int, value: int, weights: weighing.Weights) -> weighing.Weights:
    """The weights with a feature of some kinds worth this much."""
    row = list(weights.features[letters[0]][0])
    row[which] = value
    return replace(weights, features={**weights.features, **{letter: [row] * PHASES for letter in letters}})


def with_places(letter: str, points: list[int], more: int, weights: weighing.Weights) -> weighing.Weights:
    """The weights with a kind worth so much more on some points."""
    row = [worth + more * (point in points) for point, worth in enumerate(weights.piece[letter][0])]
    return replace(weights, piece={**weights.piece, letter: [row] * PHASES})


def shared(ruleset: Ruleset, other: Ruleset) -> weighing.Weights:
    """The weights of another ruleset with the same board and pieces. Raises ValueError where it has others."""
    if ruleset.board.points != other.board.points or ruleset.kind.keys() != other.kind.keys():
        raise ValueError(f"{ruleset.key} and {other.key} differ in their boards or pieces")
    return weighing.learned(other)


def main() -> int:
    """Learn, compare with plain material, write the file; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.learn", description=__doc__.split("\n", 1)[0])
    parser.add_argument("ruleset", choices=[ruleset.key for ruleset in rulesets()])
    parser.add_argument("--games", type=int, default=300, help="in all; of a hunt, for each trial")
    parser.add_argument("--seed", default="1", help="any text")
    parser.add_argument("--depth", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=3000, help="begin no deeper search after so many")
    parser.add_argument("--outcome", type=float, default=0.5, help="its share in the target; the rest is the search's")
    parser.add_argument("--no-points", action="store_true", help="of a hunt: try features only, which is much quicker")
    parser.add_argument("--like", metavar="RULESET", help="take the weights of another with this board and pieces")
    parser.add_argument("--compare", type=int, default=40, help="games against plain material")
    parser.add_argument("--into", type=Path, metavar="FILE", help="default: the ruleset's among those of the engine")
    asked = parser.parse_args()
    ruleset = find_ruleset(asked.ruleset)
    if ruleset.hunters is None and not asked.like and asked.games < ROUNDS:
        parser.error(f"it takes {ROUNDS} games or more, for there are {ROUNDS} rounds")
    began = time.perf_counter()
    if asked.like:
        weights = shared(ruleset, find_ruleset(asked.like))
    elif ruleset.hunters is not None:
        weights = hunt(ruleset, asked.games, asked.seed, asked.depth, asked.nodes, not asked.no_points)
    else:
        weights = learn(ruleset, asked.games, asked.seed, asked.depth, asked.nodes, asked.outcome)
    ours = Player(ruleset, weights, asked.depth, asked.nodes)
    plain = Player(ruleset, weighing.material(ruleset), asked.depth, asked.nodes)
    won, drawn, lost = match(ours, plain, asked.compare, f"compare {asked.seed}", OPENING)
    print(f"{ruleset.key}: +{won} ={drawn} -{lost} against material, {time.perf_counter() - began:.0f} s")
    how = f"--like {asked.like}" if asked.like else f"--games {asked.games}"
    command = (
        f"python -m tools.learn {ruleset.key} {how} --seed {shlex.quote(asked.seed)}"
        f" --depth {asked.depth} --nodes {asked.nodes} --outcome {asked.outcome} --compare {asked.compare}"
        f"{' --no-points' if asked.no_points else ''}"
    )
    compared = f"+{won} ={drawn} -{lost} against plain material"
    if won < lost:
        weights, compared = weighing.material(ruleset), f"{compared}, which is kept"
    weights = replace(weights, command=command, compared=compared)
    text = json.dumps(asdict(weights), indent=1)
    file = asked.into or weights_file(ruleset)
    file.write_text(compact(text) + "\n", encoding="utf-8")
    return 0


def compact(text: str) -> str:
    """JSON with each list of numbers on one line."""
    return re.sub(
        r"\[[\s\d,-]+\]", lambda found: re.sub(r"\s+", " ", found[0]).replace("[ ", "[").replace(" ]", "]"), text
    )


if __name__ == "__main__":
    sys.exit(main())

"""The chances of a side to win where a search gave a score: a logistic model of games played, for each ruleset.

Importing this module compiles nothing.
"""

import math
import operator
from collections.abc import Sequence

from engine.game import Game
from engine.moves import Move
from engine.position import start_position
from engine.ruleset import Ruleset
from engine.search.learned_data import odds_by_ruleset
from engine.search.scores import MAN, MAX_EVALUATION

AHEAD = 8
"""Plies of best play after which pieces are counted."""
SPAN = 4.0
"""What all the pieces that a side can lose before the game is lost add together to the logarithm of the odds."""
DEFAULT_SLOPE = 20.0
"""What a man of score adds where there is one piece; of many pieces a man is a smaller share."""
DEFAULT_HUNT_SLOPE = 4.0
"""The same where pieces are counted besides the score."""


def settle(game: Game, line: Sequence[Move], ahead: int = AHEAD) -> Game:
    """The game after some turns of best play, and on while it captures, so that no exchange is counted half."""
    for number, move in enumerate(line):
        if number >= ahead and not move.captured and move.huff is None:
            break
        if not game.is_legal(move):
            break
        game = game.play(move)
    return game


def features(game: Game, line: Sequence[Move], cp: int) -> tuple[float, ...]:
    """The values by which the odds of the first side are judged: its score in men, a constant, and the pieces after the
    best play of the side that loses by having few (of the first side where no side does), those in hand included.
    """
    limit = game.ruleset.few_left
    side = limit.side if limit else 0
    return cp / MAN, 1.0, float(settle(game, line).position.count(game.ruleset, side))


def piece_step(ruleset: Ruleset) -> float:
    """The term that each piece of the side that loses by having few adds to the log-odds of the first side."""
    limit = ruleset.few_left
    if limit is None:
        return 0.0
    whole = start_position(ruleset).count(ruleset, limit.side)
    return SPAN / max(1, whole - limit.count) * (1 if limit.side == 0 else -1)


def default_odds(ruleset: Ruleset) -> list[float]:
    """Weights of the features for a ruleset that was never measured, from its facts.

    The more pieces there are, the less one of them counts. Where a side loses by having few, the game is taken to be
    even when it has lost half of the pieces that it can lose.
    """
    start = start_position(ruleset)
    pieces = start.count(ruleset, 0) + start.count(ruleset, 1)
    limit = ruleset.few_left
    if limit is None:
        return [round(DEFAULT_SLOPE / max(1, pieces), 3), 0.0, 0.0]
    step = round(piece_step(ruleset), 3)
    even = (start.count(ruleset, limit.side) + limit.count) / 2
    return [round(DEFAULT_HUNT_SLOPE / max(1, pieces), 3), round(-step * even, 3), step]


def odds_of(ruleset: Ruleset) -> Sequence[float]:
    """The weights of the features: learned, or the defaults."""
    return odds_by_ruleset().get(ruleset.key) or default_odds(ruleset)


def counts_pieces(ruleset: Ruleset) -> bool:
    """Do the odds depend on more than the score, so that a line of best play is needed?"""
    return any(odds_of(ruleset)[1:])


def chance_of(game: Game, line: Sequence[Move], cp: int) -> float:
    """The first side's chance of winning, 0 to 1, where a search gave this score for it and this best play."""
    if abs(cp) >= MAX_EVALUATION:
        return 1.0 if cp > 0 else 0.0
    weights = odds_of(game.ruleset)
    seen = features(game, line if any(weights[1:]) else (), cp)
    return 1 / (1 + math.exp(-sum(map(operator.mul, weights, seen))))

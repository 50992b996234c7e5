"""The evaluation of each ruleset as data: a file of weights, learned by ``python -m tools.learn``.

A ruleset without a file is played with plain material. Values are in hundredths of a man.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.ruleset import Reach, Ruleset
from engine.search.layout import FEATURES, PHASES

FOLDER = Path(__file__).parent / "weights"
MAN = 100
KING = 150
FLYING_KING = 320


@dataclass(frozen=True)
class Weights:
    """Weights by the letter of a kind, each for a full and for an empty board.

    ``piece`` values a piece by its point, ``hand`` in the hand, ``features`` are those of ``engine.search.evaluate``
    (all from the owner's view); ``tempo`` is what being to act is worth to each side. ``command`` made them, and
    ``compared`` says how they did.
    """

    piece: dict[str, list[list[int]]]
    hand: dict[str, list[int]]
    features: dict[str, list[list[int]]]
    tempo: list[list[int]]
    command: str = ""
    compared: str = ""


def material(ruleset: Ruleset) -> Weights:
    """Weights that count pieces and nothing else; who hunts is worth as much as all that is hunted."""
    points = len(ruleset.board.points)
    values = {kind.letter: _worth(ruleset, kind.letter) or _even(ruleset, kind.letter) for kind in ruleset.kinds}
    return Weights(
        {letter: [[value] * points for _ in range(PHASES)] for letter, value in values.items()},
        {letter: [value] * PHASES for letter, value in values.items()},
        {letter: [[0] * FEATURES for _ in range(PHASES)] for letter in values},
        [[0, 0] for _ in range(PHASES)],
    )


@cache
def learned(ruleset: Ruleset) -> Weights:
    """The weights in the ruleset's file, or plain material."""
    file = FOLDER / f"{ruleset.key}.json"
    if not file.exists():
        return material(ruleset)
    return Weights(**json.loads(file.read_text(encoding="utf-8")))


def apply(ruleset: Ruleset, t: Any, weights: Weights) -> None:
    """Write weights into compiled tables; those of side 1 count against side 0."""
    for number, kind in enumerate(ruleset.kinds):
        sign = -1 if kind.side else 1
        t.worth[number] = _worth(ruleset, kind.letter)
        for phase in range(PHASES):
            t.piece_value[phase, number, : t.points] = [sign * value for value in weights.piece[kind.letter][phase]]
            t.hand_value[phase, number] = sign * weights.hand[kind.letter][phase]
            t.feature_value[phase, number] = [sign * value for value in weights.features[kind.letter][phase]]
    for phase in range(PHASES):
        t.tempo[phase] = [weights.tempo[phase][0], -weights.tempo[phase][1]]


def _even(ruleset: Ruleset, letter: str) -> int:
    """A piece that is never taken only makes the start even: were it not, one side would flee every draw."""
    side = ruleset.side_of(letter)
    hunted = sum(each.count for other, each in ruleset.placement.items() if ruleset.side_of(other) != side)
    return MAN * hunted // ruleset.placement[letter].count


def _worth(ruleset: Ruleset, letter: str) -> int:
    kind = ruleset.kind[letter]
    if kind.is_king:
        return FLYING_KING if kind.move.reach is Reach.ANY else KING
    return 0 if kind.is_hunter else MAN

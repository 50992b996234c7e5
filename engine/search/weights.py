"""The evaluation of each ruleset as data: a file of weights, learned by ``python -m tools.learn``.

A ruleset without a file is played with plain material. Values are in hundredths of a man.
"""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.position import start_position
from engine.ruleset import Reach, Ruleset
from engine.search.layout import FEATURES, PHASE_SCALE, PHASES
from engine.search.learned_data import lone_kings_by_ruleset, weights_file
from engine.search.scores import MAN

KING = 150
FLYING_KING = 320
DRAWN = 0.8
"""The share of draws of a king alone from which an advantage over it counts for less."""


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
    """Weights that count pieces and nothing else; the hunters are worth as much as all their prey."""
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
    file = weights_file(ruleset)
    if not file.exists():
        return material(ruleset)
    return Weights(**json.loads(file.read_text(encoding="utf-8")))


def apply(ruleset: Ruleset, t: Any, weights: Weights) -> None:
    """Write weights into compiled tables; those of side 1 count against side 0."""
    for number, kind in enumerate(ruleset.kinds):
        sign = -1 if kind.side else 1
        t.exchange_value[number] = _worth(ruleset, kind.letter)
        for phase in range(PHASES):
            t.piece_value[phase, number, : t.points] = [sign * value for value in weights.piece[kind.letter][phase]]
            t.hand_value[phase, number] = sign * weights.hand[kind.letter][phase]
            t.feature_value[phase, number] = [sign * value for value in weights.features[kind.letter][phase]]
    t.drawn_kings = 0
    for size, share in enumerate(lone_kings_by_ruleset().get(ruleset.key, ()), start=2):
        if share >= DRAWN:
            t.drawn_kings |= 1 << size
            t.drawn_scale[size] = round(PHASE_SCALE * (1 - share))
    for phase in range(PHASES):
        t.tempo[phase] = [weights.tempo[phase][0], -weights.tempo[phase][1]]


def _even(ruleset: Ruleset, letter: str) -> int:
    """The value of a hunter, which is never captured, makes the start even: else one side would avoid every draw."""
    start = start_position(ruleset)
    side = ruleset.side_of(letter)
    return MAN * start.count(ruleset, 1 - side) // max(1, start.count(ruleset, side))


def _worth(ruleset: Ruleset, letter: str) -> int:
    kind = ruleset.kind[letter]
    if kind.is_king:
        return FLYING_KING if kind.move.reach is Reach.ANY else KING
    return 0 if kind.is_hunter else MAN

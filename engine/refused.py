"""For every game and every reason for which its rules refuse a move: a position with such a move, as small as can be.

They stand in ``games/refused.txt``, which ``python -m tools.refused`` writes: a line holds the game, the reason, the
position, the refused move, and a move that is allowed.

A game has no line for a reason that its rules cannot give. Nor has it one where the search came across none:
STOOD_BEFORE needs a past that no position has, and other reasons are too rare in some game; there the rule is told
without a picture.
"""

from collections.abc import Mapping
from pathlib import Path

from engine.example import Refused
from engine.refusal import Reason

FILE = Path(__file__).with_name("games") / "refused.txt"


def _read(text: str) -> dict[tuple[str, Reason], Refused]:
    rows = [line.split("\t") for line in text.splitlines()]
    return {
        (game, Reason[reason]): Refused(game, Reason[reason], position, move, allowed)
        for game, reason, position, move, allowed in rows
    }


REFUSED: Mapping[tuple[str, Reason], Refused] = _read(FILE.read_text(encoding="utf-8"))
"""By the key of the game and the reason."""

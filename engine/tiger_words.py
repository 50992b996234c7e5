"""Moves of Bagh-chal as the library baghchal writes them: ``G33``, ``G2333``, ``B1122``, ``Bx2242``.

Pure: no input or output. A point is two digits: its rank from the top, and its file from the left.
"""

import re

from engine.board import FILES
from engine.ruleset import Ruleset

_WORD = re.compile(r"(?:G(?P<drop>[1-5]{2})|[GB](?P<leap>x?)(?P<here>[1-5]{2})(?P<there>[1-5]{2}))")
_RANKS = 5


def with_names_of_points(ruleset: Ruleset, words: list[str]) -> list[str]:
    """The words, those that are moves of that library as Papan writes them; of another game as they are."""
    if ruleset.placement.keys() != {"G"} or len(ruleset.board.points) != _RANKS * _RANKS:
        return words
    return [_translated(found) if (found := _WORD.fullmatch(word)) else word for word in words]


def _translated(word: re.Match[str]) -> str:
    if word["drop"]:
        return f"@{_name(word['drop'])}"
    return f"{_name(word['here'])}{word['leap'] or '-'}{_name(word['there'])}"


def _name(digits: str) -> str:
    return f"{FILES[int(digits[1]) - 1]}{_RANKS + 1 - int(digits[0])}"

"""The data that were learned or measured for rulesets: where they lie, and for which rulesets there are none.

Files by a ruleset's key, made by ``tools``. A ruleset without them is played all the same, with defaults that follow
from its facts (``weights.material``, ``odds.default_odds``, ``level_settings.default_settings``). Importing this module
compiles nothing.
"""

import json
from functools import cache
from pathlib import Path

from engine.ruleset import Ruleset

FOLDER = Path(__file__).parent / "weights"
ODDS = FOLDER / "odds.json"
"""For each ruleset what each of ``odds.features`` adds to the logarithm of the odds, made by ``tools.odds``."""
LEVELS = FOLDER / "levels.json"
"""For each ruleset and side the settings of the levels below the top, measured with ``tools.ladder``."""
ANCHORS = FOLDER / "anchors.json"
"""For each measured ruleset the ratings of the levels, the lowest first, made by ``tools.ladder --anchors``: one list
for both sides, or one for each."""
BALANCE = FOLDER / "balance.json"
"""For each hunt the hunters' points of a hundred where the strongest levels play themselves: see docs/levels.md."""
LONE_KINGS = FOLDER / "lone_kings.json"
"""For each ruleset how often a king alone draws against two and against three, made by ``tools.lone_kings``."""


def weights_file(ruleset: Ruleset) -> Path:
    """The file with the weights of a ruleset's evaluation, made by ``tools.learn``."""
    return FOLDER / f"{ruleset.key}.json"


@cache
def odds_by_ruleset() -> dict[str, list[float]]:
    """The weights of the odds, by the ruleset's key."""
    found: dict[str, list[float]] = json.loads(ODDS.read_text(encoding="utf-8"))
    return found


@cache
def anchors_by_ruleset() -> dict[str, list[list[int]]]:
    """The ratings of the levels by the ruleset's key: one list for both sides, or one for each. They are never changed
    by matches.
    """
    found: dict[str, list[list[int]]] = json.loads(ANCHORS.read_text(encoding="utf-8"))
    return found


@cache
def levels_by_ruleset() -> dict[str, list[list[list[int]]]]:
    """The rows of level settings by the ruleset's key: one table for both sides, or one for each."""
    found: dict[str, list[list[list[int]]]] = json.loads(LEVELS.read_text(encoding="utf-8"))
    return found


@cache
def balance_by_ruleset() -> dict[str, int]:
    """The hunters' points of a hundred by the ruleset's key, where strong players are each other's equals."""
    found: dict[str, int] = json.loads(BALANCE.read_text(encoding="utf-8"))
    return found


@cache
def lone_kings_by_ruleset() -> dict[str, list[float]]:
    """The shares of draws of a king alone, by the ruleset's key."""
    found: dict[str, list[float]] = json.loads(LONE_KINGS.read_text(encoding="utf-8"))
    return found


def missing(ruleset: Ruleset) -> tuple[str, ...]:
    """Those of ``weights``, ``odds`` and ``levels`` for which a ruleset has no data, so that defaults are used."""
    there = {
        "weights": weights_file(ruleset).exists(),
        "odds": ruleset.key in odds_by_ruleset(),
        "levels": ruleset.key in levels_by_ruleset(),
    }
    return tuple(name for name, is_there in there.items() if not is_there)

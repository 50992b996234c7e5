"""The positions from which weeks of duplicate are drawn: openings at random that a search has found even.

``tools/duplicate.py`` makes the files.
"""

from functools import cache
from pathlib import Path

from engine.games import find_ruleset

DUPLICATE_FOLDER = Path(__file__).parent / "games" / "duplicate"


def duplicate_file(ruleset: str) -> Path:
    """The file that holds the positions of a ruleset, by its key."""
    return DUPLICATE_FOLDER / f"{ruleset}.txt"


@cache
def even_positions(ruleset: str) -> tuple[str, ...]:
    """The positions of a ruleset, by its key, as texts."""
    find_ruleset(ruleset)  # a key, and no path
    lines = duplicate_file(ruleset).read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))

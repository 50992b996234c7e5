"""The settings of the computer player that ``papan match`` plays against each other.

Importing this compiles the kernel.
"""

import random

from bot.cli.games import UsageError
from engine.ruleset import Ruleset
from engine.search import LEVELS
from engine.search.arena import Player, player
from engine.search.levels import TOP, choose
from engine.search.results import Limit
from engine.search.searcher import Searcher
from engine.search.tablebase.files import Tablebase, UnusableTablebase, tablebase_of

MOVETIME_MS = 200
"""The time to think about a move where no limit is given."""
MOST_THREADS = 64
_LIMITS = {"movetime": "movetime_ms", "depth": "depth", "nodes": "nodes"}
_USAGE = (
    "a setting is movetime=MS, depth=N, nodes=N, level=1..8, threads=N or tables=yes|no, several joined by commas, not"
)


def player_of(ruleset: Ruleset, text: str, seed: str) -> Player:
    """The player that a setting describes; ``seed`` decides what a level leaves to chance. Raises UsageError."""
    numbers, tables = _parsed(text)
    level, threads = numbers.pop("level", None), numbers.pop("threads", 1)
    if level is not None and level not in LEVELS:
        raise UsageError(f"a level is one of {LEVELS[0]} to {LEVELS[-1]}, not {level}")
    if threads > MOST_THREADS:
        raise UsageError(f"the threads are at most {MOST_THREADS}, not {threads}")
    if level is not None and (set(numbers) - {"movetime"} or (level < TOP and (numbers or threads > 1 or tables))):
        raise UsageError(f"levels have their own limits; only level={TOP} takes movetime, threads, tables, not {text}")
    searcher = Searcher(ruleset, tablebase=_tablebase(ruleset) if tables else None)
    if level is None:
        limits = numbers or {"movetime": MOVETIME_MS}
        return player(searcher, Limit(**{_LIMITS[name]: value for name, value in limits.items()}), threads)
    chance, movetime = random.Random(f"{seed} {text}"), numbers.get("movetime", MOVETIME_MS)
    return lambda game: choose(searcher, game, level, chance, movetime_ms=movetime, threads=threads).move


def _parsed(text: str) -> tuple[dict[str, int], bool]:
    """The numbers by name, and whether tables are used. Raises UsageError."""
    numbers: dict[str, int] = {}
    tables = False
    for part in text.split(","):
        name, _, value = part.partition("=")
        if name == "tables" and value in ("yes", "no"):
            tables = value == "yes"
        elif name in (*_LIMITS, "level", "threads") and value.isascii() and value.isdecimal() and int(value) > 0:
            numbers[name] = int(value)
        else:
            raise UsageError(f"{_USAGE} {text}")
    return numbers, tables


def _tablebase(ruleset: Ruleset) -> Tablebase:
    try:
        tablebase = tablebase_of(ruleset)
    except UnusableTablebase as fault:
        raise UsageError(str(fault)) from None
    if tablebase is None:
        raise UsageError(f"there are no tables of {ruleset.key}; make them with: papan tables {ruleset.key}")
    return tablebase

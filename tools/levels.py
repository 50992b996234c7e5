"""``python -m tools.levels [RULESET ...] --games N`` makes each level of a hunt about as strong on either side.

The hunters and their prey are given settings from one scale of rising strength. Each of the first five levels plays
itself; as long as one side makes more than 58 points of a hundred, it is set back on the scale and the other one
forward. The settings that came nearest to even are kept in ``engine/search/weights/levels.json``.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import astuple
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from engine.games import find_ruleset, rulesets
from engine.ruleset import Ruleset
from engine.search.learned_data import LEVELS as FILE
from engine.search.level_settings import LevelSettings
from tools.ladder import BySide, Contender, Level, sides

SCALE = (
    *(
        (1, 2000, 1, 300, 300),
        (1, 2000, 1, 140, 63),
        (1, 2000, 2, 90, 40),
        (2, 2000, 2, 140, 63),
        (2, 2000, 2, 100, 45),
    ),
    *((2, 2000, 3, 75, 34), (3, 2000, 3, 130, 58), (3, 2000, 0, 100, 45), (3, 2000, 0, 80, 36), (3, 2000, 0, 60, 27)),
    *((4, 2000, 0, 75, 34), (4, 2000, 0, 55, 25), (4, 2500, 0, 40, 18), (5, 2500, 0, 50, 22), (5, 2500, 0, 34, 15)),
)
"""Settings, the weakest first."""
FIRST_LEVELS = (1, 3, 7, 10, 12)
"""Where on the scale a level begins to be fitted, on both sides."""
LAST_LEVELS = ((6, 2500, 0, 30, 13), (8, 3500, 0, 14, 6))
"""Settings of the levels above them, for both sides: those see enough for the game itself to decide."""
EVEN = 0.08
"""So far from half of the points a level may be."""
CLEAR = 0.3
"""So far from half of the points, two steps are taken at once."""


def settings(ruleset: Ruleset, level: int, shift: int) -> BySide:
    """The settings of a level where the prey stands so many steps before its hunters."""
    middle = FIRST_LEVELS[level - 1]
    last = len(SCALE) - 1
    prey = LevelSettings(*SCALE[min(last, max(0, middle + (shift + 1) // 2))])
    hunters = LevelSettings(*SCALE[min(last, max(0, middle - shift // 2))])
    return (prey, hunters) if ruleset.hunters else (hunters, prey)


def contender(chosen: BySide) -> Callable[[Ruleset], Contender]:
    """A player with these settings."""
    return lambda ruleset: Level(ruleset, chosen)


def even_shift(ruleset: Ruleset, level: int, before: int, games: int) -> tuple[int, dict[int, float]]:
    """The shift at which a level comes nearest to even, and the hunters' share at each one tried.

    No shift is tried first, so that no side sees less than it has to, and then that of the level ``before``.
    """
    shares: dict[int, float] = {}
    shift = 0
    while shift not in shares and abs(shift) <= len(SCALE):
        shares[shift] = sides(ruleset, contender(settings(ruleset, level, shift)), games, f"level {level}").share
        over = shares[shift] - 0.5
        if abs(over) <= EVEN:
            break
        step = 2 if abs(over) > CLEAR and shift + (2 if over > 0 else -2) not in shares else 1
        towards = shift + (step if over > 0 else -step)
        shift = before if shift == 0 and before not in shares and over * before > 0 else towards
    return min(shares, key=lambda each: abs(shares[each] - 0.5)), shares


def fit(key: str, games: int) -> tuple[str, list[BySide], list[str]]:
    """The fitted levels of a ruleset, and what was seen on the way, a line each."""
    ruleset = find_ruleset(key)
    shift = 0
    found: list[BySide] = []
    seen: list[str] = []
    for level in range(1, len(FIRST_LEVELS) + 1):
        shift, shares = even_shift(ruleset, level, shift, games)
        found.append(settings(ruleset, level, shift))
        tried = ", ".join(f"{each:+d}: {share:.2f}" for each, share in sorted(shares.items()))
        seen.append(f"{key} level {level}: the hunters have {shares[shift]:.2f} at {shift:+d} ({tried})")
    return key, found, seen


def write(file: Path, key: str, levels: list[BySide]) -> None:
    """Put a ruleset's levels into a file, a line for each side."""
    table = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    table[key] = [[[*astuple(level[side])] for level in levels] + [[*row] for row in LAST_LEVELS] for side in (0, 1)]
    rows = (f' "{name}": [\n  ' + ",\n  ".join(map(json.dumps, sides)) + "\n ]" for name, sides in table.items())
    file.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def main() -> int:
    """Fit the hunts named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tools.levels", description=str(__doc__).splitlines()[0])
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="default: all hunts")
    parser.add_argument("--games", type=int, default=60, help="at each setting; default %(default)s")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--into", type=Path, default=FILE, metavar="FILE", help="default: that of the engine")
    asked = parser.parse_args()
    chosen = [find_ruleset(name) for name in asked.rulesets] or list(rulesets())
    keys = [ruleset.key for ruleset in chosen if ruleset.hunters is not None]
    with get_context("spawn").Pool(asked.processes) as pool:
        for key, levels, seen in pool.imap_unordered(partial(fit, games=asked.games), keys):
            write(asked.into, key, levels)
            print("\n".join(seen), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

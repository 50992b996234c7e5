"""Measures how often a king alone draws, for each ruleset that has kings.

    python -m tools.lone_kings [RULESET ...] [--into FILE]

All positions of kings only are solved, one against two and against three, and counted in which the king alone is to
act. The table is kept in ``engine/search/weights/lone_kings.json``: the share of draws against two, and against three
where the board is not too large to solve them.
"""

import argparse
import json
from pathlib import Path

from engine.games import find_ruleset, rulesets
from engine.ruleset import Ruleset
from engine.search.learned_data import LONE_KINGS
from engine.search.tablebase.building import Solved, build
from engine.search.tablebase.materials import lone_kings

MOST = 3
ROOM = 6_000_000  # positions of a side's kings against one, that are still solved


def shares(ruleset: Ruleset) -> list[float]:
    """The shares of draws against two kings, and against three."""
    points = max(len(kind_points(ruleset, kind.letter)) for kind in ruleset.kinds if kind.is_king)
    most = MOST if points**2 * (points - 1) * (points - 2) // 6 < ROOM else MOST - 1
    drawn, all_of = [0] * (most + 1), [0] * (most + 1)

    def count(solved: Solved) -> None:
        sides = [0, 0]
        for kind, number in zip(ruleset.kinds, solved.part.counts, strict=True):
            sides[kind.side] += number
        if sides[solved.part.side] == 1:
            against = sides[1 - solved.part.side]
            drawn[against] += solved.drawn
            all_of[against] += solved.won + solved.drawn + solved.lost + solved.unknown

    build(ruleset, most + 1, count, lone_kings)
    return [round(drawn[size] / all_of[size], 2) for size in range(2, most + 1)]


def kind_points(ruleset: Ruleset, letter: str) -> set[int]:
    """The points that a kind can move from: those of its colour where it moves on one."""
    return {point for point, rays in enumerate(ruleset.move_rays[letter]) if rays}


def main() -> None:
    """Solve and count for the rulesets named, or all, and write the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.lone_kings", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("rulesets", nargs="*", default=[ruleset.key for ruleset in rulesets()], metavar="RULESET")
    parser.add_argument("--into", type=Path, default=LONE_KINGS, metavar="FILE", help="default: that of the engine")
    given = parser.parse_args()
    for name in given.rulesets:
        ruleset = find_ruleset(name)
        if not any(kind.is_king for kind in ruleset.kinds):
            continue
        found = shares(ruleset)
        print(f"{ruleset.key}: {found}", flush=True)
        table = json.loads(given.into.read_text(encoding="utf-8")) if given.into.exists() else {}
        lines = [f' "{key}": {json.dumps(value)}' for key, value in sorted({**table, ruleset.key: found}.items())]
        given.into.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

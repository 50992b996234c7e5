"""``python -m tools.puzzles mine [RULESET ...] --count N --seed S`` mines the puzzles that ship, from games of levels.

A weak level plays a stronger one, so that there is something to find; positions in which one turn is far better than
every other are followed as long as that stays so, searched again with twenty times the nodes, and rated by the lowest
level that finds the line. They are written into ``engine/games/puzzles`` as they are found, so it can be stopped and
goes on where it was: the same seed gives the same puzzles. ``verify`` searches those that ship once more, and ``count``
prints how many there are and why candidates were thrown away.
"""

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.foundation.priority import give_way
from engine.game import Game
from engine.games import find_ruleset
from engine.puzzles import Puzzle, file_of, read_puzzles, write_puzzle
from engine.ruleset import Ruleset
from engine.search.levels import choose
from engine.search.puzzle_finder import NODES, TIMES, PuzzleFinder, holds
from engine.search.searcher import Searcher
from engine.search.tablebase.files import tablebase_of

MINED = (
    "permainan-tabal",
    "permainan-tabal-globe-joueur",
    "main-tapal-empat",
    "tapal-empat-15",
    "tapak-empat-1919",
    "malaysian-checkers",
    "malaysian-checkers-8",
    "malaysian-checkers-strict",
    "malaysian-checkers-8-strict",
    "international-draughts",
    "russian-draughts",
    "english-draughts",
    "alquerque",
    "bagh-chal",
)
"""The games Papan was made for, in all their traditions, and the five relatives that most people know."""
ROUND = 25
"""So many are mined of each before the next is begun, so that all have some early."""
LAST_ROUNDS = 25
"""So many rounds may be the last: those that are still short of puzzles then stay so."""
PAIRS = ((1, 4), (2, 5), (2, 3), (1, 3), (3, 5), (1, 2))
"""The levels that play each other, in turn."""
RANDOM_PLIES = 4
"""At most so many turns at random begin a game."""
LONGEST = 300
"""Plies of a game."""
DECIDED, DECIDED_FOR = 0.97, 12
"""The chance at which a game is decided, and for how many plies it is still looked at then."""
HEAD = "| ruleset | puzzles | games | positions | candidates | kept | thrown away | CPU minutes |"
_TABLE = re.compile(re.escape(HEAD) + r"\n(?:\|.*\n)+")


@dataclass
class Mine:
    """The puzzles of a ruleset so far, and how the mining went: the contents of its file."""

    ruleset: Ruleset
    seed: str
    puzzles: list[Puzzle] = field(default_factory=list)
    games: int = 0
    positions: int = 0
    tally: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @classmethod
    def open(cls, ruleset: Ruleset, seed: str) -> "Mine":
        """The state in the file; a new one where there is no file. A file of another seed goes on with its puzzles."""
        mine = cls(ruleset, seed)
        file = file_of(ruleset)
        if file.exists():
            lines = file.read_text(encoding="utf-8").splitlines()
            mine.puzzles = list(read_puzzles(ruleset, lines))
            told = json.loads(lines[0].removeprefix("# "))
            mine.positions, mine.seconds, mine.tally = told["positions"], told["seconds"], Counter(told["tally"])
            mine.games = told["games"] if told["seed"] == seed else 0
        return mine

    def save(self) -> None:
        """Write the file, whole or not at all."""
        told = {
            "seed": self.seed,
            "games": self.games,
            "positions": self.positions,
            "seconds": round(self.seconds),
            "tally": dict(sorted(self.tally.items())),
        }
        lines = [f"# {json.dumps(told)}", *map(write_puzzle, self.puzzles)]
        file = file_of(self.ruleset)
        part = file.with_suffix(".part")
        part.write_text("\n".join(lines) + "\n", encoding="utf-8")
        part.replace(file)


class Miner:
    """Looks for puzzles in games of one ruleset."""

    def __init__(self, mine: Mine) -> None:
        self.mine, self.ruleset = mine, mine.ruleset
        self.finder = PuzzleFinder(mine.ruleset, mine.puzzles, mine.tally)

    def game(self, number: int) -> Iterator[Puzzle]:
        """The puzzles of one game, which follows from the seed and its number."""
        chance = random.Random(f"{self.mine.seed} {self.ruleset.key} {number}")
        pair = PAIRS[number // 2 % len(PAIRS)]
        levels = pair if number % 2 else (pair[1], pair[0])
        self.finder.searcher.clear()
        game, decided = Game.begin(self.ruleset), 0
        for _ in range(chance.randrange(RANDOM_PLIES + 1)):
            if not game.outcome:
                game = game.play(chance.choice(game.legal_moves))
        while not game.outcome and game.ply < LONGEST and decided < DECIDED_FOR:
            self.mine.positions += 1
            ranked, found = self.finder.at(game, game.ply)
            if ranked:
                decided = decided + 1 if not 1 - DECIDED < ranked.chance < DECIDED else 0
            if found:
                yield found
            game = game.play(choose(self.finder.searcher, game, levels[game.turn], chance).move)


def mine(rulesets: Sequence[Ruleset], count: int, seed: str, minutes: float) -> None:
    """Mine until each ruleset has so many, a few each in a round; ``minutes`` of work for each in a round at most."""
    give_way()
    targets = [*range(ROUND, count, ROUND), *[count] * LAST_ROUNDS]
    for target in targets:
        for ruleset in rulesets:
            work(ruleset, target, seed, minutes)


def work(ruleset: Ruleset, target: int, seed: str, minutes: float) -> None:
    """Mine one ruleset until it has so many puzzles, or the time is up."""
    found = Mine.open(ruleset, seed)
    if len(found.puzzles) >= target:
        return
    miner, before, began = Miner(found), found.seconds, time.process_time()
    while len(found.puzzles) < target and time.process_time() - began < minutes * 60:
        found.puzzles += miner.game(found.games)
        found.games += 1
        found.seconds = before + time.process_time() - began
        found.save()
    print(row(found), flush=True)


def row(found: Mine) -> str:
    """The mining of a ruleset, as a row of the table."""
    tally = dict(found.tally)
    kept, candidates = tally.pop("kept", 0), tally.pop("candidates", 0)
    why = ", ".join(f"{why} {many}" for why, many in sorted(tally.items(), key=lambda each: -each[1]))
    return (
        f"| {found.ruleset.key} | {len(found.puzzles)} | {found.games} | {found.positions} | {candidates} | {kept} "
        f"| {why} | {found.seconds / 60:.1f} |"
    )


def table(rulesets: Sequence[Ruleset], seed: str) -> str:
    """The mining of rulesets, as a table."""
    rows = [row(Mine.open(ruleset, seed)) for ruleset in rulesets]
    return "\n".join((HEAD, "|---|---|---|---|---|---|---|---|", *rows))


def verify(rulesets: Sequence[Ruleset], sample: int | None, times: int) -> int:
    """Search puzzles that ship once more; gives how many do not hold."""
    wrong = 0
    for ruleset in rulesets:
        puzzles = Mine.open(ruleset, "").puzzles
        chosen = random.Random(ruleset.key).sample(puzzles, min(len(puzzles), sample or len(puzzles)))
        searcher = Searcher(ruleset, tablebase=tablebase_of(ruleset))
        failed = [each for each in chosen if not holds(each, searcher, NODES * times)]
        wrong += len(failed)
        print(f"{ruleset.key}: {len(chosen)} searched, not holding: {[each.id for each in failed]}", flush=True)
    return wrong


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tools.puzzles", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("what", choices=("mine", "verify", "count"))
    parser.add_argument("rulesets", nargs="*", help="keys; all that are mined by default")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--minutes", type=float, default=10, help="of work for each ruleset in a round")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--times", type=int, default=TIMES)
    parser.add_argument("--into", type=Path, help="a page whose table is replaced, for ``count``")
    given = parser.parse_args()
    chosen = [find_ruleset(name) for name in given.rulesets or MINED]
    if given.what == "mine":
        mine(chosen, given.count, given.seed, given.minutes)
    elif given.what == "verify":
        sys.exit(1 if verify(chosen, given.sample, given.times) else 0)
    told = table(chosen, given.seed)
    print(told)
    if given.into:
        page = given.into.read_text(encoding="utf-8")
        given.into.write_text(_TABLE.sub(lambda _: told + "\n", page), encoding="utf-8")


if __name__ == "__main__":
    main()

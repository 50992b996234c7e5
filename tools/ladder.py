"""``python -m tools.ladder [RULESET ...] --games N --seed S`` plays each level against the one below it.

It prints a table: the upper level's points of a hundred, with the 95 % interval. Openings are random and
about even, and each is played twice, with the sides swapped. The same command gives the same table anywhere, as the
last level too is held to a number of nodes a move (``--nodes``) and not to a time. A game is given to a side that both
players have seen five men ahead for six plies, and is drawn if it lasts 300. Two more columns measure the ends
of the ladder: the first level against a newcomer who sees the own move and what may be taken in reply (two plies), and
the last against one that looks four plies ahead, both with plain alpha-beta and nothing but material.

``--anchors`` plays nothing: it reads the table in docs/levels.md and writes the ratings of the levels that follow from
it into ``engine/search/weights/anchors.json``, and how even the hunts are into ``balance.json``. With ``--sides`` each
level plays itself in the hunts, and the table has the hunters' points, from which the ratings on each side follow.
"""

import argparse
import json
import math
import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.ruleset import Ruleset
from engine.search import LEVELS
from engine.search import weights as weighing
from engine.search.arena import SURE, Tally, openings
from engine.search.jit import int64, kernel, state, tables
from engine.search.kernel_state import load
from engine.search.learned_data import ANCHORS, BALANCE
from engine.search.level_settings import LevelSettings, settings_of
from engine.search.levels import TOP, candidate_moves, sample_move
from engine.search.make_move import is_material_draw, make, material_loser, unmake
from engine.search.movegen import generate
from engine.search.node_scores import no_progress_score
from engine.search.pvs import score_after_generating, search
from engine.search.root import EXTENSION_ALLOWANCE, HISTORY_DECAY
from engine.search.scores import WIN
from engine.search.searcher import AGES
from engine.search.transposition import NO_SCORE
from tools import selfplay

BySide = tuple[LevelSettings, LevelSettings]
"""The settings of a level on each side."""
NODES = 10_000
DECIDED = 500  # hundredths of a man
DECIDED_FOR = 6  # plies
NEWCOMER_DEPTH = 2
PLAIN_DEPTH = 4
DEEPEST = 60
PAGE = Path(__file__).parents[1] / "docs" / "levels.md"
STRONGEST = 3
"""So many levels tell how even a game is between strong players."""
ELO, MIDDLE, MIDDLE_LEVEL = 400, 1500, 4
"""By how much a rating of ten times the points is higher, and the level that has the rating of a beginner in Glicko."""


@kernel(tables, state, int64, int64, int64)
def plain(t: Any, s: Any, depth: int, alpha: int, beta: int) -> int:
    """Plain alpha-beta: no transposition table, no move ordering, no quiescence; the evaluation is material alone."""
    lost = material_loser(t, s)
    if lost >= 0:
        return s.ply - WIN if lost == s.turn else WIN - s.ply
    over = 0 if is_material_draw(t, s) else no_progress_score(t, s)
    if over != NO_SCORE:
        return over
    if depth == 0:
        return s.value[0] if s.turn == 0 else -s.value[0]
    first = s.move_top
    first_route = s.route_top
    over = score_after_generating(t, s, generate(t, s))
    last = s.move_top if over == NO_SCORE else first
    best = s.ply - WIN if over == NO_SCORE else over
    for move in range(first, last):
        make(t, s, move)
        score = -plain(t, s, depth - 1, -beta, -max(alpha, best))
        unmake(t, s, move)
        best = max(best, score)
        if best >= beta:
            break
    s.move_top = first
    s.route_top = first_route
    return best


class Contender(selfplay.Player):
    """A player of the ladder, at a game's opening after ``start``."""

    def __init__(self, ruleset: Ruleset, weights: weighing.Weights) -> None:
        super().__init__(ruleset, weights, DEEPEST, 0)
        self.chance = random.Random()

    def start(self, opening: Game, chance: random.Random) -> None:
        """A new game, begun like this."""
        self.begin()
        load(self.ruleset, self.t, self.s, opening)
        self.chance = chance


class Level(Contender):
    """A level below the top, as ``engine.search.levels.choose`` plays it after the first plies."""

    def __init__(self, ruleset: Ruleset, settings: BySide) -> None:
        super().__init__(ruleset, weighing.learned(ruleset))
        self.settings = settings

    def choose(self) -> tuple[int, int]:
        settings = self.settings[int(self.s.turn)]
        candidates = candidate_moves(self.t, self.s, settings)
        place = sample_move(candidates, settings, False, self.chance)
        return place, candidates[place]


class Top(Contender):
    """The last level with so many nodes a move."""

    def __init__(self, ruleset: Ruleset, nodes: int) -> None:
        super().__init__(ruleset, weighing.learned(ruleset))
        self.limit = nodes

    def choose(self) -> tuple[int, int]:
        s = self.s
        s.move_top = s.route_top = s.nodes = s.stop = s.limit = 0
        s.tt_age = s.tt_age % AGES + 1
        s.history >>= HISTORY_DECAY
        place = score = 0
        for depth in range(1, self.depth + 1):
            s.extension_limit = 2 * depth + EXTENSION_ALLOWANCE
            seen = int(search(self.t, s, depth, -WIN, WIN))
            if s.stop or s.pv_end[0] == 0:
                break
            place, score = int(s.pv[0, 0]), seen
            s.limit = self.limit
        return place, score


class Plain(Contender):
    """Searches so many plies with ``plain``; among equal moves it chooses at random."""

    def __init__(self, ruleset: Ruleset, depth: int) -> None:
        super().__init__(ruleset, weighing.material(ruleset))
        self.plies = depth

    def choose(self) -> tuple[int, int]:
        best, places = -WIN, [0]
        for place in range(self.moves()):
            make(self.t, self.s, place)
            score = -int(plain(self.t, self.s, self.plies - 1, -WIN, 1 - best))
            unmake(self.t, self.s, place)
            if score > best:
                best, places = score, []
            if score == best:
                places.append(place)
        return self.chance.choice(places), best


@dataclass(frozen=True)
class Pair:
    """Two players: the one whose points are counted, and its opponent."""

    name: str
    one: Callable[[Ruleset], Contender]
    other: Callable[[Ruleset], Contender]


def contender(level: int, nodes: int) -> Callable[[Ruleset], Contender]:
    """The player of a level."""
    if level == TOP:
        return lambda ruleset: Top(ruleset, nodes)
    return lambda ruleset: Level(ruleset, (settings_of(ruleset, level, 0), settings_of(ruleset, level, 1)))


def pairs(nodes: int) -> list[Pair]:
    """The columns of the table."""
    return [
        Pair("newcomer : 1", lambda ruleset: Plain(ruleset, NEWCOMER_DEPTH), contender(1, nodes)),
        *(Pair(f"{level} : {level - 1}", contender(level, nodes), contender(level - 1, nodes)) for level in LEVELS[1:]),
        Pair(f"{TOP} : plain {PLAIN_DEPTH}", contender(TOP, nodes), lambda ruleset: Plain(ruleset, PLAIN_DEPTH)),
    ]


def play(players: tuple[Contender, Contender], opening: Game, chance: random.Random) -> float:
    """The result of one game for side 0, from this opening."""
    for player in players:
        player.start(opening, chance)
    ahead = 0  # plies in a row that the movers have seen side 0 far ahead, or side 1 as a negative number
    for _ in range(selfplay.LONGEST):
        turn = int(players[0].s.turn)
        player = players[turn]
        result = player.verdict()
        if result is not None:
            return result
        place, score = player.choose()
        sign = (-1 if turn else 1) * ((score >= DECIDED) - (score <= -DECIDED))
        ahead = sign * (abs(ahead) + 1) if sign * ahead >= 0 else sign
        if abs(ahead) == DECIDED_FOR:
            return selfplay.WON if ahead > 0 else selfplay.LOST
        for each in players:
            each.play(place)
    return selfplay.DRAWN


@cache
def begun(ruleset: Ruleset, games: int, seed: str) -> list[Game]:
    """The openings of a ruleset's games, each for two games."""
    return list(islice(openings(ruleset, seed), (games + 1) // 2))


def match(ruleset: Ruleset, pair: Pair, games: int, seed: str) -> Tally:
    """The tally of a pair's first player in so many games."""
    one, other = pair.one(ruleset), pair.other(ruleset)
    tally = Tally()
    for number in range(games):
        swapped = number % 2
        chance = random.Random(f"{seed} {ruleset.key} {pair.name} {number}")
        opening = begun(ruleset, games, seed)[number // 2]
        result = play((other, one) if swapped else (one, other), opening, chance)
        result = 1 - result if swapped else result
        if result == selfplay.WON:
            tally = replace(tally, won=tally.won + 1)
        elif result == selfplay.LOST:
            tally = replace(tally, lost=tally.lost + 1)
        else:
            tally = replace(tally, drawn=tally.drawn + 1)
    return tally


def sides(ruleset: Ruleset, make: Callable[[Ruleset], Contender], games: int, seed: str) -> Tally:
    """The tally of the hunters in so many games of a player against another of its kind."""
    hunters = ruleset.hunters or 0
    players = make(ruleset), make(ruleset)
    results = []
    for number in range(games):
        chance = random.Random(f"{seed} {ruleset.key} {number}")
        result = play(players, begun(ruleset, 2 * games, seed)[number], chance)
        results.append(1 - result if hunters else result)
    return Tally(results.count(selfplay.WON), results.count(selfplay.DRAWN), results.count(selfplay.LOST))


def cell(tally: Tally) -> str:
    """A share with half its 95 % interval, in points of a hundred."""
    share = tally.share
    spread = tally.won * (1 - share) ** 2 + tally.drawn * (0.5 - share) ** 2 + tally.lost * share**2
    return f"{100 * share:.0f} ± {100 * SURE * math.sqrt(spread) / tally.games:.0f}"


def job(asked: tuple[str, int, int, str, int, bool]) -> Tally:
    """One match, named by what another process can be given: ruleset, column, games, seed, nodes, of the sides."""
    key, column, games, seed, nodes, of_sides = asked
    if of_sides:
        return sides(find_ruleset(key), contender(LEVELS[column], nodes), games, seed)
    return match(find_ruleset(key), pairs(nodes)[column], games, seed)


def rows(
    rulesets: list[Ruleset], games: int, seed: str, nodes: int, processes: int, of_sides: bool
) -> Iterator[tuple[str, list[Tally]]]:
    """Each ruleset's tallies, a column each."""
    columns = range(len(LEVELS if of_sides else pairs(nodes)))
    jobs = [(ruleset.key, column, games, seed, nodes, of_sides) for ruleset in rulesets for column in columns]
    with get_context("spawn").Pool(processes) as pool:
        played = pool.imap(job, jobs)
        for ruleset in rulesets:
            yield ruleset.key, [next(played) for _ in columns]


def anchors(page: str) -> dict[str, list[list[int]]]:
    """The ratings of the levels of each ruleset in the tables of a page: the middle level has 1500, and the points that
    a level takes from the one below it are those that the difference of their ratings makes likely. Where another table
    has the hunters' points of each level against itself, there is a list for each side, and that rating is their mean.
    """
    found = {}
    for name, cells in _table(page, len(pairs(NODES))):
        steps = [0.0]
        for each in cells[1 : len(LEVELS)]:
            steps.append(steps[-1] + _worth(each))
        found[name] = [[round(MIDDLE + step - steps[MIDDLE_LEVEL - 1]) for step in steps]]
    for name, cells in _table(page, len(LEVELS)):
        if name not in found:
            continue
        (means,) = found[name]
        ahead = [_worth(each) / 2 for each in cells]
        signs = (1, -1) if find_ruleset(name).hunters == 0 else (-1, 1)
        found[name] = [[round(mean + sign * by) for mean, by in zip(means, ahead, strict=True)] for sign in signs]
    return found


def balance(page: str) -> dict[str, int]:
    """The hunters' points of a hundred where each of the strongest levels plays itself, as the table of a page has
    them: the mean of the last three, whose play is not bent to make the sides even.
    """
    return {
        name: round(sum(int(cell.split()[0]) for cell in cells[-STRONGEST:]) / STRONGEST)
        for name, cells in _table(page, len(LEVELS))
    }


def _table(page: str, columns: int) -> Iterator[tuple[str, list[str]]]:
    """The rows of those tables of a page that have so many columns of points: a ruleset's key, and its points."""
    row = rf"^\| ([a-z][a-z0-9-]*) \| *\d+ \|((?: \d+ ± \d+ \|){{{columns}}})$"
    for name, cells in re.findall(row, page, re.MULTILINE):
        yield name, [each.strip() for each in cells.strip("|").split("|")]


def _worth(told: str) -> float:
    """The difference of two ratings that makes a share of the points likely."""
    share = min(max(int(told.split()[0]), 1), 99) / 100
    return ELO * math.log10(share / (1 - share))


def write_anchors() -> None:
    """Write the ratings and the balance of the hunts that follow from docs/levels.md."""
    page = PAGE.read_text(encoding="utf-8")
    for file, found in ((ANCHORS, anchors(page)), (BALANCE, balance(page))):
        rows = (f"{json.dumps(name)}: {json.dumps(value)}" for name, value in sorted(found.items()))
        file.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def main() -> int:
    """Play, and print the table row by row."""
    parser = argparse.ArgumentParser(prog="python -m tools.ladder", description=str(__doc__).splitlines()[0])
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="default: all")
    parser.add_argument("--games", type=int, default=200, help="a pair; default %(default)s")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--nodes", type=int, default=NODES, help="a move, for the last level; default %(default)s")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--sides", action="store_true", help="the hunters' points where a level plays itself")
    parser.add_argument("--anchors", action="store_true", help="write the ratings that follow from docs/levels.md")
    asked = parser.parse_args()
    if asked.anchors:
        write_anchors()
        return 0
    chosen = [find_ruleset(name) for name in asked.rulesets] or list(rulesets())
    if asked.sides:
        chosen = [ruleset for ruleset in chosen if ruleset.hunters is not None]
    names = [f"level {level}" for level in LEVELS] if asked.sides else [pair.name for pair in pairs(asked.nodes)]
    print("| Ruleset | Games | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 2) + "|")
    for key, tallies in rows(chosen, asked.games, asked.seed, asked.nodes, asked.processes, asked.sides):
        print(f"| {key} | {asked.games} | " + " | ".join(map(cell, tallies)) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

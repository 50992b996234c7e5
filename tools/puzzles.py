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
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from engine.game import Game
from engine.games import find_ruleset
from engine.moves import Move, play
from engine.position import format_position
from engine.puzzles import (
    MOST_STEPS,
    Goal,
    InvalidPuzzle,
    Puzzle,
    check,
    end_of,
    file_of,
    has_choice,
    identity,
    lead,
    read_puzzles,
    texts_of,
    themes_of,
    write_puzzle,
)
from engine.ruleset import Ruleset
from engine.search import LEVELS
from engine.search.kernel_state import load, move_of, new_state
from engine.search.learned_data import anchors_by_ruleset
from engine.search.level_settings import settings_of
from engine.search.levels import TOP, candidate_moves, choose, sample_move
from engine.search.odds import chance_of, settle
from engine.search.results import Limit, Line
from engine.search.scores import MAX_EVALUATION
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
LONGEST = 160
"""Plies of a game."""
DECIDED, DECIDED_FOR = 0.97, 12
"""The chance at which a game is decided, and for how many plies it is still looked at then."""
GLANCE, NODES, TIMES = 1_500, 6_000, 20
"""Nodes of the first look at a position and of the second, and how many times as many the verification has."""
WINS, WINS_NOT, DRAWS, DRAWS_NOT, GAP = 0.80, 0.60, (0.45, 0.55), 0.20, 0.25
HUNT_GAP, HUNT_LEAD, HUNT_WINS, HUNT_MARGIN = 0.10, 0.45, 0.70, 45
"""In a hunt one piece moves the chance less: the gap, the chance of a hunter, that of the prey, hundredths of a man."""
RANKED = 8
"""So many of the best turns are compared; others that end alike may be among them."""
LEAST_GAP = 0.08
"""The gap that a puzzle that ships still has when it is searched once more; 0.05 would be another solution."""
TRIES, FOUND = 10, 8
EASY_SHARE = 1 / 3
HEAD = "| ruleset | puzzles | games | positions | candidates | kept | thrown away | CPU minutes |"
_TABLE = re.compile(re.escape(HEAD) + r"\n(?:\|.*\n)+")
"""At most so much of the puzzles is found by the first level at one turn."""


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
        """What the file has; a new one where there is none. A file of another seed goes on with its puzzles."""
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


@dataclass(frozen=True)
class Ranked:
    """The turns of a position as the side to act sees them: the best with its chance, and the next best's chance."""

    best: Line
    chance: float
    next: float
    margin: int = 0
    """By how much the best turn's score is higher than the next best's."""
    hunter: bool | None = None
    """Does a hunter act? None where nobody hunts."""

    @property
    def goal(self) -> Goal | None:
        """Whether one turn alone wins, or alone draws; None where there are more, or none."""
        if self.hunter is not None:
            return self._hunts()
        if self.chance - self.next < GAP:
            return None
        if self.chance >= WINS and self.next <= WINS_NOT:
            return Goal.WIN
        if DRAWS[0] <= self.chance <= DRAWS[1] and self.next <= DRAWS_NOT and self.best.score.cp == 0:
            return Goal.DRAW
        return None

    def _hunts(self) -> Goal | None:
        """A hunter's turn that alone takes something by force, or the prey's that alone shuts the hunters in."""
        if self.chance - self.next < HUNT_GAP or self.margin < HUNT_MARGIN:
            return None
        if self.hunter:
            return Goal.WIN if self.chance >= HUNT_LEAD else None
        won = self.best.score.cp >= MAX_EVALUATION
        return Goal.WIN if won or (self.chance >= HUNT_WINS and self.next <= WINS_NOT) else None


class Miner:
    """Looks for puzzles in games of one ruleset."""

    def __init__(self, mine: Mine) -> None:
        self.mine, self.ruleset = mine, mine.ruleset
        self.searcher = Searcher(self.ruleset, hash_mb=4)
        self.tables = tablebase_of(self.ruleset)
        self.judge = Searcher(self.ruleset, hash_mb=16, tablebase=self.tables)
        self.seen = {identity(self.ruleset, step.game.position) for each in mine.puzzles for step in each.steps}

    def game(self, number: int) -> Iterator[Puzzle]:
        """The puzzles of one game, which follows from the seed and its number."""
        chance = random.Random(f"{self.mine.seed} {self.ruleset.key} {number}")
        pair = PAIRS[number // 2 % len(PAIRS)]
        levels = pair if number % 2 else (pair[1], pair[0])
        self.searcher.clear()
        game, decided = Game.begin(self.ruleset), 0
        for _ in range(chance.randrange(RANDOM_PLIES + 1)):
            if not game.outcome:
                game = game.play(chance.choice(game.legal_moves))
        while not game.outcome and game.ply < LONGEST and decided < DECIDED_FOR:
            self.mine.positions += 1
            here, last = quietly(game), game.moves[-1] if game.moves else None
            if has_choice(here) and not here.outcome:
                ranked = rank(self.searcher, here, GLANCE)
                decided = decided + 1 if not 1 - DECIDED < ranked.chance < DECIDED else 0
                if ranked.chance - ranked.next >= (GAP if ranked.hunter is None else HUNT_GAP) * 0.8:
                    found = self.look(here, last)
                    if found:
                        yield found
            game = game.play(choose(self.searcher, game, levels[game.turn], chance).move)

    def look(self, game: Game, last: Move | None) -> Puzzle | None:
        """The puzzle that a position makes; None, and why not in the tally."""
        goal = rank(self.searcher, game, NODES).goal
        if goal is None:
            return None
        self.mine.tally["candidates"] += 1
        found = self.judged(game, goal, last)
        if isinstance(found, str):
            self.mine.tally[found] += 1
            return None
        self.mine.tally["kept"] += 1
        self.seen |= {identity(self.ruleset, step.game.position) for step in found.steps}
        return found

    def judged(self, game: Game, only: Goal, last: Move | None) -> Puzzle | str:
        """The puzzle of a candidate, or why it is thrown away. ``last`` is the turn before it."""
        name = identity(self.ruleset, game.position)
        if name in self.seen:
            return "seen"
        moves, _ = self.follow(self.searcher, game, only, NODES)
        self.judge.clear()
        sure, texts = self.follow(self.judge, game, only, NODES * TIMES)
        if not moves or not sure or sure[0] != moves[0]:
            return "not confirmed"
        text = format_position(self.ruleset, game.position, counters=False)
        puzzle = Puzzle(name, self.ruleset.key, text, texts, only, (), 0)
        alone = len(puzzle.steps) == 1
        if alone and last and last.captured and sure[0].captured == (last.target,):
            return "recapture"
        if alone and (game.position.pending or sure[0].huff is not None):
            return "forfeit alone"
        goal = self.goal_of(puzzle, only)
        if goal is None:
            return "nothing gained"
        level = self.level(puzzle)
        if level == 1 and alone and self.easy + 1 > EASY_SHARE * (len(self.mine.puzzles) + 3):
            return "too easy"
        puzzle = replace(puzzle, goal=goal, themes=themes_of(game, sure, goal), rating=self.rating(level, game.turn))
        try:
            check(puzzle)
        except InvalidPuzzle:
            return "not true"
        return puzzle if holds(puzzle, self.judge, NODES * TIMES) else "not confirmed"

    @property
    def easy(self) -> int:
        """How many puzzles so far the first level solves at one turn."""
        return sum(each.rating == self.rating(1, each.side) and len(each.steps) == 1 for each in self.mine.puzzles)

    def follow(
        self, searcher: Searcher, game: Game, goal: Goal, nodes: int
    ) -> tuple[tuple[Move, ...], tuple[tuple[str, ...], ...]]:
        """Best play as long as the solver's turn stays the only one; it ends with a turn of the solver."""
        side, steps = game.turn, 0
        moves: list[Move] = []
        texts: list[tuple[str, ...]] = []
        kept = 0
        while not game.outcome:
            if not has_choice(game):
                move = game.legal_moves[0]
                if game.turn == side and (move.takes or steps == 0):
                    kept = len(moves) + 1
            elif game.turn == side:
                ranked = rank(searcher, game, nodes)
                if steps == MOST_STEPS or ranked.goal is not goal:
                    break
                move, steps = ranked.best.move, steps + 1
                kept = len(moves) + 1
            else:
                move = searcher.search(game, Limit(nodes=nodes)).best
            moves.append(move)
            texts.append(texts_of(game, move))
            game = game.play(move)
        if game.outcome and game.outcome.winner == side and moves:
            kept = len(moves)
        return tuple(moves[:kept]), tuple(texts[:kept])

    def goal_of(self, puzzle: Puzzle, goal: Goal) -> Goal | None:
        """What the line ends in; None where that is neither a win nor a piece nor a draw."""
        end, side = end_of(puzzle), puzzle.side
        if goal is Goal.DRAW:
            return goal
        if end.outcome:
            return Goal.WIN if end.outcome.winner == side else None
        found = self.judge.search(end, Limit(nodes=NODES * TIMES))
        cp = found.score.cp if end.turn == side else -found.score.cp
        if cp >= MAX_EVALUATION:
            return Goal.WIN
        settled = settle(end, found.pv, 1)
        ahead = lead(puzzle.start, side)
        return Goal.PIECE_UP if lead(settled, side) > ahead and lead(end, side) > ahead else None

    def level(self, puzzle: Puzzle) -> int:
        """The lowest level that finds the whole line in 8 of 10 tries; the last is not asked."""
        for level in LEVELS[:-1]:
            chance = random.Random(f"{puzzle.id} {level}")
            wins = TRIES
            for step in puzzle.steps:
                wins = min(wins, self.finds(step.game, step.answers, level, chance))
                if wins < FOUND:
                    break
            if wins >= FOUND:
                return level
        return TOP

    def finds(self, game: Game, right: Sequence[Move], level: int, chance: random.Random) -> int:
        """How often of ten times a level plays one of the right turns."""
        t, s = self.searcher._t, new_state()
        load(self.ruleset, t, s, game)
        settings = settings_of(self.ruleset, level, game.turn)
        candidates = candidate_moves(t, s, settings)
        end = play(self.ruleset, game.position, right[0]).key
        good = {
            place
            for place in candidates
            if play(self.ruleset, game.position, move_of(self.ruleset, t, s, place)).key == end
        }
        return sum(sample_move(candidates, settings, False, chance) in good for _ in range(TRIES))

    def rating(self, level: int, side: int) -> int:
        """The fixed rating of a level; of a ruleset that was not measured, that of the nearest that was."""
        known = anchors_by_ruleset()
        near = "main-tapal-empat" if self.ruleset.hunters is not None else "permainan-tabal"
        sides = known.get(self.ruleset.key) or known[near]
        return sides[side if len(sides) > 1 else 0][level - 1]


def rank(searcher: Searcher, game: Game, nodes: int) -> Ranked:
    """The best turn of a position, and the chance of the next that leads to another one."""
    lines = searcher.rank_moves(game, Limit(nodes=nodes), most=RANKED).lines
    best = lines[0]
    end = play(game.ruleset, game.position, best.move).key
    others = (line for line in lines[1:] if play(game.ruleset, game.position, line.move).key != end)
    rest = list(islice(others, 3))
    if not rest:
        return Ranked(best, _chance(game, best), 1.0)
    after, hunters = max(_chance(game, line) for line in rest), game.ruleset.hunters
    hunter = None if hunters is None else game.turn == hunters
    return Ranked(best, _chance(game, best), after, best.score.cp - rest[0].score.cp, hunter)


def _chance(game: Game, line: Line) -> float:
    """The chance of the side to act after a turn."""
    cp = line.score.cp if game.turn == 0 else -line.score.cp
    first = chance_of(game, line.pv, cp)
    return first if game.turn == 0 else 1 - first


def quietly(game: Game) -> Game:
    """A game that begins at the present position, without a past."""
    return Game.begin(game.ruleset, replace(game.position, quiet=0, number=1))


def mine(rulesets: Sequence[Ruleset], count: int, seed: str, minutes: float) -> None:
    """Mine until each ruleset has so many, a few each in a round; ``minutes`` of work for each in a round at most."""
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
    """How the mining of a ruleset went, as a row of the table."""
    tally = dict(found.tally)
    kept, candidates = tally.pop("kept", 0), tally.pop("candidates", 0)
    why = ", ".join(f"{why} {many}" for why, many in sorted(tally.items(), key=lambda each: -each[1]))
    return (
        f"| {found.ruleset.key} | {len(found.puzzles)} | {found.games} | {found.positions} | {candidates} | {kept} "
        f"| {why} | {found.seconds / 60:.1f} |"
    )


def table(rulesets: Sequence[Ruleset], seed: str) -> str:
    """How the mining of rulesets went."""
    rows = [row(Mine.open(ruleset, seed)) for ruleset in rulesets]
    return "\n".join((HEAD, "|---|---|---|---|---|---|---|---|", *rows))


def holds(puzzle: Puzzle, searcher: Searcher, nodes: int) -> bool:
    """Is each turn of a puzzle that is asked for the only good one, as a search of so many nodes sees it?"""
    for step in puzzle.steps:
        searcher.clear()
        ranked = rank(searcher, step.game, nodes)
        if ranked.best.move not in step.answers or ranked.chance - ranked.next < LEAST_GAP:
            return False
    return True


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

"""Finds puzzles: from a position that a game came through to one in which a single turn is far better than every other.

A quick look tells whether one turn stands out at all. If so, best play is followed as long as the solver's turn stays
the only one, searched again with twenty times the nodes, and rated by the lowest level that finds the line. Where the
games come from is not known here: ``tools.puzzles`` plays them for the puzzles that ship, and ``papan mine`` is given
those that people have finished.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from engine.game import Game
from engine.moves import Move, play
from engine.position import format_position
from engine.puzzles import (
    MOST_STEPS,
    Goal,
    InvalidPuzzle,
    Puzzle,
    check,
    end_of,
    has_choice,
    identity,
    lead,
    texts_of,
    themes_of,
)
from engine.ruleset import Ruleset
from engine.search import LEVELS
from engine.search.kernel_state import load, move_of, new_state
from engine.search.learned_data import anchors_by_ruleset
from engine.search.level_settings import settings_of
from engine.search.levels import TOP, candidate_moves, sample_move
from engine.search.odds import chance_of, settle
from engine.search.results import Limit, Line
from engine.search.scores import MAX_EVALUATION
from engine.search.searcher import Searcher
from engine.search.tablebase.files import tablebase_of

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
EASY_SHARE = 3 / 5
"""At most so much of the puzzles is found by the first level at one turn."""


@dataclass(frozen=True)
class RankedTurns:
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
        """The goal that one turn alone reaches; None where several reach it, or no turn does."""
        if self.hunter is not None:
            return self._hunts()
        if self.chance - self.next < GAP:
            return None
        if self.chance >= WINS and self.next <= WINS_NOT:
            return Goal.WIN
        if DRAWS[0] <= self.chance <= DRAWS[1] and self.next <= DRAWS_NOT and self.best.score.cp == 0:
            return Goal.DRAW
        return None

    @property
    def stands_out(self) -> bool:
        """Is the best turn so far ahead that a longer look at the position may find a goal?"""
        return self.chance - self.next >= (GAP if self.hunter is None else HUNT_GAP) * 0.8

    def _hunts(self) -> Goal | None:
        """A hunter's turn that alone takes something by force, or the prey's that alone shuts the hunters in."""
        if self.chance - self.next < HUNT_GAP or self.margin < HUNT_MARGIN:
            return None
        if self.hunter:
            return Goal.WIN if self.chance >= HUNT_LEAD else None
        won = self.best.score.cp >= MAX_EVALUATION
        return Goal.WIN if won or (self.chance >= HUNT_WINS and self.next <= WINS_NOT) else None


class PuzzleFinder:
    """Looks for puzzles of one ruleset, none of which is an image of another.

    ``kept`` are those there are already; whoever keeps what is found adds to it. ``tally`` counts what became of the
    candidates, and why those were thrown away that are.
    """

    def __init__(self, ruleset: Ruleset, kept: Sequence[Puzzle], tally: Counter[str]) -> None:
        self.ruleset, self.kept, self.tally = ruleset, kept, tally
        self.searcher = Searcher(ruleset, hash_mb=4)
        self.judge = Searcher(ruleset, hash_mb=16, tablebase=tablebase_of(ruleset))
        self.seen = set[str]()
        for each in kept:
            self.know(each)

    def know(self, puzzle: Puzzle) -> None:
        """None of its positions is to be found again."""
        self.seen |= {identity(self.ruleset, step.game.position) for step in puzzle.steps}

    def at(self, game: Game, ply: int) -> tuple[RankedTurns | None, Puzzle | None]:
        """The ranking of the turns by a quick look at a game after so many turns, and the puzzle that is there.

        None where there is nothing to choose, and where there is no puzzle.
        """
        here, last = quietly(game, ply), game.moves[ply - 1] if ply else None
        if not has_choice(here) or here.outcome:
            return None, None
        ranked = self.glance(here)
        return ranked, self.look(here, last) if ranked.stands_out else None

    def glance(self, game: Game) -> RankedTurns:
        """The quick look at a position."""
        return rank(self.searcher, game, GLANCE)

    def look(self, game: Game, last: Move | None) -> Puzzle | None:
        """The puzzle that a position makes; None, and why not in the tally."""
        goal = rank(self.searcher, game, NODES).goal
        if goal is None:
            return None
        self.tally["candidates"] += 1
        found = self.judged(game, goal, last)
        if isinstance(found, str):
            self.tally[found] += 1
            return None
        self.tally["kept"] += 1
        self.know(found)
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
        if level == 1 and alone and self.easy + 1 > EASY_SHARE * (len(self.kept) + 3):
            return "too easy"
        puzzle = replace(puzzle, goal=goal, themes=themes_of(game, sure, goal), rating=self.rating(level, game.turn))
        try:
            check(puzzle)
        except InvalidPuzzle:
            return "not true"
        return puzzle if holds(puzzle, self.judge, NODES * TIMES) else "not confirmed"

    @property
    def easy(self) -> int:
        """The number of puzzles so far that the first level solves at one turn."""
        return sum(each.rating == self.rating(1, each.side) and len(each.steps) == 1 for each in self.kept)

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
        """The goal that the line reaches; None where that is neither a win nor a piece nor a draw."""
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
        """The number of times, of ten tries, that a level plays one of the right turns."""
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


def rank(searcher: Searcher, game: Game, nodes: int) -> RankedTurns:
    """The best turn of a position, and the chance of the next that leads to another one."""
    lines = searcher.rank_moves(game, Limit(nodes=nodes), most=RANKED).lines
    best = lines[0]
    end = play(game.ruleset, game.position, best.move).key
    others = (line for line in lines[1:] if play(game.ruleset, game.position, line.move).key != end)
    rest = list(islice(others, 3))
    if not rest:
        return RankedTurns(best, _chance(game, best), 1.0)
    after, hunters = max(_chance(game, line) for line in rest), game.ruleset.hunters
    hunter = None if hunters is None else game.turn == hunters
    return RankedTurns(best, _chance(game, best), after, best.score.cp - rest[0].score.cp, hunter)


def _chance(game: Game, line: Line) -> float:
    """The chance of the side to act after a turn."""
    cp = line.score.cp if game.turn == 0 else -line.score.cp
    first = chance_of(game, line.pv, cp)
    return first if game.turn == 0 else 1 - first


def quietly(game: Game, ply: int) -> Game:
    """A game that begins where another stood after so many turns, without a past."""
    return Game.begin(game.ruleset, replace(game.positions[ply], quiet=0, number=1))


def holds(puzzle: Puzzle, searcher: Searcher, nodes: int) -> bool:
    """Is each turn of a puzzle that is asked for the only good one, as a search of so many nodes sees it?"""
    for step in puzzle.steps:
        searcher.clear()
        ranked = rank(searcher, step.game, nodes)
        if ranked.best.move not in step.answers or ranked.chance - ranked.next < LEAST_GAP:
            return False
    return True

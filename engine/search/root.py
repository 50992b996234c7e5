"""The root of the search: iterative deepening with an aspiration window, until a limit is met.

It is plain Python; one call of the kernel searches one root move (``engine.search.pvs``).
"""

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from engine.game import Game
from engine.moves import Move
from engine.ruleset import Ruleset
from engine.search.barred import has_brought_back, legal_places
from engine.search.kernel_state import load, move_of, new_state
from engine.search.make_move import make, unmake
from engine.search.movegen import generate
from engine.search.pvs import search_root_move
from engine.search.results import Limit, Line, OnInfo, Result, Score
from engine.search.scores import WIN
from engine.search.tablebase.entries import LOST, OUTCOME, WON, probe_entry, quickest_move
from engine.search.tablebase.files import Tablebase
from engine.search.transposition import BUCKET_BYTES, WIN_IN_MAX_PLIES

MAX_DEPTH = 100
ASPIRATION_WINDOW = 25  # first half-width of the window around the last score, in hundredths of a man
ASPIRATION_DEPTH = 4  # from here on
WIDENING = 4  # by which the window grows on the side where a score fell outside
FORCED_DEPTH = 6  # deep enough for a score where there is only one move
EXTENSION_ALLOWANCE = 8  # plies beyond twice the depth up to which forced moves are extended
# No limit ends the first depth before so many root moves have a score, or all of them: an answer is the best of them,
# not the move that happens to be generated first. They take a few milliseconds. Where pieces are put anywhere there can
# be ten thousand moves and more, which take so long that a limit would mean nothing: there it is the best of those
# scored. Moves are counted, not timed, so that a limit of nodes gives the same answer on every machine.
SCORED_AT_LEAST = 256
HISTORY_DECAY = 3  # bits by which the history of earlier searches counts less
TABLEBASE_PV_PLIES = 16  # up to which a line is continued from the tablebase


@dataclass(frozen=True)
class Shared:
    """The data that all threads of a search share: the compiled ruleset, its tablebase, the transposition table and its
    age, the cost of a draw by repetition for the side to act, and how many ranked moves are wanted (all if None).
    """

    ruleset: Ruleset
    t: Any
    tablebase: Tablebase | None
    table: "np.ndarray[Any, np.dtype[np.int64]]"
    age: int
    contempt: int
    most: int | None


class Root(ABC):
    """One thread's view of the position to search."""

    def __init__(self, shared: Shared, s: Any, game: Game, limit: Limit, number: int, states: list[Any]) -> None:
        self.began = time.perf_counter()
        self.game, self.limit, self.number, self.states = game, limit, number, states
        self.t, self.s = shared.t, s
        self.ruleset, self.tablebase, self.most = shared.ruleset, shared.tablebase, shared.most
        self.longest_safe_win = self.tablebase.longest_safe_win(self.t, game) if self.tablebase else 0
        self.load(s)
        self.heeds_limits = number > 0  # nobody waits for a helper's answer
        s.limit = (limit.nodes or 0) if self.heeds_limits else 0
        s.repetition_value = shared.contempt if game.turn else -shared.contempt
        s.tt_address = shared.table.ctypes.data
        s.tt_mask = shared.table.nbytes // BUCKET_BYTES - 1
        s.tt_age = shared.age
        s.history >>= HISTORY_DECAY
        s.killer[:] = -1
        self.order = legal_places(self.t, s, generate(self.t, s))
        self.scores: dict[int, int] = {}
        self.lines: dict[int, list[int]] = {move: [move] for move in self.order}
        self.depth = 0
        self.stopped = False
        self.failure: BaseException | None = None

    def load(self, s: Any) -> None:
        """Put the position to search into a state."""
        load(self.ruleset, self.t, s, self.game)
        s.merge_routes = 1
        if self.tablebase:
            self.tablebase.attach(s, self.longest_safe_win)

    def deepen(self, on_info: OnInfo | None) -> None:
        """Search one ply deeper each time, until a limit is met or the rest cannot change the outcome."""
        try:
            last = min(self.limit.depth or MAX_DEPTH, MAX_DEPTH)
            # A helper's odd depths fill the table ahead of the first thread.
            for depth in range(1 + self.number % 2, last + 1 + self.number):
                self.s.extension_limit = 2 * depth + EXTENSION_ALLOWANCE
                self.search_all(depth)
                if self.s.stop:
                    return
                self.depth = depth
                if on_info:
                    on_info(self.result())
                self.heed_limits()
                if self.stopped or self.settled(depth):
                    return
        except BaseException as error:  # handed to the calling thread
            self.failure = error

    def halt(self) -> None:
        """End the search as soon as it has an answer. Called from another thread."""
        self.stopped = True
        if self.heeds_limits:
            self.s.stop = 1

    def heed_limits(self) -> None:
        """From now on the search ends when it is halted, or has visited all the nodes that it may."""
        if not self.heeds_limits:
            self.heeds_limits = True  # before the look at ``stopped``: a halt in between is seen here or there
            self.s.limit = self.limit.nodes or 0
            if self.stopped:
                self.s.stop = 1

    def settled(self, depth: int) -> bool:
        """Would a deeper search change nothing? A win or loss is found in full, or there is only one move."""
        if self.number or (self.limit.movetime_ms is None and self.limit.nodes is None):
            return False
        score = self.scores[self.order[0]]
        decided = abs(score) > WIN_IN_MAX_PLIES and depth > WIN - abs(score)
        return decided or (len(self.order) == 1 and depth >= FORCED_DEPTH)

    @abstractmethod
    def search_all(self, depth: int) -> None:
        """Search the root moves to a depth; the best stands first in ``order`` afterwards."""

    def try_move(self, number: int, move: int, depth: int, alpha: int, beta: int) -> int:
        """The score of one root move, after so many others at this depth; keeps its line."""
        if number >= SCORED_AT_LEAST:
            self.heed_limits()
        score = int(search_root_move(self.t, self.s, move, depth, alpha, beta))
        if not self.s.stop and score > alpha:
            self.lines[move] = [int(place) for place in self.s.pv[0, : self.s.pv_end[0]]]
        return score

    def result(self) -> Result:
        """The result so far."""
        nodes = sum(int(s.nodes) for s in self.states)
        return Result(tuple(self.best_lines()), self.depth, nodes, time.perf_counter() - self.began)

    def best_lines(self) -> list[Line]:
        """The lines of the result."""
        return [self.line(self.order[0])]

    def line(self, move: int) -> Line:
        """A root move, its score and what follows, in the engine's terms."""
        pv = self.replay(self.lines[move])
        return Line(pv[0], score_of(self.scores.get(move, 0)), pv)

    @cached_property
    def _replayed(self) -> Any:
        """A state of the position to search in which lines are played: loading one takes longer than a line does."""
        s: Any = new_state()
        self.load(s)
        return s

    def replay(self, places: list[int]) -> tuple[Move, ...]:
        """The moves at these places among those generated, one after the other, continued from the tablebase.

        To the kernel a side whose moves are all barred makes one and has lost; the line ends before it.
        """
        t, s = self.t, self._replayed
        moves: list[Move] = []
        made: list[int] = []
        brought_back = False

        def advance(place: int) -> None:
            moves.append(move_of(self.ruleset, t, s, place))
            made.append(int(s.move_code[place]))
            make(t, s, place)

        for place in places:
            s.move_top = s.route_top = 0
            if place >= generate(t, s):
                break
            advance(place)
            if brought_back := has_brought_back(t, s):
                moves.pop()
                break
        while not brought_back and len(moves) < TABLEBASE_PV_PLIES and probe_entry(t, s) >> OUTCOME in (WON, LOST):
            s.move_top = s.route_top = 0
            place = int(quickest_move(t, s))
            if place < 0:
                break
            advance(place)
        for code in reversed(made):
            s.move_code[0] = code
            unmake(t, s, 0)
        return tuple(moves)


class BestMove(Root):
    """Principal variation search: the first root move with the full window, the others with a null window first."""

    def search_all(self, depth: int) -> None:
        guess = self.scores.get(self.order[0], 0)
        below = above = ASPIRATION_WINDOW
        if depth < ASPIRATION_DEPTH or abs(guess) > WIN_IN_MAX_PLIES:
            below = above = 2 * WIN
        while not self.s.stop:
            alpha, beta = max(guess - below, -WIN), min(guess + above, WIN)
            score = self.search_window(depth, alpha, beta)
            if self.s.stop or alpha < score < beta or (score <= alpha <= -WIN) or (score >= beta >= WIN):
                return
            below, above = (below * WIDENING, above) if score <= alpha else (below, above * WIDENING)

    def search_window(self, depth: int, alpha: int, beta: int) -> int:
        """The best score of the root moves, exact if it lies between the bounds."""
        best = -WIN
        for number, move in enumerate(list(self.order)):
            score = self.try_move(number, move, depth, alpha, alpha + 1 if number else beta)
            if number and alpha < score < beta and not self.s.stop:
                score = self.try_move(number, move, depth, alpha, beta)
            if self.s.stop:
                return best
            if number == 0 or score > alpha:
                self.scores[move] = score
            if number and score > alpha:
                self.order.remove(move)
                self.order.insert(0, move)
            best, alpha = max(best, score), max(alpha, score)
            if score >= beta:
                break
        return best


class EveryMove(Root):
    """Scores every root move with a full window (multi-PV)."""

    def search_all(self, depth: int) -> None:
        scores = {}
        for number, move in enumerate(self.order):
            score = self.try_move(number, move, depth, -WIN, WIN)
            if self.s.stop:
                break
            scores[move] = score
        if not self.s.stop or not self.scores:
            self.scores = scores
            self.order = sorted(scores, key=lambda move: -scores[move])

    def best_lines(self) -> list[Line]:
        """The legal moves scored; routes that end alike, with the same captures, are one move to the kernel."""
        known = {_outcome(line.move): line for line in map(self.line, self.order[: self.most])}
        lines = [
            Line(move, known[_outcome(move)].score, (move, *known[_outcome(move)].pv[1:]))
            for move in self.game.legal_moves
            if _outcome(move) in known
        ]
        return sorted(lines, key=lambda line: -line.score.cp)


def _outcome(move: Move) -> tuple[object, ...]:
    ends = (move.path[0], move.path[-1]) if move.path else ()
    return ends, frozenset(move.captured), move.drops, move.huff, move.forfeit, move.removed


def score_of(value: int) -> Score:
    """The kernel's value as a score."""
    if abs(value) <= WIN_IN_MAX_PLIES:
        return Score(value)
    turns = (WIN - abs(value) + 1) // 2
    return Score(value, turns if value > 0 else -turns)

"""The root of the search: iterative deepening with an aspiration window, until a limit is met.

It is plain Python; one call of the kernel searches one root move (``engine.search.pvs``). The kernel runs without
Python's lock. Several threads search the same position and share the transposition table (lazy SMP); the calling thread
only waits, and stops the others on time.
"""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.game import Game, GameOver
from engine.moves import Move
from engine.ruleset import Ruleset
from engine.search import weights as weighing
from engine.search.kernel_state import load, move_of, new_state
from engine.search.make_move import make
from engine.search.movegen import generate
from engine.search.pvs import search_root_move
from engine.search.ruleset_compiler import compile_ruleset
from engine.search.scores import WIN
from engine.search.tablebase.entries import LOST, OUTCOME, WON, probe_entry, quickest_move
from engine.search.tablebase.files import Tablebase
from engine.search.tablebase.materials import prepare
from engine.search.transposition import BUCKET_BYTES, WIN_IN_MAX_PLIES

MAX_DEPTH = 100
ASPIRATION_WINDOW = 25  # first half-width of the window around the last score, in hundredths of a man
ASPIRATION_DEPTH = 4  # from here on
WIDENING = 4  # by which the window grows on the side where a score fell outside
FORCED_DEPTH = 6  # deep enough for a score where there is only one move
EXTENSION_ALLOWANCE = 8  # plies beyond twice the depth up to which forced moves are extended
HISTORY_DECAY = 3  # bits by which the history of earlier searches counts less
POLL_SECONDS = 0.004  # between two looks at a stop event
AGES = 250
TABLEBASE_PV_PLIES = 16  # up to which a line is continued from the tablebase


@dataclass(frozen=True)
class Limit:
    """When to stop, whichever comes first: milliseconds, depth in plies, nodes. No limit: until stopped."""

    movetime_ms: int | None = None
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, order=True)
class Score:
    """How good a position or a move is for the side to act.

    ``cp`` is in hundredths of a man. ``wins_in`` is the number of the winner's turns to a win found, negative if
    it is the other side's, and None if none was found.
    """

    cp: int
    wins_in: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Line:
    """A legal move with its score and the best play that follows (``pv`` begins with the move)."""

    move: Move
    score: Score
    pv: tuple[Move, ...]


@dataclass(frozen=True)
class Result:
    """What a search found. ``lines`` holds the best move, or after ``rank_moves`` every legal move, best first."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> Move:
        """The move to play."""
        return self.lines[0].move

    @property
    def score(self) -> Score:
        """Its score."""
        return self.lines[0].score

    @property
    def pv(self) -> tuple[Move, ...]:
        """The best play found, from the best move on."""
        return self.lines[0].pv


OnInfo = Callable[[Result], None]


class Searcher:
    """Searches games of one ruleset; keeps its table from one search to the next.

    ``hash_mb`` is the size of that table in megabytes, rounded down to a power of two. ``weights`` are the learned ones
    by default, ``tablebase`` none. One search at a time.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        hash_mb: int = 16,
        weights: weighing.Weights | None = None,
        tablebase: Tablebase | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.tablebase = tablebase
        self._t: Any = compile_ruleset(ruleset)
        if tablebase:
            prepare(ruleset, self._t)
        weighing.apply(ruleset, self._t, weights or weighing.learned(ruleset))
        entries = max(1 << 10, (hash_mb << 20) // BUCKET_BYTES)
        self._table = np.zeros((1 << entries.bit_length() - 1) * BUCKET_BYTES // 8, np.int64)
        self._states: list[Any] = []
        self._age = 0
        self._busy = threading.Lock()

    def clear(self) -> None:
        """Forget everything earlier searches found."""
        self._table[:] = 0
        self._states.clear()
        self._age = 0

    def search(
        self,
        game: Game,
        limit: Limit,
        *,
        on_info: OnInfo | None = None,
        threads: int = 1,
        stop: threading.Event | None = None,
    ) -> Result:
        """The best move of a game's present position.

        ``on_info`` is called from the searching thread after each depth. Raises GameOver where the game has ended.
        """
        return self._run(game, limit, _BestMove, on_info, threads, stop)

    def rank_moves(
        self,
        game: Game,
        limit: Limit,
        *,
        on_info: OnInfo | None = None,
        threads: int = 1,
        stop: threading.Event | None = None,
    ) -> Result:
        """A score for every legal move, best first; it goes less deep than ``search`` in the same time.

        Raises GameOver where the game has ended.
        """
        return self._run(game, limit, _EveryMove, on_info, threads, stop)

    def _run(
        self,
        game: Game,
        limit: Limit,
        kind: "type[_Root]",
        on_info: OnInfo | None,
        threads: int,
        stop: threading.Event | None,
    ) -> Result:
        if game.outcome:
            raise GameOver
        with self._busy:
            return self._race(game, limit, kind, on_info, threads, stop)

    def _race(
        self,
        game: Game,
        limit: Limit,
        kind: "type[_Root]",
        on_info: OnInfo | None,
        threads: int,
        stop: threading.Event | None,
    ) -> Result:
        began = time.perf_counter()
        deadline = began + limit.movetime_ms / 1000 if limit.movetime_ms is not None else None
        self._age = self._age % AGES + 1
        while len(self._states) < threads:
            self._states.append(new_state())
        states = self._states[:threads]
        roots = [kind(self, s, game, limit, number, states) for number, s in enumerate(states)]
        done = threading.Event()

        def think(root: _Root) -> None:
            try:
                root.deepen(on_info if root is roots[0] else None)
            finally:
                if root is roots[0]:
                    done.set()

        crew = [threading.Thread(target=think, args=(root,), name="papan-search", daemon=True) for root in roots]
        for worker in crew:
            worker.start()
        while not done.is_set():
            left = None if deadline is None else deadline - time.perf_counter()
            if (stop and stop.is_set()) or (left is not None and left <= 0):
                break
            done.wait(min(POLL_SECONDS, left or POLL_SECONDS) if stop else left)
        for root in roots:
            root.stopped = True
            root.s.stop = 1
        for worker in crew:
            worker.join()
        if roots[0].failure:
            raise roots[0].failure
        return roots[0].result()


class _Root(ABC):
    """One thread's view of the position to search."""

    def __init__(self, searcher: Searcher, s: Any, game: Game, limit: Limit, number: int, states: list[Any]) -> None:
        self.began = time.perf_counter()
        self.game, self.limit, self.number, self.states = game, limit, number, states
        self.t, self.s = searcher._t, s
        self.ruleset, self.tablebase = searcher.ruleset, searcher.tablebase
        self.longest_safe_win = self.tablebase.longest_safe_win(self.t, game) if self.tablebase else 0
        self.load(s)
        s.limit = limit.nodes or 0
        s.tt_address = searcher._table.ctypes.data
        s.tt_mask = searcher._table.nbytes // BUCKET_BYTES - 1
        s.tt_age = searcher._age
        s.history >>= HISTORY_DECAY
        s.killer[:] = -1
        self.many = generate(self.t, s)
        self.order = list(range(self.many))
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
                if self.stopped or self.s.stop:
                    return
                self.depth = depth
                if on_info:
                    on_info(self.result())
                if self.settled(depth):
                    return
        except BaseException as error:  # handed to the calling thread
            self.failure = error

    def settled(self, depth: int) -> bool:
        """Would a deeper search change nothing? A win or loss is found in full, or there is only one move."""
        if self.number or (self.limit.movetime_ms is None and self.limit.nodes is None):
            return False
        score = self.scores[self.order[0]]
        decided = abs(score) > WIN_IN_MAX_PLIES and depth > WIN - abs(score)
        return decided or (self.many == 1 and depth >= FORCED_DEPTH)

    @abstractmethod
    def search_all(self, depth: int) -> None:
        """Search the root moves to a depth; the best stands first in ``order`` afterwards."""

    def try_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        """The score of one root move; keeps its line."""
        score = int(search_root_move(self.t, self.s, move, depth, alpha, beta))
        if not self.s.stop and score > alpha:
            self.lines[move] = [int(place) for place in self.s.pv[0, : self.s.pv_end[0]]]
        return score

    def result(self) -> Result:
        """What has been found so far."""
        nodes = sum(int(s.nodes) for s in self.states)
        return Result(tuple(self.best_lines()), self.depth, nodes, time.perf_counter() - self.began)

    def best_lines(self) -> list[Line]:
        """The lines of the result."""
        return [self.line(self.order[0])]

    def line(self, move: int) -> Line:
        """A root move, its score and what follows, in the engine's terms."""
        pv = self.replay(self.lines[move])
        return Line(pv[0], score_of(self.scores.get(move, 0)), pv)

    def replay(self, places: list[int]) -> tuple[Move, ...]:
        """The moves at these places among those generated, one after the other, continued from the tablebase."""
        s: Any = new_state()
        self.load(s)
        moves = []
        for place in places:
            s.move_top = s.route_top = 0
            if place >= generate(self.t, s):
                break
            moves.append(move_of(self.ruleset, self.t, s, place))
            make(self.t, s, place)
        while len(moves) < TABLEBASE_PV_PLIES and probe_entry(self.t, s) >> OUTCOME in (WON, LOST):
            s.move_top = s.route_top = 0
            place = int(quickest_move(self.t, s))
            if place < 0:
                break
            moves.append(move_of(self.ruleset, self.t, s, place))
            make(self.t, s, place)
        return tuple(moves)


class _BestMove(_Root):
    """Principal variation search: the first root move with the full window, the others with a null window first."""

    def search_all(self, depth: int) -> None:
        guess = self.scores.get(self.order[0], 0)
        below = above = ASPIRATION_WINDOW
        if depth < ASPIRATION_DEPTH or abs(guess) > WIN_IN_MAX_PLIES:
            below = above = 2 * WIN
        while not self.stopped:
            alpha, beta = max(guess - below, -WIN), min(guess + above, WIN)
            score = self.search_window(depth, alpha, beta)
            if self.s.stop or alpha < score < beta or (score <= alpha <= -WIN) or (score >= beta >= WIN):
                return
            below, above = (below * WIDENING, above) if score <= alpha else (below, above * WIDENING)

    def search_window(self, depth: int, alpha: int, beta: int) -> int:
        """The best score of the root moves, exact if it lies between the bounds."""
        best = -WIN
        for number, move in enumerate(list(self.order)):
            score = self.try_move(move, depth, alpha, alpha + 1 if number else beta)
            if number and alpha < score < beta and not self.s.stop:
                score = self.try_move(move, depth, alpha, beta)
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


class _EveryMove(_Root):
    """Scores every root move with a full window (multi-PV)."""

    def search_all(self, depth: int) -> None:
        scores = {}
        for move in list(self.order):
            scores[move] = self.try_move(move, depth, -WIN, WIN)
            if self.s.stop or self.stopped:
                return
        self.scores = scores
        self.order.sort(key=lambda move: -scores[move])

    def best_lines(self) -> list[Line]:
        """Every legal move; routes that end alike, with the same captures, are one move to the kernel."""
        known = {_outcome(line.move): line for line in map(self.line, self.order)}
        lines = [
            Line(move, known[_outcome(move)].score, (move, *known[_outcome(move)].pv[1:]))
            for move in self.game.legal_moves
        ]
        return sorted(lines, key=lambda line: -line.score.cp)


def _outcome(move: Move) -> tuple[object, ...]:
    ends = (move.path[0], move.path[-1]) if move.path else ()
    return ends, frozenset(move.captured), move.drops, move.huff, move.forfeit


def score_of(value: int) -> Score:
    """The kernel's value as a score."""
    if abs(value) <= WIN_IN_MAX_PLIES:
        return Score(value)
    turns = (WIN - abs(value) + 1) // 2
    return Score(value, turns if value > 0 else -turns)


READY = True  # the last line: a caller that sees it may search at once

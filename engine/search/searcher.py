"""The computer player's search of a position, on as many threads as are given.

The kernel runs without Python's lock. Several threads search the same position and share the transposition table (lazy
SMP); the calling thread only waits, and stops the others on time.
"""

import threading
import time
from typing import Any

import numpy as np

from engine.game import Game, GameOver
from engine.ruleset import Ruleset
from engine.search import weights as weighing
from engine.search.kernel_state import new_state
from engine.search.results import Limit, OnInfo, Result
from engine.search.root import BestMove, EveryMove, Root, Shared
from engine.search.ruleset_compiler import compile_ruleset
from engine.search.tablebase.files import Tablebase
from engine.search.tablebase.materials import prepare
from engine.search.transposition import BUCKET_BYTES

POLL_SECONDS = 0.004  # between two looks at a stop event
AGES = 250


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
        contempt: int = 0,
    ) -> Result:
        """The best move of a game's present position.

        A limit or ``stop`` ends it once its moves have been scored one ply deep, or a few hundred of very many.
        A draw by repetition counts as ``contempt`` hundredths of a man less than even for the side to act.
        ``on_info`` is called from the searching thread after each depth. Raises GameOver where the game has ended.
        """
        return self._run(game, limit, BestMove, on_info, threads, stop, contempt)

    def rank_moves(
        self,
        game: Game,
        limit: Limit,
        *,
        on_info: OnInfo | None = None,
        threads: int = 1,
        stop: threading.Event | None = None,
        most: int | None = None,
    ) -> Result:
        """A score for every legal move, best first; it goes less deep than ``search`` in the same time.

        Of very many moves those are left out that a limit or ``stop`` left without a score. ``most`` of the best are
        enough for who asks for no more: telling what follows on each takes longer than a short search does.
        Raises GameOver where the game has ended.
        """
        return self._run(game, limit, EveryMove, on_info, threads, stop, most=most)

    def _run(
        self,
        game: Game,
        limit: Limit,
        kind: type[Root],
        on_info: OnInfo | None,
        threads: int,
        stop: threading.Event | None,
        contempt: int = 0,
        most: int | None = None,
    ) -> Result:
        if game.outcome:
            raise GameOver
        with self._busy:
            return self._race(game, limit, kind, on_info, threads, stop, contempt, most)

    def _race(
        self,
        game: Game,
        limit: Limit,
        kind: type[Root],
        on_info: OnInfo | None,
        threads: int,
        stop: threading.Event | None,
        contempt: int,
        most: int | None,
    ) -> Result:
        began = time.perf_counter()
        deadline = began + limit.movetime_ms / 1000 if limit.movetime_ms is not None else None
        self._age = self._age % AGES + 1
        while len(self._states) < threads:
            self._states.append(new_state())
        states = self._states[:threads]
        shared = Shared(self.ruleset, self._t, self.tablebase, self._table, self._age, contempt, most)
        roots = [kind(shared, s, game, limit, number, states) for number, s in enumerate(states)]
        done = threading.Event()

        def think(root: Root) -> None:
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
            root.halt()
        for worker in crew:
            worker.join()
        if roots[0].failure:
            raise roots[0].failure
        return roots[0].result()


READY = True  # the last line: a caller that sees it may search at once

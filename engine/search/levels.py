"""Eight levels of the computer player, from one who has just learned the rules to all that the search can do.

A lower level sees less far, overlooks captures of several pieces in what lies ahead, and chooses among the moves that
look about as good to it; it never plays one that looks worse than the best by more than the level's margin, and a win
or the longest defence that it has found it plays. Below the last level a choice takes about ten milliseconds at most,
keeps nothing for the next, and follows from the game and the chance given alone.
"""

import json
import math
import random
import threading
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from engine.game import Game, GameOver
from engine.moves import Move
from engine.ruleset import Ruleset
from engine.search import LEVELS
from engine.search import weights as weighing
from engine.search.kernel_state import load, move_of, new_state
from engine.search.movegen import generate
from engine.search.pvs import ENTRY, FOUND, WIN, rank
from engine.search.searcher import Limit, Score, Searcher, score_of

TOP = LEVELS[-1]

OPENING = 6  # plies in which every level varies its moves
LEAST_TABLE, MOST_TABLE = 8, 16  # entries of a look's own table, as powers of two


@dataclass(frozen=True)
class Choice:
    """A level's move, and what it thinks of it: the score is for the side that moves."""

    move: Move
    score: Score

    @property
    def wins_in(self) -> int | None:
        """The number of the winner's turns to a win found, negative if it is the other side's, or None."""
        return self.score.wins_in


@dataclass(frozen=True)
class Sight:
    """How well a level sees, and how it chooses among what it sees.

    It looks ``depth`` plies ahead, fewer where that takes more than ``nodes``, and overlooks captures of ``blind``
    or more pieces behind its own move (0: none). It plays moves that seem at most ``margin`` hundredths of a man
    worse than the best, one ``heat`` hundredths worse e times less often (0: only the best).
    """

    depth: int
    nodes: int
    blind: int
    margin: int
    heat: int


_FILE = weighing.FOLDER / "levels.json"
_ANY = "malaysian-checkers-8"  # whose levels a ruleset has that is not in the file
_OPENING_SIGHT = Sight(9, 60_000, 0, 25, 10)  # of the top level


@cache
def sights(ruleset: Ruleset) -> tuple[tuple[Sight, ...], ...]:
    """How the levels below the top see a game of this ruleset, for each side, from the file of levels.

    Where one side has the easier game its levels see less, so that a level is about as strong on either side.
    """
    known = json.loads(_FILE.read_text(encoding="utf-8"))
    sides = [tuple(Sight(*row) for row in table) for table in known.get(ruleset.key, known[_ANY])]
    return sides[0], sides[-1]


def sight(ruleset: Ruleset, level: int, side: int) -> Sight:
    """How a level below the top sees a game of this ruleset when it has this side."""
    return sights(ruleset)[side][level - 1]


def choose(
    searcher: Searcher,
    game: Game,
    level: int,
    chance: random.Random,
    stop: threading.Event | None = None,
    movetime_ms: int = 2000,
    threads: int = 1,
) -> Choice:
    """The move that a level plays in a game's present position.

    The top level thinks for at most ``movetime_ms``, on so many threads, or until ``stop``; it uses the searcher,
    one choice at a time. The others need none of these, and any number may choose at once.
    Raises GameOver where the game has ended, ValueError for a level there is not.
    """
    if level not in LEVELS:
        raise ValueError(f"no such level: {level}")
    if game.outcome:
        raise GameOver
    opening = game.ply < OPENING
    if level < TOP or (opening and len(game.legal_moves) > 1):
        t, s = searcher._t, new_state()
        load(searcher.ruleset, t, s, game)
        seen = _OPENING_SIGHT if level == TOP else sight(searcher.ruleset, level, game.turn)
        options = look(t, s, seen, opening)
        if level < TOP or len(options) > 1:
            place = pick(options, seen, opening, chance)
            return Choice(move_of(searcher.ruleset, t, s, place), score_of(options[place]))
    result = searcher.search(game, Limit(movetime_ms=movetime_ms), threads=threads, stop=stop)
    return Choice(result.best, result.score)


def look(t: Any, s: Any, seen: Sight, opening: bool = False) -> dict[int, int]:
    """The moves of the state's position that may be played, by their place among those generated, with their scores.

    A win or a loss that is found leaves only the moves that are quickest to it, or slowest.
    """
    margin = _margin(seen, opening)
    size = 1 << min(max(seen.nodes.bit_length(), LEAST_TABLE), MOST_TABLE)
    table = np.zeros(size * ENTRY // 8, np.int64)
    s.table, s.table_mask, s.age = table.ctypes.data, size - 1, 1
    s.history[:] = 0
    s.killer[:] = -1
    s.merge, s.blind = 1, seen.blind
    s.top = s.routes_top = s.nodes = s.stop = 0
    many = int(generate(t, s))
    s.order[:many] = 0
    scores: list[int] = []
    for depth in range(1, seen.depth + 1):
        s.limit = seen.nodes if depth > 1 else 0
        s.reach = 2 * depth + 8
        best = int(rank(t, s, many, depth, margin))
        if s.stop:
            break
        scores = s.score[:many].tolist()
        if abs(best) > FOUND and depth > WIN - abs(best):
            break
    best = max(scores)
    least = best if abs(best) > FOUND else best - margin
    return {move: score for move, score in enumerate(scores) if score >= least}


def pick(options: dict[int, int], seen: Sight, opening: bool, chance: random.Random) -> int:
    """One of the moves that ``look`` left, the better the likelier."""
    heat = max(seen.heat, _OPENING_SIGHT.heat) if opening else seen.heat
    best = max(options.values())
    weights = [math.exp((score - best) / heat) if heat else float(score == best) for score in options.values()]
    return chance.choices(list(options), weights)[0]


def _margin(seen: Sight, opening: bool) -> int:
    return max(seen.margin, _OPENING_SIGHT.margin) if opening else seen.margin

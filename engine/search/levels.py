"""Eight levels of the computer player, from one for beginners to all that the search can do.

A lower level sees less far, overlooks captures of several pieces in what lies ahead, and chooses among the moves that
look about as good to it; it never plays one that looks worse than the best by more than the level's margin or lets a
king be taken, and a win or the longest defence that it has found it plays. Below the last level a choice takes about
ten milliseconds at most, keeps nothing for the next, and follows from the game and the chance given alone.
"""

import math
import random
import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.game import Game, GameOver
from engine.moves import Move
from engine.search import LEVELS
from engine.search.barred import legal_places
from engine.search.kernel_state import load, move_of, new_state
from engine.search.level_settings import LevelSettings, settings_of
from engine.search.movegen import generate
from engine.search.oversight import risks_king
from engine.search.pvs import score_root_moves
from engine.search.results import Limit, Score
from engine.search.root import EXTENSION_ALLOWANCE, score_of
from engine.search.scores import WIN
from engine.search.searcher import Searcher
from engine.search.transposition import BUCKET_BYTES, WIN_IN_MAX_PLIES

TOP = LEVELS[-1]

CONTEMPT = 20  # hundredths of a man for which a player goes on instead of repeating
OPENING_PLIES = 6  # in which every level varies its moves
OPENING_SETTINGS = LevelSettings(9, 60_000, 0, 25, 10)  # of the top level
LEAST_TABLE_BITS, MOST_TABLE_BITS = 8, 16  # size of the table of one choice below the top, as powers of two


@dataclass(frozen=True)
class Choice:
    """A level's move, and what it thinks of it: the score is for the side that moves."""

    move: Move
    score: Score

    @property
    def wins_in(self) -> int | None:
        """The number of the winner's turns to a win found, negative if it is the other side's, or None."""
        return self.score.wins_in


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
    opening = game.ply < OPENING_PLIES
    if level < TOP or (opening and len(game.first_choice.some(2)) > 1):
        t, s = searcher._t, new_state()
        load(searcher.ruleset, t, s, game)
        settings = OPENING_SETTINGS if level == TOP else settings_of(searcher.ruleset, level, game.turn)
        candidates = candidate_moves(t, s, settings, opening)
        if level < TOP or len(candidates) > 1:
            place = sample_move(candidates, settings, opening, chance)
            return Choice(move_of(searcher.ruleset, t, s, place), score_of(candidates[place]))
    result = searcher.search(game, Limit(movetime_ms=movetime_ms), threads=threads, stop=stop, contempt=CONTEMPT)
    return Choice(result.best, result.score)


def candidate_moves(t: Any, s: Any, settings: LevelSettings, opening: bool = False) -> dict[int, int]:
    """The moves of the state's position that may be played, by their place among those generated, with their scores.

    A win or a loss that is found leaves only the moves that are quickest to it, or slowest; a king is put at stake only
    by the best move.
    """
    margin = _margin(settings, opening)
    size = 1 << min(max(settings.nodes.bit_length(), LEAST_TABLE_BITS), MOST_TABLE_BITS)
    table = np.zeros(size * BUCKET_BYTES // 8, np.int64)
    s.tt_address, s.tt_mask, s.tt_age = table.ctypes.data, size - 1, 1
    s.history[:] = 0
    s.killer[:] = -1
    s.merge_routes, s.overlooked = 1, settings.overlooked
    s.repetition_value = CONTEMPT if s.turn else -CONTEMPT
    s.move_top = s.route_top = s.nodes = s.stop = 0
    many = int(generate(t, s))
    legal = legal_places(t, s, many)
    s.move_order[:many] = 0
    scores: list[int] = []
    for depth in range(1, settings.depth + 1):
        s.limit = settings.nodes if depth > 1 else 0
        s.extension_limit = 2 * depth + EXTENSION_ALLOWANCE
        best = int(score_root_moves(t, s, many, depth, margin))
        if s.stop:
            break
        scores = s.move_score[:many].tolist()
        if abs(best) > WIN_IN_MAX_PLIES and depth > WIN - abs(best):
            break
    best = max(scores[move] for move in legal)
    least = best if abs(best) > WIN_IN_MAX_PLIES else best - margin
    return {
        move: scores[move]
        for move in legal
        if scores[move] == best or (scores[move] >= least and not risks_king(t, s, move))
    }


def sample_move(candidates: dict[int, int], settings: LevelSettings, opening: bool, chance: random.Random) -> int:
    """One of the candidate moves, the better the likelier (softmax by temperature)."""
    temperature = max(settings.temperature, OPENING_SETTINGS.temperature) if opening else settings.temperature
    best = max(candidates.values())
    losses = [best - score for score in candidates.values()]
    weights = [math.exp(-loss / temperature) if temperature else float(loss == 0) for loss in losses]
    return chance.choices(list(candidates), weights)[0]


def _margin(settings: LevelSettings, opening: bool) -> int:
    return max(settings.margin, OPENING_SETTINGS.margin) if opening else settings.margin

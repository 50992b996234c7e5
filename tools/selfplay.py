"""Games of the kernel against itself, without the reference between the moves: fast, for learning and comparing."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from engine.game import Game
from engine.ruleset import Ruleset
from engine.search import weights as weighing
from engine.search.barred import legal_places
from engine.search.kernel_state import load, new_state
from engine.search.make_move import is_material_draw, make, material_loser
from engine.search.movegen import generate
from engine.search.node_scores import is_repetition
from engine.search.pvs import score_after_generating, search
from engine.search.root import EXTENSION_ALLOWANCE
from engine.search.ruleset_compiler import compile_ruleset
from engine.search.scores import WIN
from engine.search.searcher import AGES
from engine.search.transposition import BUCKET_BYTES, NO_SCORE

LONGEST = 300  # plies; what is not decided by then is a draw
WON, DRAWN, LOST = 1.0, 0.5, 0.0

Watch = Callable[[Any, Any, int], None]  # tables, state and score of a position about to be played on


class Player:
    """Weights, and a depth: plies, and nodes after which no deeper search is begun."""

    def __init__(self, ruleset: Ruleset, weights: weighing.Weights, depth: int, nodes: int) -> None:
        self.ruleset = ruleset
        self.t: Any = compile_ruleset(ruleset)
        weighing.apply(ruleset, self.t, weights)
        self.s: Any = new_state()
        self.depth, self.nodes = depth, nodes
        self._table = np.zeros((1 << 18) * BUCKET_BYTES // 8, np.int64)

    def begin(self) -> None:
        """A new game."""
        load(self.ruleset, self.t, self.s, Game.begin(self.ruleset))
        self._table[:] = 0
        self.s.tt_address, self.s.tt_mask, self.s.tt_age = self._table.ctypes.data, (1 << 18) - 1, 0
        self.s.merge_routes = 1
        self.s.limit = 0
        self.s.history[:] = 0
        self.s.killer[:] = -1

    def verdict(self) -> float | None:
        """The result for side 0 if the game is over; a side whose moves would all repeat, and may not, has lost."""
        lost = int(material_loser(self.t, self.s))
        if lost >= 0:
            return WON if lost else LOST
        if is_material_draw(self.t, self.s):
            return DRAWN
        over = int(score_after_generating(self.t, self.s, self.moves()))
        if over == NO_SCORE and is_repetition(self.t, self.s):
            return DRAWN
        if over == NO_SCORE:
            is_stuck = not legal_places(self.t, self.s, self.moves())
            return (LOST if self.s.turn == 0 else WON) if is_stuck else None
        return DRAWN if over == 0 else WON if (over > 0) == (self.s.turn == 0) else LOST

    def moves(self) -> int:
        """The number of moves."""
        self.s.move_top = self.s.route_top = 0
        return int(generate(self.t, self.s))

    def choose(self) -> tuple[int, int]:
        """The place of the best move among those generated, and its score for the side to act."""
        s = self.s
        s.move_top = s.route_top = s.nodes = 0
        s.tt_age = s.tt_age % AGES + 1
        s.history >>= 2
        place = score = 0
        for depth in range(1, self.depth + 1):
            s.extension_limit = 2 * depth + EXTENSION_ALLOWANCE
            score = int(search(self.t, s, depth, -WIN, WIN))
            place = int(s.pv[0, 0])
            if s.nodes > self.nodes:
                break
        return place, score

    def play(self, place: int) -> None:
        """Make the move of this place."""
        self.moves()
        make(self.t, self.s, place)
        self.s.ply = self.s.changes = 0


def game(players: tuple[Player, Player], chance: random.Random, opening: int, watch: Watch | None = None) -> float:
    """The result of one game for side 0: ``opening`` plies at random, then each side by its player."""
    for player in set(players):
        player.begin()
    for ply in range(LONGEST):
        player = players[int(players[0].s.turn)]
        result = player.verdict()
        if result is not None:
            return result
        if ply < opening:
            place = chance.randrange(player.moves())
        else:
            place, score = player.choose()
            if watch:
                watch(player.t, player.s, score)
        for each in set(players):
            each.play(place)
    return DRAWN


def match(one: Player, other: Player, games: int, seed: str, opening: int) -> tuple[int, int, int]:
    """Wins, draws and losses of one player against another; every opening is played with both sides."""
    won = drawn = lost = 0
    for number in range(games):
        swapped = number % 2
        pair = (other, one) if swapped else (one, other)
        result = game(pair, random.Random(f"{seed} {number // 2}"), opening)
        result = 1 - result if swapped else result
        won, drawn, lost = won + (result == WON), drawn + (result == DRAWN), lost + (result == LOST)
    return won, drawn, lost

"""The cost of tablebases, and their worth: how many won positions are won with them and without."""

import random
from collections.abc import Sequence
from time import process_time

from engine.game import Game
from engine.games import find_ruleset
from engine.position import EMPTY, Position
from engine.ruleset import Ruleset
from engine.search.results import Limit
from engine.search.searcher import Searcher
from engine.search.tablebase.building import build

RULESETS = ("permainan-tabal", "malaysian-checkers-8", "russian-draughts")
PIECES = 4
GAMES = 20
LEAST = 8  # moves to the win at least
NODES = 200_000  # a move of the attacker; the defender probes the tablebase
SMALLEST = {"keys": RULESETS[:1], "pieces": 3, "games": 1, "least": 2, "nodes": 1_000}


def run(
    keys: Sequence[str] = RULESETS, pieces: int = PIECES, games: int = GAMES, least: int = LEAST, nodes: int = NODES
) -> None:
    """Print a line for each ruleset."""
    print(f"{games} positions of {pieces} pieces, won in {least} moves or more, against the longest defence.")
    print(f"The attacker searches {nodes:,} nodes a move.\n")
    print(f"{'ruleset':<30}{'seconds':>9}{'positions':>12}{'won with tables':>17}{'won without':>13}")
    for key in keys:
        ruleset = find_ruleset(key)
        began = process_time()
        tablebase = build(ruleset, pieces)
        seconds = process_time() - began
        knowing, plain = Searcher(ruleset, tablebase=tablebase), Searcher(ruleset)
        chance = random.Random(key)
        won = [0, 0]
        for _ in range(games):
            game = won_game(ruleset, knowing, chance, pieces, least)
            for column, attacker in enumerate((knowing, plain)):
                won[column] += plays_out(game, attacker, knowing, nodes)
        print(f"{key:<30}{seconds:>9.0f}{tablebase.plan.size:>12,}{won[0]:>17}{won[1]:>13}", flush=True)


def won_game(ruleset: Ruleset, knowing: Searcher, chance: random.Random, pieces: int, least: int) -> Game:
    """A game that begins with a position, as by chance, that the side to act wins, but not soon."""
    while True:
        cells = [EMPTY] * len(ruleset.board.points)
        for point in chance.sample(range(len(cells)), pieces):
            cells[point] = chance.choice(list(ruleset.kind))
        game = Game.begin(ruleset, Position("".join(cells), chance.randrange(2)))
        if not game.outcome:
            turns = knowing.search(game, Limit(depth=1)).score.wins_in
            if turns is not None and turns >= least:
                return game


def plays_out(game: Game, attacker: Searcher, defender: Searcher, nodes: int) -> bool:
    """Does the side to act win?"""
    side = game.turn
    while not game.outcome:
        searcher, limit = (attacker, Limit(nodes=nodes)) if game.turn == side else (defender, Limit(depth=1))
        game = game.play(searcher.search(game, limit).best)
    return game.outcome.winner == side

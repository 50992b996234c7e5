"""Does the computer answer everything, and is every answer held legal by the reference? Positions, then whole games."""

import random
from collections import Counter
from collections.abc import Sequence
from statistics import median
from time import perf_counter

from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.position import Position, format_position
from engine.ruleset import Ruleset
from engine.search.results import Limit
from engine.search.searcher import Searcher
from tests.engine.search.agreement import scattered

POSITIONS = 10_000
ANSWER = Limit(nodes=1_000)
GAME = Limit(nodes=3_000)
GAMES = 2
LONGEST = 160  # plies of the random games that positions are taken from
SMALLEST = {"keys": ("permainan-tabal", "main-tapal-empat"), "positions": 4, "games": 1}
CLASSES = ("set-up, drops", "forfeit", "kings", "captures", "one move")


def run(keys: Sequence[str] = (), positions: int = POSITIONS, games: int = GAMES) -> None:
    """Print what was answered by ruleset and class of position, then the games; an illegal answer ends it."""
    measured = [find_ruleset(key) for key in keys] or rulesets()
    each = -(-positions // len(measured))
    print(f"{each} positions a ruleset: every other from a random game, every other scattered over the board.")
    print("Each is searched, and the whole line told is played by the reference.\n")
    print(f"{'ruleset':<30}{'answered':>9}{'plies':>8}" + "".join(f"{name:>15}" for name in CLASSES) + f"{'ms':>8}")
    total = 0
    for ruleset in measured:
        total += answers(ruleset, each)
    print(f"{'in all':<30}{total:>9}")
    print(f"\n{games} games of the computer against itself, every move checked by the reference.\n")
    print(f"{'ruleset':<30}{'plies':>7}  ending")
    for ruleset in measured:
        for number in range(games):
            game = against_itself(ruleset, number)
            ending = game.outcome.ending.value if game.outcome else "none"
            winner = "" if not game.outcome or game.outcome.winner is None else f", side {game.outcome.winner} wins"
            print(f"{ruleset.key:<30}{game.ply:>7}  {ending}{winner}", flush=True)


def answers(ruleset: Ruleset, many: int) -> int:
    """One line of the first table; gives how many positions were answered."""
    chance = random.Random(ruleset.key)
    searcher = Searcher(ruleset, hash_mb=1)
    met: Counter[str] = Counter()
    times = []
    plies = done = 0
    while done < many:
        game = Game.begin(ruleset, scattered(ruleset, chance)) if done % 2 else along(ruleset, chance)
        if game.outcome:
            continue
        began = perf_counter()
        result = searcher.search(game, ANSWER)
        times.append(1000 * (perf_counter() - began))
        after = game
        for move in result.pv:
            if move not in after.legal_moves:
                raise RuntimeError(f"{ruleset.key}: {move} is illegal, {format_position(ruleset, game.position)}")
            after = after.play(move)
        plies += len(result.pv)
        met.update(classes(ruleset, game))
        done += 1
    columns = "".join(f"{met[name]:>15}" for name in CLASSES)
    print(f"{ruleset.key:<30}{done:>9}{plies:>8}{columns}{median(times):>8.1f}", flush=True)
    return done


def along(ruleset: Ruleset, chance: random.Random) -> Game:
    """A game played at random to some ply."""
    game = Game.begin(ruleset)
    for _ in range(chance.randrange(LONGEST)):
        if game.outcome:
            break
        game = game.play(chance.choice(game.legal_moves))
    return game


def classes(ruleset: Ruleset, game: Game) -> set[str]:
    """The special features of a position, by the names of ``CLASSES``."""
    position: Position = game.position
    kings = {kind.letter for kind in ruleset.kinds if kind.is_king}
    moves = game.legal_moves
    said = {
        "set-up, drops": any(move.drops for move in moves),
        "forfeit": bool(position.pending) or any(move.huff is not None or move.forfeit is not None for move in moves),
        "kings": not kings.isdisjoint(position.cells),
        "captures": any(move.captured for move in moves),
        "one move": len(moves) == 1,
    }
    return {name for name, holds in said.items() if holds}


def against_itself(ruleset: Ruleset, number: int) -> Game:
    """A whole game; the first plies at random but for the first game."""
    chance = random.Random(f"{ruleset.key} {number}")
    searcher = Searcher(ruleset, hash_mb=4)
    game = Game.begin(ruleset)
    while not game.outcome:
        if number and game.ply < 4:
            game = game.play(chance.choice(game.legal_moves))
            continue
        move = searcher.search(game, GAME).best
        if move not in game.legal_moves:
            raise RuntimeError(f"{ruleset.key}: {move} is illegal, {format_position(ruleset, game.position)}")
        game = game.play(move)
    return game

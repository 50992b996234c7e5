"""``python -m tools.duplicate [RULESET ...] --count N --seed S`` makes the positions of which weeks of duplicate are
drawn (``engine/games/duplicate``): some turns at random from the start, kept where nothing can be captured, no other
position is the same, and a search of a fixed number of nodes says that no side is ahead by more than a tenth of a man.
The same seed gives the same positions.
"""

import argparse
import random
from collections.abc import Iterator

from bot.foundation.priority import give_way
from bot.matches.duplicate import DUPLICATE_GAMES
from engine.duplicate_positions import duplicate_file
from engine.game import Game
from engine.games import find_ruleset
from engine.position import format_position
from engine.ruleset import Ruleset
from engine.search.results import Limit
from engine.search.scores import MAN
from engine.search.searcher import Searcher

COUNT = 96
"""Positions of each game: eight for each of twelve weeks."""
SEED = "kembar"
NODES = 50_000
"""Nodes of a search."""
AHEAD = MAN // 10
"""So far may a side be ahead, in hundredths of a man."""
PLIES = (4, 8)
"""The fewest and the most turns at random: always as many of each side."""


def opening(ruleset: Ruleset, seed: str, number: int) -> Game | None:
    """The game after the turns that follow from a seed and a number; None where something can be captured then."""
    chance = random.Random(f"{seed} {ruleset.key} {number}")
    game = Game.begin(ruleset)
    for _ in range(chance.randrange(PLIES[0], PLIES[1] + 1, 2)):
        if game.outcome:
            return None
        game = game.play(chance.choice(game.legal_moves))
    quiet = not game.outcome and len(game.legal_moves) > 2 and not any(move.captured for move in game.legal_moves)
    return Game.begin(ruleset, game.position) if quiet else None


def lead(searcher: Searcher, game: Game) -> int:
    """By how much the side to move is ahead, in hundredths of a man; the same whatever was searched before."""
    searcher.clear()
    return searcher.search(game, Limit(nodes=NODES)).score.cp


def positions(ruleset: Ruleset, seed: str) -> Iterator[str]:
    """Even positions of a ruleset, one after another."""
    searcher, number, seen = Searcher(ruleset), 0, set[str]()
    while True:
        game = opening(ruleset, seed, number)
        number += 1
        if game is None:
            continue
        text = format_position(ruleset, game.position)
        if text not in seen and abs(lead(searcher, game)) <= AHEAD:
            seen.add(text)
            yield text


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=DUPLICATE_GAMES)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", default=SEED)
    asked = parser.parse_args()
    give_way()
    for key in asked.rulesets:
        found = positions(find_ruleset(key), asked.seed)
        lines = [f"# {asked.count} positions of seed {asked.seed}, {NODES} nodes (tools/duplicate.py)"]
        lines += [next(found) for _ in range(asked.count)]
        file = duplicate_file(key)
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(key, len(lines) - 1, flush=True)


if __name__ == "__main__":
    main()

"""``python -m tools.holdouts make`` makes the lost endings that ship, from solved tables; ``verify`` looks them up.

Positions of few pieces are drawn, as by chance, until each game has its share: lost for the side to move in many turns,
in far fewer where it errs, and with few enough positions on all ways to the end, so that all answers can ship. They
are written into ``engine/games/holdouts.txt`` in the order of the weeks, each game as evenly apart as it can be.
Endings that ship are kept: what people have played is looked up in them.
"""

import argparse
import base64
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from bot.foundation.priority import give_way
from engine.game import Game
from engine.games import find_ruleset
from engine.holdouts import FILE, Ending, endings, key_of, turns_in_order, write_ending
from engine.position import EMPTY, InvalidPosition, Position, check_position, format_position
from engine.puzzles import identity
from engine.ruleset import Ruleset
from engine.search.kernel_state import load, new_state
from engine.search.ruleset_compiler import compile_ruleset
from engine.search.tablebase.building import build
from engine.search.tablebase.entries import LOST, OUTCOME, PLIES, WON, entry_after_forfeit
from engine.search.tablebase.materials import prepare

GAMES = {
    "permainan-tabal": (4,),
    "english-draughts": (3, 4),
    "alquerque": (4, 5),
}
"""The games that have such endings, with the numbers of pieces in them."""
OF_EACH = 18
SHORTEST, LONGEST = 10, 30
"""Turns that one can hold out."""
WORST = 0.5
"""Who errs holds out for so small a part of that, or less."""
MOST = 600
"""Positions on all ways of an ending in which the winning side moves."""
TRIES = 300_000
"""Positions that are drawn for a number of pieces."""


class TooLarge(Exception):
    """An ending has too many positions, or two with one digest, or one that the tables do not know."""


@dataclass(frozen=True)
class Tree:
    """Every way to the end of an ending: the answers by the digest of a position, and the turns of each position."""

    answers: dict[bytes, int]
    longest: int
    shortest: int


class Tables:
    """Looks positions up in the tables of a game, which are solved now."""

    def __init__(self, ruleset: Ruleset, pieces: int) -> None:
        self.ruleset, self.tables = ruleset, build(ruleset, pieces)
        self.t: Any = compile_ruleset(ruleset)
        self.s: Any = new_state()
        prepare(ruleset, self.t)

    def plies(self, game: Game, outcome: int) -> int | None:
        """The plies to the end for the side to move, where it has this outcome; None where it has another."""
        load(self.ruleset, self.t, self.s, Game.begin(self.ruleset, game.position))
        self.tables.attach(self.s)
        entry = int(entry_after_forfeit(self.t, self.s))
        return entry & PLIES if entry >> OUTCOME == outcome else None

    def answer(self, game: Game) -> int:
        """The place of the turn that wins soonest; of equals the first as they are written. Raises TooLarge."""
        found: tuple[int, int] | None = None
        for place, move in enumerate(turns_in_order(game)):
            after = game.play(move)
            if after.outcome:
                left = 0 if after.outcome.winner == game.turn else None
            else:
                left = self.plies(after, LOST if after.turn != game.turn else WON)
            if left is not None and (found is None or left < found[0]):
                found = left, place
        if found is None:
            raise TooLarge
        return found[1]


class Walk:
    """Goes every way to the end of an ending."""

    def __init__(self, tables: Tables, side: int) -> None:
        self.tables, self.side = tables, side
        self.answers: dict[bytes, int] = {}
        self._asked: dict[bytes, tuple[object, ...]] = {}
        self._held: dict[tuple[object, ...], tuple[int, int]] = {}

    def held(self, game: Game) -> tuple[int, int]:
        """The most and the fewest turns for which the side to move holds out. Raises TooLarge."""
        key = game.position.key
        if key not in self._held:
            found = [self._after(game.play(move)) for move in game.legal_moves]
            self._held[key] = 1 + max(most for most, _ in found), 1 + min(fewest for _, fewest in found)
        return self._held[key]

    def _after(self, game: Game) -> tuple[int, int]:
        while not game.outcome and game.turn != self.side:
            digest, key = key_of(game.ruleset, game.position), game.position.key
            if self._asked.setdefault(digest, key) != key or len(self._asked) > MOST:
                raise TooLarge
            if digest not in self.answers:
                self.answers[digest] = self.tables.answer(game)
            game = game.play(turns_in_order(game)[self.answers[digest]])
        if not game.outcome:
            return self.held(game)
        if game.outcome.winner != 1 - self.side:
            raise TooLarge
        return 0, 0


def walked(tables: Tables, start: Game) -> Tree:
    """Every way from a lost position. Raises TooLarge."""
    walk = Walk(tables, start.turn)
    longest, shortest = walk.held(start)
    return Tree(walk.answers, longest, shortest)


def written(tree: Tree) -> str:
    """The answers as an ending has them."""
    parts = sorted(digest + bytes([place]) for digest, place in tree.answers.items())
    return base64.b64encode(b"".join(parts)).decode()


def found(tables: Tables, pieces: int, chance: random.Random, names: set[str]) -> Iterator[Ending]:
    """Endings with so many pieces, as by chance, none of these names, to which theirs are added; few at the end."""
    ruleset = tables.ruleset
    longest = min((LONGEST, *(rule.plies // 2 for rule in ruleset.no_progress_rules)))
    letters = list(ruleset.kind)
    for _ in range(TRIES):
        cells = [EMPTY] * len(ruleset.board.points)
        for point in chance.sample(range(len(cells)), pieces):
            cells[point] = chance.choice(letters)
        game = Game.begin(ruleset, Position("".join(cells), chance.randrange(2)))
        plies = tables.plies(game, LOST)
        if plies is None or not 2 * SHORTEST <= plies <= 2 * longest or not _is_good(game):
            continue
        name = identity(ruleset, game.position)
        if name in names:
            continue
        try:
            tree = walked(tables, game)
        except TooLarge:
            continue
        if tree.longest == (plies + 1) // 2 and tree.shortest <= WORST * tree.longest:
            names.add(name)
            text = format_position(ruleset, game.position, counters=False)
            yield Ending(name, ruleset.key, text, tree.longest, written(tree))


def _is_good(game: Game) -> bool:
    """Can a game come to the position, with several quiet turns?"""
    try:
        check_position(game.ruleset, game.position)
    except InvalidPosition:
        return False
    return not game.outcome and len(game.legal_moves) > 1 and not any(move.takes for move in game.legal_moves)


def make() -> None:
    """Add to the file what each game lacks."""
    kept = list(endings()) if FILE.exists() else []
    new: list[Ending] = []
    for key, numbers in GAMES.items():
        ruleset, mine = find_ruleset(key), [each for each in kept if each.ruleset == key]
        tables, chance, names = Tables(ruleset, max(numbers)), random.Random(key), {each.id for each in mine}
        wanted: list[Ending] = []
        for nth, number in enumerate(numbers, 1):
            share = (OF_EACH - len(mine)) * nth // len(numbers) - len(wanted)
            wanted += islice(found(tables, number, chance, names), max(share, 0))
        chance.shuffle(wanted)
        print(f"{key:<28}{len(wanted):>4}  turns {sorted(each.longest for each in wanted)}", flush=True)
        new += wanted
    FILE.write_text("".join(f"{write_ending(each)}\n" for each in (*kept, *by_weeks(new))), encoding="utf-8")


def by_weeks(every: Sequence[Ending]) -> list[Ending]:
    """The same endings, with those of each game as evenly apart as their numbers allow."""
    by_game = [[each for each in every if each.ruleset == key] for key in dict.fromkeys(one.ruleset for one in every)]
    order: list[Ending] = []
    for mine in sorted(by_game, key=len):
        both = [(place / len(part), each) for part in (order, mine) for place, each in enumerate(part)]
        order = [each for _, each in sorted(both, key=lambda placed: placed[0])]
    return order


def verify(every: Sequence[Ending]) -> list[str]:
    """The faults of endings, by tables that are solved now."""
    wrong = []
    for key in dict.fromkeys(each.ruleset for each in every):
        ruleset = find_ruleset(key)
        mine = [each for each in every if each.ruleset == key]
        pieces = max(sum(cell != EMPTY for cell in each.start.position.cells) for each in mine)
        tables = Tables(ruleset, pieces)
        for each in mine:
            tree = walked(tables, each.start)
            plies = tables.plies(each.start, LOST)
            if (tree.longest, written(tree)) != (each.longest, each.answers) or plies is None:
                wrong.append(f"{key} {each.id}: the tables say otherwise")
            elif (plies + 1) // 2 != each.longest:
                wrong.append(f"{key} {each.id}: it is lost in {plies} plies")
    return wrong


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.holdouts", description=__doc__)
    parser.add_argument("what", choices=("make", "verify"))
    give_way()
    if parser.parse_args().what == "make":
        make()
    elif wrong := verify(endings()):
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()

"""``papan mine``: looks for puzzles in finished games that come on standard input, for a Papan that has started it.

Not for people: each line is a JSON object. The first one says ``ready``: it ends with whoever started it, even while it
is halted. A game comes with its ``number``, its ``game`` (``papan-game/1``) and the ``puzzles`` of its ruleset that are
there already beside those that ship, as ``write_puzzle`` has them. For every position a line says how far it is
(``at``), with the ``puzzle`` where one is found; ``done`` names the game at its end. It ends with its input.
"""

import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from bot.foundation.bounded import BoundedMemory
from bot.foundation.errors import UserError
from bot.foundation.priority import die_with_parent, give_way
from engine.game import Game
from engine.game_json import parse_json
from engine.movetext import InvalidRecord
from engine.puzzles import InvalidPuzzle, Puzzle, puzzles_of, read_puzzles, write_puzzle
from engine.ruleset import Ruleset

FINDERS = 2
"""Rulesets of which the tools are kept: 20 MB each, and more where endgames are solved."""


class BadLine(UserError):
    """A line of the input is no game with puzzles of its ruleset."""


class _ToolsOfRuleset:
    """The finder of a ruleset, and the lines of the puzzles that it has been told of."""

    def __init__(self, ruleset: Ruleset) -> None:
        # Importing it compiles or loads the kernel.
        from engine.search.puzzle_finder import PuzzleFinder

        self.ruleset = ruleset
        self._kept: list[Puzzle] = list(puzzles_of(ruleset))
        self._told: set[str] = set()
        self.finder = PuzzleFinder(ruleset, self._kept, Counter())

    def tell(self, lines: Iterable[str]) -> None:
        """Let none of these puzzles be found again. Raises InvalidPuzzle."""
        for puzzle in read_puzzles(self.ruleset, [line for line in lines if line not in self._told]):
            self.finder.know(puzzle)
            self.add(puzzle)

    def add(self, puzzle: Puzzle) -> None:
        self._kept.append(puzzle)
        self._told.add(write_puzzle(puzzle))


def mine(_: Namespace) -> Iterator[str]:
    """``papan mine``: until the input ends."""
    die_with_parent()
    print(json.dumps({"ready": True}), flush=True)  # from here on it may be halted
    give_way()
    converse(sys.stdin, lambda line: print(line, flush=True))
    return iter(())


def converse(lines: Iterable[str], write: Callable[[str], object]) -> None:
    """Answer each line with what is found in its game. Raises BadLine."""
    tools: BoundedMemory[str, _ToolsOfRuleset] = BoundedMemory(FINDERS)
    for line in lines:
        number, game, puzzles = _read(line)
        ruleset = game.ruleset
        own = tools.get_or_put(ruleset.key, partial(_ToolsOfRuleset, ruleset))
        try:
            own.tell(puzzles)
        except InvalidPuzzle as fault:
            raise BadLine(f"a puzzle that is there already: {fault}") from None
        own.finder.searcher.clear()
        for ply in range(game.ply + 1):  # whoever resigned may have overlooked something too
            _, puzzle = own.finder.at(game, ply)
            said: dict[str, object] = {"at": ply}
            if puzzle:
                own.add(puzzle)
                said["puzzle"] = write_puzzle(puzzle)
            write(json.dumps(said))
        write(json.dumps({"done": number}))


def _read(line: str) -> tuple[int, Game, list[str]]:
    """The number, the game and the puzzles of a line. Raises BadLine."""
    try:
        content: Any = json.loads(line)
        number, text, puzzles = content["number"], content["game"], content["puzzles"]
        if not isinstance(number, int) or not all(isinstance(each, str) for each in [text, *puzzles]):
            raise TypeError
    except (ValueError, RecursionError, LookupError, TypeError):
        raise BadLine("a line has a number, a game and its puzzles as JSON") from None
    try:
        return number, parse_json(text).game, puzzles
    except InvalidRecord as fault:
        raise BadLine(f"game {number}: {fault}") from None

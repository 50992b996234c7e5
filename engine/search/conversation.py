"""A conversation with a program that drives an engine: a line comes in, lines go out, and a search runs meanwhile.

What the lines look like is for each protocol to say (``engine.search.protocol``, ``engine.search.hub``). Below the last
level the level's own settings limit a search, and the same position may be answered with different moves.
"""

import random
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

from engine.game import Game
from engine.games import UnknownRuleset, rulesets
from engine.moves import Move
from engine.position import InvalidPosition
from engine.ruleset import Ruleset
from engine.search import LEVELS
from engine.search.levels import TOP, Choice, choose
from engine.search.results import Limit, Result
from engine.search.searcher import Searcher
from engine.search.tablebase.files import Tablebase, UnusableTablebase, tablebase_of

Write = Callable[[str], None]

# Each option's default, least and greatest value.
OPTIONS = {"Hash": (16, 1, 4096), "Threads": (1, 1, 64), "Level": (TOP, LEVELS[0], LEVELS[-1])}


class BadCommand(ValueError):
    """A line that is no command, or asks for what there is not; the message says what."""


class Conversation(ABC):
    """One conversation. ``write`` gets each line of an answer, also from the searching thread.

    ``chance`` decides among the moves of a level below the last.
    """

    def __init__(self, write: Write, chance: random.Random | None = None) -> None:
        self._write = write
        self._chance = chance or random.Random()
        self._game: Game | None = Game.begin(rulesets()[0])  # None after a position that was refused
        self._searcher: Searcher | None = None
        self._options = {name: default for name, (default, _, _) in OPTIONS.items()}
        self._stop = threading.Event()
        self._thinking: threading.Thread | None = None
        self._answered = True
        self._silent = False

    @abstractmethod
    def _command(self, word: str, rest: str) -> None:
        """Do what a line says. Raises BadCommand, UnknownRuleset or InvalidPosition."""

    @abstractmethod
    def _complaint(self, text: str) -> str:
        """The line that says what was wrong."""

    @abstractmethod
    def _info(self, game: Game, result: Result) -> str:
        """The line for a depth that has been searched."""

    @abstractmethod
    def _glance(self, game: Game, choice: Choice) -> str:
        """The line for the choice of a level below the last."""

    @abstractmethod
    def _answer(self, game: Game, pv: tuple[Move, ...]) -> str:
        """The line that ends a search: its best play, empty where there is no move."""

    def converse(self, lines: Iterable[str]) -> None:
        """Handle lines until ``quit`` or the last one; a search under way is then stopped and answers."""
        for line in lines:
            if not self.handle(line):
                return
        self._end_search()

    def handle(self, line: str) -> bool:
        """Do what a line says; False when the conversation is over."""
        word, rest = (*line.split(maxsplit=1), "", "")[:2]
        try:
            if word == "quit":
                self._end_search()
                return False
            if word:
                self._command(word, rest.strip())
        except (BadCommand, UnknownRuleset, InvalidPosition) as error:
            self._write(self._complaint(str(error)))
        return True

    def wait(self) -> None:
        """Until a search under way has answered."""
        if self._thinking:
            self._thinking.join()

    def _set_option(self, given: str, value: str) -> bool:
        """Set an option by its name in any case; False where there is none of that name. Raises BadCommand."""
        name = next((name for name in OPTIONS if name.lower() == given.lower()), None)
        if name is None:
            return False
        _, least, most = OPTIONS[name]
        self._options[name] = number(value, most, least)
        if name == "Hash":
            self._searcher = None
        return True

    def _check_idle(self) -> None:
        if not self._answered:
            raise BadCommand("a search is under way; say stop first")

    def _begin_search(self, game: Game, limit: Limit, *, held: bool) -> None:
        """Search on a thread of its own; a ``held`` answer waits for the word to stop. Raises BadCommand."""
        if self._searcher and self._searcher.ruleset is not game.ruleset:
            self._searcher = None
        if not game.outcome and self._searcher is None:
            try:
                self._searcher = Searcher(game.ruleset, self._options["Hash"], tablebase=self._tablebase(game.ruleset))
            except MemoryError:
                raise BadCommand(f"there is no memory for a table of {self._options['Hash']} megabytes") from None
        self.wait()  # a thread that has answered may still be on its way out
        self._stop.clear()
        self._answered = False
        self._thinking = threading.Thread(target=self._think, args=(game, limit, held), daemon=True)
        self._thinking.start()

    def _tablebase(self, ruleset: Ruleset) -> Tablebase | None:
        try:
            return tablebase_of(ruleset)
        except UnusableTablebase as fault:
            self._write(self._complaint(str(fault)))
            return None

    def _think(self, game: Game, limit: Limit, held: bool) -> None:
        pv = self._search(self._searcher, game, limit) if self._searcher and not game.outcome else ()
        if held:
            self._stop.wait()
        self._answered = True  # before the answer is out: a program that reads it may ask again at once
        if not self._silent:
            self._write(self._answer(game, pv))

    def _search(self, searcher: Searcher, game: Game, limit: Limit) -> tuple[Move, ...]:
        def report(result: Result) -> None:
            self._write(self._info(game, result))

        level = self._options["Level"]
        if level == TOP:
            result = searcher.search(game, limit, on_info=report, threads=self._options["Threads"], stop=self._stop)
            report(result)
            return result.pv
        choice = choose(searcher, game, level, self._chance)
        self._write(self._glance(game, choice))
        return (choice.move,)

    def _end_search(self, *, silently: bool = False) -> None:
        """Stop a search under way; it then answers, unless ``silently``."""
        self._silent = silently
        self._stop.set()
        self.wait()
        self._silent = False


def number(text: str, most: int, least: int = 1) -> int:
    """A whole number within bounds. Raises BadCommand for any other text."""
    if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most):
        raise BadCommand(f"a whole number from {least} to {most}, not {text}")
    return int(text)

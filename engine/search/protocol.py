"""The line protocol of engines, after UCI: a line comes in, lines go out.

- ``uci`` tells the options with their defaults and bounds, and the rulesets; ``isready`` is answered ``readyok``;
  ``ucinewgame`` forgets what earlier searches found.
- ``setoption name Hash|Threads|Level value N``, names in any case.
- ``position RULESET [text POSITION] [moves m1 m2 ...]`` sets the game. After a position that was refused, ``go`` has
  no move until a good one.
- ``go movetime MS | depth N | nodes N | infinite``: several at once end with the first that is met. ``infinite``, and
  ``go`` alone, end only on ``stop``. The answer is ``info`` lines and ``bestmove MOVE``, or ``bestmove (none)`` where
  the game is over or the position was refused: a program that has said ``go`` waits for it.
- ``stop`` ends a search, which then answers; ``quit`` and the end of the input end the conversation too.

A bad line is answered with ``info string``. Moves are written as ``engine.notation`` writes them. A score is ``cp`` in
hundredths of a man, or ``win`` in moves of the winner, negative for the other side's. Below the last level the level's
own settings limit a search, and the same position may be answered with different moves.
"""

import random
import threading
from collections.abc import Callable, Iterable

from engine.foreign_position import read_position
from engine.game import Game
from engine.games import UnknownRuleset, find_ruleset, rulesets
from engine.moves import Move
from engine.notation import format_move
from engine.parser import MoveError, parse_move
from engine.position import InvalidPosition
from engine.ruleset import Ruleset
from engine.search import LEVELS
from engine.search.levels import TOP, choose
from engine.search.results import Limit, Result, Score
from engine.search.searcher import Searcher
from engine.search.tablebase.files import Tablebase, UnusableTablebase, tablebase_of

Write = Callable[[str], None]

# Each option's default, least and greatest value.
OPTIONS = {"Hash": (16, 1, 4096), "Threads": (1, 1, 64), "Level": (TOP, LEVELS[0], LEVELS[-1])}
SETOPTION = f"setoption name {'|'.join(OPTIONS)} value N"
POSITION = "position RULESET [text POSITION] [moves m1 m2 ...]"
GO = "go movetime MS | depth N | nodes N | infinite"
MOST = 1 << 50
_NO_MOVE = "bestmove (none)"


class BadCommand(ValueError):
    """A line that is no command, or asks for what there is not; the message says what."""


class Protocol:
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

    def converse(self, lines: Iterable[str]) -> None:
        """Handle lines until ``quit`` or the last one; a search under way is then stopped and answers."""
        for line in lines:
            if not self.handle(line):
                return
        self._end_search()

    def handle(self, line: str) -> bool:
        """Do what a line says; False when the conversation is over."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word == "quit":
                self._end_search()
                return False
            if word:
                self._command(word, rest.strip())
        except (BadCommand, UnknownRuleset, InvalidPosition) as error:
            self._write(f"info string {error}")
        return True

    def wait(self) -> None:
        """Until a search under way has answered."""
        if self._thinking:
            self._thinking.join()

    def _command(self, word: str, rest: str) -> None:
        if word == "uci":
            self._introduce()
        elif word == "isready":
            self._write("readyok")
        elif word == "stop":
            self._end_search()
        elif word in ("setoption", "ucinewgame", "position", "go"):
            if not self._answered:
                raise BadCommand("a search is under way; say stop first")
            if word == "go":
                self._go(rest.split())
            elif word == "position":
                self._position(rest)
            elif word == "setoption":
                self._option(rest.split())
            else:
                self._searcher = None
        else:
            raise BadCommand(f"no such command: {word}")

    def _introduce(self) -> None:
        self._write("id name Papan")
        self._write("id author The Papan authors")
        for name, (default, least, most) in OPTIONS.items():
            self._write(f"option name {name} type spin default {default} min {least} max {most}")
        for ruleset in rulesets():
            self._write(f"info string ruleset {ruleset.key}")
        self._write("uciok")

    def _option(self, words: list[str]) -> None:
        match words:
            case [first, given, second, value] if (first.lower(), second.lower()) == ("name", "value"):
                name = next((name for name in OPTIONS if name.lower() == given.lower()), None)
            case _:
                name, value = None, ""
        if name is None:
            raise BadCommand(SETOPTION)
        _, least, most = OPTIONS[name]
        self._options[name] = _number(value, most, least)
        if name == "Hash":
            self._searcher = None

    def _position(self, rest: str) -> None:
        before, self._game = self._game, None
        setting, _, played = f"{rest} ".partition(" moves ")
        name, given, text = f"{setting.strip()} ".partition(" text ")
        if not name.strip() or (given and not text):
            raise BadCommand(POSITION)
        ruleset = find_ruleset(name.strip())
        game = Game.begin(ruleset, read_position(ruleset, text) if text else None)
        for word in played.split():
            game = game.play(_legal(ruleset, game, word))
        if before is None or game.ruleset is not before.ruleset:
            self._searcher = None
        self._game = game

    def _go(self, words: list[str]) -> None:
        limit, infinite = _limit(words)
        game = self._game
        if game is None:
            self._write("info string the last position was refused; give another first")
            self._write(_NO_MOVE)
            return
        if not game.outcome and self._searcher is None:
            try:
                self._searcher = Searcher(game.ruleset, self._options["Hash"], tablebase=self._tablebase(game.ruleset))
            except MemoryError:
                raise BadCommand(f"there is no memory for a table of {self._options['Hash']} megabytes") from None
        self.wait()  # a thread that has answered may still be on its way out
        self._stop.clear()
        self._answered = False
        self._thinking = threading.Thread(target=self._think, args=(game, limit, infinite), daemon=True)
        self._thinking.start()

    def _tablebase(self, ruleset: Ruleset) -> Tablebase | None:
        try:
            return tablebase_of(ruleset)
        except UnusableTablebase as fault:
            self._write(f"info string {fault}")
            return None

    def _think(self, game: Game, limit: Limit, infinite: bool) -> None:
        answer = _NO_MOVE
        if game.outcome:
            self._write(f"info string the game is over: {game.outcome.ending.value}")
        elif self._searcher:
            answer = f"bestmove {format_move(game.ruleset, self._search(self._searcher, game, limit))}"
        if infinite:
            self._stop.wait()
        self._answered = True  # before the answer is out: a program that reads it may ask again at once
        self._write(answer)

    def _search(self, searcher: Searcher, game: Game, limit: Limit) -> Move:
        def report(result: Result) -> None:
            self._write(_info(game, result))

        level = self._options["Level"]
        if level == TOP:
            result = searcher.search(game, limit, on_info=report, threads=self._options["Threads"], stop=self._stop)
            report(result)
            return result.best
        choice = choose(searcher, game, level, self._chance)
        self._write(f"info score {_score(choice.score)} pv {format_move(game.ruleset, choice.move)}")
        return choice.move

    def _end_search(self) -> None:
        self._stop.set()
        self.wait()


def _info(game: Game, result: Result) -> str:
    speed = round(result.nodes / max(result.seconds, 1e-6))
    line = " ".join(format_move(game.ruleset, move) for move in result.pv)
    return (
        f"info depth {result.depth} score {_score(result.score)} nodes {result.nodes} nps {speed}"
        f" time {round(result.seconds * 1000)} pv {line}"
    )


def _score(score: Score) -> str:
    return f"cp {score.cp}" if score.wins_in is None else f"win {score.wins_in}"


def _number(text: str, most: int, least: int = 1) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most):
        raise BadCommand(f"a whole number from {least} to {most}, not {text}")
    return int(text)


def _limit(words: list[str]) -> tuple[Limit, bool]:
    """The limit in the words of ``go``, and whether to hold the answer until ``stop``."""
    fields = {"movetime": "movetime_ms", "depth": "depth", "nodes": "nodes"}
    given: dict[str, int] = {}
    infinite = False
    rest = iter(words)
    for word in rest:
        if word == "infinite":
            infinite = True
        elif word in fields:
            given[fields[word]] = _number(next(rest, ""), MOST)
        else:
            raise BadCommand(f"{GO}, not {word}")
    return Limit(**given), infinite or not given


def _legal(ruleset: Ruleset, game: Game, word: str) -> Move:
    try:
        move = parse_move(ruleset, game.position, word, barred=game.barred).move
        if not game.outcome:
            return move
    except MoveError:
        pass
    raise BadCommand(f"no legal move here: {word}")

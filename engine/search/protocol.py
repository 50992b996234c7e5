"""The line protocol for engine people, after UCI: a line comes in, lines go out.

``uci``, ``isready``, ``setoption name Hash|Threads|Level value N``, ``ucinewgame``, ``position RULESET
[text POSITION] [moves m1 m2 ...]``, ``go movetime MS | depth N | nodes N | infinite`` (several at once: whichever is
met first), ``stop``, ``quit``. Moves are written as ``engine.notation`` writes them. Below the last level the level's
own sight limits a search, and the same position may be answered with different moves.
"""

import random
import threading
from collections.abc import Callable

from engine.game import Game
from engine.games import UnknownRuleset, find_ruleset, rulesets
from engine.moves import Move
from engine.notation import format_move
from engine.position import InvalidPosition, parse_position
from engine.ruleset import Ruleset
from engine.search import LEVELS
from engine.search.levels import TOP, choose
from engine.search.searcher import Limit, Result, Score, Searcher
from engine.search.tablebase.files import Tablebase, Unusable, tables_of

Write = Callable[[str], None]

LARGEST_HASH = 4096
MOST_THREADS = 64
OPTIONS = "setoption name Hash|Threads|Level value N"


class BadCommand(ValueError):
    """A line that is no command, or asks for what there is not; the message says what."""


class Protocol:
    """One conversation. ``write`` gets each line of an answer, also from the searching thread.

    ``chance`` decides among the moves of a level below the last.
    """

    def __init__(self, write: Write, chance: random.Random | None = None) -> None:
        self._write = write
        self._chance = chance or random.Random()
        self._game = Game.begin(rulesets()[0])
        self._searcher: Searcher | None = None
        self._hash, self._threads, self._level = 16, 1, TOP
        self._stop = threading.Event()
        self._thinking: threading.Thread | None = None
        self._answered = True

    def handle(self, line: str) -> bool:
        """Do what a line says; False when the conversation is over. A bad line is answered with ``info string``."""
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
            self._write("id name Papan")
            self._write("id author The Papan authors")
            self._write(f"option name Hash type spin default {self._hash} min 1 max {LARGEST_HASH}")
            self._write(f"option name Threads type spin default {self._threads} min 1 max {MOST_THREADS}")
            self._write(f"option name Level type spin default {self._level} min {LEVELS[0]} max {TOP}")
            for ruleset in rulesets():
                self._write(f"info string ruleset {ruleset.key}")
            self._write("uciok")
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

    def _option(self, words: list[str]) -> None:
        match words:
            case ["name", "Hash", "value", value]:
                self._hash = _number(value, LARGEST_HASH)
                self._searcher = None
            case ["name", "Threads", "value", value]:
                self._threads = _number(value, MOST_THREADS)
            case ["name", "Level", "value", value]:
                self._level = _number(value, TOP)
            case _:
                raise BadCommand(OPTIONS)

    def _position(self, rest: str) -> None:
        setting, _, played = f"{rest} ".partition(" moves ")
        name, given, text = f"{setting.strip()} ".partition(" text ")
        if not name.strip() or (given and not text):
            raise BadCommand("position RULESET [text POSITION] [moves m1 m2 ...]")
        ruleset = find_ruleset(name.strip())
        game = Game.begin(ruleset, parse_position(ruleset, text) if text else None)
        for word in played.split():
            game = game.play(_legal(ruleset, game, word))
        if game.ruleset is not self._game.ruleset:
            self._searcher = None
        self._game = game

    def _go(self, words: list[str]) -> None:
        if self._game.outcome:
            raise BadCommand(f"the game is over: {self._game.outcome.ending.value}")
        limit = _limit(words)
        if self._searcher is None:
            try:
                self._searcher = Searcher(self._game.ruleset, self._hash, tablebase=self._tablebase())
            except MemoryError:
                raise BadCommand(f"there is no memory for a table of {self._hash} megabytes") from None
        self.wait()  # a thread that has answered may still be on its way out
        self._stop.clear()
        self._answered = False
        self._thinking = threading.Thread(target=self._think, args=(self._searcher, limit), daemon=True)
        self._thinking.start()

    def _tablebase(self) -> Tablebase | None:
        try:
            return tables_of(self._game.ruleset)
        except Unusable as fault:
            self._write(f"info string {fault}")
            return None

    def _think(self, searcher: Searcher, limit: Limit) -> None:
        if self._level == TOP:
            result = searcher.search(self._game, limit, on_info=self._tell, threads=self._threads, stop=self._stop)
            self._tell(result)
            move = result.best
        else:
            choice = choose(searcher, self._game, self._level, self._chance)
            move = choice.move
            self._write(f"info score {_score(choice.score)} pv {format_move(self._game.ruleset, move)}")
        self._answered = True  # before the answer is out: whoever reads it may ask again at once
        self._write(f"bestmove {format_move(self._game.ruleset, move)}")

    def _tell(self, result: Result) -> None:
        speed = round(result.nodes / max(result.seconds, 1e-6))
        line = " ".join(format_move(self._game.ruleset, move) for move in result.pv)
        self._write(
            f"info depth {result.depth} score {_score(result.score)} nodes {result.nodes} nps {speed}"
            f" time {round(result.seconds * 1000)} pv {line}"
        )

    def _end_search(self) -> None:
        self._stop.set()
        self.wait()


def _score(score: Score) -> str:
    return f"cp {score.cp}" if score.wins_in is None else f"win {score.wins_in}"


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20 and 1 <= int(text) <= most):
        raise BadCommand(f"a whole number from 1 to {most}, not {text}")
    return int(text)


def _limit(words: list[str]) -> Limit:
    fields = {"movetime": "movetime_ms", "depth": "depth", "nodes": "nodes"}
    given: dict[str, int] = {}
    rest = iter(words)
    for word in rest:
        if word == "infinite":
            continue
        if word not in fields:
            raise BadCommand(f"go movetime MS | depth N | nodes N | infinite, not {word}")
        given[fields[word]] = _number(next(rest, ""), 1 << 50)
    return Limit(**given)


def _legal(ruleset: Ruleset, game: Game, word: str) -> Move:
    for move in game.legal_moves:
        if format_move(ruleset, move).lower() == word.lower():
            return move
    raise BadCommand(f"no legal move here: {word}")

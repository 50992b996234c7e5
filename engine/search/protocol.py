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
hundredths of a man, or ``win`` in moves of the winner, negative for the other side's.
"""

from engine.foreign_position import read_position
from engine.game import Game
from engine.games import find_ruleset, rulesets
from engine.moves import Move
from engine.notation import format_move
from engine.parser import MoveError, parse_move
from engine.ruleset import Ruleset
from engine.search.conversation import OPTIONS, BadCommand, Conversation, number
from engine.search.levels import Choice
from engine.search.results import Limit, Result, Score

SETOPTION = f"setoption name {'|'.join(OPTIONS)} value N"
POSITION = "position RULESET [text POSITION] [moves m1 m2 ...]"
GO = "go movetime MS | depth N | nodes N | infinite"
MOST = 1 << 50
_NO_MOVE = "bestmove (none)"


class Protocol(Conversation):
    """One conversation in the protocol after UCI."""

    def _complaint(self, text: str) -> str:
        return f"info string {text}"

    def _info(self, game: Game, result: Result) -> str:
        speed = round(result.nodes / max(result.seconds, 1e-6))
        line = " ".join(format_move(game.ruleset, move) for move in result.pv)
        return (
            f"info depth {result.depth} score {_score(result.score)} nodes {result.nodes} nps {speed}"
            f" time {round(result.seconds * 1000)} pv {line}"
        )

    def _glance(self, game: Game, choice: Choice) -> str:
        return f"info score {_score(choice.score)} pv {format_move(game.ruleset, choice.move)}"

    def _answer(self, game: Game, pv: tuple[Move, ...]) -> str:
        return f"bestmove {format_move(game.ruleset, pv[0])}" if pv else _NO_MOVE

    def _command(self, word: str, rest: str) -> None:
        if word == "uci":
            self._introduce()
        elif word == "isready":
            self._write("readyok")
        elif word == "stop":
            self._end_search()
        elif word in ("setoption", "ucinewgame", "position", "go"):
            self._check_idle()
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
                known = self._set_option(given, value)
            case _:
                known = False
        if not known:
            raise BadCommand(SETOPTION)

    def _position(self, rest: str) -> None:
        self._game = None
        setting, _, played = f"{rest} ".partition(" moves ")
        name, given, text = f"{setting.strip()} ".partition(" text ")
        if not name.strip() or (given and not text):
            raise BadCommand(POSITION)
        ruleset = find_ruleset(name.strip())
        game = Game.begin(ruleset, read_position(ruleset, text) if text else None)
        for word in played.split():
            game = game.play(_legal(ruleset, game, word))
        self._game = game

    def _go(self, words: list[str]) -> None:
        limit, infinite = _limit(words)
        if self._game is None:
            self._write(self._complaint("the last position was refused; give another first"))
            self._write(_NO_MOVE)
            return
        if self._game.outcome:
            self._write(self._complaint(f"the game is over: {self._game.outcome.ending.value}"))
        self._begin_search(self._game, limit, held=infinite)


def _score(score: Score) -> str:
    return f"cp {score.cp}" if score.wins_in is None else f"win {score.wins_in}"


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
            given[fields[word]] = number(next(rest, ""), MOST)
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

"""Lost endings that ship, with every answer of the side that wins: one holds out in them as long as one can.

An ending is a line of ``engine/games/holdouts.txt``: its id, its game, the position, the most turns that the side to
move can hold out, and the answers, with tabs between them. After each turn that it can come to, the winning side
answers with the turn that wins soonest; ``tools.holdouts`` has taken it from solved tables, of which none is needed
here. The answers are four bytes for each position, in base64: three of a digest of the position, and the place of the
answer among the legal turns, sorted as they are written. Pure but for reading that file.
"""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from engine.game import Game
from engine.games import UnknownRuleset, find_ruleset
from engine.moves import Move
from engine.notation import format_move, read_move
from engine.position import InvalidPosition, Position, format_position, parse_position
from engine.ruleset import Ruleset

FILE = Path(__file__).parent / "games" / "holdouts.txt"
KEY_BYTES, ANSWER_BYTES = 3, 4
_FIELDS = ("id", "game", "position", "longest", "answers")


class InvalidEnding(ValueError):
    """An ending cannot be read or played; the message says which one and why."""


@dataclass(frozen=True)
class Ending:
    """A position that is lost for the side to move, which can hold out for ``longest`` turns of its own at most."""

    id: str
    ruleset: str
    position: str
    longest: int
    answers: str

    @cached_property
    def start(self) -> Game:
        """A game at its position. Raises InvalidEnding."""
        try:
            ruleset = find_ruleset(self.ruleset)
            return Game.begin(ruleset, parse_position(ruleset, self.position))
        except (UnknownRuleset, InvalidPosition) as error:
            raise InvalidEnding(f"{self.ruleset} {self.id}: {error}") from None

    @property
    def side(self) -> int:
        """The side that holds out."""
        return self.start.turn

    def answer(self, game: Game) -> Move:
        """The turn with which the winning side answers. Raises InvalidEnding where none is known."""
        place = self._places.get(key_of(game.ruleset, game.position))
        turns = turns_in_order(game)
        if place is None or place >= len(turns):
            raise InvalidEnding(f"{self.ruleset} {self.id}: there is no answer after {game.ply} turns")
        return turns[place]

    def after(self, game: Game, move: Move) -> Game:
        """The game after a turn of the side that holds out, and its answer unless that ends it.

        Raises InvalidEnding where the turn is not legal.
        """
        if game.outcome or not game.is_legal(move):
            raise InvalidEnding(f"{self.ruleset} {self.id}: the turn after {game.ply} is not legal")
        game = game.play(move)
        while not game.outcome and game.turn != self.side:
            game = game.play(self.answer(game))
        return game

    def replay(self, turns: Sequence[str]) -> Game:
        """The game after the turns of the side that holds out, as ``format_move`` writes them. Raises InvalidEnding."""
        game = self.start
        for text in turns:
            move = read_move(game.ruleset, game.position, text)
            if move is None:
                raise InvalidEnding(f"{self.ruleset} {self.id}: {text} is no turn")
            game = self.after(game, move)
        return game

    @cached_property
    def _places(self) -> dict[bytes, int]:
        every = base64.b64decode(self.answers)
        parts = (every[first : first + ANSWER_BYTES] for first in range(0, len(every), ANSWER_BYTES))
        return {part[:KEY_BYTES]: part[KEY_BYTES] for part in parts}


def key_of(ruleset: Ruleset, position: Position) -> bytes:
    """The digest by which the answer in a position is found."""
    text = format_position(ruleset, position, counters=False)
    return hashlib.blake2b(text.encode(), digest_size=KEY_BYTES).digest()


def turns_in_order(game: Game) -> list[Move]:
    """The legal turns in the order in which an answer counts them."""
    return sorted(game.legal_moves, key=lambda move: format_move(game.ruleset, move))


@cache
def endings() -> tuple[Ending, ...]:
    """The endings that ship, in the order of the file, which is that of the weeks. Raises InvalidEnding."""
    return tuple(read_endings(FILE.read_text(encoding="utf-8").splitlines()))


def ending_named(name: str) -> Ending:
    """An ending by its id. Raises InvalidEnding where none ships that has it."""
    found = next((each for each in endings() if each.id == name), None)
    if found is None:
        raise InvalidEnding(f"{name} is no ending that ships")
    return found


def read_endings(lines: Iterable[str]) -> Iterator[Ending]:
    """The endings of a file's lines. Raises InvalidEnding."""
    for number, line in enumerate(lines, 1):
        fields = line.split("\t")
        if len(fields) != len(_FIELDS) or not fields[3].isdecimal():
            raise InvalidEnding(
                f"{FILE.name}, line {number}: an ending has {', '.join(_FIELDS)} with tabs between them"
            )
        yield Ending(fields[0], fields[1], fields[2], int(fields[3]), fields[4])


def write_ending(ending: Ending) -> str:
    """The line of an ending, as ``read_endings`` reads it."""
    return "\t".join((ending.id, ending.ruleset, ending.position, str(ending.longest), ending.answers))

"""A position of a game that shows something, with the move that does."""

import re
from dataclasses import dataclass

from engine.game import Game
from engine.games import find_ruleset
from engine.moves import Move
from engine.parser import IllegalMove, parse_move
from engine.position import parse_position
from engine.refusal import Reason, Refusal

_POINT = re.compile(r"[a-z][0-9]{1,2}")


@dataclass(frozen=True)
class Example:
    """A position of a game, and a move from it where one is to be shown."""

    game: str
    position: str = ""
    """The start where none is given."""
    move: str = ""

    def begun(self) -> Game:
        """The game as it stands before the move."""
        ruleset = find_ruleset(self.game)
        return Game.begin(ruleset, parse_position(ruleset, self.position) if self.position else None)

    def played(self) -> Game:
        """The game after the move, or as it stands where there is none."""
        game = self.begun()
        return game.play(parse_move(game.ruleset, game.position, self.move).move) if self.move else game


@dataclass(frozen=True)
class Refused:
    """A position of a game with a move that its rules refuse, the reason, and a move that they allow there."""

    game: str
    reason: Reason
    position: str
    move: str
    allowed: str

    def begun(self) -> Game:
        """The game as it stands."""
        return Example(self.game, self.position).begun()

    @property
    def refusal(self) -> Refusal:
        """The reason why the rules refuse the move."""
        game = self.begun()
        try:
            parse_move(game.ruleset, game.position, self.move, offers=False)
        except IllegalMove as error:
            return error.refusal
        raise ValueError(f"{self.game} allows {self.move} in {self.position}")

    @property
    def allowed_move(self) -> Move:
        """The move that the rules allow."""
        game = self.begun()
        return parse_move(game.ruleset, game.position, self.allowed).move

    @property
    def refused_path(self) -> tuple[int, ...]:
        """The points that the refused move names, one after another."""
        index = self.begun().ruleset.board.index
        return tuple(index[name] for name in _POINT.findall(self.move) if name in index)

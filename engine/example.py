"""A position of a game that shows something, with the move that does."""

from dataclasses import dataclass

from engine.game import Game
from engine.games import find_ruleset
from engine.parser import parse_move
from engine.position import parse_position


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

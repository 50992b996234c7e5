"""The names of the computer's levels."""

from bot.app.text.names import pieces_name
from bot.words import N_, Words
from engine.board import Surface
from engine.ruleset import Ruleset

_HUNT = (
    N_("Young {prey}"),
    N_("Herder"),
    N_("Villager"),
    N_("Scout"),
    N_("Tracker"),
    N_("Hunter"),
    N_("Pawang"),
    N_("Old {hunter}"),
)
_LINES = (
    N_("Newcomer"),
    N_("Learner"),
    N_("Neighbour"),
    N_("Fisherman"),
    N_("Boat builder"),
    N_("Headman"),
    N_("Navigator"),
    N_("Admiral"),
)
_SQUARES = (
    N_("Newcomer"),
    N_("Learner"),
    N_("Coffee-shop guest"),
    N_("Coffee-shop regular"),
    N_("Old hand"),
    N_("Village champion"),
    N_("State champion"),
    N_("Grandmaster"),
)


def level_name(ruleset: Ruleset, level: int, say: Words) -> str:
    """The name of a level, 1 to 8, in a game."""
    if ruleset.hunters is not None:
        facts = {"hunter": _one_of(ruleset, ruleset.hunters, say), "prey": _one_of(ruleset, 1 - ruleset.hunters, say)}
        return say.sentence(_HUNT[level - 1], **facts)
    names = _LINES if ruleset.board.surface is Surface.LINES else _SQUARES
    return say(names[level - 1])


def _one_of(ruleset: Ruleset, side: int, say: Words) -> str:
    return pieces_name(ruleset, side, 1, say)

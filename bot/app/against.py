"""Playing the computer: the level is asked for, and the match begins at once."""

from bot.app.callback_data import BadCallbackData, CallbackData
from bot.app.context import Context
from bot.app.text.levels import level_name
from bot.chat import Answer, Menu, Option
from bot.chat.commands import LEVEL_CHOICES
from bot.matches.invitation import Invitation
from bot.workers.computer_player import computer
from engine.games import rulesets
from engine.ruleset import Ruleset
from engine.search import LEVELS

SIDES = {"first": 0, "second": 1}


async def play_computer(context: Context, ruleset: Ruleset, level: str, side: str) -> Answer:
    """A match against the computer, or the menu of its levels where ``level`` is none of them."""
    if level not in dict(LEVEL_CHOICES):
        return _level_menu(context, ruleset, side)
    match, view = await context.matches.open(
        context.request.event,
        context.player,
        Invitation(ruleset, computer(int(level)), SIDES.get(side), accepted=True),
        context.venue,
    )
    return await context.services.answer(match, view)


def _level_menu(context: Context, ruleset: Ruleset, side: str) -> Answer:
    """Which level? Each with its name."""
    say = context.say
    options = tuple(Option(f"{level} · {level_name(ruleset, level, say)}", str(level)) for level in LEVELS)
    data = CallbackData("cl", argument=f"{rulesets().index(ruleset)}:{side}")
    text = say("How strong shall the computer be? Level 1 is for those who learned the game today.")
    return Answer(title=ruleset.name, text=text, rows=(Menu(str(data), say("Level"), options),), replace=True)


async def pressed_computer(context: Context, data: CallbackData) -> Answer:
    """*Computer*, with the number of the game."""
    return _level_menu(context, numbered(data.argument, data), "")


async def pressed_level(context: Context, data: CallbackData) -> Answer:
    """A level chosen: the argument is the number of the game, the side wished for, and the level."""
    parts = data.argument.split(":")
    if len(parts) != 3 or parts[1] not in ("", "random", *SIDES) or parts[2] not in dict(LEVEL_CHOICES):
        raise BadCallbackData(str(data))
    return await play_computer(context, numbered(parts[0], data), parts[2], parts[1])


def numbered(number: str, data: CallbackData) -> Ruleset:
    """The ruleset with this number in a payload. Raises BadCallbackData."""
    if not (number.isascii() and number.isdecimal()) or int(number) >= len(rulesets()):
        raise BadCallbackData(str(data))
    return rulesets()[int(number)]

"""Playing the computer: the level is asked for, and the match begins at once."""

from bot.app.commands import LEVEL_CHOICES
from bot.app.context import Context
from bot.app.levels import level_name
from bot.app.payload import BadPayload, Payload
from bot.computer import LEVELS, computer
from bot.talk import Answer, Menu, Option
from engine.games import RULESETS
from engine.ruleset import Ruleset

SIDES = {"first": 0, "second": 1}


async def play_computer(context: Context, ruleset: Ruleset, level: str, side: str) -> Answer:
    """A match against the computer, or the menu of its levels where ``level`` is none of them."""
    if level not in dict(LEVEL_CHOICES):
        return _level_menu(context, ruleset, side)
    request = context.request
    match, view = await context.service.open(
        request.event,
        context.player,
        ruleset,
        computer(int(level)),
        SIDES.get(side),
        request.place,
        context.say.language,
        at_once=True,
    )
    return await context.desk.answer(match, view)


def _level_menu(context: Context, ruleset: Ruleset, side: str) -> Answer:
    """Which level? Each with its name."""
    say = context.say
    options = tuple(Option(f"{level} · {level_name(ruleset, level, say)}", str(level)) for level in LEVELS)
    wish = Payload("cl", argument=f"{RULESETS.index(ruleset)}:{side}")
    text = say("How strong shall the computer be? Level 1 is for those who learned the game today.")
    return Answer(title=ruleset.name, text=text, rows=(Menu(str(wish), say("Level"), options),), replace=True)


async def pressed_computer(context: Context, wish: Payload) -> Answer:
    """*Computer*, with the number of the game."""
    return _level_menu(context, numbered(wish.argument, wish), "")


async def pressed_level(context: Context, wish: Payload) -> Answer:
    """A level chosen: the argument is the number of the game, the side wished for, and the level."""
    parts = wish.argument.split(":")
    if len(parts) != 3 or parts[1] not in ("", "random", *SIDES) or parts[2] not in dict(LEVEL_CHOICES):
        raise BadPayload(str(wish))
    return await play_computer(context, numbered(parts[0], wish), parts[2], parts[1])


def numbered(number: str, wish: Payload) -> Ruleset:
    """The ruleset with this number in a payload. Raises BadPayload."""
    if not (number.isascii() and number.isdecimal()) or int(number) >= len(RULESETS):
        raise BadPayload(str(wish))
    return RULESETS[int(number)]

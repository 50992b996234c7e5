"""Matches of one person: practice boards, on which they move both sides, and those against the computer."""

from bot.app.callback_data import Action, BadCallbackData, CallbackData, ruleset_named
from bot.app.context import Context
from bot.app.opening import open_match
from bot.app.paces import SIDES, NewGame
from bot.app.text.levels import level_name
from bot.app.text.names import game_name
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Style
from bot.chat.commands import ASK_LEVEL, LEVEL_CHOICES
from bot.matches.invitation import Invitation
from bot.words import N_
from bot.workers.computer_player import computer
from engine.ruleset import Ruleset
from engine.search import LEVELS

THAT_IS_YOU = N_("That is you. On a practice board you move both sides.")
_LEVEL_RANGE = {"first": LEVELS[0], "last": LEVELS[-1]}


def game_button(label: str, action: Action, chosen: NewGame | Ruleset, style: Style = Style.PLAIN) -> Button:
    argument = str(chosen) if isinstance(chosen, NewGame) else chosen.short_id
    return Button(label, str(CallbackData(action, argument=argument)), style)


def offer_practice(context: Context, ruleset: Ruleset) -> Answer:
    practice = game_button(context.say("Practice board"), Action.PRACTISE, ruleset, Style.MAIN)
    text = context.say(THAT_IS_YOU)
    return PrivatePanel(title=game_name(ruleset, context.say), text=text, rows=((practice,),), replace=True, stays=True)


async def pressed_practice(context: Context, data: CallbackData) -> Answer:
    """*Practice board*: both sides are moved by the same person."""
    return await open_practice(context, ruleset_named(data.argument))


async def open_practice(context: Context, ruleset: Ruleset) -> Answer:
    return await open_match(context, Invitation(ruleset, host_side=0, practice=True))


async def play_computer(context: Context, ruleset: Ruleset, level: str, side: str) -> Answer:
    """A match against the computer, or the menu of its levels where ``level`` is none of them."""
    if level not in dict(LEVEL_CHOICES):
        missing = "" if level == ASK_LEVEL else level
        return _level_menu(context, ruleset, side, missing)
    return await open_match(context, Invitation(ruleset, computer(int(level)), SIDES.get(side), accepted=True))


def _level_menu(context: Context, ruleset: Ruleset, side: str, missing: str = "") -> Answer:
    """The menu of levels; ``missing`` is one that was asked for and that there is not."""
    say = context.say
    options = tuple(Option(f"{level} · {level_name(ruleset, level, say)}", str(level)) for level in LEVELS)
    data = CallbackData(Action.LEVEL, argument=f"{ruleset.short_id}:{side}")
    text = say("How strong should the computer be? Level 1 is for people who learned the game today.")
    if missing:
        text = say("There is no level {level}: the levels are {first} to {last}.", level=missing[:10], **_LEVEL_RANGE)
    menu = Menu(str(data), say("Level"), options)
    return PrivatePanel(title=game_name(ruleset, say), text=text, rows=(menu,), replace=True, stays=True)


async def pressed_computer(context: Context, data: CallbackData) -> Answer:
    """*Computer*: at which level? Raises BadCallbackData."""
    chosen = NewGame.read(data.argument)
    return _level_menu(context, chosen.ruleset, chosen.side)


async def pressed_level(context: Context, data: CallbackData) -> Answer:
    """A level chosen: the argument is game, wanted side and level. Raises BadCallbackData."""
    parts = data.argument.split(":")
    if len(parts) != 3 or parts[1] not in ("", "random", *SIDES) or parts[2] not in dict(LEVEL_CHOICES):
        raise BadCallbackData(str(data))
    return await play_computer(context, ruleset_named(parts[0]), parts[2], parts[1])

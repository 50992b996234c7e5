"""*Told...*: how a player is told of their turn in one match, where that is not as in their settings."""

from bot.app.boards.match_message import button
from bot.app.buttons.callback_data import Action, BadCallbackData, CallbackData
from bot.app.requests.context import Context
from bot.app.text.names import game_name
from bot.chat import Answer, Menu, Option, PrivatePanel
from bot.matches.match import Match
from bot.matches.preferences import DIGEST, HERE, PREFERENCES
from bot.words import N_

_WAYS = PREFERENCES["told"].values
_AS_EVER = "settings"
"""The choice to be told as in the settings, in the menu."""
_AS_IN_SETTINGS = N_("As in my settings: {value}")


def may_be_told(context: Context, match: Match) -> bool:
    """Is this person told of their turn in a match, so that they may choose how?"""
    others = context.services.matches.computers.keys().isdisjoint(filter(None, match.seats))
    return others and not match.practice and match.side_of(context.player.id) is not None


async def pressed_told(context: Context, data: CallbackData) -> Answer:
    """*Told...*: how is this person told of this match? With a way it is chosen. Raises BadCallbackData."""
    if data.argument not in ("", _AS_EVER, *_WAYS):
        raise BadCallbackData(str(data))
    match = await context.services.matches.get(data.code)
    match.check_playing(context.player.id)
    if not data.argument:
        chosen = await context.services.tells.chosen(match.code, context.player.id)
    else:
        chosen = None if data.argument == _AS_EVER else data.argument
        await context.services.tells.choose(match.code, context.player.id, chosen)
    return _panel(context, match, chosen)


def _panel(context: Context, match: Match, chosen: str | None) -> Answer:
    say = context.say
    usual = say(_AS_IN_SETTINGS, value=say(_WAYS[context.player.told or HERE]))
    # Without their zone nobody knows when a digest is to come.
    open_to_them = [each for each in _WAYS if each != DIGEST or context.player.zone or each == chosen]
    names = {_AS_EVER: usual, **{value: say(_WAYS[value]) for value in open_to_them}}
    now = chosen or _AS_EVER
    options = tuple(Option(name, value, chosen=value == now) for value, name in names.items())
    lines = (say("How shall I tell you that it is your turn in this match?"), f"{names[now]}.")
    menu = Menu(str(CallbackData(Action.TOLD, match.code, match.game.ply)), say("In this match"), options)
    back = button(match, say("Back"), Action.MORE)
    title = f"{match.code} · {game_name(match.game.ruleset, say)}"
    return PrivatePanel(title=title, text="\n".join(lines), rows=(menu, (back,)), replace=True)

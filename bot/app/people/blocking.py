"""``/block``: people who cannot invite a player any more. They are not told so."""

from enum import StrEnum

from bot.app.buttons.callback_data import BadCallbackData, CallbackData
from bot.app.requests.context import Context
from bot.chat import Answer, Button, Menu, Option, PrivatePanel, Refusal, Row
from bot.matches.identity import Person
from bot.store import Player

LISTED = 25
"""So many of the people who are blocked can be chosen in a menu, the latest of them."""


class Blocking(StrEnum):
    """The actions of the buttons of this panel."""

    BLOCK = "bl"
    UNBLOCK = "ub"


async def block_command(context: Context, who: Person | None) -> Answer:
    """``/block``: block a person, or the panel of those who are blocked."""
    if who is None:
        return await _panel(context)
    say, known = context.say, await context.services.people.find(who)
    if known is None:
        return Refusal(text=say("I do not know them: they have never played here. Nothing has changed."))
    if known.id == context.player.id:
        return Refusal(text=say("That is you. Name the person who is not to invite you."))
    return await _block(context, known)


async def pressed_block(context: Context, data: CallbackData) -> Answer:
    """*Block again*, for a person who was unblocked by mistake. Raises BadCallbackData."""
    return await _block(context, await _known(context, data))


async def pressed_unblock(context: Context, data: CallbackData) -> Answer:
    """*Unblock*. Raises BadCallbackData."""
    known = await _known(context, data)
    await context.services.blocks.unblock(context.player.id, known.id)
    text = context.say("{name} may invite you again.", name=known.name)
    return await _panel(context, text, _button(context.say("Block again"), Blocking.BLOCK, known))


async def _known(context: Context, data: CallbackData) -> Player:
    known = await context.services.people.by_id(data.argument)
    if known is None or known.id == context.player.id:
        raise BadCallbackData(str(data))
    return known


async def _block(context: Context, other: Player) -> Answer:
    say = context.say
    await context.services.blocks.block(context.player.id, other.id)
    lines = (
        say("{name} is blocked: they cannot invite you, nor join when you invite anybody.", name=other.name),
        say("They are not told. Matches that you play with them go on."),
    )
    return await _panel(context, "\n".join(lines), _button(say("Undo"), Blocking.UNBLOCK, other))


async def _panel(context: Context, news: str = "", button: Button | None = None) -> Answer:
    """The list of blocked people, below what has just been done, with the button that undoes it."""
    say, blocked = context.say, await context.services.blocks.blocked(context.player.id, LISTED)
    if blocked:
        listed = say("You have blocked: {names}.", names=", ".join(each.name for each in blocked))
    else:
        listed = say("You have blocked nobody. /block and a name keeps that person from inviting you.")
    rows: list[Row] = [(button,)] if button else []
    if blocked:
        options = tuple(Option(each.name, each.id) for each in blocked)
        rows.append(Menu(str(CallbackData(Blocking.UNBLOCK)), say("Unblock"), options))
    text = "\n".join(filter(None, (news, listed)))
    return PrivatePanel(title=say("Blocked"), text=text, rows=tuple(rows), replace=True)


def _button(label: str, action: Blocking, other: Player) -> Button:
    return Button(label, str(CallbackData(action, argument=other.id)))

"""A group to which the bot was added: the greeting, and what the bot is allowed there."""

from collections.abc import Sequence
from typing import assert_never

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.requests.context import Context
from bot.chat import Allowance, Answer, Button, Content, PlacePermission, PrivatePanel, Style
from bot.words import Words


def greeting(say: Words, *, computer: bool) -> Content:
    """The first message in a group, for all there; ``computer``: matches against it are not switched off there."""
    both = say("Play against each other here, or against the computer.")
    return Content(
        title=say("Papan is the place to play the traditional board games of the Malay archipelago."),
        text=both if computer else say("Play against each other here."),
        rows=(
            (
                Button(say("Play"), str(CallbackData(Action.NEW_GAME)), Style.MAIN),
                Button(say("What may Papan do here?"), str(CallbackData(Action.PERMISSIONS))),
            ),
        ),
        language=say.language,
    )


async def pressed_permissions(context: Context, data: CallbackData) -> Answer:
    """*What may Papan do here?*: what the bot may do in this place, and what follows from what is missing."""
    del data
    say, ask = context.say, context.request.permissions
    lines = permission_lines(say, await ask(context.request.place) if ask else ())
    return PrivatePanel(title=say("What I may do here"), text="\n".join(lines), stays=True)


def permission_lines(say: Words, held: Sequence[PlacePermission]) -> list[str]:
    """A line about each permission, and what follows from all."""
    lines = [_line(say, each) for each in held]
    if any(not each.given for each in held):
        return [*lines, say("Somebody who runs this group can allow me what is missing.")]
    return [*lines, say("Nothing that I need is missing here.")]


def _line(say: Words, permission: PlacePermission) -> str:
    """The line about one permission: its use here, or what is so without it."""
    name, given = permission.name, permission.given
    match permission.allows:
        case Allowance.WRITE if given:
            return say("I may write ({permission}).", permission=name)
        case Allowance.WRITE:
            return say("I may not write ({permission}): boards cannot be shown here.", permission=name)
        case Allowance.PICTURES if given:
            return say("I may send pictures ({permission}).", permission=name)
        case Allowance.PICTURES:
            return say("I may not send pictures ({permission}): boards are shown as text.", permission=name)
        case Allowance.THREADS if given:
            return say("I may open a thread for each match ({permission}).", permission=name)
        case Allowance.THREADS:
            return say("I may not open threads ({permission}): all matches stay in one place.", permission=name)
        case _:
            assert_never(permission.allows)

"""``/help``: the commands there are, in this person's language."""

from bot.app.callback_data import Action, CallbackData
from bot.app.context import Context
from bot.chat import Answer, Button, Style
from bot.chat.commands import COMMANDS


async def help_command(context: Context) -> Answer:
    """``/help``: every command, and how to move."""
    say = context.say
    lines = [f"/{spec.name} - {say(spec.summary)}" for spec in COMMANDS]
    lines.append(say("Below a board: Your move shows what you can play. Moves are typed as c3-c4 or c3xe5."))
    return Answer(
        title=say("Papan keeps the board for traditional games of the Malay archipelago."),
        text="\n".join(lines),
        rows=((Button(say("New game"), str(CallbackData(Action.NEW_GAME)), Style.MAIN),),),
    )

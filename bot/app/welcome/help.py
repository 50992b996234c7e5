"""``/help``, and a short word for those who greet the bot: what there is, in this person's language."""

import re

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.requests.context import Context
from bot.app.requests.hosts import manages, may
from bot.chat import Answer, Button, PrivatePanel, Style
from bot.chat.commands import COMMANDS, CommandSpec, OfferedTo
from bot.matches.communities import Right

_GREETING = re.compile(
    "hello|hi|hey|help|help me|how (does|do) (this|it) work|how (do|can) (i|we|you) play|how to play|how|start|"
    "what (is this|can you do|now)|helo|hai|halo|hallo|salam|assalamualaikum|apa kh?abar|tolong|bantuan|bantu|"
    "(macam mana|bagaimana|gimana)( nak| cara| caranya)?( main| bermain)?|cara (main|bermain)|apa ini|mula|mulai"
)


def is_greeting(text: str) -> bool:
    """Is this a greeting, or a call for help, and nothing else?"""
    return _GREETING.fullmatch(" ".join(text.casefold().strip(" .!?/").split())) is not None


async def first_steps(context: Context) -> Answer:
    """``/start``: the first steps."""
    return await short_help(context)


async def short_help(context: Context) -> Answer:
    """The first steps in four lines, with a button for a game and one for everything else."""
    say = context.say
    move = say("To move, press Your move below the board.")
    if (await context.community()).has("typed"):
        move = say("To move, press Your move below the board, or type it, such as c3-c4.")
    return PrivatePanel(
        title=say("Papan is the place to play the traditional board games of the Malay archipelago."),
        text="\n".join(
            (
                say("New game: choose a game, then a person or the computer."),
                move,
                say("/help lists everything else, /settings changes your language."),
            )
        ),
        rows=(help_buttons(context),),
        replace=True,
    )


async def help_command(context: Context) -> Answer:
    """``/help``: every command, and how to move."""
    say = context.say
    lines = [f"/{spec.name} - {say(spec.summary)}" for spec in COMMANDS if await _is_offered(context, spec)]
    if (await context.community()).has("typed"):
        lines.append(say("Below a board: Your move shows what you can play. Moves are typed as c3-c4 or c3xe5."))
    else:
        lines.append(say("To move, press Your move below the board."))
    return PrivatePanel(
        title=say("Papan is the place to play the traditional board games of the Malay archipelago."),
        text="\n".join(lines),
        rows=((_new_game(context),),),
        replace=True,
    )


async def _is_offered(context: Context, spec: CommandSpec) -> bool:
    """Is a command of use to this person here? In private it is told what there is for those who manage a place."""
    place = context.request.place
    if spec.offered_to is OfferedTo.EVERYBODY or not place.community:
        return True
    return await manages(context, place) if spec.offered_to is OfferedTo.HOSTS else await may(context, Right.RULE)


async def pressed_help(context: Context, data: CallbackData) -> Answer:
    """*All commands*."""
    del data
    return await help_command(context)


def help_buttons(context: Context) -> tuple[Button, Button]:
    """The two ways on from anywhere: a game, and all that can be asked for."""
    return _new_game(context), Button(context.say("All commands"), str(CallbackData(Action.HELP)))


def _new_game(context: Context) -> Button:
    return Button(context.say("New game"), str(CallbackData(Action.NEW_GAME)), Style.MAIN)

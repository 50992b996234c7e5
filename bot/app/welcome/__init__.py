"""The first steps."""

from bot.app.buttons.callback_data import Action
from bot.app.requests.subject import ActionSpec, CommandAction, Question, Subject
from bot.app.welcome.help import help_command, pressed_help
from bot.chat.commands import CommandSpec
from bot.words import N_

HELP = Question("help", lambda context, _: help_command(context))

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec("help", N_("What Papan can do"), (), rank=150),
            lambda context, given: help_command(context),
            HELP,
            for_nobody=True,
        ),
    ),
    buttons={
        Action.HELP: ActionSpec(pressed_help, HELP),
    },
    questions=(HELP,),
)

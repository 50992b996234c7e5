"""The first steps: help, and what a group needs to allow."""

from bot.app.buttons.callback_data import Action
from bot.app.requests.subject import ActionSpec, CommandAction, Owner, Question, Subject
from bot.app.welcome.help import help_command, pressed_help
from bot.app.welcome.permissions import pressed_permissions
from bot.chat.commands import CommandSpec
from bot.words import N_

HELP = Question("help", lambda context, _: help_command(context))

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec("help", N_("What Papan can do"), (), {"ms": "bantuan", "id": "bantuan"}, rank=150),
            lambda context, given: help_command(context),
            HELP,
        ),
    ),
    buttons={
        Action.HELP: ActionSpec(pressed_help, HELP),
        Action.PERMISSIONS: ActionSpec(pressed_permissions, HELP, Owner.ANYBODY),
    },
    questions=(HELP,),
)

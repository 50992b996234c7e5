"""The first steps: help, and what a group needs to allow."""

from bot.app.buttons.callback_data import Action
from bot.app.requests.subject import ActionSpec, CommandAction, Owner, Question, Subject
from bot.app.welcome.help import help_command, pressed_help
from bot.app.welcome.permissions import pressed_permissions
from bot.app.welcome.setup import SetupAction, pressed_choice, pressed_grant, pressed_tab, setup_command, setup_of
from bot.chat.commands import CommandSpec, OfferedTo
from bot.words import N_

SETUP = Question(
    "setup",
    lambda context, _: setup_command(context),
    of_group=setup_of,
    as_yourself=N_("Set up as yourself"),
)
HELP = Question("help", lambda context, _: help_command(context))

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec("help", N_("What Papan can do"), (), {"ms": "bantuan", "id": "bantuan"}, rank=150),
            lambda context, given: help_command(context),
            HELP,
            for_nobody=True,
        ),
        CommandAction(
            CommandSpec(
                "setup",
                N_("For those who manage this server or group: where and how games run"),
                (),
                {"ms": "sedia", "id": "atur"},
                rank=145,
                offered_to=OfferedTo.HOSTS,
            ),
            lambda context, given: setup_command(context),
            SETUP,
        ),
    ),
    buttons={
        Action.HELP: ActionSpec(pressed_help, HELP),
        Action.PERMISSIONS: ActionSpec(pressed_permissions, HELP, Owner.ANYBODY),
        SetupAction.TAB: ActionSpec(pressed_tab, SETUP, Owner.ASKED),
        SetupAction.CHOICE: ActionSpec(pressed_choice, SETUP, Owner.ASKED),
        SetupAction.GRANT: ActionSpec(pressed_grant, SETUP, Owner.ASKED),
    },
    questions=(HELP, SETUP),
)

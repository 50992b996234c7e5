"""The work of the hosts of a place: how games run there, rulings in matches, and the permissions of the bot."""

from dataclasses import replace

from bot.app.buttons.callback_data import Action
from bot.app.host.permissions import pressed_permissions
from bot.app.host.reports import pressed_reports
from bot.app.host.ruling import ACT, code_in_ruling, log_of, mod_command, option_of, pressed_rule
from bot.app.host.setup import SetupAction, pressed_choice, pressed_grant, pressed_tab, setup_command, setup_of
from bot.app.host.usual_game import (
    NO_GAME_WORDS,
    pressed_choose_game,
    pressed_usual_family,
    pressed_usual_game,
    pressed_usual_version,
    usual_game_typed,
)
from bot.app.people.typed_times import moment_in
from bot.app.requests.subject import ActionSpec, CommandAction, Owner, Question, Subject
from bot.app.welcome import HELP
from bot.chat.commands import CODE_OPTION, CommandSpec, OfferedTo, OptionKind, OptionSpec, any_words
from bot.words import N_

SETUP = Question(
    "setup",
    lambda context, _: setup_command(context),
    of_group=setup_of,
    as_yourself=N_("Set up as yourself"),
)
MOD = Question(
    "mod",
    lambda context, _: mod_command(context),
    of_group=log_of,
    as_yourself=N_("What was decided here"),
)

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec(
                "setup",
                N_("For those who manage this server or group: where and how games run"),
                (
                    OptionSpec(
                        "game",
                        N_("The game where nobody names one, or none"),
                        OptionKind.GAME,
                        complete=True,
                        words=NO_GAME_WORDS,
                        guesses=any_words,
                    ),
                ),
                rank=145,
                offered_to=OfferedTo.HOSTS,
            ),
            lambda context, given: (
                usual_game_typed(context, game) if (game := given.text("game")) else setup_command(context)
            ),
            SETUP,
        ),
        CommandAction(
            CommandSpec(
                "mod",
                N_("For those who manage this chat: rule in a match, or keep somebody out"),
                (
                    option_of(replace(CODE_OPTION, guesses=code_in_ruling), person=False),
                    ACT,
                    option_of(OptionSpec("who", N_("Who is not to play here"), OptionKind.PERSON), person=True),
                    option_of(
                        OptionSpec("until", N_("Until when, as 7d or 3 Dec"), phrase=True, reads=moment_in), person=True
                    ),
                    OptionSpec("why", N_("The reason, which both players read"), phrase=True),
                ),
                rank=147,
                offered_to=OfferedTo.RULING,
            ),
            lambda context, given: mod_command(
                context,
                given.text("act").casefold(),
                given.text("match"),
                given.text("why"),
                given.person("who"),
                given.text("until"),
            ),
            MOD,
        ),
    ),
    buttons={
        Action.PERMISSIONS: ActionSpec(pressed_permissions, HELP, Owner.ANYBODY),
        SetupAction.TAB: ActionSpec(pressed_tab, SETUP, Owner.ASKED),
        SetupAction.CHOICE: ActionSpec(pressed_choice, SETUP, Owner.ASKED),
        SetupAction.GRANT: ActionSpec(pressed_grant, SETUP, Owner.ASKED),
        SetupAction.CHOOSE_GAME: ActionSpec(pressed_choose_game, SETUP, Owner.ASKED),
        SetupAction.FAMILY: ActionSpec(pressed_usual_family, SETUP, Owner.ASKED),
        SetupAction.GAME: ActionSpec(pressed_usual_game, SETUP, Owner.ASKED),
        SetupAction.VERSION: ActionSpec(pressed_usual_version, SETUP, Owner.ASKED),
        Action.REPORTS: ActionSpec(pressed_reports, MOD, Owner.ASKED),
        Action.RULE: ActionSpec(pressed_rule, MOD, Owner.ASKED),
    },
    questions=(MOD, SETUP),
)

"""A match looked at: hints during it, its replay, analyses of finished ones and of pasted records."""

from bot.app.analysis import analyses, hints, replay
from bot.app.buttons.callback_data import Action
from bot.app.requests.subject import ActionSpec, CommandAction, Owner, Question, Subject
from bot.chat.commands import CODE_OPTION, CommandSpec, OptionKind, OptionSpec
from bot.words import N_

ANALYSE = Question("analyse", lambda context, code: analyses.analyse_command(context, code, ""), about_match=True)
REPLAY = Question("replay", replay.replay_command, about_match=True)
HINT = Question("hint", hints.hint_command, about_match=True)

FILE_OPTION = OptionSpec("file", N_("A file with a record or a position"), OptionKind.FILE)

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec(
                "hint",
                N_("What the computer would play; it is counted below the board"),
                (CODE_OPTION,),
                rank=80,
            ),
            lambda context, given: hints.hint_command(context, given.text("match")),
            HINT,
        ),
        CommandAction(
            CommandSpec(
                "analyse",
                N_("See where a finished match turned"),
                (
                    CODE_OPTION,
                    OptionSpec("text", N_("A record or a position instead, as text"), whole=True),
                    FILE_OPTION,
                ),
                ("analyze",),
                rank=90,
            ),
            lambda context, given: analyses.analyse_command(context, given.text("match"), given.text("text")),
            ANALYSE,
        ),
        CommandAction(
            CommandSpec(
                "import",
                N_("Look at a record, a position or a file from elsewhere"),
                (
                    OptionSpec("text", N_("A record or a position, as text"), whole=True),
                    FILE_OPTION,
                ),
                rank=92,
            ),
            lambda context, given: analyses.import_command(context, given.text("text")),
            ANALYSE,
        ),
        CommandAction(
            CommandSpec(
                "replay",
                N_("Look through a match, turn by turn"),
                (CODE_OPTION,),
                rank=45,
            ),
            lambda context, given: replay.replay_command(context, given.text("match")),
            REPLAY,
        ),
    ),
    buttons={
        Action.HINT: ActionSpec(hints.pressed_hint, HINT),
        Action.ANALYSE: ActionSpec(analyses.pressed_analysis, ANALYSE),
        Action.REPLAY: ActionSpec(replay.pressed_replay, REPLAY, Owner.ANYBODY),
        Action.SHOW_HINT: ActionSpec(hints.pressed_show, HINT, Owner.ASKED),
        Action.SHOW_ANALYSIS: ActionSpec(analyses.pressed_show, ANALYSE, Owner.ASKED),
    },
    questions=(
        ANALYSE,
        HINT,
        REPLAY,
    ),
)

"""Learning a game: lessons, puzzles, the puzzle of the day, and the lost ending of the week."""

from bot.app.buttons.callback_data import Action
from bot.app.buttons.study import DailyAction
from bot.app.learning import daily, holdout, lessons, puzzles, today
from bot.app.learning.holdout import HoldoutAction
from bot.app.learning.lessons import LessonAction
from bot.app.learning.puzzles import PuzzleAction
from bot.app.people.time_zones import zone_in
from bot.app.requests.command_arguments import CommandArguments
from bot.app.requests.context import Context
from bot.app.requests.subject import ActionSpec, CommandAction, Owner, Question, Subject
from bot.chat import Answer
from bot.chat.commands import CommandSpec, OptionKind, OptionSpec, any_words, number_in
from bot.words import N_

LEARN = Question("learn", lambda context, _: lessons.learn_command(context, "", ""))
HOLDOUT = Question("holdout", lambda context, _: holdout.holdout_command(context))
PUZZLE = Question("puzzle", lambda context, _: puzzles.puzzle_command(context, ""))

DAILY = Question(
    "daily",
    lambda context, _: daily.solve_last(context),
    of_group=daily.daily_of,
    as_yourself=N_("Set up as yourself"),
)


async def _puzzle(context: Context, given: CommandArguments) -> Answer:
    if given.flag("today"):
        return await today.today_command(context)
    if given.flag("mine"):
        return await puzzles.mine_command(context)
    return await puzzles.puzzle_command(context, given.text("game"), given.text("theme"))


SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec(
                "puzzle",
                N_("A position to be solved"),
                (
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True, guesses=any_words),
                    OptionSpec(
                        "theme",
                        N_("What it shows, as a sacrifice"),
                        complete=True,
                        phrase=True,
                        reads=puzzles.theme_in,
                    ),
                    OptionSpec("mine", N_("A turn that turned a match of yours"), OptionKind.FLAG),
                    OptionSpec("today", N_("The puzzle of the day"), OptionKind.FLAG),
                ),
                rank=95,
            ),
            _puzzle,
            PUZZLE,
        ),
        CommandAction(
            CommandSpec(
                "learn",
                N_("Learn a game in small steps"),
                (
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True),
                    OptionSpec("lesson", N_("Which lesson, by its number"), reads=number_in),
                ),
                rank=93,
            ),
            lambda context, given: lessons.learn_command(context, given.text("game"), given.text("lesson")),
            LEARN,
        ),
        CommandAction(
            CommandSpec(
                "daily",
                N_("The puzzle of the day of this chat"),
                (
                    OptionSpec(
                        "hour",
                        N_("At which hour, as 18; off for none"),
                        words=daily.SWITCH_WORDS,
                        reads=daily.hour_in,
                    ),
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True, reads=daily.games_in),
                    OptionSpec("zone", N_("Whose clocks, as Asia/Kathmandu or UTC+8"), phrase=True, reads=zone_in),
                ),
                rank=96,
            ),
            lambda context, given: daily.daily_command(
                context, given.text("hour"), given.text("game"), given.text("zone")
            ),
            DAILY,
        ),
        CommandAction(
            CommandSpec("holdout", N_("Hold out in a lost ending"), rank=97),
            lambda context, _: holdout.holdout_command(context),
            HOLDOUT,
        ),
    ),
    buttons={
        HoldoutAction.OPEN: ActionSpec(holdout.pressed_open, HOLDOUT, Owner.ANYBODY, holdout.study),
        HoldoutAction.PICK: ActionSpec(holdout.pressed_pick, HOLDOUT, Owner.ANYBODY),
        HoldoutAction.PLAY: ActionSpec(holdout.pressed_play, HOLDOUT, Owner.ANYBODY),
        HoldoutAction.PRACTISE: ActionSpec(holdout.pressed_practise, HOLDOUT, Owner.ANYBODY),
        HoldoutAction.SHARE: ActionSpec(holdout.pressed_share, HOLDOUT, Owner.ANYBODY),
        DailyAction.SOLVE: ActionSpec(daily.pressed_solve, DAILY, Owner.ANYBODY, daily.study),
        DailyAction.SWITCH: ActionSpec(daily.pressed_switch, DAILY, Owner.ASKED),
        DailyAction.HOUR: ActionSpec(daily.pressed_hour, DAILY, Owner.ASKED),
        DailyAction.GAME: ActionSpec(daily.pressed_game, DAILY, Owner.ASKED),
        DailyAction.ZONE: ActionSpec(daily.pressed_zone, DAILY, Owner.ASKED),
        DailyAction.TAB: ActionSpec(daily.pressed_tab, DAILY, Owner.ASKED),
        PuzzleAction.NEW: ActionSpec(puzzles.pressed_new, PUZZLE, Owner.ANYBODY),
        Action.PUZZLE: ActionSpec(puzzles.pressed_show, PUZZLE, Owner.ANYBODY, puzzles.study),
        PuzzleAction.PICK: ActionSpec(puzzles.pressed_pick, PUZZLE, Owner.ANYBODY),
        PuzzleAction.DISLIKE: ActionSpec(puzzles.pressed_dislike, PUZZLE, Owner.ANYBODY),
        PuzzleAction.SHARE: ActionSpec(puzzles.pressed_share, PUZZLE, Owner.ANYBODY),
        PuzzleAction.PLAY: ActionSpec(puzzles.pressed_play, PUZZLE, Owner.ANYBODY),
        Action.BETTER_TURN: ActionSpec(puzzles.pressed_better_turn, PUZZLE, Owner.ANYBODY),
        Action.LEARN: ActionSpec(lessons.pressed_list, LEARN, Owner.ANYBODY),
        Action.LEARN_FAMILY: ActionSpec(lessons.pressed_family, LEARN, Owner.ANYBODY),
        Action.LESSON: ActionSpec(lessons.pressed_open, LEARN, Owner.ANYBODY, lessons.study),
        LessonAction.PICK: ActionSpec(lessons.pressed_pick, LEARN, Owner.ANYBODY),
        LessonAction.PLAY: ActionSpec(lessons.pressed_play, LEARN, Owner.ANYBODY),
        LessonAction.CHOOSE: ActionSpec(lessons.pressed_choose, LEARN, Owner.ANYBODY),
    },
    questions=(PUZZLE, LEARN, DAILY, HOLDOUT),
)

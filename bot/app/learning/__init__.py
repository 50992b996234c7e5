"""Learning a game: lessons and puzzles."""

from bot.app.buttons.callback_data import Action
from bot.app.learning import lessons, puzzles
from bot.app.learning.lessons import LessonAction
from bot.app.learning.puzzles import PuzzleAction
from bot.app.requests.subject import ActionSpec, CommandAction, Owner, Question, Subject
from bot.chat.commands import CommandSpec, OptionKind, OptionSpec
from bot.words import N_

LEARN = Question("learn", lambda context, _: lessons.learn_command(context, ""))
PUZZLE = Question("puzzle", lambda context, _: puzzles.puzzle_command(context, ""))

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec(
                "puzzle",
                N_("A position to be solved"),
                (
                    OptionSpec(
                        "game", N_("Which game"), OptionKind.GAME, complete=True, local_names={"id": "permainan"}
                    ),
                ),
                {"ms": "tekateki", "id": "tekateki"},
                rank=95,
            ),
            lambda context, given: puzzles.puzzle_command(context, given.text("game")),
            PUZZLE,
        ),
        CommandAction(
            CommandSpec(
                "learn",
                N_("Learn a game in small steps"),
                (
                    OptionSpec(
                        "game", N_("Which game"), OptionKind.GAME, complete=True, local_names={"id": "permainan"}
                    ),
                ),
                {"ms": "belajar", "id": "belajar"},
                rank=93,
            ),
            lambda context, given: lessons.learn_command(context, given.text("game")),
            LEARN,
        ),
    ),
    buttons={
        PuzzleAction.NEW: ActionSpec(puzzles.pressed_new, PUZZLE, Owner.ANYBODY),
        PuzzleAction.SHOW: ActionSpec(puzzles.pressed_show, PUZZLE, Owner.ANYBODY),
        PuzzleAction.PICK: ActionSpec(puzzles.pressed_pick, PUZZLE, Owner.ANYBODY),
        PuzzleAction.PLAY: ActionSpec(puzzles.pressed_play, PUZZLE, Owner.ANYBODY),
        Action.LEARN: ActionSpec(lessons.pressed_list, LEARN, Owner.ANYBODY),
        LessonAction.OPEN: ActionSpec(lessons.pressed_open, LEARN, Owner.ANYBODY),
        LessonAction.PICK: ActionSpec(lessons.pressed_pick, LEARN, Owner.ANYBODY),
        LessonAction.PLAY: ActionSpec(lessons.pressed_play, LEARN, Owner.ANYBODY),
        LessonAction.CHOOSE: ActionSpec(lessons.pressed_choose, LEARN, Owner.ANYBODY),
    },
    questions=(PUZZLE, LEARN),
)

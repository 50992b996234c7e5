"""Learning a game: puzzles."""

from bot.app.learning import puzzles
from bot.app.learning.puzzles import PuzzleAction
from bot.app.requests.subject import ActionSpec, CommandAction, Owner, Question, Subject
from bot.chat.commands import CommandSpec, OptionKind, OptionSpec
from bot.words import N_

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
                    OptionSpec(
                        "theme",
                        N_("What it shows, as a sacrifice"),
                        phrase=True,
                        local_names={"ms": "tema", "id": "tema"},
                    ),
                ),
                {"ms": "tekateki", "id": "tekateki"},
                rank=95,
            ),
            lambda context, given: puzzles.puzzle_command(context, given.text("game"), given.text("theme")),
            PUZZLE,
        ),
    ),
    buttons={
        PuzzleAction.NEW: ActionSpec(puzzles.pressed_new, PUZZLE, Owner.ANYBODY),
        PuzzleAction.SHOW: ActionSpec(puzzles.pressed_show, PUZZLE, Owner.ANYBODY),
        PuzzleAction.PICK: ActionSpec(puzzles.pressed_pick, PUZZLE, Owner.ANYBODY),
        PuzzleAction.DISLIKE: ActionSpec(puzzles.pressed_dislike, PUZZLE, Owner.ANYBODY),
        PuzzleAction.PLAY: ActionSpec(puzzles.pressed_play, PUZZLE, Owner.ANYBODY),
    },
    questions=(PUZZLE,),
)

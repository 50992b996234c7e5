"""Moves: typed, chosen step by step, or suggested; and plain messages, most of which are moves."""

from bot.app.buttons.callback_data import Action
from bot.app.moves import agreeing, guessing, move_entry, planning
from bot.app.requests.subject import ActionSpec, CommandAction, Question, Subject
from bot.chat.commands import CODE_BY_NAME, CommandSpec, OptionSpec
from bot.words import N_

MOVE = Question("move", lambda context, code: move_entry.typed_move(context, "", code), about_match=True)
PLAN = Question("plan", lambda context, code: planning.if_command(context, "", code), about_match=True, command="if")
GUESS = Question("guess", lambda context, code: guessing.guess_command(context, "", code), about_match=True)

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec(
                "move",
                N_("Make your move, as c3-c4"),
                (
                    OptionSpec("move", N_("The move: c3-c4, c3xe5, 22-18"), complete=True),
                    CODE_BY_NAME,
                ),
                ("m",),
                rank=20,
            ),
            lambda context, given: move_entry.typed_move(context, given.text("move"), given.text("match")),
            MOVE,
        ),
        CommandAction(
            CommandSpec(
                "if",
                N_("Plan an answer while your opponent thinks, as d6-e5 f4xd6"),
                (
                    OptionSpec("moves", N_("What they may play, and your answer: d6-e5 f4xd6")),
                    CODE_BY_NAME,
                ),
                rank=25,
            ),
            lambda context, given: planning.if_command(context, given.text("moves"), given.text("match")),
            PLAN,
        ),
        CommandAction(
            CommandSpec(
                "guess",
                N_("Guess the next turn of a match of others, as c3-c4"),
                (
                    OptionSpec("move", N_("The turn that you expect: c3-c4, c3xe5, 22-18")),
                    CODE_BY_NAME,
                ),
                ("vote",),
                rank=43,
            ),
            lambda context, given: guessing.guess_command(context, given.text("move"), given.text("match")),
            GUESS,
        ),
    ),
    buttons={
        Action.MOVE: ActionSpec(move_entry.pressed_panel, MOVE),
        Action.PICK: ActionSpec(move_entry.pressed_pick, MOVE),
        Action.PLAY: ActionSpec(move_entry.pressed_move, MOVE),
        Action.UNAVAILABLE: ActionSpec(move_entry.pressed_unavailable, MOVE),
        Action.PLAN: ActionSpec(planning.pressed_plan, PLAN),
        Action.PICK_PLANNED: ActionSpec(planning.pressed_pick, PLAN),
        Action.PLAY_PLANNED: ActionSpec(planning.pressed_play, PLAN),
        Action.DROP_PLAN: ActionSpec(planning.pressed_drop, PLAN),
        Action.GUESS: ActionSpec(guessing.pressed_guess, GUESS),
        Action.PICK_GUESSED: ActionSpec(guessing.pressed_pick, GUESS),
        Action.PLAY_GUESSED: ActionSpec(guessing.pressed_play, GUESS),
        Action.AGREE: ActionSpec(agreeing.pressed_agree, GUESS),
        Action.PLAY_AGREED: ActionSpec(agreeing.pressed_play, GUESS),
    },
    questions=(GUESS, MOVE, PLAN),
)

"""Moves: typed, chosen step by step, or suggested; and plain messages, most of which are moves."""

from bot.app.buttons.callback_data import Action
from bot.app.moves import move_entry
from bot.app.requests.subject import ActionSpec, CommandAction, Question, Subject
from bot.chat.commands import CODE_OPTION, CommandSpec, OptionSpec
from bot.words import N_

MOVE = Question("move", lambda context, code: move_entry.typed_move(context, "", code), about_match=True)

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec(
                "move",
                N_("Make your move, as c3-c4"),
                (
                    OptionSpec(
                        "move", N_("The move: c3-c4, c3xe5, 22-18"), complete=True, local_names={"id": "langkah"}
                    ),
                    CODE_OPTION,
                ),
                {"ms": "gerak", "id": "langkah"},
                ("m",),
                rank=20,
            ),
            lambda context, given: move_entry.typed_move(context, given.text("move"), given.text("match")),
            MOVE,
        ),
    ),
    buttons={
        Action.MOVE: ActionSpec(move_entry.pressed_panel, MOVE),
        Action.PICK: ActionSpec(move_entry.pressed_pick, MOVE),
        Action.PLAY: ActionSpec(move_entry.pressed_move, MOVE),
        Action.UNAVAILABLE: ActionSpec(move_entry.pressed_unavailable, MOVE),
    },
    questions=(MOVE,),
)

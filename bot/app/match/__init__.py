"""A match under way: its board, what its players do besides moving, and the list of one's matches."""

from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.match import (
    board,
    browser,
    export,
    follow,
    games,
    games_here,
    history,
    kept,
    match_actions,
    own_note,
    report,
    simul_note,
    table_talk,
    told,
)
from bot.app.match.position_board import position_board
from bot.app.requests.pasted_text import like_position, position_in
from bot.app.requests.subject import ActionSpec, CommandAction, Owner, Question, Subject, acting
from bot.chat.commands import CODE_BY_NAME, CODE_OPTION, CommandSpec, OptionKind, OptionSpec
from bot.chat.match_codes import likely_code
from bot.matches.match import Match
from bot.words import N_

BOARD = Question("board", lambda context, code: board.board_command(context, code, False, False), about_match=True)
EXPORT = Question("export", lambda context, code: export.export_command(context, code, ""), about_match=True)
GAMES = Question("games", lambda context, _: games.games_command(context))
MORE = Question(
    "more",
    lambda context, code: board.pressed_more(context, CallbackData(Action.MORE, code)),
    about_match=True,
    command="board",
    otherwise=GAMES,
)
HISTORY = Question("history", lambda context, _: history.history_command(context, None, "", "", ""))
KEPT = Question("kept", lambda context, _: kept.kept_command(context), command="import")
NOTE = Question("note", lambda context, code: own_note.note_command(context, "", code), about_match=True)
RESIGN = Question("resign", match_actions.resign_command, about_match=True)

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec(
                "board",
                N_("See the board of a match"),
                (
                    CODE_OPTION,
                    OptionSpec("public", N_("Show it to everybody here"), OptionKind.FLAG),
                    OptionSpec("text", N_("As text instead of a picture"), OptionKind.FLAG),
                    OptionSpec(
                        "position",
                        N_("A position instead, as text"),
                        whole=True,
                        reads=position_in,
                        guesses=like_position,
                    ),
                ),
                ("b",),
                rank=30,
            ),
            lambda context, given: (
                position_board(context, position, as_text=given.flag("text"))
                if (position := given.text("position"))
                else board.board_command(context, given.text("match"), given.flag("public"), given.flag("text"))
            ),
            BOARD,
        ),
        CommandAction(
            CommandSpec(
                "games",
                N_("Your matches, most urgent first"),
                (OptionSpec("here", N_("Instead, the matches of this chat"), OptionKind.FLAG),),
                ("g",),
                rank=40,
            ),
            lambda context, given: (
                games_here.games_here(context) if given.flag("here") else games.games_command(context)
            ),
            GAMES,
        ),
        CommandAction(
            CommandSpec(
                "history",
                N_("The matches you have finished, to look through again"),
                (
                    OptionSpec("who", N_("Against whom"), OptionKind.PERSON),
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True),
                    OptionSpec("result", N_("How they ended for you"), OptionKind.CHOICE, history.RESULTS),
                    OptionSpec(
                        "since", N_("How long ago at most"), OptionKind.CHOICE, history.SINCE, words=history.SINCE_WORDS
                    ),
                    OptionSpec(
                        "opening",
                        N_("The first moves, as c3-d4 d6-e5; or the code of a match"),
                        phrase=True,
                        reads=history.opening_in,
                        guesses=likely_code,
                    ),
                ),
                rank=44,
            ),
            lambda context, given: history.history_command(
                context,
                given.person("who"),
                given.text("game"),
                given.text("result"),
                given.text("since"),
                given.text("opening"),
            ),
            HISTORY,
        ),
        CommandAction(
            CommandSpec(
                "export",
                N_("A match as a file: its record, PDN, JSON, a picture or a film"),
                (
                    CODE_OPTION,
                    OptionSpec("form", N_("In which form"), OptionKind.CHOICE, export.FORMS),
                ),
                rank=49,
            ),
            lambda context, given: export.export_command(context, given.text("match"), given.text("form")),
            EXPORT,
        ),
        CommandAction(
            CommandSpec(
                "note",
                N_("Note something on a match, for yourself alone"),
                (OptionSpec("text", N_("Your words, which nobody else reads"), phrase=True), CODE_BY_NAME),
                rank=77,
            ),
            lambda context, given: own_note.note_command(context, given.text("text"), given.text("match")),
            NOTE,
        ),
        CommandAction(
            CommandSpec("resign", N_("Give up a match"), (CODE_OPTION,), rank=50),
            lambda context, given: match_actions.resign_command(context, given.text("match")),
            RESIGN,
        ),
        CommandAction(
            CommandSpec("draw", N_("Offer a draw, or accept one"), (CODE_OPTION,), rank=60),
            lambda context, given: match_actions.draw_command(context, given.text("match")),
            MORE,
        ),
        CommandAction(
            CommandSpec(
                "takeback",
                N_("Take back your last move, or ask to"),
                (CODE_OPTION,),
                ("ulang",),
                rank=70,
            ),
            lambda context, given: match_actions.takeback_command(context, given.text("match")),
            MORE,
        ),
        CommandAction(
            CommandSpec("swap", N_("Go on with the sides swapped, if your opponent agrees"), (CODE_OPTION,), rank=72),
            lambda context, given: match_actions.swap_command(context, given.text("match")),
            MORE,
        ),
        CommandAction(
            CommandSpec(
                "remind",
                N_("Nudge an opponent who has kept you waiting for long"),
                (CODE_OPTION,),
                ("nudge",),
                rank=75,
            ),
            lambda context, given: match_actions.nudge_command(context, given.text("match")),
            MORE,
        ),
    ),
    buttons={
        Action.VIEW: ActionSpec(board.pressed_view, BOARD, Owner.ANYBODY),
        Action.MORE: ActionSpec(board.pressed_more, MORE),
        Action.EXPORT: ActionSpec(export.pressed_export, EXPORT, Owner.ANYBODY),
        Action.SHOW_FILE: ActionSpec(export.pressed_show, EXPORT, Owner.ASKED),
        Action.COPY_POSITION: ActionSpec(export.pressed_position, MORE, Owner.ANYBODY),
        Action.BROWSER: ActionSpec(browser.pressed_browser, MORE),
        Action.GAMES: ActionSpec(history.pressed_games, GAMES),
        Action.NEXT_BOARD: ActionSpec(board.pressed_next, GAMES),
        Action.SIMUL_NOTE: ActionSpec(simul_note.pressed_note, GAMES),
        Action.KEEP: ActionSpec(kept.pressed_keep, KEPT),
        Action.KEPT: ActionSpec(kept.pressed_kept, KEPT),
        Action.HISTORY: ActionSpec(history.pressed_history, HISTORY),
        Action.RESIGN: ActionSpec(match_actions.pressed_resign, RESIGN),
        Action.CONFIRM_RESIGN: ActionSpec(acting(Match.resign, N_("You resigned {code}.")), RESIGN, Owner.ASKED),
        Action.DRAW: ActionSpec(match_actions.pressed_draw, MORE),
        Action.DECLINE_DRAW: ActionSpec(
            acting(lambda match, player, now: match.answer_draw(player, False, now), N_("You play on.")), MORE
        ),
        Action.TAKEBACK: ActionSpec(match_actions.pressed_takeback, MORE, Owner.ASKED),
        Action.ALLOW_TAKEBACK: ActionSpec(
            acting(lambda match, player, now: match.answer_takeback(player, True, now), N_("Taken back.")), MORE
        ),
        Action.REFUSE_TAKEBACK: ActionSpec(
            acting(lambda match, player, now: match.answer_takeback(player, False, now), N_("The move stands.")), MORE
        ),
        Action.SWAP: ActionSpec(match_actions.pressed_swap, MORE, Owner.ASKED),
        Action.ALLOW_SWAP: ActionSpec(
            acting(lambda match, player, now: match.answer_swap(player, True, now), N_("Sides are swapped.")), MORE
        ),
        Action.REFUSE_SWAP: ActionSpec(
            acting(lambda match, player, now: match.answer_swap(player, False, now), N_("You keep your sides.")), MORE
        ),
        Action.UNDO: ActionSpec(acting(Match.undo, N_("Taken back."), at_ply=True), MORE),
        Action.WITHDRAW_OFFER: ActionSpec(acting(Match.withdraw_offer, N_("You have withdrawn your offer.")), BOARD),
        Action.NOTE: ActionSpec(own_note.pressed_note, NOTE),
        Action.REPORT: ActionSpec(report.pressed_report, MORE),
        Action.SAY: ActionSpec(table_talk.pressed_say, MORE),
        Action.CALL_OFF: ActionSpec(acting(Match.call_off, N_("Called off: no result.")), MORE, Owner.ASKED),
        Action.REMATCH: ActionSpec(match_actions.pressed_rematch, BOARD),
        Action.REFUSE_REMATCH: ActionSpec(match_actions.pressed_refuse_rematch, BOARD),
        Action.READY: ActionSpec(match_actions.pressed_ready, BOARD),
        Action.CLAIM: ActionSpec(acting(Match.claim, N_("You have claimed the win.")), BOARD),
        Action.CALL_OFF_LATE: ActionSpec(acting(Match.call_off_late, N_("Called off: no result.")), BOARD),
        Action.GIVE_DAY: ActionSpec(acting(Match.give_day, N_("Your opponent has a day more.")), BOARD),
        Action.NUDGE: ActionSpec(match_actions.pressed_nudge, BOARD),
        Action.PAUSE: ActionSpec(match_actions.pressed_pause, MORE, Owner.ASKED),
        Action.ALLOW_PAUSE: ActionSpec(
            acting(lambda match, player, now: match.answer_pause(player, True, now), N_("Paused.")), BOARD
        ),
        Action.REFUSE_PAUSE: ActionSpec(
            acting(lambda match, player, now: match.answer_pause(player, False, now), N_("No pause, then.")), BOARD
        ),
        Action.END_PAUSE: ActionSpec(acting(Match.end_pause, N_("You go on.")), BOARD),
        Action.TAKE_DOWN: ActionSpec(games_here.pressed_take_down, GAMES),
        Action.FOLLOW: ActionSpec(follow.pressed_follow, BOARD),
        Action.TOLD: ActionSpec(told.pressed_told, MORE, Owner.ASKED),
    },
    questions=(
        BOARD,
        EXPORT,
        GAMES,
        HISTORY,
        MORE,
        NOTE,
        RESIGN,
    ),
)

"""Contests of a chat: its ladders, the village that all in it are, the teams of some of them, and simuls."""

from bot.app.buttons.callback_data import Action
from bot.app.contests import (
    boards,
    chat_match,
    duplicate,
    ladder,
    simul,
    together,
    tournament,
    tournament_desk,
    village,
)
from bot.app.contests.boards_card import BoardsAction
from bot.app.contests.duplicate_card import DuplicateAction
from bot.app.contests.ladder_card import LadderAction
from bot.app.contests.simul_card import SimulAction
from bot.app.contests.together import TeamAction
from bot.app.contests.tournament_card import TournamentAction
from bot.app.contests.village_here import VillageAction
from bot.app.requests.subject import ActionSpec, CommandAction, Question, Subject
from bot.chat.commands import CommandSpec, OptionKind, OptionSpec, number_in
from bot.chat.match_codes import likely_code
from bot.words import N_

LADDER = Question("ladder", lambda context, _: ladder.ladder_command(context, "", ""))
VILLAGE = Question("village", lambda context, _: village.village_command(context, "", "", ""))
TOGETHER = Question("together", lambda context, _: together.together_command(context, "", "", ""))
BOARDS = Question("boards", lambda context, _: boards.boards_command(context, "", "", "", "", ""))
TOURNAMENT = Question("tournament", lambda context, _: tournament.tournament_command(context, "", "", "", "", ""))
DUPLICATE = Question("duplicate", lambda context, _: duplicate.duplicate_command(context, ""))
SIMUL = Question("simul", lambda context, _: simul.simul_command(context))

SUBJECT = Subject(
    commands=(
        CommandAction(
            CommandSpec(
                "ladder",
                N_("The ladder of this chat"),
                (
                    OptionSpec("act", N_("What to do"), OptionKind.CHOICE, ladder.ACTS, words=ladder.ACT_WORDS),
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True),
                ),
                rank=42,
            ),
            lambda context, given: ladder.ladder_command(context, given.text("act"), given.text("game")),
            LADDER,
        ),
        CommandAction(
            CommandSpec(
                "village",
                N_("All in this chat as one player"),
                (
                    OptionSpec("act", N_("What to do"), OptionKind.CHOICE, village.ACTS, words=village.ACT_WORDS),
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True),
                    OptionSpec("challenge", N_("The code of a challenge"), guesses=likely_code),
                ),
                rank=41,
            ),
            lambda context, given: village.village_command(
                context, given.text("act"), given.text("game"), given.text("challenge")
            ),
            VILLAGE,
        ),
        CommandAction(
            CommandSpec(
                "boards",
                N_("This chat against another one, board by board"),
                (
                    OptionSpec("act", N_("What to do"), OptionKind.CHOICE, boards.ACTS, words=boards.ACT_WORDS),
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True),
                    OptionSpec("pace", N_("The pace of the boards"), OptionKind.CHOICE, boards.PACES),
                    OptionSpec("challenge", N_("The code of a challenge"), guesses=likely_code),
                    OptionSpec("people", N_("Who comes first, in this order"), phrase=True),
                ),
                rank=37,
            ),
            lambda context, given: boards.boards_command(
                context,
                given.text("act"),
                given.text("game"),
                given.text("pace"),
                given.text("challenge"),
                given.text("people"),
            ),
            BOARDS,
        ),
        CommandAction(
            CommandSpec(
                "tournament",
                N_("A tournament of this chat"),
                (
                    OptionSpec("act", N_("What to do"), OptionKind.CHOICE, tournament.ACTS, words=tournament.ACT_WORDS),
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True),
                    OptionSpec(
                        "form", N_("Who plays whom"), OptionKind.CHOICE, tournament.FORMS, words=tournament.FORM_WORDS
                    ),
                    OptionSpec("pace", N_("The pace of the boards"), OptionKind.CHOICE, tournament.PACES),
                    OptionSpec("name", N_("What it is called"), phrase=True),
                ),
                rank=36,
            ),
            lambda context, given: tournament.tournament_command(
                context,
                given.text("act"),
                given.text("game"),
                given.text("form"),
                given.text("pace"),
                given.text("name"),
            ),
            TOURNAMENT,
        ),
        CommandAction(
            CommandSpec(
                "duplicate",
                N_("The same positions in all chats"),
                (OptionSpec("act", N_("What to do"), OptionKind.CHOICE, duplicate.ACTS, words=duplicate.ACT_WORDS),),
                rank=35,
            ),
            lambda context, given: duplicate.duplicate_command(context, given.text("act")),
            DUPLICATE,
        ),
        CommandAction(
            CommandSpec(
                "simul",
                N_("You play all who join at once"),
                (
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True),
                    OptionSpec("boards", N_("How many boards, at most 30"), reads=simul.boards_in),
                    OptionSpec("side", N_("Your side"), OptionKind.CHOICE, simul.SIDES, words=simul.SIDE_WORDS),
                    OptionSpec("pace", N_("The pace of the boards"), OptionKind.CHOICE, simul.PACES),
                ),
                rank=38,
            ),
            lambda context, given: simul.simul_command(
                context, given.text("game"), given.text("boards"), given.text("side"), given.text("pace")
            ),
            SIMUL,
        ),
        CommandAction(
            CommandSpec(
                "together",
                N_("Share a side with others, against the computer or another team"),
                (
                    OptionSpec("game", N_("Which game"), OptionKind.GAME, complete=True),
                    OptionSpec(
                        "against",
                        N_("The level of the computer, 1 to 8, or another team of us"),
                        OptionKind.CHOICE,
                        together.OPPONENTS,
                        words=together.OPPONENT_WORDS,
                        reads=number_in,
                    ),
                    OptionSpec(
                        "way",
                        N_("In turn, by vote or in consultation"),
                        OptionKind.CHOICE,
                        together.WAYS,
                        words=together.WAY_WORDS,
                    ),
                ),
                rank=39,
            ),
            lambda context, given: together.together_command(
                context, given.text("game"), given.text("against"), given.text("way")
            ),
            TOGETHER,
        ),
    ),
    buttons={
        Action.LADDER: ActionSpec(ladder.pressed_show, LADDER),
        LadderAction.JOIN: ActionSpec(ladder.pressed_join, LADDER),
        LadderAction.COME: ActionSpec(ladder.pressed_come, LADDER),
        LadderAction.LEAVE: ActionSpec(ladder.pressed_leave, LADDER),
        LadderAction.CONFIRM_LEAVE: ActionSpec(ladder.pressed_confirm_leave, LADDER),
        LadderAction.CHALLENGE: ActionSpec(ladder.pressed_challenge, LADDER),
        VillageAction.BEGIN: ActionSpec(village.pressed_begin, VILLAGE),
        VillageAction.FAMILY: ActionSpec(village.pressed_family, VILLAGE),
        VillageAction.GAME: ActionSpec(village.pressed_game, VILLAGE),
        VillageAction.LEVEL: ActionSpec(village.pressed_level, VILLAGE),
        VillageAction.COUNT_IN: ActionSpec(chat_match.pressed_count_in, VILLAGE),
        VillageAction.LOOK: ActionSpec(chat_match.pressed_look, VILLAGE),
        VillageAction.ACCEPT: ActionSpec(chat_match.pressed_accept, VILLAGE),
        VillageAction.TAKE_BACK: ActionSpec(chat_match.pressed_take_back, VILLAGE),
        SimulAction.JOIN: ActionSpec(simul.pressed_join, SIMUL),
        SimulAction.LEAVE: ActionSpec(simul.pressed_leave, SIMUL),
        SimulAction.BEGIN: ActionSpec(simul.pressed_begin, SIMUL),
        SimulAction.FAMILY: ActionSpec(simul.pressed_family, SIMUL),
        SimulAction.GAME: ActionSpec(simul.pressed_game, SIMUL),
        BoardsAction.JOIN: ActionSpec(boards.pressed_join, BOARDS),
        BoardsAction.LEAVE: ActionSpec(boards.pressed_leave, BOARDS),
        BoardsAction.BEGIN: ActionSpec(boards.pressed_begin, BOARDS),
        BoardsAction.STOP: ActionSpec(boards.pressed_stop, BOARDS),
        BoardsAction.CONFIRM_STOP: ActionSpec(boards.pressed_confirm_stop, BOARDS),
        BoardsAction.ORDER: ActionSpec(boards.pressed_order, BOARDS),
        BoardsAction.MOVE_UP: ActionSpec(boards.pressed_move_up, BOARDS),
        BoardsAction.ORGANISE: ActionSpec(boards.pressed_organise, BOARDS),
        BoardsAction.NEW: ActionSpec(boards.pressed_new, BOARDS),
        BoardsAction.FAMILY: ActionSpec(boards.pressed_family, BOARDS),
        BoardsAction.GAME: ActionSpec(boards.pressed_game, BOARDS),
        TournamentAction.SHOW: ActionSpec(tournament.pressed_show, TOURNAMENT),
        TournamentAction.JOIN: ActionSpec(tournament.pressed_join, TOURNAMENT),
        TournamentAction.LEAVE: ActionSpec(tournament.pressed_leave, TOURNAMENT),
        TournamentAction.CONFIRM_LEAVE: ActionSpec(tournament.pressed_confirm_leave, TOURNAMENT),
        TournamentAction.FAMILY: ActionSpec(tournament.pressed_family, TOURNAMENT),
        TournamentAction.GAME: ActionSpec(tournament.pressed_game, TOURNAMENT),
        TournamentAction.ORGANISE: ActionSpec(tournament_desk.pressed_organise, TOURNAMENT),
        TournamentAction.BEGIN: ActionSpec(tournament_desk.pressed_begin, TOURNAMENT),
        TournamentAction.STOP: ActionSpec(tournament_desk.pressed_stop, TOURNAMENT),
        TournamentAction.CONFIRM_STOP: ActionSpec(tournament_desk.pressed_confirm_stop, TOURNAMENT),
        TournamentAction.ROUND: ActionSpec(tournament_desk.pressed_round, TOURNAMENT),
        TournamentAction.WHO: ActionSpec(tournament_desk.pressed_who, TOURNAMENT),
        TournamentAction.WITHDRAW: ActionSpec(tournament_desk.pressed_withdraw, TOURNAMENT),
        TournamentAction.REPLACE: ActionSpec(tournament_desk.pressed_replace, TOURNAMENT),
        TournamentAction.GAMES: ActionSpec(tournament_desk.pressed_games, TOURNAMENT),
        TournamentAction.DECIDE: ActionSpec(tournament_desk.pressed_decide, TOURNAMENT),
        DuplicateAction.JOIN: ActionSpec(duplicate.pressed_join, DUPLICATE),
        DuplicateAction.LEAVE: ActionSpec(duplicate.pressed_leave, DUPLICATE),
        TeamAction.OPEN: ActionSpec(together.pressed_open, TOGETHER),
        TeamAction.FAMILY: ActionSpec(together.pressed_family, TOGETHER),
        TeamAction.GAME: ActionSpec(together.pressed_game, TOGETHER),
        TeamAction.LEVEL: ActionSpec(together.pressed_level, TOGETHER),
        Action.TEAM_JOIN: ActionSpec(together.pressed_join, TOGETHER),
        Action.TEAM_LEAVE: ActionSpec(together.pressed_leave, TOGETHER),
        Action.TEAM_BEGIN: ActionSpec(together.pressed_begin, TOGETHER),
        Action.TEAM_NEXT: ActionSpec(together.pressed_next, TOGETHER),
    },
    questions=(LADDER, VILLAGE, TOGETHER, BOARDS, SIMUL, TOURNAMENT, DUPLICATE),
)

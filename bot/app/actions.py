"""Every button and command: what answers it, what a link asks instead, and who may press it. One row each.

The router, the links into the private chat and the marks of buttons all follow from these tables.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum

from bot.app.analysis import analyses, hints
from bot.app.buttons.callback_data import Action, CallbackData
from bot.app.links import Question, complete
from bot.app.match import board, games, match_actions
from bot.app.moves import move_entry
from bot.app.people import away, privacy, settings
from bot.app.play import invitations, paces, play
from bot.app.requests.command_arguments import CommandArguments
from bot.app.requests.context import Context
from bot.app.rules import rules_cards
from bot.app.welcome import permissions
from bot.app.welcome.help import first_steps, help_command, pressed_help
from bot.chat import Answer
from bot.chat.commands import ANYBODY, COMMANDS, PRACTICE, START


class Owner(Enum):
    """The people who may press a button on an answer to one person."""

    ANYBODY = "anybody"
    """It only shows something."""
    OFFERED = "offered"
    """That person; and on a message for all, everybody."""
    ASKED = "asked"
    """That person, who was asked first: it does something at once, and stands on answers to one person only."""


@dataclass(frozen=True)
class ActionSpec:
    """A kind of button: ``question`` is what a link into the private chat asks in its place."""

    handler: Callable[[Context, CallbackData], Awaitable[Answer]]
    question: Question
    owner: Owner = Owner.OFFERED


@dataclass(frozen=True)
class CommandAction:
    """A command: ``question`` is what a link into the private chat asks in its place."""

    handler: Callable[[Context, CommandArguments], Awaitable[Answer]]
    question: Question


ACTIONS = complete(
    "ACTIONS in bot/app/actions.py",
    {
        Action.MOVE: ActionSpec(move_entry.pressed_panel, Question.MOVE),
        Action.PICK: ActionSpec(move_entry.pressed_pick, Question.MOVE),
        Action.PLAY: ActionSpec(move_entry.pressed_move, Question.MOVE),
        Action.UNAVAILABLE: ActionSpec(move_entry.pressed_unavailable, Question.MOVE),
        Action.VIEW: ActionSpec(board.pressed_view, Question.BOARD, Owner.ANYBODY),
        Action.MORE: ActionSpec(board.pressed_more, Question.MORE),
        Action.MATCH_RULES: ActionSpec(rules_cards.pressed_rules, Question.RULES, Owner.ANYBODY),
        Action.RULES: ActionSpec(rules_cards.pressed_rules_game, Question.RULES, Owner.ANYBODY),
        Action.SETTING: ActionSpec(settings.pressed_setting, Question.SETTINGS, Owner.ASKED),
        Action.NEW_GAME: ActionSpec(play.pressed_new, Question.PLAY),
        Action.CHOOSE_GAME: ActionSpec(play.pressed_game, Question.PLAY),
        Action.CHOOSE_VERSION: ActionSpec(play.pressed_version, Question.PLAY),
        Action.FAMILY: ActionSpec(play.pressed_family, Question.PLAY),
        Action.RULES_FAMILY: ActionSpec(rules_cards.pressed_rules_family, Question.RULES, Owner.ANYBODY),
        Action.INVITE_ANYBODY: ActionSpec(play.pressed_anybody, Question.PLAY),
        Action.PRACTISE: ActionSpec(play.pressed_practice, Question.PLAY),
        Action.COMPUTER: ActionSpec(play.pressed_computer, Question.PLAY),
        Action.LEVEL: ActionSpec(play.pressed_level, Question.PLAY),
        Action.SIDE: ActionSpec(play.pressed_side, Question.PLAY),
        Action.NAME_PLAYER: ActionSpec(play.pressed_player, Question.PLAY),
        Action.HINT: ActionSpec(hints.pressed_hint, Question.HINT),
        Action.ANALYSE: ActionSpec(analyses.pressed_analysis, Question.ANALYSE),
        Action.PRIVACY: ActionSpec(privacy.pressed_about, Question.PRIVACY),
        Action.EXPORT_DATA: ActionSpec(privacy.pressed_export, Question.PRIVACY),
        Action.DELETE_DATA: ActionSpec(privacy.pressed_delete, Question.PRIVACY),
        Action.CONFIRM_DELETE_DATA: ActionSpec(privacy.pressed_delete_yes, Question.PRIVACY, Owner.ASKED),
        Action.ACCEPT: ActionSpec(invitations.pressed_accept, Question.BOARD),
        Action.INVITE_HOST: ActionSpec(invitations.pressed_instead, Question.BOARD),
        Action.DECLINE: ActionSpec(invitations.pressed_decline, Question.BOARD),
        Action.WITHDRAW: ActionSpec(invitations.pressed_withdraw, Question.BOARD),
        Action.RESIGN: ActionSpec(match_actions.pressed_resign, Question.RESIGN),
        Action.CONFIRM_RESIGN: ActionSpec(match_actions.pressed_resign_yes, Question.RESIGN, Owner.ASKED),
        Action.DRAW: ActionSpec(match_actions.pressed_draw, Question.MORE),
        Action.DECLINE_DRAW: ActionSpec(match_actions.pressed_no_draw, Question.MORE),
        Action.TAKEBACK: ActionSpec(match_actions.pressed_takeback, Question.MORE, Owner.ASKED),
        Action.ALLOW_TAKEBACK: ActionSpec(match_actions.pressed_allow, Question.MORE),
        Action.REFUSE_TAKEBACK: ActionSpec(match_actions.pressed_refuse, Question.MORE),
        Action.UNDO: ActionSpec(match_actions.pressed_undo, Question.MORE),
        Action.CALL_OFF: ActionSpec(match_actions.pressed_call_off, Question.MORE, Owner.ASKED),
        Action.REMATCH: ActionSpec(match_actions.pressed_rematch, Question.BOARD),
        Action.HELP: ActionSpec(pressed_help, Question.HELP),
        Action.REFUSE_REMATCH: ActionSpec(match_actions.pressed_refuse_rematch, Question.BOARD),
        Action.COPY: ActionSpec(board.pressed_copy, Question.MORE),
        Action.GAMES: ActionSpec(games.pressed_games, Question.GAMES),
        Action.PACE: ActionSpec(paces.pressed_pace, Question.PLAY),
        Action.READY: ActionSpec(match_actions.pressed_ready, Question.BOARD),
        Action.CLAIM: ActionSpec(match_actions.pressed_claim, Question.BOARD),
        Action.CALL_OFF_LATE: ActionSpec(match_actions.pressed_call_off_late, Question.BOARD),
        Action.GIVE_DAY: ActionSpec(match_actions.pressed_give_day, Question.BOARD),
        Action.PAUSE: ActionSpec(match_actions.pressed_pause, Question.MORE, Owner.ASKED),
        Action.ALLOW_PAUSE: ActionSpec(match_actions.pressed_allow_pause, Question.BOARD),
        Action.REFUSE_PAUSE: ActionSpec(match_actions.pressed_refuse_pause, Question.BOARD),
        Action.END_PAUSE: ActionSpec(match_actions.pressed_end_pause, Question.BOARD),
        Action.PERMISSIONS: ActionSpec(permissions.pressed_permissions, Question.HELP, Owner.ANYBODY),
        Action.AWAY: ActionSpec(away.pressed_away, Question.AWAY, Owner.ASKED),
        Action.SHOW_RULES: ActionSpec(rules_cards.pressed_show, Question.RULES, Owner.ASKED),
        Action.SHOW_HINT: ActionSpec(hints.pressed_show, Question.HINT, Owner.ASKED),
        Action.SHOW_ANALYSIS: ActionSpec(analyses.pressed_show, Question.ANALYSE, Owner.ASKED),
    },
    Action,
)
COMMAND_ACTIONS = complete(
    "COMMAND_ACTIONS in bot/app/actions.py",
    {
        "play": CommandAction(
            lambda context, given: play.play_command(
                context,
                given.person("opponent"),
                given.text("game"),
                given.text("side"),
                given.text("level"),
                given.text("pace"),
                anybody=given.text("opponent") == ANYBODY,
                practice=given.text("opponent") == PRACTICE,
            ),
            Question.PLAY,
        ),
        "move": CommandAction(
            lambda context, given: move_entry.typed_move(context, given.text("move"), given.text("match")),
            Question.MOVE,
        ),
        "board": CommandAction(
            lambda context, given: board.board_command(
                context, given.text("match"), given.flag("public"), given.flag("text")
            ),
            Question.BOARD,
        ),
        "games": CommandAction(lambda context, given: games.games_command(context), Question.GAMES),
        "resign": CommandAction(
            lambda context, given: match_actions.resign_command(context, given.text("match")), Question.RESIGN
        ),
        "draw": CommandAction(
            lambda context, given: match_actions.draw_command(context, given.text("match")), Question.MORE
        ),
        "takeback": CommandAction(
            lambda context, given: match_actions.takeback_command(context, given.text("match")), Question.MORE
        ),
        "hint": CommandAction(lambda context, given: hints.hint_command(context, given.text("match")), Question.HINT),
        "analyse": CommandAction(
            lambda context, given: analyses.analyse_command(context, given.text("match"), given.text("text")),
            Question.ANALYSE,
        ),
        "join": CommandAction(
            lambda context, given: invitations.join_command(context, given.text("code")), Question.BOARD
        ),
        "rules": CommandAction(
            lambda context, given: rules_cards.rules_command(context, given.text("game")), Question.RULES
        ),
        "away": CommandAction(lambda context, given: away.away_command(context, given.text("until")), Question.AWAY),
        "settings": CommandAction(
            lambda context, given: settings.settings_command(context, given.text("zone"), given.text("quiet")),
            Question.SETTINGS,
        ),
        "privacy": CommandAction(
            lambda context, given: privacy.privacy_command(context, given.text("what")), Question.PRIVACY
        ),
        "help": CommandAction(lambda context, given: help_command(context), Question.HELP),
        "start": CommandAction(
            lambda context, given: (
                invitations.opened(context, code) if (code := given.text("code")) else first_steps(context)
            ),
            Question.HELP,
        ),
    },
    [spec.name for spec in (*COMMANDS, START)],
)

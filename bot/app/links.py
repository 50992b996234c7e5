"""Links into the private chat: the question of an answer that others should not read, asked again there.

A link is ``resign_K7QM``, or ``settings_`` where no match is meant: what is asked, and about which match. It only ever
asks or shows. What it leads to is judged like anything else that a person may type.
"""

import re
from collections.abc import Awaitable, Callable

from bot.app import (
    analyses,
    away,
    board,
    games,
    hints,
    match_actions,
    move_entry,
    play,
    privacy,
    rules_cards,
    settings,
)
from bot.app.callback_data import NO_MATCH, Action, CallbackData
from bot.app.context import Context
from bot.app.help import help_command
from bot.chat import Answer
from bot.chat.commands import CODE

_LINK = re.compile(rf"([a-z]+)_({CODE.pattern})?")

QUESTIONS: dict[str, Callable[[Context, str], Awaitable[Answer]]] = {
    "analyse": lambda context, code: analyses.analyse_command(context, code, ""),
    "away": lambda context, _: away.away_command(context, ""),
    "board": lambda context, code: board.board_command(context, code, False, False),
    "games": lambda context, _: games.games_command(context),
    "help": lambda context, _: help_command(context),
    "hint": hints.hint_command,
    "more": lambda context, code: board.pressed_more(context, CallbackData(Action.MORE, code)),
    "move": lambda context, code: move_entry.typed_move(context, "", code),
    "play": lambda context, _: play.play_command(context, None, "", "", ""),
    "privacy": lambda context, _: privacy.privacy_command(context, ""),
    "resign": match_actions.resign_command,
    "rules": lambda context, _: rules_cards.rules_command(context, ""),
    "settings": lambda context, _: settings.settings_command(context, "", ""),
}
"""What a link may ask; all but ``more`` are commands too."""

_OF_ACTION: dict[Action, str] = {
    Action.MOVE: "move",
    Action.PICK: "move",
    Action.PLAY: "move",
    Action.UNAVAILABLE: "move",
    Action.UNDO: "more",
    Action.VIEW: "board",
    Action.MORE: "more",
    Action.COPY: "more",
    Action.GAMES: "games",
    Action.DRAW: "more",
    Action.DECLINE_DRAW: "more",
    Action.TAKEBACK: "more",
    Action.ALLOW_TAKEBACK: "more",
    Action.REFUSE_TAKEBACK: "more",
    Action.CALL_OFF: "more",
    Action.RESIGN: "resign",
    Action.CONFIRM_RESIGN: "resign",
    Action.HINT: "hint",
    Action.ANALYSE: "analyse",
    Action.ACCEPT: "board",
    Action.DECLINE: "board",
    Action.WITHDRAW: "board",
    Action.INVITE_HOST: "board",
    Action.REMATCH: "board",
    Action.REFUSE_REMATCH: "board",
    Action.MATCH_RULES: "rules",
    Action.RULES: "rules",
    Action.SETTING: "settings",
    Action.AWAY: "away",
    Action.NEW_GAME: "play",
    Action.CHOOSE_GAME: "play",
    Action.CHOOSE_VERSION: "play",
    Action.FAMILY: "play",
    Action.RULES_FAMILY: "rules",
    Action.INVITE_ANYBODY: "play",
    Action.PRACTISE: "play",
    Action.COMPUTER: "play",
    Action.LEVEL: "play",
    Action.SIDE: "play",
    Action.NAME_PLAYER: "play",
    Action.PRIVACY: "privacy",
    Action.EXPORT_DATA: "privacy",
    Action.DELETE_DATA: "privacy",
    Action.CONFIRM_DELETE_DATA: "privacy",
    Action.HELP: "help",
    Action.PACE: "play",
    Action.READY: "board",
    Action.CLAIM: "board",
    Action.CALL_OFF_LATE: "board",
    Action.GIVE_DAY: "board",
    Action.PAUSE: "more",
    Action.ALLOW_PAUSE: "board",
    Action.REFUSE_PAUSE: "board",
    Action.END_PAUSE: "board",
}
_OF_COMMAND = {"draw": "more", "takeback": "more", "join": "board"}
"""Commands that do something at once, and what is asked instead."""
_WITH_MATCH = ("analyse", "board", "hint", "more", "move", "resign")


def question_of_press(data: CallbackData) -> str:
    """What a button asks, as the first part of a link."""
    return _OF_ACTION[data.action]


def question_of_command(name: str) -> str:
    """What a command asks, by its English name, as the first part of a link."""
    return _OF_COMMAND.get(name, name)


def link(question: str, code: str) -> str:
    """The link that asks this about a match, or about none."""
    code = "" if code == NO_MATCH or question not in _WITH_MATCH else code
    if question == "more" and not code:
        question = "games"
    return f"{question}_{code}"


def command_for(question: str, code: str) -> str:
    """The command by which a person asks this, as they type it."""
    head, _, match = link("board" if question == "more" and code != NO_MATCH else question, code).partition("_")
    return f"/{head} {match}".rstrip()


def code_in(text: str) -> str:
    """The code of the match that a link is about, NO_MATCH for none."""
    parts = _LINK.fullmatch(text)
    return (parts and parts[2]) or NO_MATCH


async def follow(context: Context, text: str) -> Answer:
    """What a link asks, for the person who followed it; help for a link that is not one of ours."""
    parts = _LINK.fullmatch(text)
    question = QUESTIONS.get(parts[1]) if parts else None
    if parts is None or question is None or (parts[1] == "more" and not parts[2]):
        return await help_command(context)
    return await question(context, parts[2] or "")

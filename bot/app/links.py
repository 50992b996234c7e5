"""Links into the private chat: the question of an answer that others should not read, asked again there.

A link is ``resign_K7QM``, or ``settings_`` where no match is meant: a question and the code of its match. Following it
changes nothing. The panel behind it is judged like anything else that a person may type.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from enum import Enum, StrEnum, unique
from typing import TypeVar

from bot.app.analysis import analyses, hints
from bot.app.buttons.callback_data import NO_MATCH, Action, CallbackData
from bot.app.match import board, games, match_actions
from bot.app.moves import move_entry
from bot.app.people import away, privacy, settings
from bot.app.play import play
from bot.app.requests.context import Context
from bot.app.rules import rules_cards
from bot.app.welcome.help import help_command
from bot.chat import Answer
from bot.chat.command_lines import CODE

K = TypeVar("K")
V = TypeVar("V")

_LINK = re.compile(rf"([a-z]+)_({CODE.pattern})?")


@unique
class Question(StrEnum):
    """A question that a link can ask; all but ``more`` are commands too."""

    ANALYSE = "analyse"
    AWAY = "away"
    BOARD = "board"
    GAMES = "games"
    HELP = "help"
    HINT = "hint"
    MORE = "more"
    MOVE = "move"
    PLAY = "play"
    PRIVACY = "privacy"
    RESIGN = "resign"
    RULES = "rules"
    SETTINGS = "settings"


def complete(name: str, table: Mapping[K, V], keys: Iterable[K]) -> Mapping[K, V]:
    """The table ``name``, which has a row for each key and no other. Raises LookupError with the keys that differ."""
    wanted = {*keys}
    if missing := wanted - {*table}:
        raise LookupError(f"{name} has no row for {_listed(missing)}")
    if needless := {*table} - wanted:
        raise LookupError(f"{name} has a row for {_listed(needless)}, which does not exist")
    return table


def _listed(keys: Iterable[object]) -> str:
    return ", ".join(sorted(each.name if isinstance(each, Enum) else str(each) for each in keys))


Ask = Callable[[Context, str], Awaitable[Answer]]
QUESTIONS: Mapping[Question, Ask] = complete(
    "QUESTIONS in bot/app/links.py",
    {
        Question.ANALYSE: lambda context, code: analyses.analyse_command(context, code, ""),
        Question.AWAY: lambda context, _: away.away_command(context, ""),
        Question.BOARD: lambda context, code: board.board_command(context, code, False, False),
        Question.GAMES: lambda context, _: games.games_command(context),
        Question.HELP: lambda context, _: help_command(context),
        Question.HINT: hints.hint_command,
        Question.MORE: lambda context, code: board.pressed_more(context, CallbackData(Action.MORE, code)),
        Question.MOVE: lambda context, code: move_entry.typed_move(context, "", code),
        Question.PLAY: lambda context, _: play.play_command(context, None, "", "", ""),
        Question.PRIVACY: lambda context, _: privacy.privacy_command(context, ""),
        Question.RESIGN: match_actions.resign_command,
        Question.RULES: lambda context, _: rules_cards.rules_command(context, ""),
        Question.SETTINGS: lambda context, _: settings.settings_command(context, "", ""),
    },
    Question,
)
"""The function that answers each question."""
_WITH_MATCH = (Question.ANALYSE, Question.BOARD, Question.HINT, Question.MORE, Question.MOVE, Question.RESIGN)


def link(question: Question, code: str) -> str:
    """The link that asks this about a match, or about none."""
    code = "" if code == NO_MATCH or question not in _WITH_MATCH else code
    if question is Question.MORE and not code:
        question = Question.GAMES
    return f"{question}_{code}"


def command_for(question: Question, code: str) -> str:
    """The command by which a person asks this, as they type it."""
    asked = Question.BOARD if question is Question.MORE and code != NO_MATCH else question
    head, _, match = link(asked, code).partition("_")
    return f"/{head} {match}".rstrip()


def code_in(text: str) -> str:
    """The code of the match that a link is about, NO_MATCH for none."""
    parts = _LINK.fullmatch(text)
    return (parts and parts[2]) or NO_MATCH


async def follow(context: Context, text: str) -> Answer:
    """The answer to the question of a link, for the person who followed it; help for a link that is not one of ours."""
    parts = _LINK.fullmatch(text)
    if parts is None or parts[1] not in [*Question]:
        return await help_command(context)
    question, code = Question(parts[1]), parts[2] or ""
    if question is Question.MORE and not code:
        return await help_command(context)
    return await QUESTIONS[question](context, code)

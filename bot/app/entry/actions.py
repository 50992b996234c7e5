"""Every command, button and question of the app: the rows of its subjects joined."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from bot.app import analysis, contests, host, learning, match, moves, people, play, rules, standing, welcome
from bot.app.buttons.callback_data import Action
from bot.app.requests.subject import ActionSpec, CommandAction, Question, Subject
from bot.chat.commands import COMMANDS

R = TypeVar("R")

SUBJECTS: tuple[Subject, ...] = (
    analysis.SUBJECT,
    contests.SUBJECT,
    host.SUBJECT,
    learning.SUBJECT,
    match.SUBJECT,
    moves.SUBJECT,
    people.SUBJECT,
    play.SUBJECT,
    rules.SUBJECT,
    standing.SUBJECT,
    welcome.SUBJECT,
)


def joined(rows: Iterable[tuple[str, R]]) -> Mapping[str, R]:
    """The rows by their key. Raises LookupError for a key that two rows have."""
    table: dict[str, R] = {}
    for key, row in rows:
        if key in table:
            raise LookupError(f"two subjects have a row for {key}")
        table[key] = row
    return table


ACTIONS: Mapping[str, ActionSpec] = joined(row for subject in SUBJECTS for row in subject.buttons.items())
"""What answers each button, by its letters on the wire."""
COMMAND_ACTIONS: Mapping[str, CommandAction] = joined(
    (row.spec.name, row) for subject in SUBJECTS for row in subject.commands
)
"""What answers each command, by its English name."""
QUESTIONS: Mapping[str, Question] = joined((row.name, row) for subject in SUBJECTS for row in subject.questions)
"""Each question that a link can ask, by its name."""

if missing := {*Action} - ACTIONS.keys():
    raise LookupError(f"no subject has a row for {', '.join(sorted(action.name for action in missing))}")
for _row in COMMAND_ACTIONS.values():
    COMMANDS.add(_row.spec)

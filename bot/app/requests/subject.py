"""The rows of a subject: its commands, its buttons, the questions that links into the private chat ask, and its
own refusals.

Each folder above this one that answers requests has a ``SUBJECT``; `bot/app/entry/actions.py` joins them.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from bot.app.buttons.callback_data import NO_MATCH, CallbackData
from bot.app.requests.command_arguments import CommandArguments
from bot.app.requests.context import Context
from bot.app.requests.study import Study
from bot.chat import Answer, Toast
from bot.chat.commands import CommandSpec
from bot.chat.match_codes import CODE
from bot.matches.identity import Place
from bot.matches.match import Match

_LINK = re.compile(rf"([a-z]+)_({CODE.pattern})?")
_GROUP = re.compile(r"-\d{1,19}")
_GROUP_LINK = re.compile(rf"([a-z]+)_({_GROUP.pattern})")

Pressed = Callable[[Context, CallbackData], Awaitable[Answer]]
"""A function that answers a button."""
Studied = Callable[[Context, CallbackData], Awaitable[Study | None]]
"""A function that finds the puzzle or lesson of which a button is; None where its panel asks for nothing."""


class Owner(Enum):
    """The people who may press a button on an answer to one person."""

    ANYBODY = "anybody"
    """It only shows something."""
    OFFERED = "offered"
    """That person; and on a message for all, everybody."""
    ASKED = "asked"
    """That person, who was asked first: it does something at once, and stands on answers to one person only."""


@dataclass(frozen=True)
class Question:
    """A question that a link can ask in the private chat: ``ask`` answers it about a match, or about none ("").

    ``command`` is how a person types it, and ``otherwise`` what is asked in its place where it is about a match and
    there is none. ``of_group`` answers it about a group that the link names, and asks the platform first what this
    person may do there; ``as_yourself`` is the link, for who has asked there without saying who they are.
    """

    name: str
    ask: Callable[[Context, str], Awaitable[Answer]]
    about_match: bool = False
    command: str = ""
    otherwise: "Question | None" = None
    of_group: Callable[[Context, Place], Awaitable[Answer]] | None = None
    as_yourself: str = ""

    def link(self, code: str) -> str:
        """The link that asks this about a match, or about none."""
        about = code if self.about_match and code != NO_MATCH else ""
        asked = self if about or self.otherwise is None else self.otherwise
        return f"{asked.name}_{about}"

    def group_link(self, place: Place) -> str:
        """The link that asks this about a group; empty where it cannot be asked about that."""
        return f"{self.name}_{place.chat}" if self.of_group and _GROUP.fullmatch(place.chat) else ""

    def typed(self, code: str) -> str:
        """The command by which a person asks this about a match, or about none, as they type it."""
        name, _, about = self.link(code).partition("_")
        return f"/{self.command if self.command and name == self.name else name} {about}".rstrip()


def read_link(text: str) -> tuple[str, str]:
    """The name of the question that a link asks, and the code of the match it is about; empty where there is none."""
    parts = _LINK.fullmatch(text)
    return (parts[1], parts[2] or "") if parts else ("", "")


def read_group_link(text: str) -> tuple[str, str]:
    """The name of the question that a link asks, and the chat of the group it is about; empty where there is none."""
    parts = _GROUP_LINK.fullmatch(text)
    return (parts[1], parts[2]) if parts else ("", "")


@dataclass(frozen=True)
class ActionSpec:
    """A kind of button: ``question`` is what a link into the private chat asks in its place.

    ``study``: in answer to a message with this button a turn may be typed.
    """

    handler: Pressed
    question: Question
    owner: Owner = Owner.OFFERED
    study: Studied | None = None


@dataclass(frozen=True)
class CommandAction:
    """A command and what answers it: ``question`` is what a link into the private chat asks in its place.

    ``for_nobody``: it is answered to those too who do not say who they are.
    """

    spec: CommandSpec
    handler: Callable[[Context, CommandArguments], Awaitable[Answer]]
    question: Question
    for_nobody: bool = False


@dataclass(frozen=True)
class Subject:
    """All that a subject answers: commands, buttons by their letters on the wire, questions."""

    commands: tuple[CommandAction, ...] = ()
    buttons: Mapping[str, ActionSpec] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()


def acting(change: Callable[..., Match], said: str, *, closes: bool = True, at_ply: bool = False) -> Pressed:
    """The handler of a button that changes its match and then says so.

    ``change`` is called with the match, the id of the person and the present time, and with the ply of the button where
    it has to be ``at_ply``; ``said`` may name the ``{code}``.
    """

    async def pressed(context: Context, data: CallbackData) -> Answer:
        where = (data.ply,) if at_ply else ()
        await context.act(data.code, lambda match, now: change(match, context.player.id, now, *where))
        return Toast(context.say(said, code=data.code), closes=closes)

    return pressed

"""What an answer can be: each way of showing it is a type, and carries only what that way can show."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar, final

from bot.chat.messages import File, MessageLink, Picture, Row, When


@dataclass(frozen=True, kw_only=True)
class Content:
    """What a message says and offers, wherever it stands."""

    title: str = ""
    text: str = ""
    code: str = ""
    """Monospaced text below the rest."""
    picture: Picture | None = None
    without_picture: tuple[str, str] = ("", "")
    """What stands in the place of the picture where the platform refuses it: text as ``code``, and why."""
    rows: tuple[Row, ...] = ()
    links: tuple[MessageLink | When, ...] = ()
    """Words that lead to messages or tell moments, in the order in which they stand in ``text``."""
    language: str = ""
    """The language it is in, for the names of commands and for what a platform adds; empty for that of the
    person's app."""


@final
@dataclass(frozen=True, kw_only=True)
class BoardMessage(Content):
    """The message of a match that everybody in a place sees: an invitation, the board, the result."""

    view: str = ""
    """The key of the view that it shows: a platform that has posted it says so (``RequestHandler.shown``)."""
    accepts_moves: bool = False
    """The match is under way: a reply to the message may be a move."""
    lapses: datetime | None = None
    """When something that is shown ceases to be true, so that the message is to be made again."""

    def as_panel(self, *, confidential: bool) -> "PrivatePanel":
        """The same for one person alone."""
        return PrivatePanel(
            title=self.title,
            text=self.text,
            code=self.code,
            picture=self.picture,
            without_picture=self.without_picture,
            rows=self.rows,
            links=self.links,
            language=self.language,
            replace=True,
            confidential=confidential,
        )


@dataclass(frozen=True, kw_only=True)
class Personal(Content):
    """For one person alone. ``link`` asks for it again in the private chat, in letters, digits and ``_``."""

    link: str = ""


@final
@dataclass(frozen=True, kw_only=True)
class Refusal(Personal):
    """Why something was not done, with what leads on. Where others see it, it goes after a while, or with the person's
    next answer.
    """

    replace: bool = False
    """It takes the place of the panel whose button was pressed."""


@final
@dataclass(frozen=True, kw_only=True)
class PrivatePanel(Personal):
    """A message for one person, with buttons that lead on."""

    replace: bool = False
    """It takes the place of the panel whose button was pressed."""
    confidential: bool = False
    """Where it cannot be shown to one person alone, it is not shown; only ``link`` is offered."""
    stays: bool = False
    """It is about this very place: where it cannot be shown to one person alone, it stands here for all to see, and its
    buttons are for one person."""
    updates: "AsyncIterator[PrivatePanel | Refusal] | None" = field(default=None, compare=False)
    """What it becomes by itself, one state after another. Only the last one has to be shown."""

    def as_refusal(self) -> Refusal:
        """The same as a question that comes in the place of what was to be done."""
        return Refusal(
            title=self.title,
            text=self.text,
            code=self.code,
            picture=self.picture,
            rows=self.rows,
            links=self.links,
            replace=self.replace,
        )


@final
@dataclass(frozen=True, kw_only=True)
class FileMessage(Personal):
    """A file to keep, with words that say what it is."""

    file: File


@final
@dataclass(frozen=True)
class Toast:
    """A sentence that only confirms what the board shows; where not even a toast is possible it may be left out."""

    text: str
    closes: bool = False
    """The panel whose button was pressed has done what it was for."""
    language: str = ""


Panel = PrivatePanel | Refusal
Answer = BoardMessage | PrivatePanel | Refusal | FileMessage | Toast
"""What a request is answered with."""


@final
@dataclass(frozen=True, kw_only=True)
class Ping(Content):
    """Words that call one person to a board, with buttons."""


@dataclass(frozen=True)
class ThreadTitle:
    """The title of the thread in which a match goes on, and the line below which the thread hangs."""

    title: str
    line: str


C = TypeVar("C", bound=Content)


def as_text(content: C) -> C:
    """The same for a place that takes no pictures."""
    code, why = content.without_picture
    text = "\n".join(part for part in (content.text, why) if part)
    return replace(content, picture=None, code=code or content.code, text=text)

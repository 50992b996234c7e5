"""The kinds of answers: each way of showing one is a type, and carries only the parts that can be shown so."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar, final

from bot.chat.live_board import BoardHint, MatchGraph, PanelBoard
from bot.chat.messages import Button, File, MessageLink, Picture, Row, TextField, When
from bot.matches.identity import Person


@dataclass(frozen=True, kw_only=True)
class Content:
    """The content of a message of any kind."""

    title: str = ""
    text: str = ""
    code: str = ""
    """Monospaced text below the rest."""
    picture: Picture | None = None
    without_picture: Callable[[], tuple[str, str]] = field(default=lambda: ("", ""), compare=False)
    """Makes the replacement of a picture that the platform refuses: a board as ``code``, and the reason in words."""
    rows: tuple[Row, ...] = ()
    links: tuple[MessageLink | When, ...] = ()
    """Words that lead to messages or tell moments, in the order in which they stand in ``text``."""
    language: str = ""
    """The language of the content, for names of commands and additions of a platform; empty for that of the person's
    app."""
    silent: bool = False
    """It comes without a sound where the platform can; to be edited makes none anyway."""


@final
@dataclass(frozen=True, kw_only=True)
class BoardMessage(Content):
    """The message of a match that everybody in a place sees: an invitation, the board, the result."""

    match: str = ""
    """The code of the match."""
    alt: str = ""
    """The board in words, for people who cannot see it, where the platform draws it (``Capabilities.draws_boards``)."""
    view: str = ""
    """The key of the view that it shows: a platform that has posted it says so (``RequestHandler.shown``)."""
    accepts_moves: bool = False
    """The match is under way: a reply to the message may be a move."""
    lapses: datetime | None = None
    """The moment at which a part of the message ceases to be true, so that the message is to be made again."""
    calls: Person | None = None
    """The person whom the message itself calls, because in its place (``Place.can_post``) nothing else can."""
    by: Person | None = None
    """The person whose change of the match it shows: where it cannot be shown, they are told."""

    def as_panel(self, *, confidential: bool) -> "PrivatePanel":
        """The content as a panel for one person alone."""
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
            match=self.match,
        )


@dataclass(frozen=True, kw_only=True)
class Personal(Content):
    """For one person alone. ``link`` asks for it again in the private chat, in letters, digits and ``_``."""

    link: str = ""


@final
@dataclass(frozen=True, kw_only=True)
class Refusal(Personal):
    """The reason why a request was refused, with buttons that lead on. Where others see it, it is deleted after a
    while, or with the person's next answer.
    """

    replace: bool = False
    """It replaces the panel whose button was pressed."""


@final
@dataclass(frozen=True, kw_only=True)
class PrivatePanel(Personal):
    """A message for one person, with buttons that lead on."""

    replace: bool = False
    """It replaces the panel whose button was pressed."""
    confidential: bool = False
    """Not shown where it cannot be shown to one person alone; only ``link`` is offered there."""
    stays: bool = False
    """It is about this very place: if it cannot be shown to one person alone, all see it here, and its buttons are for
    one person."""
    rows_in_private: bool = False
    """Its buttons are many, and of use to one person alone: where all see it, the way to the private chat stands in
    their place."""
    to_all: Button | None = None
    """The button that shows it to everybody in the place; left out where they see it already, and in private."""
    asks: TextField | None = None
    """A text that it asks for. A platform that can ask for one only in a form of its own, or by a reply, leaves the
    rows out there; one that cannot in this place shows the panel without it."""
    match: str = ""
    """The code of the match whose board it is, for a platform that can open it as a live board."""
    graph: MatchGraph | None = None
    """What its picture shows, for a platform that draws it beside the live board."""
    hint: BoardHint | None = None
    """What its picture shows, for a platform that draws it on the live board."""
    board: PanelBoard | None = None
    """What its picture and its rows are about, for a platform that shows it as a live board instead."""
    updates: "AsyncIterator[PrivatePanel | Refusal] | None" = field(default=None, compare=False)
    """Its later states, to be shown one after another. Only the last one has to be shown."""
    passed: Callable[[], Awaitable[object]] | None = field(default=None, compare=False)
    """Returns once the position that it asks about has passed: where others see it, it is then deleted."""

    def as_refusal(self) -> Refusal:
        """The panel as a refusal: a question to be answered before the action."""
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
    """A file to keep, with a description."""

    file: File
    to_all: Button | None = None
    """As that of a ``PrivatePanel``."""


@final
@dataclass(frozen=True)
class Toast:
    """A sentence that only confirms what the board shows; where not even a toast is possible it may be left out."""

    text: str
    closes: bool = False
    """The panel whose button was pressed has served its purpose and is deleted."""
    language: str = ""
    unseen: bool = False
    """The board does not show it, so that a live board says it too."""
    sat_down: str = ""
    """The code of the match in which the person sits since a moment, where a platform can lead to its board."""
    onward: str = ""
    """The code of the match whose board comes up next, where a platform draws boards."""


@final
@dataclass(frozen=True, kw_only=True)
class PublicAnswer(Content):
    """An answer that its person shows to everybody in the place, with ``panel`` in place of the one pressed on; without
    one, that stays as it is.
    """

    panel: PrivatePanel | None = None
    file: File | None = None


Panel = PrivatePanel | Refusal
Answer = BoardMessage | PublicAnswer | PrivatePanel | Refusal | FileMessage | Toast
"""The answer to a request."""


@final
@dataclass(frozen=True, kw_only=True)
class Ping(Content):
    """Words that call one person to a board, with buttons. A ``loud`` one makes a sound where the platform can."""

    loud: bool = False


@dataclass(frozen=True)
class ThreadTitle:
    """The title of the thread in which a match goes on, and the line below which the thread hangs."""

    title: str
    line: str


C = TypeVar("C", bound=Content)


def beside_others(content: C) -> C:
    """The content as only its person sees it where others are: with the button that shows it to them (``to_all``)."""
    if isinstance(content, PrivatePanel | FileMessage) and content.to_all:
        return replace(content, rows=(*content.rows, (content.to_all,)), to_all=None)
    return content


def lettered(content: C) -> C:
    """The same with its board as text in the place of the picture, for a person who wants that."""
    picture = content.picture
    if picture is None or picture.board is None:
        return content
    return replace(content, picture=None, code="\n\n".join(filter(None, (content.code, picture.board()))))


def file_in(content: Content) -> File | None:
    """The file that comes with a message, if there is one."""
    return content.file if isinstance(content, FileMessage | PublicAnswer) else None


def as_text(content: C) -> C:
    """The board as text, for a place that takes no pictures."""
    code, why = content.without_picture()
    text = "\n".join(part for part in (content.text, why) if part)
    return replace(content, picture=None, code=code or content.code, text=text)

"""The messages that pass between the app and a platform: plain values."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum

from bot.matches.people import Person, Place

PAYLOAD_BYTES = 64
SCREENS = 12
"""A board below which so many messages stand is out of sight: about two screens."""


@dataclass(frozen=True)
class Request:
    """Who asks for something, where, and by which event; ``message`` is the message pressed on or replied to.

    ``addressed``: a plain message that names the bot or answers it.
    The same ``event`` (unique on its platform) is never acted on twice.
    """

    event: str
    person: Person
    place: Place
    message: str = ""
    addressed: bool = False
    chosen: Person | None = None
    """Whom they chose in a menu of people (``Menu.people``) of the platform's own; or named, and nobody and nothing
    else, in a plain message."""
    offers: tuple[str, ...] = ()
    """The payloads of the buttons on the message that a plain one replies to, where the platform tells them."""
    lacks_threads: bool = False
    """The bot may write here, and there are threads, but it may open none."""
    address: str = ""
    """The network address they ask from, where the platform knows it."""


class Style(Enum):
    """How a button looks."""

    PLAIN = "plain"
    MAIN = "main"
    GOOD = "good"
    DANGER = "danger"


@dataclass(frozen=True)
class Button:
    """Pressing it calls ``RequestHandler.press`` with ``payload`` (at most 64 bytes, unique in the message)."""

    label: str
    payload: str
    style: Style = Style.PLAIN
    disabled: bool = False


@dataclass(frozen=True)
class Invite:
    """A link that joins the match ``code`` from another chat or app; left out where the platform has no such links."""

    label: str
    code: str


@dataclass(frozen=True)
class PrivateChat:
    """A link that opens the private chat with the bot, where ``link`` (``Answer.link``) is asked again.

    Left out where the platform has no such links.
    """

    label: str
    link: str


@dataclass(frozen=True)
class MessageLink:
    """Words of an answer's text that lead to a message; they stay words where the platform has no link to it."""

    words: str
    place: Place
    message: str


class TimeStyle(Enum):
    """How a moment is told: in how long, at what time of the day, on which day."""

    RELATIVE = "relative"
    CLOCK = "clock"
    DATE = "date"


@dataclass(frozen=True)
class When:
    """Words of an answer's text that tell a moment.

    Each reader sees it in their own zone, and as time passes; they stay words where the platform cannot show it so.
    """

    words: str
    moment: datetime
    style: TimeStyle = TimeStyle.RELATIVE


@dataclass(frozen=True)
class Option:
    """One line of a menu; ``detail`` is a second, smaller line where the platform has one; ``chosen``: it holds now."""

    label: str
    value: str
    detail: str = ""
    chosen: bool = False


@dataclass(frozen=True)
class Menu:
    """At most 25 options, of which one is chosen: ``RequestHandler.press`` gets ``payload`` and the chosen value.

    Where a platform has no menus it shows buttons whose payload is ``payload`` + ``:`` + value;
    ``RequestHandler.press`` takes both forms, so ``payload:value`` also stays within 64 bytes.
    """

    payload: str
    prompt: str
    options: tuple[Option, ...]
    people: bool = False
    """Its options are people known here. A platform with a menu of its own for people shows that, and says who was
    chosen in ``Request.chosen``."""


Row = tuple[Button | Invite | PrivateChat, ...] | Menu
"""A row of at most five buttons, or a menu."""


@dataclass(frozen=True)
class Picture:
    """A PNG with its description for people who cannot see it (at most 1,000 characters)."""

    png: bytes
    alt: str


@dataclass(frozen=True)
class File:
    """A file to keep, for one person alone."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Answer:
    """What is shown to one person (``private``) or to all in the place."""

    title: str = ""
    text: str = ""
    code: str = ""
    picture: Picture | None = None
    without_picture: tuple[str, str] = ("", "")
    """What stands in the place of the picture where the platform refuses it: text as ``code``, and why."""
    rows: tuple[Row, ...] = ()
    private: bool = True
    replace: bool = False
    brief: bool = False
    view: str = ""
    file: File | None = None
    """Only in a private answer without a picture."""
    accepts_moves: bool = False
    """It is the board of a match under way: a reply to it may be a move."""
    link: str = ""
    """Of a private answer: what asks for it again in the private chat, in letters, digits and ``_``."""
    language: str = ""
    """The language it is in, for the names of commands and for what a platform adds; empty for that of the
    person's app."""
    confidential: bool = False
    """Of a private answer: where it cannot be shown to one person alone, it is not shown; only ``link`` is offered."""
    stays: bool = False
    """A private answer about this very place: where it cannot be shown to one person alone, it stands here for all to
    see, and its buttons are for one person."""
    passing: bool = False
    """Of a private answer: it says why something was not done. Where others see it, it goes after a while, or with the
    person's next answer."""
    links: tuple[MessageLink | When, ...] = ()
    """Words that lead to messages or tell moments, in the order in which they stand in ``text``."""
    updates: "AsyncIterator[Answer] | None" = field(default=None, compare=False)
    """Of a private answer: what it becomes by itself, one state after another. Only the last one has to be shown."""
    thread: str = ""
    """Title of the thread in which a match goes on; empty where it needs none. ``text`` then is the line below which
    the thread hangs."""
    lapses: datetime | None = None
    """When something that is shown ceases to be true, so that the message is to be made again."""


def as_text(answer: Answer) -> Answer:
    """The answer for a place that takes no pictures."""
    code, why = answer.without_picture
    text = "\n".join(part for part in (answer.text, why) if part)
    return replace(answer, picture=None, code=code or answer.code, text=text)


@dataclass(frozen=True)
class Completion:
    """One suggestion while a person types a command's option."""

    label: str
    value: str

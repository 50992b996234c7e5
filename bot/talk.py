"""What passes between the app and the platforms: requests in, answers out.

A platform translates its events into one of the calls of ``Door`` and shows the ``Answer`` that comes back in its own
way. It also is a ``Screen``: the place where the views of matches are posted and kept up to date. Everything here
is neutral: no platform's words, marks or ids are interpreted.

How a platform serves a request:

1. Build a ``Request`` (who, where, which event) and await the ``Door`` call. Acknowledge first where the platform wants
   an answer within seconds: pictures take time.
2. Show the ``Answer``: privately if ``answer.private`` (only that person sees it), else for all in the place. ``title``
   is bold, ``code`` is monospaced, everything is plain text: the platform escapes it and caps its length.
3. If ``answer.replace`` and the request came from a private panel, edit that panel instead of adding a message.
4. If ``answer.brief``, the answer only confirms what the board already shows: a toast is enough, and where not even a
   toast is possible it may be left out.
5. If ``answer.view`` is set, the message is a view of a match: call ``Door.shown(answer.view, message_id)`` once it
   stands. If that never happens (a crash), the loop that keeps views up to date posts it anew.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from bot.complaint import Complaint

PAYLOAD_BYTES = 64


@dataclass(frozen=True)
class Person:
    """An account on a platform. ``handle`` is the name others type after @, lower case, where there is one.

    ``account`` is empty for somebody who was only named by handle and has not been met yet.
    ``is_bot`` marks bots, webhooks, channels and anonymous administrators, who cannot play.
    ``is_self`` marks Papan's own account.
    """

    platform: str
    account: str
    name: str
    handle: str = ""
    locale: str = ""
    is_bot: bool = False
    is_self: bool = False


@dataclass(frozen=True)
class Place:
    """Where people talk: a channel, chat, thread or room. ``thread`` is a forum topic inside the chat (Telegram).

    ``private``: only one person and the bot read it. ``can_post``: the bot may write there later without being asked
    (false where an app is only installed by a person); ``can_thread``: it may open a thread there (Discord).
    """

    platform: str
    chat: str
    thread: str = ""
    private: bool = False
    can_post: bool = True
    can_thread: bool = False


@dataclass(frozen=True)
class Request:
    """Who asks for something, where, and by which event; ``message`` is the message pressed on or replied to.

    The same ``event`` (unique on its platform) is never acted on twice.
    """

    event: str
    person: Person
    place: Place
    message: str = ""


class Style(Enum):
    """How a button looks."""

    PLAIN = "plain"
    MAIN = "main"
    GOOD = "good"
    DANGER = "danger"


@dataclass(frozen=True)
class Button:
    """Pressing it calls ``Door.press`` with ``payload`` (at most 64 bytes, unique in the message)."""

    label: str
    payload: str
    style: Style = Style.PLAIN
    disabled: bool = False


@dataclass(frozen=True)
class Invite:
    """A link by which somebody elsewhere joins the match ``code``; left out where the platform has no such links."""

    label: str
    code: str


@dataclass(frozen=True)
class Option:
    """One line of a menu; ``detail`` is a second, smaller line where the platform has one."""

    label: str
    value: str
    detail: str = ""


@dataclass(frozen=True)
class Menu:
    """Choosing calls ``Door.press`` with ``payload`` and the chosen values. At most 25 options, one is chosen.

    Where a platform has no menus it shows buttons whose payload is ``payload`` + ``:`` + value; ``Door.press`` takes
    both forms, so ``payload:value`` also stays within 64 bytes.
    """

    payload: str
    prompt: str
    options: tuple[Option, ...]


Row = tuple[Button | Invite, ...] | Menu
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
    rows: tuple[Row, ...] = ()
    private: bool = True
    replace: bool = False
    brief: bool = False
    view: str = ""
    file: File | None = None
    """Only in a private answer without a picture."""
    thread: str = ""
    """Title of the thread a platform may open for this match below this message (only with ``view``)."""


@dataclass(frozen=True)
class Completion:
    """One suggestion while somebody types a command's option."""

    label: str
    value: str


class Door(Protocol):
    """The only way from the platforms into Papan."""

    async def command(self, request: Request, name: str, arguments: Mapping[str, "str | Person"]) -> Answer:
        """Act on a command (its English name) with the options given."""

    async def press(self, request: Request, payload: str, values: Sequence[str] = ()) -> Answer:
        """Act on a button or menu; any payload is untrusted input."""

    async def text(self, request: Request, text: str) -> Answer | None:
        """A plain message: a move, if it answers a board or stands in a private chat and is one; else None."""

    async def complete(self, request: Request, command: str, option: str, typed: str) -> list[Completion]:
        """At most 25 suggestions for a command's option, from memory and without pictures."""

    async def shown(self, view: str, message: str) -> None:
        """The message of a view (``Answer.view``) stands: its id on the platform."""

    async def place_moved(self, old: Place, new: Place) -> None:
        """A chat has got another id (a group became a supergroup), or a match went on into a thread."""


class CannotStart(Complaint):
    """The platform cannot be used; the text is one sentence for the operator, without the token."""


class Gone(Exception):
    """The message is no longer there (deleted): the view must be posted anew."""


class Unreachable(Exception):
    """Nothing can be shown in this place any more, or not by us (deleted, kicked, blocked, no permission)."""


class Later(Exception):
    """The platform cannot take it now: ``reason`` says why, in a word for the log (429, 503, TimeoutError ...).

    Try again after ``seconds``, or after a while that grows with each attempt where the platform named none.
    """

    def __init__(self, seconds: float | None, reason: str) -> None:
        super().__init__(reason)
        self.seconds = seconds
        self.reason = reason


class PlaceMoved(Exception):
    """The chat lives on under another id."""

    def __init__(self, place: Place) -> None:
        super().__init__("the chat has moved")
        self.place = place


class ThreadOpened(PlaceMoved):
    """One match goes on in a thread of its own: its view there is to be posted, nothing else has moved."""


class Screen(Protocol):
    """What the loop that keeps views up to date asks of a platform.

    Every call may raise Gone, Unreachable, Later, PlaceMoved or ThreadOpened; any other exception counts as Later.
    """

    platform: str

    def wait(self, place: Place, spare: int = 0) -> float:
        """Seconds until the platform's limits allow one more message here, 0 for now; ``spare`` are left to others."""

    async def post(self, place: Place, answer: Answer, key: str) -> str:
        """Post a message and give its id; a second call with the same ``key`` posts nothing new where possible."""

    async def edit(self, place: Place, message: str, answer: Answer) -> None:
        """Bring a message to this state; a message that already shows it is fine."""

    async def delete(self, place: Place, message: str) -> None:
        """Take a message away; one that is gone already is fine."""

    async def ping(self, place: Place, message: str, person: Person, text: str, key: str) -> str:
        """Tell one person, beside the board ``message``, that it is their turn; give the new message's id.

        Nobody else is notified. A second call with the same ``key`` tells nothing new where that is possible. An empty
        id means that the platform tells people in another way.
        """

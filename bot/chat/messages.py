"""The messages that pass between the app and a platform: plain values."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from bot.matches.communities import AllowedKind
from bot.matches.identity import Person, Place

PAYLOAD_BYTES = 64
SCREENS = 12
"""The number of messages below a board that put it out of sight: about two screens."""
OWN_THREAD = 6
"""The same in a thread of the match's own, where a new message disturbs nobody else."""


class Allowance(Enum):
    """Something that the bot needs to be allowed in a place."""

    WRITE = "write"
    PICTURES = "pictures"
    THREADS = "threads"


@dataclass(frozen=True)
class PlacePermission:
    """``name`` is what the platform calls it; ``given``: the bot is allowed it."""

    allows: Allowance
    name: str
    given: bool


@dataclass(frozen=True)
class AddedToGroup:
    """The bot was added to a group. ``by`` is the person who did it, where the platform tells that.

    ``locale`` is of the group itself, where it has one. The same ``event`` is one adding, however often it comes.
    """

    event: str
    place: Place
    by: Person | None = None
    locale: str = ""


@dataclass(frozen=True)
class AttachedFile:
    """A file that came with a request: its size in bytes, as the platform says, and ``read``, which fetches it."""

    size: int
    read: Callable[[], Awaitable[bytes]] = field(compare=False)


@dataclass(frozen=True)
class Request:
    """A request: its person, place and event; ``message`` is the message pressed on or replied to.

    ``addressed``: a plain message that names the bot or answers it.
    The same ``event`` (unique on its platform) is never acted on twice.
    """

    event: str
    person: Person
    place: Place
    message: str = ""
    addressed: bool = False
    chosen: Person | None = None
    """The person chosen in the platform's own menu of people (``Menu.people``); or named alone, without other words, in
    a plain message."""
    offers: tuple[str, ...] = ()
    """The payloads of the buttons on the message that a plain one or a command replies to, where the platform tells
    them."""
    board_for: str = ""
    """The option of the command whose value is the match of ``message``, where that was chosen in a menu of its own."""
    lacks_threads: bool = False
    """The bot may write here, and the place has threads, but the bot may not open one."""
    attached: AttachedFile | None = None
    """The file beside the command, or the one that it answers, where the platform has files."""
    roles: tuple[str, ...] = ()
    """The roles of the person in this server, by id, where the platform has roles."""
    channel: str = ""
    """The channel or forum of the thread that it comes from, also where nothing can be posted beside the threads."""
    named: str = ""
    """What the channel or role is called that was chosen in the platform's own menu of them (``Menu.of``)."""
    written: str | None = None
    """The words that were written into the text field (``TextField``) whose payload is pressed; None for a press."""
    address: str = ""
    """The network address they ask from, where the platform knows it: who has no account is known by it."""
    permissions: Callable[[Place], Awaitable[tuple[PlacePermission, ...]]] | None = field(default=None, compare=False)
    """Finds out what the bot may do in a place, this one or one that it is about, as far as the platform has
    permissions."""
    server: str = ""
    """The name of the server in which it is asked, where there are servers."""
    called: Callable[[Place], Awaitable[str]] | None = field(default=None, compare=False)
    """Finds out what a group is called, where answers about it may stand in another chat; empty for one that has no
    name, or tells it to nobody."""


class Style(Enum):
    """The look of a button."""

    PLAIN = "plain"
    MAIN = "main"
    GOOD = "good"
    DANGER = "danger"


@dataclass(frozen=True)
class Button:
    """Pressing it calls ``RequestHandler.press`` with ``payload`` (at most 64 bytes, unique in the message).

    ``name`` is read out in place of the label where the platform can do that; empty where the label says enough.
    ``piece`` is the key of a ruleset and the letter of the piece whose glyph is the label, where a platform draws it.
    """

    label: str
    payload: str
    style: Style = Style.PLAIN
    disabled: bool = False
    name: str = ""
    piece: tuple[str, str] | None = None


@dataclass(frozen=True)
class Invite:
    """A link that opens the invitation ``code`` in another chat or app (``/start``), to be passed on with ``words``.

    Left out where the platform has no such links.
    """

    label: str
    code: str
    words: str


@dataclass(frozen=True)
class PrivateChat:
    """A link that opens the private chat with the bot, where ``link`` (``Personal.link``) is asked again.

    Left out where the platform has no such links.
    """

    label: str
    link: str


@dataclass(frozen=True)
class MessageLink:
    """Words of a message's text that lead to a message; they stay words where the platform has no link to it."""

    words: str
    place: Place
    message: str


class TimeStyle(Enum):
    """The way to tell a moment: the time until it, the time of day, or the day."""

    RELATIVE = "relative"
    CLOCK = "clock"
    DATE = "date"


@dataclass(frozen=True)
class When:
    """Words of a message's text that tell a moment.

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
    of: AllowedKind | None = None
    """A menu of the platform's own, of the channels or roles of the server (``Capabilities.has_roles``); its options
    are left out."""


@dataclass(frozen=True)
class TextField:
    """A question that is answered by words: ``RequestHandler.press`` gets ``payload`` with the words in
    ``Request.written``. The press of it without any words asks the question again.

    ``label`` is what is asked for, ``value`` what stands there so far, ``most`` the number of characters, and ``send``
    the label of the button that sends the words, where the platform has none of its own.
    """

    payload: str
    label: str
    value: str
    most: int
    send: str


Row = tuple[Button | Invite | PrivateChat, ...] | Menu
"""A row of at most five buttons, or a menu."""


@dataclass(frozen=True)
class Picture:
    """A PNG with its description for people who cannot see it (at most 1,000 characters).

    ``board`` makes the board that it shows as text; None where it shows something else.
    """

    png: bytes
    alt: str
    board: Callable[[], str] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class File:
    """A file: its name and its content."""

    name: str
    content: bytes


@dataclass(frozen=True)
class Completion:
    """One suggestion while a person types a command's option."""

    label: str
    value: str

"""The services for a platform beside the app: an inbox for updates, an archive for the room, its files.

These are Protocols: ``bot/store`` and ``bot/workers`` implement them, ``bot/bootstrap`` hands the implementations
to the platforms. The values are Protocols too, so that neither side imports the other.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, ParamSpec, Protocol, TypeAlias

P = ParamSpec("P")
Body: TypeAlias = Mapping[str, Any]
"""A message of the room as JSON."""


class ReceivedUpdate(Protocol):
    """An update of a platform as it was received."""

    @property
    def number(self) -> int:
        """The number the platform gave it; later ones have higher numbers."""

    @property
    def payload(self) -> str:
        """Its text."""

    @property
    def tries(self) -> int:
        """The number of times its work was begun."""

    @property
    def begun(self) -> bool:
        """Is the present try counted already?"""


class UpdateInbox(Protocol):
    """Received updates of one platform: ``receive``, then acknowledge, then ``begin``, work off and say ``done``."""

    async def receive(self, payloads: Mapping[int, str], at_once: Collection[int] = ()) -> Sequence[ReceivedUpdate]:
        """Keep updates by their numbers; the new ones among them, which are for this process to work off.

        The work of those ``at_once`` begins when this returns: they need no ``begin``.
        """

    async def offset(self) -> int | None:
        """The number of the next update to ask for, None before the first."""

    async def waiting(self) -> Sequence[ReceivedUpdate]:
        """The updates that are for this process to work off, in their order."""

    async def begin(self, number: int, finished: int | None = None) -> None:
        """Count a try of an update, before its work begins; ``finished`` is worked off."""

    async def give_back(self, numbers: Collection[int]) -> None:
        """Take back the present try of updates whose work was broken off in order."""

    async def set_aside(self, number: int) -> bool:
        """Give an update up for good; False if it is already, or worked off."""

    async def done(self, number: int, *, at_once: bool = False) -> None:
        """Note that an update is worked off: with a later commit, or ``at_once``."""


class RoomMember(Protocol):
    """A person of the web room."""

    @property
    def id(self) -> str:
        """Their account."""

    @property
    def name(self) -> str:
        """The name they gave."""

    @property
    def language(self) -> str:
        """The locale of their browser."""


class RoomDevice(Protocol):
    """A device on which a person of the web room is."""

    @property
    def id(self) -> str:
        """Its id, by which it is signed out."""

    @property
    def browser(self) -> str:
        """Its browser and system, with a slash between them; empty for the first, of which nothing is known."""

    @property
    def seen(self) -> datetime:
        """The time when they were last there, to the hour."""

    @property
    def here(self) -> bool:
        """Is it the one from which they ask?"""


class RoomMessage(Protocol):
    """A message of the web room."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def room(self) -> str:
        """The room it stands in."""

    @property
    def seq(self) -> int:
        """Its number within the room."""

    @property
    def changed(self) -> int:
        """The number of its latest change within the room."""

    @property
    def only_for(self) -> str | None:
        """The one person who sees it; None for all."""

    @property
    def body(self) -> Body:
        """Its content as the page shows it: plain values for JSON."""

    @property
    def picture(self) -> str | None:
        """The hash of its picture."""

    @property
    def deleted(self) -> bool:
        """Was it taken away?"""


class RoomArchive(Protocol):
    """The people, messages and pictures of the web room."""

    async def add_member(self, name: str, language: str) -> tuple[RoomMember, str]:
        """A new person with this name, and the secret that proves who they are.

        Raises NameTaken where a name that looks like it belongs to somebody else.
        """

    async def rename(self, person: str, name: str) -> RoomMember | None:
        """Give a person another name; None where there is no such person any more. Theirs is kept from others a while.

        Raises NameTaken as ``add_member``, and RenamedTooOften.
        """

    async def set_language(self, person: str, language: str) -> RoomMember | None:
        """Have the room speak this language with a person; None where there is no such person any more."""

    async def member_by_secret(self, secret: str) -> RoomMember | None:
        """The person who has a device with this secret."""

    async def is_there(self, person: str, secret: str) -> bool:
        """Is a person still there, and let in by this secret?"""

    async def let_in(self, person: str, device: str, browser: str) -> str | None:
        """Let a person in on another device: its secret, in place of the one that it had. None where there is no such
        person.
        """

    async def devices(self, person: str, secret: str) -> Sequence[RoomDevice]:
        """The devices of a person, who asks by a secret; the first one first."""

    async def sign_out(self, person: str, device: str) -> bool:
        """Let nobody in by the secret of a device of a person any more; was it theirs?"""

    async def member(self, person: str) -> RoomMember | None:
        """A person by id."""

    async def member_by_name(self, name: str) -> RoomMember | None:
        """The person whose name looks like this."""

    async def manages(self, person: str) -> bool:
        """Has a person entered the key that the common room has now?"""

    async def let_manage(self, person: str, key: str) -> bool:
        """Have a person manage the common room, if this is its key; is it?"""

    async def note_seen(self, person: str, secret: str = "") -> None:
        """Note that a person is there, let in by a secret: their name is theirs for some time from now on."""

    async def add(
        self,
        message: str,
        room: str,
        author: str | None,
        only_for: str | None,
        body: Body,
        png: bytes | None = None,
    ) -> RoomMessage:
        """Keep a new message; one with this id that is there already stays as it is."""

    async def edit(self, message: str, body: Body, png: bytes | None = None) -> RoomMessage | None:
        """Bring a message to a new state; None if it is not there any more."""

    async def delete(self, message: str) -> RoomMessage | None:
        """Delete a message; None if it is not there any more."""

    async def delete_private(self, room: str, person: str) -> Sequence[RoomMessage]:
        """Delete the messages that only this person sees in a room; gives them."""

    async def get(self, message: str) -> RoomMessage | None:
        """A message that is still there."""

    async def changed_since(self, room: str, person: str, seq: int) -> Sequence[RoomMessage]:
        """The messages of a room for this person that have changed after ``seq``, in the order of their numbers."""

    async def picture(self, name: str) -> bytes | None:
        """A picture by its hash."""


PREVIEW_SIZE = (1200, 630)
"""The width and height that chats show as a large picture of a link."""


class BoardFiles(Protocol):
    """The files of live boards; None for what is not there. Each is the same for ever at one ``build``."""

    @property
    def build(self) -> str:
        """The build of the program, as far as the files follow from it."""

    async def measures(self, ruleset: str, bottom: int, *, upright: bool) -> bytes | None:
        """The places of the points of a board, as JSON."""

    async def ground(
        self, ruleset: str, bottom: int, theme: str, scale: int, *, upright: bool, bare: bool
    ) -> bytes | None:
        """The board without its pieces, as WebP; a bare one has no coordinates."""

    async def piece(
        self, ruleset: str, letter: str, height: int, theme: str, scale: int, *, upright: bool
    ) -> bytes | None:
        """A piece, or so many on each other, as WebP."""

    async def midgame(self, ruleset: str, theme: str) -> bytes | None:
        """A small picture of a game in its middle, as WebP."""

    async def preview(self, ruleset: str, cells: str = "", stacks: tuple[tuple[int, int], ...] = ()) -> bytes | None:
        """A picture of a position for the preview of a link, as PNG of ``PREVIEW_SIZE``; of the game in its middle
        without ``cells``.
        """

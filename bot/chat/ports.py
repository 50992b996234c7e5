"""The services for a platform beside the app: an inbox for updates, an archive for the room, leases for work.

These are Protocols: ``bot/store`` and ``bot/workers`` implement them, ``bot/bootstrap`` hands the implementations
to the platforms. The values are Protocols too, so that neither side imports the other.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
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
        """The person with this secret."""

    async def member(self, person: str) -> RoomMember | None:
        """A person by id."""

    async def member_by_name(self, name: str) -> RoomMember | None:
        """The person whose name looks like this."""

    async def manages(self, person: str) -> bool:
        """Has a person entered the key that the common room has now?"""

    async def let_manage(self, person: str, key: str) -> bool:
        """Have a person manage the common room, if this is its key; is it?"""

    async def note_seen(self, person: str) -> None:
        """Note that a person is there: their name is theirs for some time from now on."""

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


class Subscribable(Protocol[P]):
    """A source of published values; its subscribers are called with each."""

    def subscribe(self, callback: Callable[P, object]) -> Callable[[], None]:
        """Call ``callback`` with every value published from now on; gives a function that ends the subscription."""


class Leases(Protocol):
    """The division of work between the processes that share one database, and the news they tell each other.

    Work comes in kinds, and a kind is divided by keys (a chat, a match). At any time at most one process holds the
    lease for a kind and key.
    """

    id: str
    """The name under which the others know this process; empty where there are none."""

    @property
    def gained(self) -> Subscribable[[]]:
        """Published when this process may hold more leases than before."""

    @property
    def received(self) -> Subscribable[[str]]:
        """The news that other processes publish: codes of matches that have changed, and whose data was deleted."""

    @property
    def is_listening(self) -> bool:
        """Does this process learn at once what others publish?"""

    def publish(self, word: str) -> None:
        """Tell the other processes a word: the code of a match that has changed, or whose data was deleted."""

    def register(self, kind: str, count: int = ...) -> None:
        """This process can do work of this kind. To be called before ``start``.

        ``count`` is the number of leases into which the kind is divided: 1 where one process at a time does all of it.
        """

    async def start(self) -> None:
        """Begin to take leases."""

    async def stop(self) -> None:
        """Give all leases back."""

    def now(self) -> datetime:
        """The time in UTC, the same for all processes."""

    def holds(self, kind: str, key: str = "") -> bool:
        """Does this process hold the lease for ``key`` now?"""

    def keep(self, kind: str, key: str = "") -> AbstractContextManager[None]:
        """Within the context the lease is not handed over to another living process."""

    async def wait_until_held(self, kind: str, key: str = "") -> None:
        """Wait until this process holds the lease."""

    async def wait_until_lost(self, kind: str, key: str = "") -> None:
        """Wait until this process does not hold the lease any more."""


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

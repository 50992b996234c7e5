"""The interfaces between the app and the platforms, in both directions."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.chat.answers import Answer, BoardMessage, Content, Ping, ThreadTitle
from bot.chat.capabilities import Capabilities
from bot.chat.linking import LinkCode, LinkResult, LinkTicket
from bot.chat.live_board import (
    AheadPosition,
    EditedPosition,
    ExploredPosition,
    LiveBoard,
    MatchPreview,
    PastPositions,
    PlacedPieces,
    PremovePosition,
    WhyNot,
)
from bot.chat.lobby import FinishedMatches, GameCard, GamePage, Lobby, PersonPage
from bot.chat.messages import AddedToGroup, Completion, Request
from bot.chat.ports import RoomMessage
from bot.chat.preferences import Preferences
from bot.matches.communities import AllowedKind
from bot.matches.identity import Person, Place


class RequestHandler(Protocol):
    """The app, as the platforms call it."""

    async def command(self, request: Request, name: str, arguments: Mapping[str, "str | Person"]) -> Answer:
        """Act on a command (its English name) with the options given."""

    async def press(self, request: Request, payload: str, values: Sequence[str] = ()) -> Answer:
        """Act on a button or menu; any payload is untrusted input."""

    async def text(self, request: Request, text: str) -> Answer | None:
        """A plain message: a move in the match it belongs to, or a greeting in private; None for ordinary talk."""

    async def follow(self, request: Request, link: str) -> Answer:
        """A person has followed a ``PrivateChat`` link: it is answered in their private chat."""

    async def invited_by(self, request: Request, host: Request, game: str) -> Answer:
        """A person has followed the link of a card that invites to a game. ``host`` stands for whoever has put the card
        into a chat: their account, their private chat, and the event by which each card opens one match.
        """

    async def complete(
        self, request: Request, command: str, option: str, typed: str, beside: str = ""
    ) -> list[Completion]:
        """At most 25 suggestions for a command's option, from memory and without pictures.

        ``beside``: the present value of the option that decides about this one (``decided_by``).
        """

    async def added(self, adding: AddedToGroup) -> Content | None:
        """The greeting for a group or server to which the bot was added; None for an adding that is known already.

        What could not be shown there is shown again. The chat of a server may be one that takes no greeting.
        """

    async def given_up(self, request: Request) -> Answer:
        """The sentence for the sender of a request that is given up, because it ended the program at every try."""

    async def shown(self, view: str, message: str) -> None:
        """The message of a view (``BoardMessage.view``) has been sent: its id on the platform."""

    async def not_shown(self, view: str, seconds: float | None) -> None:
        """The message of a view could not be sent; the platform takes it after ``seconds``, where it has said so."""

    async def never_shown(self, view: str) -> None:
        """The message of a view cannot be sent to its place at all, and who asked for it was told so."""

    async def place_moved(self, old: Place, new: Place) -> None:
        """A chat has got another id (a group became a supergroup), or a match went on into a thread."""

    async def entered(self, place: Place, people: Sequence[Person]) -> None:
        """People have come into a chat, perhaps back into it."""

    async def left(self, place: Place, person: Person) -> None:
        """A person has left a chat, or was thrown out of it."""

    async def removed(self, platform: str, chats: Sequence[str]) -> None:
        """The bot was taken out of some chats."""

    async def is_for_all(self, place: Place, message: str) -> bool:
        """Is a message one that stands there for all, a board or a call? No answer to one person takes its place."""

    async def gone(self, server: Place, kind: AllowedKind, account: str, locale: str) -> Content | None:
        """A channel or role of a server is deleted; a message for those who manage it, where that opens its games to
        more than they wanted. ``locale`` is of the server.
        """

    async def topic_seen(self, topic: Place, name: str, *, renamed: bool) -> None:
        """Somebody wrote in a topic, or made or ``renamed`` it; ``name`` is empty where it is not known."""

    async def left_behind(self, place: Place, newest: Sequence[str]) -> None:
        """The boards of a chat that another process serves are out of sight, unless they are among these messages."""


class LiveHandler(Protocol):
    """The app, as the platforms with live boards call it besides.

    ``board``, ``past``, ``explore``, ``edit`` and ``lobby`` are also for people without an account, who look on.
    """

    async def board(self, request: Request, code: str) -> LiveBoard | Answer:
        """A match as this person may see and touch it; an answer where they may not, or where it cannot be shown."""

    async def past(self, request: Request, code: str) -> PastPositions | Answer:
        """A match as it stood before each of its moves, and as it stands."""

    async def preview(self, request: Request, code: str) -> MatchPreview | Answer | None:
        """A match for the preview of a link that this person posts; None for one that not everybody may watch, unless
        it is an invitation to anybody.
        """

    def named_chat(self, payload: str, values: Sequence[str] = ()) -> str:
        """The chat that a button names because it is about it; empty for any other."""

    async def is_private(self, code: str) -> bool:
        """Does a match stand in private chats only? What its players begin beside its board is private too."""

    async def first_level(self, request: Request) -> int:
        """The level of the computer for a person who has not named one: the lowest until they have won against it."""

    async def has_acted(self, request: Request) -> bool:
        """Has a request with the event of this one, by the same person, changed something before?"""

    async def play_on(self, request: Request, code: str, ply: int) -> Answer:
        """Begin a practice board from a match that is over, as it stood after so many moves."""

    async def turn(self, request: Request, code: str, ply: int, picks: Sequence[int], *, price: bool) -> Answer:
        """Play a turn of the present ply by the points touched for it; ``price``: what it costs has been accepted."""

    async def press(self, request: Request, code: str, ply: int, kind: str, choice: str) -> Answer:
        """Do what the button of this kind does that stood beside a live board at that ply (``BoardAction``)."""

    async def why_not(self, request: Request, code: str, ply: int, way: Sequence[int]) -> WhyNot | Answer:
        """The reason why the piece on the first of these points cannot go over the others at the present ply."""

    async def plan(
        self, request: Request, code: str, ply: int, turns: Sequence[Sequence[int]], *, drop: bool
    ) -> AheadPosition | Answer:
        """A match after turns that a player who waits expects, by the points touched for each.

        Where the last of them is their own answer they are planned, and the match is shown as it stands; ``drop``:
        what was planned is given up.
        """

    async def guess(
        self, request: Request, code: str, ply: int, turns: Sequence[Sequence[int]]
    ) -> AheadPosition | Answer:
        """A match for somebody who looks on, with the turns that can be guessed next; the first of ``turns``, by the
        points touched for it, is what they guess from now on.
        """

    async def draw(self, request: Request, code: str, ply: int, marks: Sequence[tuple[int, int]]) -> Answer | None:
        """Show the others of one's team what this person has drawn on a board at the present ply, in place of all that
        they had drawn: arrows from point to point, and rings, from a point to itself. An answer where it is refused.
        """

    async def show_line(self, request: Request, code: str, ply: int, turns: Sequence[Sequence[int]]) -> Answer | None:
        """Show the others of one's team turns that this person tries out at the present ply, by the points touched for
        each, in place of those that they had shown; none shows nothing any more. An answer where it is refused.
        """

    async def premove(
        self, request: Request, code: str, ply: int, turns: Sequence[Sequence[int]], *, drop: bool
    ) -> PremovePosition | Answer:
        """The turns that a player who waits could play if they were to move; the last of ``turns``, by the points
        touched for it, is planned whatever the opponent plays. ``drop``: what was planned so is given up.
        """

    async def premove_now(self, request: Request, code: str) -> PremovePosition | Answer | None:
        """The turn that this person has planned so; None where there is none."""

    async def explore(
        self, request: Request, code: str, ply: int, turns: Sequence[Sequence[int]]
    ) -> ExploredPosition | Answer:
        """A match after turns that somebody tries out from one of its positions, by the points touched for each.

        Whoever plays it must wait until it is over. There are at most ``EXPLORED_TURNS``.
        """

    async def edit(
        self, request: Request, game: str, text: str, placed: PlacedPieces | None
    ) -> EditedPosition | Answer:
        """A position that somebody sets up for a game: by what is ``placed`` on the board, else as ``text`` says, else
        the start. A position out of another game is one of that game.
        """

    def games(self, locale: str) -> Sequence[GameCard]:
        """All games in the language that a locale asks for, a family after the other."""

    def game(self, locale: str, key: str) -> GamePage:
        """All about a game by its key, in the language that a locale asks for."""

    async def lobby(self, request: Request) -> Lobby | Answer:
        """The matches that this person may go on with, join or watch in this place."""

    async def finished(self, request: Request, skipped: int) -> FinishedMatches | Answer:
        """The latest finished matches of this person, after so many that are ``skipped``."""

    async def profile(self, request: Request, who: Person | str, follow: bool | None = None) -> PersonPage | Answer:
        """The facts this person may know of another, by their account or by the id at a seat; an answer where they may
        know nothing. ``follow``: they follow them from now on, or do not any more.
        """

    async def sat_down(self, person: Person) -> None:
        """Know somebody from now on: who only looks is not made known by that."""

    async def begin_link(self, request: Request) -> LinkCode | Answer:
        """A code by which another device or account becomes this person's."""

    async def link_code(self, request: Request) -> LinkCode | Answer | None:
        """The code of this person that holds, and who has given it."""

    async def give_code(self, request: Request, code: str, device: str) -> LinkTicket | Answer:
        """Give a code on a device, which is described, of this person or of somebody without an account."""

    async def link_result(self, request: Request, ticket: str) -> LinkResult | Answer:
        """The answer to whoever has a ticket, as far as there is one."""

    async def answer_link(self, request: Request, *, agrees: bool) -> bool | Answer:
        """Say whether the one who has given the code of this person is them; is there one who waits for it?"""

    async def preferences(self, request: Request) -> Preferences | Answer:
        """The name and the settings of this person, and what they can be."""

    async def prefer(self, request: Request, field: str, value: str) -> Preferences | Answer:
        """Set one of the settings of this person; another field or value is refused."""

    def watch(self, wake: Callable[[str], None]) -> Callable[[], None]:
        """Call ``wake`` with the code of each match that changes; gives a function that ends that."""

    def watch_people(self, wake: Callable[[Person], None]) -> Callable[[], None]:
        """Call ``wake`` with each person whose settings have changed; gives a function that ends that."""

    def watch_erased(self, wake: Callable[[Person, Sequence[RoomMessage]], None]) -> Callable[[], None]:
        """Call ``wake`` with each person who has had their data deleted, and with the messages of the web room that
        others may have seen of it, which are empty now; gives a function that ends that.
        """

    async def deletions(self, since: datetime) -> Mapping[str, datetime]:
        """The times at which accounts had their data deleted since a moment, by the digest of platform and account."""

    def signed_out(self, person: Person) -> None:
        """A device of a person has been signed out: whoever shows anything to them looks again who they are."""

    def watch_signed_out(self, wake: Callable[[Person], None]) -> Callable[[], None]:
        """Call ``wake`` with each person, by their account alone, of whom a device has been signed out; gives a
        function that ends that.
        """

    def watch_left(self, wake: Callable[[Person], None]) -> Callable[[], None]:
        """Call ``wake`` with each person, by their account alone, who has left a chat: what stood there may not be
        theirs to watch any more. Gives a function that ends that.
        """


class Gone(Exception):
    """The message is no longer there (deleted): the view must be posted again."""


class Unreachable(Exception):
    """Nothing can be shown in this place any more, or not by us (deleted, kicked, blocked, no permission)."""


class Refused(Exception):
    """The platform takes no such message, in any form: it is not sent again. ``reason`` is its word for the log."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


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


class ThreadClosed(PlaceMoved):
    """The thread of one match takes nothing any more: its view is to be posted in the channel."""


@dataclass(frozen=True)
class Successor:
    """The message that has taken the place of another, and the language of their chat."""

    message: str
    language: str


class MessageGateway(Protocol):
    """The interface of a platform to the view reconciler.

    Every call may raise Gone, Unreachable, Refused, Later, PlaceMoved or ThreadClosed; any other exception counts as
    Later. What each refusal of a platform means stands in docs/refusals.md.
    """

    platform: str
    capabilities: Capabilities

    def wait(self, place: Place, spare: int = 0, turn: str = "") -> float:
        """Seconds until the platform's limits allow one more message here, 0 for now; ``spare`` are left to others.

        ``turn`` is the key of a view whose board is to be sent, or of a ping: while it waits it keeps its place among
        the others.
        """

    def below(self, place: Place, message: str) -> int:
        """The number of messages known to stand below this one; in a thread of a match, of those that are no moves."""

    async def post(self, place: Place, board: BoardMessage, key: str) -> str:
        """Post a message and give its id; a second call with the same ``key`` posts nothing new where possible."""

    async def edit(self, place: Place, message: str, board: BoardMessage) -> None:
        """Bring a message to this state; a message that already shows it is fine."""

    async def private_place(self, account: str) -> Place:
        """The private chat with a person. Raises Unreachable where there can be none."""

    async def is_member(self, place: Place, account: str) -> bool | None:
        """Is a person in the chat of a place? None where the platform does not say, as in a private chat."""

    async def may_manage(self, place: Place, account: str) -> bool:
        """May a person decide what the bot does in a chat, for all who are there?"""

    async def roles(self, place: Place, account: str) -> Collection[str]:
        """The roles of a person in the server of a chat, by id; none where there are none, or it is not said."""

    async def mark(self, place: Place, account: str, mark: str, *, on: bool) -> None:
        """Give a person a mark in a chat, a role by its id or a tag of at most 16 letters, or take it away.

        What is so already is fine, and a tag that is not ours stays. Raises Gone where they can have none, as they have
        left, or manage a group; Unreachable where the bot may not, or there is no such role.
        """

    async def open_thread(self, place: Place, message: str, title: str) -> Place:
        """Open a thread for a match below its board, and give it; a second call for this board gives the same thread.

        Raises Unreachable where none may be opened.
        """

    async def name_thread(self, place: Place, named: ThreadTitle, *, archive: bool) -> None:
        """Give a thread that was opened for a match its title; the line goes where it hangs.

        Once the match is over for a while the thread is archived.
        """

    async def delete(self, place: Place, message: str, successor: Successor | None = None) -> None:
        """Take a message away; one that is gone already is fine.

        Where the platform does not let it go any more, it loses picture and buttons and leads to its ``successor``.
        """

    async def ping(self, place: Place, message: str, person: Person, ping: Ping, key: str) -> str:
        """Ping one person, beside the board ``message``: words with buttons. Give the new message's id.

        Nobody else is notified. A second call with the same ``key`` tells nothing new where that is possible. An empty
        id means that the platform tells people in another way. Where a thread takes nothing, they are told in its
        channel; raises Unreachable where nothing can be told there either, or the bot may never write.
        """

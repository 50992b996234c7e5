"""The frames that a page gets: each is a value, and its fields are those that the page's script reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pydantic_core import to_json

from bot.chat import Move, PastPositions, WhyNot
from bot.chat.linking import LinkState
from bot.chat.lobby import FinishedMatches, Lobby, PersonPage
from bot.chat.preferences import Preferences
from bot.platforms.web.frame_parts import (
    CardShown,
    DeviceShown,
    Hands,
    LinkShown,
    MomentShown,
    Node,
    Pairs,
    PieceShown,
    SaidShown,
    SharedShown,
    SuggestionShown,
)

Message: TypeAlias = SaidShown | CardShown
"""A message of the room."""


@dataclass(frozen=True, kw_only=True)
class SentFrame:
    """A frame that goes to a page."""

    @property
    def as_json(self) -> str:
        """The frame as JSON."""
        return to_json(self).decode()


# Who is in the window now.


@dataclass(frozen=True, kw_only=True)
class SeatedFrame(SentFrame):
    """Somebody sits in the window. ``secret`` is new; ``match`` is the one that they wish to see first."""

    type: Literal["seated"] = "seated"
    id: str
    name: str
    build: str
    language: str | None = None
    theme: str | None = None
    """None where their settings are not known yet."""
    secret: str | None = None
    match: str = ""


@dataclass(frozen=True, kw_only=True)
class VisitingFrame(SentFrame):
    """Somebody without a name looks on."""

    type: Literal["visiting"] = "visiting"
    build: str


@dataclass(frozen=True, kw_only=True)
class StrangerFrame(SentFrame):
    """Nobody is there, and what was sent takes a name."""

    type: Literal["stranger"] = "stranger"


@dataclass(frozen=True, kw_only=True)
class RefusedFrame(SentFrame):
    """The sentence that says why somebody cannot come in."""

    type: Literal["refused"] = "refused"
    text: str


@dataclass(frozen=True, kw_only=True)
class ErasedFrame(SentFrame):
    """The data of who was here has been deleted."""

    type: Literal["erased"] = "erased"
    text: str


@dataclass(frozen=True, kw_only=True)
class DevicesSentFrame(SentFrame):
    """The devices of somebody, and their code for another one: who has given it, and how many seconds are left.

    ``code`` is empty where there is none, or where it was told before.
    """

    type: Literal["devices"] = "devices"
    code: str = ""
    seconds: int = 0
    giver: str = ""
    devices: Sequence[DeviceShown]


@dataclass(frozen=True, kw_only=True)
class TicketSentFrame(SentFrame):
    """The state of a code that was given on this page: ``secret`` is that of ``name``, once they have said yes."""

    type: Literal["ticket"] = "ticket"
    state: LinkState
    ticket: str = ""
    name: str = ""
    secret: str = ""


@dataclass(frozen=True, kw_only=True)
class RefusedCodeFrame(SentFrame):
    """The sentence that says why a code is not taken."""

    type: Literal["refused_code"] = "refused_code"
    event: str = ""
    text: str


@dataclass(frozen=True, kw_only=True)
class QrSentFrame(SentFrame):
    """An address as squares for a camera: so many wide and high with their margin, and the outline of the dark ones."""

    type: Literal["qr"] = "qr"
    address: str
    size: int
    path: str


@dataclass(frozen=True, kw_only=True)
class AgainFrame(SentFrame):
    """The session of an activity is not known any more: the page is to come with a new code."""

    type: Literal["again"] = "again"


@dataclass(frozen=True, kw_only=True)
class PongFrame(SentFrame):
    """The server is there."""

    type: Literal["pong"] = "pong"


# What has become of a wish.


@dataclass(frozen=True, kw_only=True)
class DoneFrame(SentFrame):
    """The end of a wish with this ``event``; the match that it began, or why it was not done."""

    type: Literal["done"] = "done"
    event: str
    done: bool
    match: str = ""
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class ToastFrame(SentFrame):
    """A passing word; of a setting that was refused also the ``event``."""

    type: Literal["toast"] = "toast"
    text: str
    event: str = ""


@dataclass(frozen=True, kw_only=True)
class RefusedNameFrame(SentFrame):
    """The sentence that says why a name cannot be had."""

    type: Literal["refused_name"] = "refused_name"
    event: str
    text: str


@dataclass(frozen=True, kw_only=True)
class RefusedKeyFrame(SentFrame):
    """The sentence that says why a key does not open the management of the common room."""

    type: Literal["refused_key"] = "refused_key"
    event: str
    text: str


# What is said.


@dataclass(frozen=True, kw_only=True)
class MessagesFrame(SentFrame):
    """Messages of a room that are new or have changed; ``all`` that are shown, in place of those that stood there."""

    type: Literal["messages"] = "messages"
    room: str
    messages: Sequence[Message]
    all: bool = False


@dataclass(frozen=True, kw_only=True)
class SuggestionsFrame(SentFrame):
    """Completions of a typed line."""

    type: Literal["suggestions"] = "suggestions"
    line: str
    suggestions: Sequence[SuggestionShown]


@dataclass(frozen=True, kw_only=True)
class TurnCallFrame(SentFrame):
    """A call to one's turn, with the ``message`` that shows the board, if any does."""

    type: Literal["turn"] = "turn"
    text: str
    message: str


@dataclass(frozen=True, kw_only=True)
class PeopleFrame(SentFrame):
    """The names of those who are in the room."""

    type: Literal["people"] = "people"
    people: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class OnlookersFrame(SentFrame):
    """The number of windows in which somebody looks on at a match."""

    type: Literal["onlookers"] = "onlookers"
    code: str
    count: int


# What is shown.


@dataclass(frozen=True, kw_only=True)
class LobbyListsFrame(SentFrame, Lobby):
    """The matches of a person, and those that they may join or watch."""

    type: Literal["lobby"] = "lobby"


@dataclass(frozen=True, kw_only=True)
class FinishedMatchesFrame(SentFrame, FinishedMatches):
    """Finished matches of a person behind the first ``skipped``."""

    type: Literal["finished"] = "finished"
    skipped: int


@dataclass(frozen=True, kw_only=True)
class PersonPageFrame(SentFrame, PersonPage):
    """The page of a person."""

    type: Literal["person"] = "person"
    who: str


@dataclass(frozen=True, kw_only=True)
class NoPersonFrame(SentFrame):
    """The sentence that says why there is no page of a person."""

    type: Literal["person"] = "person"
    who: str
    text: str


@dataclass(frozen=True, kw_only=True)
class PreferencesFrame(SentFrame, Preferences):
    """Name and settings of who sits here. ``manages`` the common room? None where there is none."""

    type: Literal["me"] = "me"
    manages: bool | None


@dataclass(frozen=True, kw_only=True)
class WhyNotFrame(SentFrame, WhyNot):
    """The sentence that says why a piece cannot go a way, and the points that it names."""

    type: Literal["why_not"] = "why_not"


@dataclass(frozen=True, kw_only=True)
class NoBoardFrame(SentFrame):
    """The sentence that says why a match is not shown, or is shown no more."""

    type: Literal["no_board"] = "no_board"
    code: str
    text: str


@dataclass(frozen=True, kw_only=True)
class PastFrame(SentFrame, PastPositions):
    """All positions of a match."""

    type: Literal["past"] = "past"


@dataclass(frozen=True, kw_only=True)
class OtherPositionShown:
    """A position that comes of one of a match; the fields are those of ``OtherPosition``."""

    code: str
    ply: int
    cells: str
    stacks: Pairs
    hands: Hands
    last: Move | None
    turn: int
    steps: Sequence[Node] | None
    ask: str
    puts: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class ExploredFrame(SentFrame, OtherPositionShown):
    """A match after turns that somebody tries out; the fields are those of ``ExploredPosition``."""

    type: Literal["explored"] = "explored"
    moves: Sequence[str]
    turns: Sequence[tuple[int, str]]


@dataclass(frozen=True, kw_only=True)
class EditedFrame(SentFrame):
    """A position that somebody sets up; the fields are those of ``EditedPosition``."""

    type: Literal["edited"] = "edited"
    event: str
    ruleset: str
    game: str
    cells: str
    stacks: Pairs
    hands: Hands
    turn: int
    opening: bool
    text: str
    problem: str
    pieces: Mapping[str, PieceShown]
    sides: tuple[str, str]
    tall: Sequence[tuple[str, int, int]]
    most: Hands
    opens: str


@dataclass(frozen=True, kw_only=True)
class AheadFrame(SentFrame, OtherPositionShown):
    """A match some moves ahead; the fields are those of ``AheadPosition``."""

    type: Literal["ahead"] = "ahead"
    answers: bool
    planned: str
    confirm: str
    give_up: str


@dataclass(frozen=True, kw_only=True)
class PremoveFrame(SentFrame, OtherPositionShown):
    """The turns that somebody who waits may plan; the fields are those of ``PremovePosition``."""

    type: Literal["premove"] = "premove"
    points: Sequence[int]
    planned: str
    give_up: str
    lapsed: str


@dataclass(frozen=True, kw_only=True)
class SeatTimeShown:
    """The time of a seat, in milliseconds, and where it runs out the words that tell when."""

    move: int
    bank: int
    state: str
    until: MomentShown | None


@dataclass(frozen=True, kw_only=True)
class ClockShown:
    """The times of both sides as they are at the ``now`` of the board."""

    live: bool
    runs: int | None
    sides: Sequence[SeatTimeShown]


@dataclass(frozen=True, kw_only=True)
class ActionShown:
    """A button beside a live board; the fields are those of ``BoardAction``."""

    kind: str
    place: str
    label: str
    style: str
    disabled: bool
    explained: str
    choice: str


@dataclass(frozen=True, kw_only=True)
class ReadyShown:
    """The terms that both are to be ready for; the button of one who has not said so."""

    terms: str
    button: ActionShown | None


@dataclass(frozen=True, kw_only=True)
class BoardFrame(SentFrame):
    """A live board; the fields are those of ``LiveBoard``, moments in milliseconds since 1970."""

    type: Literal["board"] = "board"
    code: str
    version: int
    now: int
    ply: int
    status: str
    days: bool
    ruleset: str
    game: str
    inviting: bool
    mine: Sequence[int]
    bottom: int
    turn: int
    theme: str
    cells: str
    stacks: Pairs
    hands: Hands
    pieces: Mapping[str, PieceShown]
    names: tuple[str, str]
    people: tuple[str, str]
    sides: tuple[str, str]
    levels: tuple[int | None, int | None]
    taken: tuple[int, int]
    last: Move | None
    steps: Sequence[Node] | None
    ask: str
    puts: Sequence[str]
    title: str
    facts: str
    text: str
    links: Sequence[LinkShown | MomentShown]
    actions: Sequence[ActionShown]
    talk: str
    shared: SharedShown | None
    offer: str
    lapses: int | None
    clock: ClockShown | None
    ready: ReadyShown | None
    moves: Sequence[str]
    turns: Sequence[tuple[int, str]]
    first: int
    arrival: str
    moved: str
    awaits: Sequence[str]
    result: str
    stamp: str
    winner: int | None
    rematch: str

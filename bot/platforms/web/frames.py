"""The frames that a page sends, each read strictly as one value: anything at all can come over a socket."""

import json
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    Strict,
    TypeAdapter,
    ValidationError,
    create_model,
)

from bot.chat import EXPLORED_TURNS
from bot.chat.sheet_terms import SHEET_TERMS

LARGEST = 2**53 - 1
"""The largest whole number that a page can count to, and every database keeps."""
TURN_POINTS = 100
"""No turn has so many points."""
MOST_SKIPPED = 100_000
"""After so many finished matches of one person no more are listed."""
MOST_POINTS = 200
"""No board has so many points, and no game so many kinds of pieces."""
LINE_TURNS = 10
"""No line that is planned has more turns."""
QR_LENGTH = 200
"""Letters of an address that a camera still reads well."""
ENTRY_WORK = 8.0
"""The work of entering: the room reads and sends its latest messages."""
UNREADABLE_WORK = 1.0
"""The work of a frame that is not from our page."""


def _kept(text: str) -> str:
    """A text as every database takes it: without zeros. Raises ValueError for half of a surrogate pair."""
    text.encode()
    return text.replace("\0", "")


Text: TypeAlias = Annotated[str, AfterValidator(_kept)]
Number: TypeAlias = Annotated[int, Field(ge=0, le=LARGEST)]
# JSON has lists only; their items are read as strictly as all else.
Skipped: TypeAlias = Annotated[int, Field(ge=0, le=MOST_SKIPPED)]
Texts: TypeAlias = Annotated[tuple[Text, ...], Strict(False)]
Points: TypeAlias = Annotated[tuple[Number, ...], Strict(False), Field(max_length=TURN_POINTS)]
Turns: TypeAlias = Annotated[tuple[Points, ...], Strict(False), Field(max_length=LINE_TURNS)]
Pairs: TypeAlias = Annotated[
    tuple[Annotated[tuple[Number, Number], Strict(False)], ...], Strict(False), Field(max_length=MOST_POINTS)
]
InHand: TypeAlias = Annotated[
    tuple[Annotated[tuple[Text, Number], Strict(False)], ...], Strict(False), Field(max_length=MOST_POINTS)
]
OwnTurns: TypeAlias = Annotated[tuple[Points, ...], Strict(False), Field(max_length=EXPLORED_TURNS)]


class PageFrame(BaseModel):
    """A frame of our page. Fields that it does not know are passed over."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    work: ClassVar[float] = 1.0
    """What acting on it costs, relative to the others."""
    needs_name: ClassVar[bool] = True
    """Is it acted on only for somebody who has given a name?"""


class EventFrame(PageFrame):
    """A frame with an id of its own, ``event``, so that one sent again acts once."""

    event: Text = ""


class SitFrame(PageFrame):
    """Somebody gives a name, and joins."""

    work = ENTRY_WORK
    needs_name = False
    type: Literal["sit"]
    name: Text
    language: Text = ""
    room: Text = ""
    quiet: bool = False


class HelloFrame(PageFrame):
    """Somebody comes back by their secret; ``since`` is the last change they have seen."""

    work = ENTRY_WORK
    needs_name = False
    type: Literal["hello"]
    secret: Text
    room: Text = ""
    since: Number = 0
    quiet: bool = False


class VisitFrame(PageFrame):
    """Somebody looks on without a name."""

    work = ENTRY_WORK
    needs_name = False
    type: Literal["visit"]
    language: Text = ""
    room: Text = ""
    since: Number = 0
    quiet: bool = False


class LaunchFrame(PageFrame):
    """Somebody has opened the page inside a chat, which says so in signed ``data``; with the key of their session."""

    work = ENTRY_WORK
    needs_name = False
    type: Literal["launch"]
    data: Text
    key: Text = ""
    language: Text = ""
    room: Text = ""
    since: Number = 0
    quiet: bool = False


class LeaveFrame(PageFrame):
    """Somebody leaves the page inside a chat: their launch lets nobody in any more."""

    needs_name = False
    type: Literal["leave"]


class PingFrame(PageFrame):
    """The page asks whether it is heard."""

    needs_name = False
    type: Literal["ping"]


class WatchFrame(PageFrame):
    """The page shows a match from now on, of which it has a version, and what was said beside it until ``since``."""

    work = 2.0
    needs_name = False
    type: Literal["watch"]
    code: Text
    version: Number = 0
    since: Number = 0


class UnwatchFrame(PageFrame):
    """The page shows a match no more."""

    work = 0.2
    needs_name = False
    type: Literal["unwatch"]
    code: Text


class LookFrame(PageFrame):
    """Somebody begins to look at a match as it stood before: at any of its positions."""

    work = 2.0
    needs_name = False
    type: Literal["look"]
    code: Text


class LobbyFrame(PageFrame):
    """The page shows the lobby; also from now on, if it stays open."""

    work = 2.0
    needs_name = False
    type: Literal["lobby"]
    open: bool = False


class FinishedFrame(PageFrame):
    """The page shows the finished matches of its person, after so many."""

    work = 4.0
    type: Literal["finished"]
    skipped: Skipped = 0


class PersonFrame(PageFrame):
    """The page shows what is told of a person: by their name in the room, or by the id at a seat; empty for oneself.

    ``follow``: whoever is here follows them from now on, or does not any more.
    """

    work = 4.0
    needs_name = False
    type: Literal["person"]
    who: Text
    follow: bool | None = None


class SayFrame(EventFrame):
    """A typed line, in answer to the message ``reply``, beside the match ``code``."""

    work = 2.0
    type: Literal["say"]
    text: Text
    reply: Text = ""
    code: Text = ""


class PressFrame(EventFrame):
    """A button or menu of a message."""

    work = 3.0
    type: Literal["press"]
    payload: Text
    values: Texts = ()
    message: Text = ""


class CompleteFrame(EventFrame):
    """A line that is being typed."""

    type: Literal["complete"]
    line: Text


class DismissFrame(EventFrame):
    """A message is to be taken away that only this person sees."""

    type: Literal["dismiss"]
    message: Text


class TurnFrame(EventFrame):
    """A turn by the points touched on a live board; ``price``: although it costs a piece."""

    work = 3.0
    type: Literal["turn"]
    code: Text
    ply: Number = 0
    picks: Points = ()
    price: bool = False


class WhyFrame(EventFrame):
    """A way that was touched on a live board, and that no piece can go."""

    work = 2.0
    type: Literal["why"]
    code: Text
    ply: Number = 0
    way: Points = ()


class PlanFrame(EventFrame):
    """A player who waits looks at a match after turns that they expect, by the points touched for each.

    Where the last of them is their own answer, they are planned; ``drop``: what was planned is given up. With
    ``premove`` it is about one turn of their own, whatever is played before it. With ``guess`` it is of somebody who
    looks on: the first turn is what they guess.
    """

    work = 3.0
    type: Literal["plan"]
    code: Text
    ply: Number = 0
    turns: Turns = ()
    drop: bool = False
    premove: bool = False
    guess: bool = False


class DrawFrame(PageFrame):
    """All that somebody has drawn on a board for those with whom they share a side."""

    type: Literal["draw"]
    code: Text
    ply: Number = 0
    marks: Pairs = ()


class ShowLineFrame(PageFrame):
    """The turns that somebody has tried out from the present position on, for those with whom they share a side."""

    work = 3.0
    type: Literal["show_line"]
    code: Text
    ply: Number = 0
    turns: OwnTurns = ()


class ExploreFrame(EventFrame):
    """Somebody tries out turns for either side from a position of a match, by the points touched for each."""

    work = 3.0
    needs_name = False
    type: Literal["explore"]
    code: Text
    ply: Number = 0
    turns: OwnTurns = ()


class EditFrame(EventFrame):
    """Somebody sets up a position of a game: by a ``text``, or by what stands on the board, or as at the start.

    ``opening``: pieces are first taken off.
    """

    work = 2.0
    needs_name = False
    type: Literal["edit"]
    game: Text
    text: Text = ""
    cells: Annotated[Text, Field(max_length=MOST_POINTS)] = ""
    stacks: Pairs = ()
    hands: InHand = ()
    turn: Number = 0
    opening: bool = False


class WishFrame(EventFrame):
    """A button beside a live board.

    One that was ``kept`` because the server was away, or of which the page does not know whether it has come, is for
    the position in which it was pressed only.
    """

    work = 3.0
    type: Literal["wish"]
    code: Text
    kind: Text
    choice: Text = ""
    ply: Number = 0
    label: Text = ""
    kept: bool = False


_TERM_FIELDS: dict[str, Any] = {
    term.name: (Text, "") if term.usual is None else (bool, term.usual) for term in SHEET_TERMS
}
# A class of its own, whose fields follow from the terms.
_TermsFrame: Any = create_model("_TermsFrame", __base__=EventFrame, **_TERM_FIELDS)


class BeginFrame(_TermsFrame):
    """A match is begun by its game; its board stands in the common room, or in one's own corner.

    The values are those of ``/play``, and each term of the sheet is one more field. Against the computer without a
    ``level`` it is the first that fits its person. With the code of a match that is over it is a practice board from
    the position that stood there after so many moves. ``start`` is the position to go on from, with the name of its
    game before it.
    """

    work = 3.0
    type: Literal["begin"]
    game: Text = ""
    opponent: Text = ""
    level: Text = ""
    side: Text = ""
    corner: bool = False
    code: Text = ""
    ply: Number = 0
    start: Text = ""

    @property
    def terms(self) -> dict[str, str]:
        """The terms by their options of ``/play``, as it takes them."""
        return {term.option: term.typed(getattr(self, term.name)) for term in SHEET_TERMS}


class MeFrame(EventFrame):
    """Somebody looks at their settings."""

    type: Literal["me"]


class PreferFrame(EventFrame):
    """Somebody changes a setting."""

    work = 2.0
    type: Literal["prefer"]
    field: Text
    value: Text


class RenameFrame(EventFrame):
    """Somebody takes another name."""

    work = 8.0
    type: Literal["rename"]
    name: Text


class ManageFrame(EventFrame):
    """Somebody enters the key of the common room."""

    work = 4.0
    type: Literal["manage"]
    key: Text


class DevicesFrame(EventFrame):
    """Somebody looks at their devices; ``fresh``: they want a code for another one."""

    work = 2.0
    type: Literal["devices"]
    fresh: bool = False


class AllowFrame(EventFrame):
    """Somebody says whether the device that has given their code is theirs."""

    work = 2.0
    type: Literal["allow"]
    agrees: bool


class SignOutFrame(EventFrame):
    """Somebody signs out of one of their devices."""

    work = 2.0
    type: Literal["sign_out"]
    device: Text


class CodeFrame(EventFrame):
    """Somebody gives a code, to be here who they are on another device."""

    work = 4.0
    needs_name = False
    type: Literal["code"]
    code: Text


class TicketFrame(EventFrame):
    """Somebody who has given a code asks what is said to it."""

    needs_name = False
    type: Literal["ticket"]
    ticket: Text


class QrFrame(EventFrame):
    """Somebody wants to show an address to a camera."""

    needs_name = False
    type: Literal["qr"]
    address: Annotated[Text, Field(max_length=QR_LENGTH)]


EntryFrame: TypeAlias = SitFrame | HelloFrame | VisitFrame | LaunchFrame | LeaveFrame | PingFrame
"""The frames by which a window is entered, acted on after all that came before."""
ProfileFrame: TypeAlias = MeFrame | PreferFrame | RenameFrame | ManageFrame
"""The frames about what people choose for themselves, and what they may."""
DeviceFrame: TypeAlias = DevicesFrame | AllowFrame | SignOutFrame | CodeFrame | TicketFrame | QrFrame
"""The frames by which somebody is here on another device too."""
RoomFrame: TypeAlias = (
    WatchFrame
    | UnwatchFrame
    | LookFrame
    | LobbyFrame
    | FinishedFrame
    | PersonFrame
    | SayFrame
    | PressFrame
    | CompleteFrame
    | DismissFrame
    | TurnFrame
    | WhyFrame
    | PlanFrame
    | DrawFrame
    | ShowLineFrame
    | ExploreFrame
    | EditFrame
    | WishFrame
    | BeginFrame
    | ProfileFrame
    | DeviceFrame
)
"""The frames of somebody who is in a room, or looks on there."""
Frame: TypeAlias = EntryFrame | RoomFrame
"""Any frame of our page."""

_READER: TypeAdapter[Frame] = TypeAdapter(Annotated[Frame, Field(discriminator="type")])
_BY_TYPE: dict[object, type[Frame]] = {
    get_args(each.model_fields["type"].annotation)[0]: each for each in get_args(Frame)
}


class MalformedFrame(Exception):
    """The text is not a frame of our page; ``kind`` is the frame that it says it is, if it is one of ours.

    ``event`` is the id by which its page waits for it; empty where it has none.
    """

    def __init__(self, kind: type[Frame] | None = None, event: str = "") -> None:
        super().__init__(kind)
        self.kind = kind
        self.event = event

    @property
    def work(self) -> float:
        """The cost of the frame, as if it were what it says."""
        return self.kind.work if self.kind else UNREADABLE_WORK


def read_frame(data: str) -> Frame:
    """The frame in a text. Raises MalformedFrame."""
    try:
        # Not pydantic's own reader of JSON: it refuses half of a surrogate pair also where nobody reads it.
        fields = json.loads(data)
    except (ValueError, RecursionError):
        raise MalformedFrame from None
    try:
        return _READER.validate_python(fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        kind = _BY_TYPE.get(first["loc"][0]) if first["loc"] else None
        event = fields.get("event") if kind and issubclass(kind, EventFrame) else None
        raise MalformedFrame(kind, event if isinstance(event, str) and event.isascii() else "") from None

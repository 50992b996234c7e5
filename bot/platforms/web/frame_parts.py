"""The parts of frames that are kept as JSON, or made of several values: what the page's script may read of them."""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

from bot.chat import BoardHint, MatchGraph, Move

Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""Points, each with a number or with another point."""
Hands: TypeAlias = tuple[tuple[str, int], ...]
"""Letters of pieces, with how many."""
Step: TypeAlias = Sequence[int | bool | Sequence[int]]
"""``[point, node, takes, price, vacated]``, without what is empty at its end (``engine/turn_graph.py``)."""
Node: TypeAlias = tuple[bool, int, Sequence[Step]]
"""``[ends, count, steps]``: may the turn end here, how many of the steps are picked, the steps."""


class PieceShown(TypedDict):
    """The side and the name of a kind of piece."""

    side: int
    name: str


class MomentShown(TypedDict):
    """Words of a text that tell a moment."""

    words: str
    moment: str
    style: str


class LinkShown(TypedDict):
    """Words of a text that lead to a message."""

    words: str
    room: str
    message: str


class DeviceShown(TypedDict):
    """A device of a person: its browser and system with a slash between, empty for the first, and when they were last
    there, in milliseconds since 1970. ``here``: it is this one.
    """

    id: str
    browser: str
    seen: int
    here: bool


class ButtonShown(TypedDict):
    """A button that is pressed by its ``payload``."""

    label: str
    payload: str
    style: str
    disabled: bool
    name: NotRequired[str]
    piece: NotRequired[str]


class InviteShown(TypedDict):
    """A button by which a ``link`` is copied together with ``words``."""

    label: str
    link: str
    words: str
    style: str
    disabled: bool


class OptionShown(TypedDict):
    """A line of a menu."""

    label: str
    value: str
    detail: str
    chosen: bool


class MenuShown(TypedDict):
    """A menu of a message."""

    kind: Literal["menu"]
    payload: str
    prompt: str
    options: Sequence[OptionShown]


class ButtonsShown(TypedDict):
    """A row of buttons of a message."""

    kind: Literal["buttons"]
    buttons: Sequence[ButtonShown | InviteShown]


class FileShown(TypedDict):
    """A file: a picture has its ``address`` and its ``size``, any other one its ``text``."""

    name: str
    address: NotRequired[str]
    size: NotRequired[tuple[int, int]]
    text: NotRequired[str]


class TouchShown(TypedDict):
    """The board of a panel, with the names that a live board has."""

    payload: str
    ruleset: str
    ply: int
    bottom: int
    turn: int
    cells: str
    stacks: Pairs
    hands: Hands
    pieces: Mapping[str, PieceShown]
    sides: tuple[str, str]
    last: Move | None
    steps: Sequence[Node] | None
    ask: str
    puts: Sequence[str]
    marks: Pairs


class SharedShown(TypedDict):
    """The marks of those who consult on the board: one's own, and those of the others; and the ``line`` that one shows,
    as the choice of its button.
    """

    mine: Pairs
    others: Pairs
    line: str


class FieldShown(TypedDict):
    """A text that a message asks for: it is sent as the value of its ``payload``."""

    payload: str
    label: str
    value: str
    most: int
    send: str


class MessageMark(TypedDict):
    """The fields of every message of a room, also of one that is gone."""

    id: str
    room: str
    seq: int
    changed: int
    private: bool
    deleted: bool
    picture: str


class SaidShown(MessageMark):
    """A line that somebody has said."""

    kind: Literal["said"]
    author: str
    text: str


class CardShown(MessageMark):
    """A card; ``code`` is text that is shown as it is, ``match`` the one that the card is about."""

    kind: Literal["board", "answer"]
    title: str
    text: str
    code: str
    links: Sequence[LinkShown | MomentShown]
    alt: str
    size: tuple[int, int] | None
    rows: Sequence[MenuShown | ButtonsShown]
    file: FileShown | None
    match: str
    movable: bool
    touch: NotRequired[TouchShown]
    field: NotRequired[FieldShown]
    graph: NotRequired[MatchGraph]
    hint: NotRequired[BoardHint]


class SuggestionShown(TypedDict):
    """A completion of a typed line: what it is called, and the whole line."""

    label: str
    line: str

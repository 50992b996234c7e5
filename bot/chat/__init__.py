"""The contract between the app and the chat platforms: requests in, answers out.

A platform translates its events into calls of ``RequestHandler`` and shows the ``Answer`` that comes back in its own
way. It is also a ``MessageGateway``: the views of matches are posted and kept up to date through it. Everything here
is neutral: no platform's words, marks or ids are interpreted. Platforms import this package and nothing below it.

How a platform serves a request:

1. Build a ``Request`` (who, where, which event) and await the ``RequestHandler`` call. Acknowledge first where the
   platform wants an answer within seconds: pictures take time.
2. ``match`` the ``Answer``, with ``assert_never`` at the end: each type is shown in a way of its own. ``title`` is
   bold, ``code`` is monospaced, everything is plain text: the platform escapes it and caps its length.
3. A ``BoardMessage`` is for all in the place, and is a view of a match: call ``RequestHandler.shown(answer.view,
   message_id)`` once it stands. If that never happens (a crash), the view reconciler posts it.
4. A ``PrivatePanel``, a ``Refusal`` and a ``FileMessage`` are for one person. With ``replace``, and if the request came
   from a panel, edit that panel instead of adding a message. What cannot be shown to one person alone is shown with
   that person's name and a ``PrivateChat`` link; its buttons are for that person, which the app sees to.
5. A ``PublicAnswer`` is for all in the place too, but is no view. Once it stands, its ``panel``, if it has one, takes
   the place of the panel that it was shown from. ``to_all`` of a panel and of a file is a button more where only one
   of several people sees it.
6. A ``Toast`` only confirms what the board already shows.
"""

from bot.chat.answers import (
    Answer,
    BoardMessage,
    Content,
    FileMessage,
    Panel,
    Personal,
    Ping,
    PrivatePanel,
    PublicAnswer,
    Refusal,
    ThreadTitle,
    Toast,
    as_text,
    beside_others,
    file_in,
    lettered,
)
from bot.chat.capabilities import Capabilities
from bot.chat.contract import (
    Gone,
    Later,
    LiveHandler,
    MessageGateway,
    PlaceMoved,
    Refused,
    RequestHandler,
    Successor,
    ThreadClosed,
    Unreachable,
)
from bot.chat.cutting import cut_at_word
from bot.chat.live_board import (
    EXPLORED_TURNS,
    ActionKind,
    ActionPlace,
    AheadPosition,
    BestLine,
    BoardAction,
    BoardHint,
    EditedPosition,
    ExploredPosition,
    LiveBoard,
    MatchGraph,
    MatchPreview,
    PanelBoard,
    PastPosition,
    PastPositions,
    PieceName,
    PlacedPieces,
    PremovePosition,
    ReadyCall,
    SeatClocks,
    SeatTime,
    TurnMark,
    WhyNot,
)
from bot.chat.lobby import (
    BadgeShown,
    FinishedMatches,
    GameCard,
    GamePage,
    GameSection,
    GameTerm,
    GameVariant,
    ListedMatch,
    Lobby,
    MistakeToTry,
    PersonPage,
    RatingShown,
    RuleCard,
    ScoreShown,
    ShownPosition,
    TodaysPuzzle,
)
from bot.chat.messages import (
    OWN_THREAD,
    PAYLOAD_BYTES,
    SCREENS,
    AddedToGroup,
    Allowance,
    AttachedFile,
    Button,
    Completion,
    File,
    Invite,
    Menu,
    MessageLink,
    Option,
    Picture,
    PlacePermission,
    PrivateChat,
    Request,
    Row,
    Style,
    TextField,
    TimeStyle,
    When,
)
from bot.chat.preferences import Preferences, Setting
from bot.foundation.errors import CannotStart, DatabaseBusy
from bot.matches.communities import AllowedKind
from bot.matches.identity import CORNER, Person, Place
from bot.matches.identity import PLATFORMS as PLATFORM_NAMES
from bot.matches.names import NameTaken, RenamedTooOften, in_text, skeleton
from bot.matches.pace import DEFAULT_PACE
from engine.moves import Move
from engine.turn_graph import Node as TurnNode
from engine.turn_graph import Step as TurnStep
from engine.turn_graph import TurnGraph

__all__ = [
    "CORNER",
    "DEFAULT_PACE",
    "EXPLORED_TURNS",
    "OWN_THREAD",
    "PAYLOAD_BYTES",
    "PLATFORM_NAMES",
    "SCREENS",
    "ActionKind",
    "ActionPlace",
    "AddedToGroup",
    "AheadPosition",
    "Allowance",
    "AllowedKind",
    "Answer",
    "AttachedFile",
    "BadgeShown",
    "BestLine",
    "BoardAction",
    "BoardHint",
    "BoardMessage",
    "Button",
    "CannotStart",
    "Capabilities",
    "Completion",
    "Content",
    "DatabaseBusy",
    "EditedPosition",
    "ExploredPosition",
    "File",
    "FileMessage",
    "FinishedMatches",
    "GameCard",
    "GamePage",
    "GameSection",
    "GameTerm",
    "GameVariant",
    "Gone",
    "Invite",
    "Later",
    "ListedMatch",
    "LiveBoard",
    "LiveHandler",
    "Lobby",
    "MatchGraph",
    "MatchPreview",
    "Menu",
    "MessageGateway",
    "MessageLink",
    "MistakeToTry",
    "Move",
    "NameTaken",
    "Option",
    "Panel",
    "PanelBoard",
    "PastPosition",
    "PastPositions",
    "Person",
    "PersonPage",
    "Personal",
    "Picture",
    "PieceName",
    "Ping",
    "Place",
    "PlaceMoved",
    "PlacePermission",
    "PlacedPieces",
    "Preferences",
    "PremovePosition",
    "PrivateChat",
    "PrivatePanel",
    "PublicAnswer",
    "RatingShown",
    "ReadyCall",
    "Refusal",
    "Refused",
    "RenamedTooOften",
    "Request",
    "RequestHandler",
    "Row",
    "RuleCard",
    "ScoreShown",
    "SeatClocks",
    "SeatTime",
    "Setting",
    "ShownPosition",
    "Style",
    "Successor",
    "TextField",
    "ThreadClosed",
    "ThreadTitle",
    "TimeStyle",
    "Toast",
    "TodaysPuzzle",
    "TurnGraph",
    "TurnMark",
    "TurnNode",
    "TurnStep",
    "Unreachable",
    "When",
    "WhyNot",
    "as_text",
    "beside_others",
    "cut_at_word",
    "file_in",
    "in_text",
    "lettered",
    "skeleton",
]

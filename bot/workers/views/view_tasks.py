"""The tasks of the view reconciler, as keys: one task of each key runs at a time."""

from dataclasses import dataclass

from bot.matches.notices import Reachability


@dataclass(frozen=True)
class ShowView:
    """Bring a view up to date."""

    match: str
    view: str


@dataclass(frozen=True)
class PingPlayer:
    """Tell the player to move, on one platform; take away what told the one before."""

    match: str
    platform: str


@dataclass(frozen=True)
class DeleteLeftover:
    """Take away a message of a view that another has replaced."""

    match: str
    view: str
    message: str


@dataclass(frozen=True)
class OpenThread:
    """Open a thread for a match, below a board that is shown."""

    match: str
    view: str


@dataclass(frozen=True)
class NameThread:
    """Have the thread of a match, and the line where it hangs, tell how the match stands."""

    match: str
    view: str


@dataclass(frozen=True)
class TellReachability:
    """Tell the players of a match that those who see a view cannot be reached any more, or can be again."""

    match: str
    view: str
    what: Reachability


@dataclass(frozen=True)
class BringInvitation:
    """Bring an invitation that was made in private to whom it is for."""

    match: str


@dataclass(frozen=True)
class HoldClock:
    """Stop the clock of a match, or start it again, as its board can be shown or not."""

    match: str


ViewTask = (
    ShowView | PingPlayer | DeleteLeftover | OpenThread | NameThread | TellReachability | BringInvitation | HoldClock
)

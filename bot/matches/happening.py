"""The events of a match. Pure: no input or output."""

from enum import Enum


class Happening(Enum):
    """The latest change of a match, by what its players are told of it."""

    INVITED = "invited"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    DECLINED_FOR_NOW = "declined for now"
    """Who has declined says why: perhaps another time."""
    DECLINED_GAME = "declined the game"
    DECLINED_PACE = "declined the pace"
    DECLINED_CHALLENGES = "declined challenges"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    BEGUN = "begun"
    """Without an invitation: a practice board, or a rematch."""
    MOVED = "moved"
    HINT_TAKEN = "hint taken"
    UNDONE = "undone"
    """The player who moved has taken the move back at once."""
    TAKEBACK_ASKED = "takeback asked"
    TAKEBACK_ALLOWED = "takeback allowed"
    TAKEBACK_REFUSED = "takeback refused"
    SWAP_ASKED = "swap asked"
    """A player asks the other to go on with the sides exchanged."""
    SWAPPED = "swapped"
    SWAP_REFUSED = "swap refused"
    DRAW_OFFERED = "draw offered"
    DRAW_AGREED = "draw agreed"
    DRAW_REFUSED = "draw refused"
    RESIGNED = "resigned"
    CALLED_OFF = "called off"
    RULED = "ruled"
    """The staff of the place of the match has ended it."""
    PAUSED_BY_STAFF = "paused by staff"
    READY = "ready"
    """The first of the two has said that they are there; a live match waits for the other."""
    BOTH_READY = "both ready"
    TIME_OVER = "time over"
    """The player to move has no time left; they may still move."""
    LOST_ON_TIME = "lost on time"
    """The win was claimed, or came by itself."""
    TIME_GIVEN = "time given"
    NUDGED = "nudged"
    """The player who waits has reminded the one to move."""
    PAUSE_ASKED = "pause asked"
    PAUSED = "paused"
    PAUSE_REFUSED = "pause refused"
    WENT_AWAY = "went away"
    UNREACHABLE = "unreachable"
    """The player to move cannot be reached, or has left the chats of the match: the clock stands."""
    LEFT = "left"
    """A player has had their data deleted; the other may end the match after a while."""
    GOES_ON = "goes on"
    """The clock goes on: a pause or days away are over, or somebody can be reached again."""
    REMATCH_ASKED = "rematch asked"
    REMATCH_REFUSED = "rematch refused"
    OFFER_WITHDRAWN = "offer withdrawn"
    """Who has offered a draw, or asked for a takeback, a swap of sides, a pause or a rematch, no longer does."""
    REMATCH_BEGUN = "rematch begun"
    """The next match of the same two is under way."""


DECLINED_BECAUSE = (
    Happening.DECLINED_FOR_NOW,
    Happening.DECLINED_GAME,
    Happening.DECLINED_PACE,
    Happening.DECLINED_CHALLENGES,
)
"""The reasons for which somebody declines, in the order in which they are offered."""
BY_STAFF = (Happening.RULED, Happening.PAUSED_BY_STAFF)
"""The events that the staff of a place brings about."""

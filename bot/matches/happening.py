"""What can happen in a match. Pure: no input or output."""

from enum import Enum


class Happening(Enum):
    """The latest change of a match, by what its players are told of it."""

    INVITED = "invited"
    ACCEPTED = "accepted"
    DECLINED = "declined"
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
    DRAW_OFFERED = "draw offered"
    DRAW_AGREED = "draw agreed"
    DRAW_REFUSED = "draw refused"
    RESIGNED = "resigned"
    CALLED_OFF = "called off"
    REMATCH_ASKED = "rematch asked"
    REMATCH_REFUSED = "rematch refused"
    REMATCH_BEGUN = "rematch begun"
    """The next match of the same two is under way."""

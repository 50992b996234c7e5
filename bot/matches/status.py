"""The states of a match."""

from enum import Enum


class Status(Enum):
    """The status of a match: offered, under way, or closed in one of five ways."""

    INVITED = "invited"
    PLAYING = "playing"
    OVER = "over"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    CALLED_OFF = "called off"


LIVE = (Status.INVITED, Status.PLAYING)
CAME_TO_NOTHING = (Status.DECLINED, Status.WITHDRAWN, Status.EXPIRED)
"""Invitations that were not accepted."""

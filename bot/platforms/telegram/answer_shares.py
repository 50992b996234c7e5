"""The share that one person has of what the bot may send to a group: the rest is for boards, calls and others."""

import time
from collections import deque
from collections.abc import Callable

from bot.chat import Later, Request
from bot.foundation.bounded import BoundedMemory

MINUTE = 60.0
ANSWERS = 4
"""The messages a minute that answer one person in a group; what is for everybody, as a board, does not count."""
MOVES = 12
"""The panels a minute that are about a position of a match, as those in which a move is picked: that is playing."""
EDITS = 12
"""The edits a minute of panels that all see, by the presses of one person."""
PEOPLE = 10_000
"""The most people whose share is known, those answered last."""


class ShareSpent(Later):
    """This person has had their share of a group's messages for now."""


class Shares:
    """Counts what was sent to each person in each group: at most ``most`` in a minute."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._people = BoundedMemory[tuple[str, str], deque[float]](PEOPLE)

    def take(self, request: Request) -> int:
        """Take one message of the share of who asks; the number of those they had in this minute. Raises ShareSpent."""
        now = self._clock()
        had = self._people.get_or_put((request.place.chat, request.person.account), deque)
        while had and had[0] + MINUTE <= now:
            had.popleft()
        if len(had) >= self._most:
            raise ShareSpent(had[0] + MINUTE - now, "share")
        had.append(now)
        return len(had) - 1

"""The people at a match just now: a player who acted in it a moment ago sees the answer without being called."""

from datetime import datetime, timedelta

from bot.foundation.bounded import BoundedMemory
from bot.matches.match import Match

PRESENT_FOR = timedelta(seconds=60)
"""The time after an action of their own for which a person is taken to be looking."""
CALLED_AFTER = timedelta(seconds=20)
"""The time without a move after which somebody who is looking is called."""
ACTIONS = 10_000
"""The most players in matches whose latest action is kept."""


class Presence:
    """The latest action of each player in each match, in memory: whoever is forgotten is called at once.

    That its host has invited is an action too, and is known from the match.
    """

    def __init__(self) -> None:
        self._acted = BoundedMemory[tuple[str, str], datetime](ACTIONS)

    def note(self, match: Match) -> None:
        """Remember the latest change of a match as an action of whoever made it."""
        if match.actor is not None:
            self._acted.put((match.code, match.actor), match.changed)

    def wait(self, match: Match, player: str, now: datetime) -> float:
        """Seconds until a player is to be told of the latest change, 0 for now."""
        begun = match.created if player == match.host else None
        acted = self._acted.get((match.code, player)) or begun
        if acted is None or match.changed - acted >= PRESENT_FOR:
            return 0.0
        return max(0.0, (match.changed + CALLED_AFTER - now).total_seconds())

"""The match that is meant where a person opens the activity on Discord: its launch carries no word of that."""

from bot.foundation.bounded import BoundedMemory

MEANT_FOR = 300.0
"""Seconds in which somebody comes who has pressed *Open the board*."""
PEOPLE = 10_000
"""The most people whose last press is remembered."""
INSTANCES = 5_000
"""The most open activities of which the match is remembered."""
INSTANCE_LASTS = 12 * 3600.0


class OpenedMatches:
    """Remembers for each account the match at which it pressed *Open the board*, and for whom an activity was opened.

    It is a wish and gives no right. Times are those of one monotonic clock.
    """

    def __init__(self) -> None:
        self._pressed = BoundedMemory[str, str](PEOPLE, MEANT_FOR)
        self._opened = BoundedMemory[str, str](INSTANCES, INSTANCE_LASTS)

    def press(self, account: str, code: str, now: float) -> None:
        """Somebody opens the activity at the board of a match."""
        self._pressed.put(account, code, now)

    def wish(self, account: str, instance: str, now: float) -> str:
        """The match that somebody in an activity wishes to see: their own, else the one it was opened for; or none."""
        if own := self._pressed.get(account, now):
            if not self._opened.get(instance, now):
                self._opened.put(instance, own, now)
            return own
        return self._opened.get(instance, now) or ""

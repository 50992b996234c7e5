"""What is told of a group or server once, whatever matches stand there."""

import asyncio

from bot.foundation.bounded import BoundedMemory
from bot.matches.notices import News, Reachability
from bot.store import View

PEOPLE = 10_000
"""The most people of whom it is known that they were told of a place."""
ONE_EVENT = 600.0
"""Seconds for which what happens to several matches of a group or server counts as one event."""


class TellOnce:
    """A group or server that is lost, or there again, is told once to each person, whatever matches they have there."""

    def __init__(self) -> None:
        self._told = BoundedMemory[tuple[str, str, str, News | Reachability], str](PEOPLE, ONE_EVENT)

    def is_first(self, player: str, view: View, what: News | Reachability) -> bool:
        """Is what a player is told about a view not told already about another match there? It is told now."""
        if view.place.private:
            return True
        now, key = asyncio.get_running_loop().time(), (player, view.place.platform, view.place.community, what)
        first = self._told.get(key, now) or view.match
        self._told.put(key, first, now)
        return first == view.match

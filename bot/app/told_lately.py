"""A memory of the people who were told a short time ago that a line of theirs was not understood."""

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime, timedelta

AGAIN_AFTER = timedelta(minutes=10)
"""A person who talks on is not told twice within this time that they were not understood."""
REMEMBERED = 1000


@dataclass
class ToldLately:
    """The people who were told that a line of theirs was not understood, and when; in this process only."""

    _told: OrderedDict[str, datetime] = field(default_factory=OrderedDict)

    def is_new(self, player: str, now: datetime) -> bool:
        """Note that a player is told now; False if they were told a short time ago."""
        before = self._told.pop(player, None)
        if before is not None and now < before + AGAIN_AFTER:
            self._told[player] = before
            return False
        self._told[player] = now
        while len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        return True

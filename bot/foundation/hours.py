"""Hours of the day in which something is done, by the machine's own time."""

import math
from dataclasses import dataclass
from datetime import datetime

_DAY, _HOUR = 24, 3600.0


@dataclass(frozen=True)
class Hours:
    """From the beginning of one hour to the beginning of another, perhaps past midnight; 0 to 24 is always."""

    first: int
    end: int

    def __str__(self) -> str:
        return f"{self.first}-{self.end}"

    def left(self, now: datetime) -> float:
        """The seconds until they are over; 0 outside of them, without end where they are the whole day."""
        if self._length == _DAY:
            return math.inf
        since = (now.hour - self.first) % _DAY * _HOUR + now.minute * 60 + now.second + now.microsecond / 1e6
        return max(0.0, self._length * _HOUR - since)

    @property
    def _length(self) -> int:
        return (self.end - self.first) % _DAY or _DAY

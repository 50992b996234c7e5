"""A monotonic clock in UTC, which is set by the machine's clock only on demand."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

JUMP = timedelta(seconds=5)
"""A machine's clock that differs this much from the monotonic one was set, or the machine has slept."""


@dataclass(frozen=True)
class Jump:
    """The machine's clock went from ``begin`` to ``end`` while no time passed."""

    begin: datetime
    end: datetime


class SteadyClock:
    """``wall`` gives the machine's time in UTC, ``stopwatch`` monotonic seconds.

    Times between two alignments are in the order of the events, even if the machine's clock is set meanwhile.
    """

    def __init__(self, wall: Callable[[], datetime], stopwatch: Callable[[], float]) -> None:
        self._wall = wall
        self._stopwatch = stopwatch
        self._anchor = wall(), stopwatch()

    def now(self) -> datetime:
        """The time now, counted from the last alignment."""
        moment, seconds = self._anchor
        return moment + timedelta(seconds=self._stopwatch() - seconds)

    def align(self) -> Jump | None:
        """Set the clock by the machine's; gives the jump since the last alignment, None if there was none."""
        now, wall = self.now(), self._wall()
        self._anchor = wall, self._stopwatch()
        return Jump(now, wall) if abs(wall - now) > JUMP else None

"""Hours that pass while Papan runs, without anybody waiting: the clock and the stopwatch of its machine go on together.

Where both go on, time has passed: ``SteadyClock`` sees no jump. What Papan does every now and then, it does often, and
no limit is reached by what people do in hours and a test in seconds.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from time import monotonic
from zoneinfo import ZoneInfo

import pytest

from bot.foundation.steady_clock import SteadyClock
from bot.services.services import Services
from bot.store import audit, pulse
from loopback.waiting import patience
from tests.unhurried import hurry

BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)
"""Eight in the evening in ``ZONE``."""
ZONE = ZoneInfo("Asia/Kuala_Lumpur")
STEP = timedelta(hours=6)
"""Time goes on by so much at once, and Papan notes each step before the next."""
OFTEN = 0.05
"""Seconds between two beats of the pulse, between two looks at what is due, and between two at all boards."""


class MovedTime:
    """The time of a machine: real seconds pass, and hours when ``forward`` says so."""

    def __init__(self) -> None:
        self._ahead = timedelta()
        self._began = monotonic()

    def now(self) -> datetime:
        """The time in UTC."""
        return BEGAN + timedelta(seconds=self.stopwatch())

    def stopwatch(self) -> float:
        """Monotonic seconds."""
        return monotonic() - self._began + self._ahead.total_seconds()

    async def forward(self, services: Services, hours: float) -> None:
        """Let hours pass, until Papan has noted that they have and has done what fell due in them."""
        left = timedelta(hours=hours)
        while left:
            step = min(left, STEP)
            left -= step
            self._ahead += step
            now = self.now()
            async with patience(f"what is due until {now}"):
                while not await _caught_up(services, now):  # noqa: ASYNC110 - seen in the rows only
                    await asyncio.sleep(OFTEN / 5)


async def _caught_up(services: Services, moment: datetime) -> bool:
    seen = await services.database.read(pulse.load)
    if seen is None or seen.at < moment:
        return False
    async for stored in audit.read_matches(services.database):
        if stored.match and stored.match.wake and stored.match.wake <= moment:
            return False
    return True


@contextmanager
def moved_time() -> Iterator[MovedTime]:
    """A Papan started within the context, with a database in a file, runs in this time."""
    time = MovedTime()

    def clock(wall: Callable[[], datetime], stopwatch: Callable[[], float]) -> SteadyClock:
        return SteadyClock(wall, time.stopwatch)

    with pytest.MonkeyPatch.context() as patch:
        hurry(patch)
        for leases in ("bot.foundation.shared_work.SingleProcess", "bot.workers.leases.LeaseHolder"):
            patch.setattr(f"{leases}.now", lambda self: time.now())
        patch.setattr("bot.bootstrap.assembly.SteadyClock", clock)
        patch.setattr("bot.services.time.timing.UNSEEN_FOR", 2 * STEP)
        for often in ("BEAT_EVERY", "TICK_EVERY"):
            patch.setattr(f"bot.workers.timekeeper.{often}", OFTEN)
        patch.setattr("bot.workers.views.view_reconciler.SWEEP_EVERY", OFTEN)
        patch.setattr("bot.computer.village_votes.SWEEP_EVERY", OFTEN)
        yield time

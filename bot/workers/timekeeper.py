"""Does what falls due by time, and keeps the pulse, so that time during which no Papan ran does not count.

Nothing is queued: what is due follows from the rows, so that a crash at any moment, a second process or a late beat
changes nothing (bot/matches/clock.py).
"""

import asyncio
from contextlib import ExitStack
from datetime import datetime, timedelta

import structlog

from bot.foundation.periodic import Periodic
from bot.foundation.shared_work import MATCHES, Leases
from bot.foundation.steady_clock import SteadyClock
from bot.services.services import Services
from bot.services.time.leaving import HasLeft, nobody_asked

_log = structlog.get_logger(__name__)

PULSE = "pulse"
"""The kind of lease under which one process notes that a Papan runs."""
BEAT_EVERY = 15.0
TICK_EVERY = 30.0
"""The matches are looked at this often, in seconds, even if nothing is known to fall due."""
LIVE_SPARED = timedelta(seconds=30)
"""Nobody loses a live match for this long after this process started or took matches over from another one: until then
their players may have been unable to move.
"""
AGAIN_AFTER = 1.0
"""Seconds until what has failed is tried again."""


class TimeKeeper:
    """``start`` once, ``stop`` once. When ``start`` returns, no clock counts the time before.

    ``has_left`` says whether the player to move has left the chats of a match.

    One of several processes keeps the pulse, and each does what is due in the matches whose leases it holds.
    """

    def __init__(
        self, services: Services, clock: SteadyClock, leases: Leases, has_left: HasLeft = nobody_asked
    ) -> None:
        self._timing = services.time
        self._changes = services.news.matches
        self._matches = services.matches
        self._clock = clock
        self._leases = leases
        self._has_left = has_left
        self._beating = Periodic("pulse_not_noted", self._beat_if_ours, lambda: BEAT_EVERY, first=BEAT_EVERY)
        self._ticking = Periodic("time_waiting", self._tick, lambda: TICK_EVERY, again=AGAIN_AFTER)
        self._subscriptions = ExitStack()
        self._jumped_from: datetime | None = None
        """The time before the machine's clock jumped, until that is noted."""
        self._next = datetime.max.replace(tzinfo=clock.now().tzinfo)
        """When the matches are looked at again, as far as is known."""
        self._spared_until = clock.now()

    async def start(self) -> None:
        """Bring the clocks up to date, then go on."""
        self._clock.align()  # nothing was timed before this, so a jump does not matter
        await self._beat()
        self._took_over()
        self._subscriptions.callback(self._changes.subscribe(self._look_at))
        self._subscriptions.callback(self._leases.gained.subscribe(self._took_over))
        await self._beating.start()
        await self._ticking.start()

    async def stop(self) -> None:
        """End. What was under way is done by the next process that starts."""
        self._subscriptions.close()
        await asyncio.gather(self._beating.stop(), self._ticking.stop())

    async def _beat(self) -> None:
        found = await self._timing.beat(self._align)
        self._jumped_from = None
        if found.behind:
            await self._timing.settle(found)
            self._ticking.wake()

    def _align(self) -> datetime | None:
        """Set the clock by the machine's; gives the time before that if it has jumped and the jump is not noted yet."""
        jump = self._clock.align()
        if jump:
            _log.warning("clock_jumped", seconds=(jump.end - jump.begin).total_seconds())
            self._jumped_from = self._jumped_from or jump.begin
        return self._jumped_from

    async def _beat_if_ours(self) -> None:
        """While the database is away the time does not count."""
        if self._leases.holds(PULSE):
            await self._beat()
        else:
            self._clock.align()

    async def _tick(self) -> None:
        self._next = self._clock.now() + timedelta(seconds=TICK_EVERY)
        spares = self._clock.now() < self._spared_until
        due = await self._timing.tick_due(self._is_ours, self._has_left, spares_live=spares)
        self._next = min(self._next, due or self._next, self._spared_until if spares else self._next)
        self._ticking.wake((self._next - self._clock.now()).total_seconds())

    def _is_ours(self, code: str) -> bool:
        return self._leases.holds(MATCHES, code)

    def _took_over(self) -> None:
        """This process may have more matches than before."""
        self._spared_until = self._clock.now() + LIVE_SPARED
        self._ticking.wake()

    def _look_at(self, code: str) -> None:
        """A match has changed: something in it may fall due before everything else."""
        match = self._matches.cached(code)
        if match is None or (match.wake and match.wake < self._next):
            self._ticking.wake()

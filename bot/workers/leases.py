"""Divides the work between processes that share one database: each holds leases, and renews them in time.

Work comes in kinds. A kind is divided into leases, and the living processes that can do it hold about as many each: the
boards of a chat are kept up to date by the process that holds that chat's lease. A kind of one lease is for one process
at a time, and the others stand by. The database decides who holds what, by its own clock (``bot/store/leases.py``).
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from zlib import crc32

import structlog

from bot.foundation.periodic import Periodic
from bot.foundation.publisher import Publisher
from bot.foundation.shared_work import LEASES_PER_KIND
from bot.store import Database, Notifier
from bot.store import leases as rows
from bot.store.leases import Lease

_log = structlog.get_logger(__name__)

LIFETIME = 15.0
"""Seconds without renewal after which a process counts as dead, and others take over what it did."""
RENEW_EVERY = 3.0
LEAVE_WITHIN = 2.0


class LeaseHolder:
    """The leases of one process among several on a database server.

    ``lifetime`` is in seconds, as is ``renew_every``; it is the same for all processes on the server.
    """

    def __init__(self, database: Database, lifetime: float = LIFETIME, renew_every: float = RENEW_EVERY) -> None:
        self.id = ""
        self.gained: Publisher[[]] = Publisher()
        self.received: Publisher[[str]] = Publisher()
        # A renewal must not wait behind the work of a busy hour.
        self._database = database.beside(answer_within=lifetime)
        self._lifetime = lifetime
        self._kinds: dict[str, int] = {}
        self._held: frozenset[Lease] = frozenset()
        self._releasing: frozenset[Lease] = frozenset()
        self._in_use: Counter[Lease] = Counter()
        self._valid_until = 0.0
        self._process_count = 1
        self._clock_offset = timedelta(0)
        self._changed = asyncio.Event()
        self._renewing = Periodic("leases_not_renewed", self._renew_if_there, lambda: renew_every, first=renew_every)
        self._expiry: asyncio.TimerHandle | None = None
        self._notifier = Notifier(database, lambda: self.id, self.received.publish, self.gained.publish)

    @property
    def is_listening(self) -> bool:
        """Does this process learn at once what others publish?"""
        return self._notifier.listens or self._process_count == 1

    def publish(self, word: str) -> None:
        """Tell the other processes a word: the code of a match that has changed, or whose data was deleted."""
        if self._process_count > 1:
            self._notifier.publish(word)

    def register(self, kind: str, count: int = LEASES_PER_KIND) -> None:
        """This process can do work of this kind, which is divided into ``count`` leases."""
        self._kinds[kind] = count

    async def start(self) -> None:
        """Begin to take leases."""
        try:
            await self._enter()
            await self._renew()
        except BaseException:
            await self._database.close()
            raise
        await self._notifier.start()
        await self._renewing.start()

    async def stop(self) -> None:
        """Give all leases back."""
        await self._notifier.stop()
        await self._renewing.stop()
        if self._expiry:
            self._expiry.cancel()
        self._set_held(frozenset(), frozenset())
        try:
            async with asyncio.timeout(LEAVE_WITHIN):
                await self._database.write(lambda connection: rows.leave(connection, self.id))
        except Exception as error:  # after its lifetime it counts as dead
            _log.warning("leases_not_given_back", error=type(error).__name__)
        await self._database.close()

    def now(self) -> datetime:
        """The time of the database in UTC, the same for all processes."""
        return datetime.now(UTC) + self._clock_offset

    def holds(self, kind: str, key: str = "") -> bool:
        """Does this process hold the lease for ``key`` now, and may begin with new work?"""
        lease = self._lease(kind, key)
        return lease in self._held and lease not in self._releasing and self._is_valid

    @contextmanager
    def keep(self, kind: str, key: str = "") -> Iterator[None]:
        """Within the context the lease is not handed over to another living process."""
        lease = self._lease(kind, key)
        self._in_use[lease] += 1
        try:
            yield
        finally:
            self._in_use[lease] -= 1

    async def wait_until_held(self, kind: str, key: str = "") -> None:
        """Wait until this process holds the lease."""
        while not self.holds(kind, key):
            await self._changed.wait()

    async def wait_until_lost(self, kind: str, key: str = "") -> None:
        """Wait until this process does not hold the lease any more."""
        while self.holds(kind, key):
            await self._changed.wait()

    @property
    def _is_valid(self) -> bool:
        return asyncio.get_running_loop().time() < self._valid_until

    def _lease(self, kind: str, key: str) -> Lease:
        return kind, crc32(key.encode()) % self._kinds.get(kind, 1)

    async def _renew_if_there(self) -> None:
        try:
            await self._renew()
        except Exception as error:  # the database may be away for a while; no other process reaches it then either
            _log.warning("leases_not_renewed", error=type(error).__name__)

    def _expire(self) -> None:
        """The last renewal is so long ago that others may have begun with what was held here."""
        _log.warning("leases_lost", leases=len(self._held))
        self._set_held(frozenset(), frozenset())

    async def _enter(self) -> None:
        self.id = secrets.token_hex(8)
        lifetime = timedelta(seconds=self._lifetime)
        await self._database.write(lambda connection: rows.enter(connection, self.id, self._kinds, lifetime))

    async def _renew(self) -> None:
        loop = asyncio.get_running_loop()
        began, freed = loop.time(), frozenset(lease for lease in self._releasing if not self._in_use[lease])
        lifetime = timedelta(seconds=self._lifetime)
        renewal = await self._database.write(
            lambda connection: rows.renew(connection, self.id, self._kinds, freed, lifetime)
        )
        if renewal is None:
            _log.warning("taken_for_dead", process=self.id)
            self._set_held(frozenset(), frozenset())
            await self._enter()
            return
        # Counted from before the question: the database counts from later on.
        self._valid_until = began + self._lifetime
        if self._expiry:
            self._expiry.cancel()
        self._expiry = loop.call_at(self._valid_until, self._expire)
        self._clock_offset = renewal.now - datetime.now(UTC)
        self._process_count = renewal.processes
        self._set_held(renewal.held, self._surplus(renewal))

    def _surplus(self, renewal: rows.Renewal) -> frozenset[Lease]:
        """The leases above this process's quota: they are given back once nothing of them is in use."""
        surplus: set[Lease] = set()
        for kind, quota in renewal.quota.items():
            own = sorted(lease for lease in renewal.held if lease[0] == kind)
            # Those that are being released already come last, so that none of them is taken up again.
            own.sort(key=lambda lease: lease in self._releasing)
            surplus |= set(own[quota:])
        return frozenset(surplus)

    def _set_held(self, held: frozenset[Lease], releasing: frozenset[Lease]) -> None:
        more = bool((held - releasing) - (self._held - self._releasing))
        self._held, self._releasing = held, releasing
        self._changed.set()
        self._changed = asyncio.Event()
        if more:
            self.gained.publish()

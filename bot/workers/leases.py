"""What this process does of all that has to be done, where several processes work on one database.

Work comes in kinds. A kind is divided into shares, and the living processes that can do it hold about as many each: the
boards of a chat are kept up to date by whoever holds that chat's share. A kind of one share is for one process at a
time, and the others stand by. The database decides who holds what, by its own clock (``bot/store/leases.py``).
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from zlib import crc32

import structlog

from bot.services.changes import Topic
from bot.store import Database, Notifier, leases
from bot.store.leases import Share

_log = structlog.get_logger(__name__)

MATCHES = "matches"
"""The kind of work that belongs to a match and to no chat: what is due by time, and the computer's turns."""
SHARES = 64
LASTS = 15.0
"""Seconds after which a process that is not heard of is dead, and others take over what it did."""
BEAT_EVERY = 3.0
LEAVE_WITHIN = 2.0


class SingleProcess:
    """One process has it all: on a file there is no other."""

    def __init__(self) -> None:
        self.id = ""
        self.gained: Topic[[]] = Topic()
        """Published when there may be more for this process to do than before."""
        self.received: Topic[[str]] = Topic()
        """What another process has published."""

    @property
    def hears(self) -> bool:
        """Does this process learn at once what others do?"""
        return True

    def publish(self, code: str) -> None:
        """Tell the other processes the code of a match that has changed."""

    def divide(self, kind: str, into: int = SHARES) -> None:
        """This process can do such work. To be said before ``start``."""

    async def start(self) -> None:
        """Begin to take shares."""

    async def stop(self) -> None:
        """Give everything back."""

    def now(self) -> datetime:
        """The time, in UTC, for all processes the same."""
        return datetime.now(UTC)

    def holds(self, kind: str, key: str = "") -> bool:
        """Is it for this process to do such work for ``key`` now?"""
        return True

    @contextmanager
    def using(self, kind: str, key: str = "") -> Iterator[None]:
        """While something is done: the share is not handed on before it ends."""
        yield

    async def until_held(self, kind: str, key: str = "") -> None:
        """Wait until this process is to do the work."""

    async def until_lost(self, kind: str, key: str = "") -> None:
        """Wait until it no longer is."""
        await asyncio.get_running_loop().create_future()


class LeaseHolder(SingleProcess):
    """The part of one process among several on a database server."""

    def __init__(self, database: Database, lasts: float = LASTS, beat_every: float = BEAT_EVERY) -> None:
        super().__init__()
        # A beat must not wait behind the work of a busy hour.
        self._database = database.beside(answer_within=lasts)
        self._lasts = lasts
        self._beat_every = beat_every
        self._kinds: dict[str, int] = {}
        self._held: frozenset[Share] = frozenset()
        self._leaving: frozenset[Share] = frozenset()
        self._used: Counter[Share] = Counter()
        self._until = 0.0
        self._living = 1
        self._ahead = timedelta(0)
        self._changed = asyncio.Event()
        self._beating: asyncio.Task[None] | None = None
        self._expiry: asyncio.TimerHandle | None = None
        self._notifier = Notifier(database, lambda: self.id, self.received.publish, self.gained.publish)

    @property
    def hears(self) -> bool:
        """Does this process learn at once what others do?"""
        return self._notifier.listens or self._living == 1

    def publish(self, code: str) -> None:
        """Tell the other processes the code of a match that has changed."""
        if self._living > 1:
            self._notifier.publish(code)

    def divide(self, kind: str, into: int = SHARES) -> None:
        """This process can do such work. To be said before ``start``."""
        self._kinds[kind] = into

    async def start(self) -> None:
        """Begin to take shares."""
        try:
            await self._enter()
            await self._beat()
        except BaseException:
            await self._database.close()
            raise
        await self._notifier.start()
        self._beating = asyncio.create_task(self._beat_on())

    async def stop(self) -> None:
        """Give everything back."""
        await self._notifier.stop()
        if self._beating:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        if self._expiry:
            self._expiry.cancel()
        self._note(frozenset(), frozenset())
        try:
            async with asyncio.timeout(LEAVE_WITHIN):
                await self._database.write(lambda connection: leases.leave(connection, self.id))
        except Exception as error:  # it is taken for dead in a while
            _log.warning("not_taken_leave", error=type(error).__name__)
        await self._database.close()

    def now(self) -> datetime:
        """The time of the database, in UTC: for all processes the same."""
        return datetime.now(UTC) + self._ahead

    def holds(self, kind: str, key: str = "") -> bool:
        """Is it for this process to do such work for ``key`` now?"""
        share = self._share(kind, key)
        return share in self._held and share not in self._leaving and self._lives

    @contextmanager
    def using(self, kind: str, key: str = "") -> Iterator[None]:
        """While something is done: the share is not handed on before it ends."""
        share = self._share(kind, key)
        self._used[share] += 1
        try:
            yield
        finally:
            self._used[share] -= 1

    async def until_held(self, kind: str, key: str = "") -> None:
        """Wait until this process is to do the work."""
        while not self.holds(kind, key):
            await self._changed.wait()

    async def until_lost(self, kind: str, key: str = "") -> None:
        """Wait until it no longer is."""
        while self.holds(kind, key):
            await self._changed.wait()

    @property
    def _lives(self) -> bool:
        return asyncio.get_running_loop().time() < self._until

    def _share(self, kind: str, key: str) -> Share:
        return kind, crc32(key.encode()) % self._kinds.get(kind, 1)

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(self._beat_every)
            try:
                await self._beat()
            except Exception as error:  # the database may be away for a while; nobody else gets at it then either
                _log.warning("beat_missed", error=type(error).__name__)

    def _expire(self) -> None:
        """Nobody has heard of us for so long that others may have begun with what we held."""
        _log.warning("shares_lost", leases=len(self._held))
        self._note(frozenset(), frozenset())

    async def _enter(self) -> None:
        self.id = secrets.token_hex(8)
        lasts = timedelta(seconds=self._lasts)
        await self._database.write(lambda connection: leases.enter(connection, self.id, self._kinds, lasts))

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        began, freed = loop.time(), frozenset(share for share in self._leaving if not self._used[share])
        lasts = timedelta(seconds=self._lasts)
        found = await self._database.write(
            lambda connection: leases.beat(connection, self.id, self._kinds, freed, lasts)
        )
        if found is None:
            _log.warning("taken_for_dead", process=self.id)
            self._note(frozenset(), frozenset())
            await self._enter()
            return
        # Counted from before the question: the database counts from later on.
        self._until = began + self._lasts
        if self._expiry:
            self._expiry.cancel()
        self._expiry = loop.call_at(self._until, self._expire)
        self._ahead = found.now - datetime.now(UTC)
        self._living = found.living
        self._note(found.held, self._too_many(found))

    def _too_many(self, found: leases.Beat) -> frozenset[Share]:
        """What is to be left to others: given back once nothing of it is under way."""
        leaving: set[Share] = set()
        for kind, most in found.fair.items():
            mine = sorted(share for share in found.held if share[0] == kind)
            # Those on the way out go first, so that none of them has to come back.
            mine.sort(key=lambda share: share in self._leaving)
            leaving |= set(mine[most:])
        return frozenset(leaving)

    def _note(self, held: frozenset[Share], leaving: frozenset[Share]) -> None:
        more = bool((held - leaving) - (self._held - self._leaving))
        self._held, self._leaving = held, leaving
        self._changed.set()
        self._changed = asyncio.Event()
        if more:
            self.gained.publish()

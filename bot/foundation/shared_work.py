"""The work that the processes on one database share: who holds the lease of which part, and the news between them."""

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from typing import Protocol

from bot.foundation.publisher import Publisher, Subscribable

MATCHES = "matches"
"""The kind of work that belongs to a match and to no chat: what is due by time, and the computer's turns."""
LEASES_PER_KIND = 64


class Leases(Protocol):
    """The division of work between the processes that share one database, and the news they tell each other.

    Work comes in kinds, and a kind is divided by keys (a chat, a match). At any time at most one process holds the
    lease for a kind and key.
    """

    id: str
    """The name under which the others know this process; empty where there are none."""

    @property
    def gained(self) -> Subscribable[[]]:
        """Published when this process may hold more leases than before."""

    @property
    def received(self) -> Subscribable[[str]]:
        """The news that other processes publish: codes of matches that have changed, and whose data was deleted."""

    @property
    def is_listening(self) -> bool:
        """Does this process learn at once what others publish?"""

    def publish(self, word: str) -> None:
        """Tell the other processes a word: the code of a match that has changed, or whose data was deleted."""

    def register(self, kind: str, count: int = ...) -> None:
        """This process can do work of this kind. To be called before ``start``.

        ``count`` is the number of leases into which the kind is divided: 1 where one process at a time does all of it.
        """

    async def start(self) -> None:
        """Begin to take leases."""

    async def stop(self) -> None:
        """Give all leases back."""

    def now(self) -> datetime:
        """The time in UTC, the same for all processes."""

    def holds(self, kind: str, key: str = "") -> bool:
        """Does this process hold the lease for ``key`` now?"""

    def keep(self, kind: str, key: str = "") -> AbstractContextManager[None]:
        """Within the context the lease is not handed over to another living process."""

    async def wait_until_held(self, kind: str, key: str = "") -> None:
        """Wait until this process holds the lease."""

    async def wait_until_lost(self, kind: str, key: str = "") -> None:
        """Wait until this process does not hold the lease any more."""


class SingleProcess:
    """The leases of a process that is alone with its database: it holds all of them."""

    def __init__(self) -> None:
        self.id = ""
        self.gained: Publisher[[]] = Publisher()
        self.received: Publisher[[str]] = Publisher()

    @property
    def is_listening(self) -> bool:
        """Always: nothing is published by others."""
        return True

    def publish(self, word: str) -> None:
        """There is no other process to tell."""

    def register(self, kind: str, count: int = LEASES_PER_KIND) -> None:
        """Every kind of work is done here."""

    async def start(self) -> None:
        """All leases are held from the beginning."""

    async def stop(self) -> None:
        """There is no other process to give them to."""

    def now(self) -> datetime:
        """The time in UTC."""
        return datetime.now(UTC)

    def holds(self, kind: str, key: str = "") -> bool:
        """Always."""
        return True

    @contextmanager
    def keep(self, kind: str, key: str = "") -> Iterator[None]:
        """No lease is ever handed over."""
        yield

    async def wait_until_held(self, kind: str, key: str = "") -> None:
        """Returns at once."""

    async def wait_until_lost(self, kind: str, key: str = "") -> None:
        """Never returns."""
        await asyncio.get_running_loop().create_future()

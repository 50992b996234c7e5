"""What is kept of requests: how many each person has made in a minute, and which events have acted already."""

from datetime import timedelta

from bot.matches.people import Person
from bot.services.core import Core
from bot.store import events, requests
from bot.store.database import Connection

EVENTS_KEPT = timedelta(days=30)
REQUESTS_KEPT = timedelta(hours=1)


class RequestLog:
    """Counts requests for all processes together, and drops the notes on requests that are too old to matter."""

    def __init__(self, core: Core) -> None:
        self._core = core

    @property
    def minute(self) -> int:
        """The present minute, as ``count`` takes it."""
        return requests.minute_of(self._core.clock())

    async def count(self, person: Person, minute: int, process: str, more: int) -> int:
        """Add requests that a person made of one process in a minute; their number in all processes by now."""
        return await self._core.database.write(
            lambda connection: requests.add(connection, person.platform, person.account, minute, process, more)
        )

    async def forget_old(self) -> None:
        """Drop the notes on events so old that no platform repeats them, and the counts of past minutes."""
        now = self._core.clock()

        async def work(connection: Connection) -> None:
            await events.forget(connection, now - EVENTS_KEPT)
            await requests.forget(connection, now - REQUESTS_KEPT)

        await self._core.database.write(work)

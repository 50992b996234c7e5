"""Updates of a platform that forgets them once fetched: kept before that, until they are worked off."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, select, update

from bot.store.database import Connection, Database
from bot.store.tables import inbox, offsets


@dataclass(frozen=True)
class Update:
    """An update as it was received."""

    number: int
    payload: str


class Inbox:
    """The received updates of one platform. Receive, then acknowledge, then work off and say ``done``."""

    def __init__(self, database: Database, platform: str, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._platform = platform
        self._clock = clock

    async def receive(self, payloads: Mapping[int, str]) -> None:
        """Keep updates by their numbers, and move the offset behind them. Known ones stay as they are."""
        if not payloads:
            return
        now = self._clock()

        async def work(connection: Connection) -> None:
            query = select(inbox.c.number).where(self._mine(), inbox.c.number.in_(payloads))
            known = set((await connection.execute(query)).scalars())
            rows = [
                {"platform": self._platform, "number": number, "payload": payload, "received": now}
                for number, payload in payloads.items()
                if number not in known
            ]
            if rows:
                await connection.execute(inbox.insert(), rows)
            await self._advance(connection, max(payloads) + 1)

        await self._database.write(work)

    async def offset(self) -> int | None:
        """The number of the next update to ask for, None before the first."""
        return await self._database.read(self._offset)

    async def waiting(self) -> list[Update]:
        """The updates that are not worked off, in their order."""

        async def work(connection: Connection) -> list[Update]:
            query = select(inbox.c.number, inbox.c.payload).where(self._mine(), inbox.c.done.is_(None))
            return [Update(row.number, row.payload) for row in await connection.execute(query.order_by(inbox.c.number))]

        return await self._database.read(work)

    async def done(self, number: int) -> None:
        """Note that an update is worked off."""
        now = self._clock()

        async def work(connection: Connection) -> None:
            await connection.execute(update(inbox).where(self._mine(), inbox.c.number == number).values(done=now))

        await self._database.write(work)

    async def _offset(self, connection: Connection) -> int | None:
        query = select(offsets.c.number).where(offsets.c.platform == self._platform)
        return (await connection.execute(query)).scalar_one_or_none()

    async def _advance(self, connection: Connection, following: int) -> None:
        present = await self._offset(connection)
        if present is None:
            await connection.execute(offsets.insert().values(platform=self._platform, number=following))
        elif present < following:
            mine = offsets.c.platform == self._platform
            await connection.execute(update(offsets).where(mine).values(number=following))

    def _mine(self) -> ColumnElement[bool]:
        return inbox.c.platform == self._platform

"""Updates of a platform that forgets them once fetched: stored before that, until they are processed.

The process that receives an update processes it; if it dies, another takes over what it has left.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, or_, select, update

from bot.store.database import Connection, Database
from bot.store.tables import inbox, offsets, processes

# What every update needs is put together once.
_HERE = inbox.c.platform == bindparam("platform_")
_KNOWN = select(inbox.c.number).where(_HERE, inbox.c.number.in_(bindparam("numbers", expanding=True)))
_DONE = update(inbox).where(_HERE, inbox.c.number == bindparam("number_")).values(done=bindparam("done_"))
_ADVANCE = (
    update(offsets)
    .where(offsets.c.platform == bindparam("platform_"), offsets.c.number < bindparam("number_"))
    .values(number=bindparam("number_"))
)


@dataclass(frozen=True)
class Update:
    """An update as it was received."""

    number: int
    payload: str


class Inbox:
    """The received updates of one platform. Receive, then acknowledge, then work off and say ``done``.

    ``process`` gives the id by which the process that uses this inbox is known at present, "" where it is alone.
    """

    def __init__(
        self, database: Database, platform: str, clock: Callable[[], datetime], process: Callable[[], str] = str
    ) -> None:
        self._database = database
        self._platform = platform
        self._clock = clock
        self._process = process

    async def receive(self, payloads: Mapping[int, str]) -> list[Update]:
        """Keep updates by their numbers, and move the offset behind them; those that are now for us to work off.

        Known ones stay as they are: what another process works on, or has worked off, is not for us.
        """
        if not payloads:
            return []
        now, process = self._clock(), self._process()

        async def work(connection: Connection) -> list[Update]:
            found = await connection.execute(_KNOWN, {"platform_": self._platform, "numbers": list(payloads)})
            known = set(found.scalars())
            rows = [
                {"platform": self._platform, "number": number, "payload": payload, "received": now, "holder": process}
                for number, payload in payloads.items()
                if number not in known
            ]
            if rows:
                await connection.execute(inbox.insert(), rows)
            await self._advance(connection, max(payloads) + 1)
            if known:
                return await self._take(connection, process, inbox.c.number.in_(payloads))
            return [Update(number, payloads[number]) for number in sorted(payloads)]

        return await self._database.write(work)

    async def offset(self) -> int | None:
        """The number of the next update to ask for, None before the first."""
        return await self._database.read(self._offset)

    async def waiting(self) -> list[Update]:
        """The updates that are for us to work off, in their order: ours, and what dead processes have left."""
        process = self._process()
        return await self._database.write(lambda connection: self._take(connection, process))

    async def done(self, number: int) -> None:
        """Note that an update is worked off."""
        values = {"platform_": self._platform, "number_": number, "done_": self._clock()}

        async def work(connection: Connection) -> None:
            await connection.execute(_DONE, values)

        # Until it is noted, the update would only be worked off once more, and do nothing twice.
        await self._database.write(work, may_wait=True)

    async def _offset(self, connection: Connection) -> int | None:
        query = select(offsets.c.number).where(offsets.c.platform == self._platform)
        return (await connection.execute(query)).scalar_one_or_none()

    async def _advance(self, connection: Connection, following: int) -> None:
        moved = await connection.execute(_ADVANCE, {"platform_": self._platform, "number_": following})
        if not moved.rowcount and await self._offset(connection) is None:
            await connection.execute(offsets.insert().values(platform=self._platform, number=following))

    async def _take(self, connection: Connection, process: str, *which: ColumnElement[bool]) -> list[Update]:
        alive = or_(inbox.c.holder == process, inbox.c.holder.in_(select(processes.c.id)))
        open_ = (self._here(), inbox.c.done.is_(None), *which)
        left = select(inbox.c.number).where(*open_, ~alive).with_for_update(skip_locked=True)
        if numbers := (await connection.execute(left)).scalars().all():
            taken = update(inbox).where(self._here(), inbox.c.number.in_(numbers))
            await connection.execute(taken.values(holder=process))
        mine = select(inbox.c.number, inbox.c.payload).where(*open_, inbox.c.holder == process)
        return [Update(row.number, row.payload) for row in await connection.execute(mine.order_by(inbox.c.number))]

    def _here(self) -> ColumnElement[bool]:
        return inbox.c.platform == self._platform

"""Updates of a platform that forgets them once fetched: stored before that, until they are processed.

The process that receives an update processes it; if it dies, another takes over what it has left. An update may be what
kills it: so its tries are counted before its work begins, and after too many of them it is set aside. An orderly stop
takes back the tries whose work it breaks off, so that only a killed or frozen process leaves one behind.

What somebody wrote is kept no longer than it is needed: of an update that is worked off only its number stays.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, or_, select, update

from bot.store.connection import AnyRow, Connection, unless_there
from bot.store.database import Database
from bot.store.people import accounts_of
from bot.store.personal import Leaver, PersonalData
from bot.store.tables import inbox, offsets, processes
from bot.words import N_

# What every update needs is put together once.
_HERE = inbox.c.platform == bindparam("platform_")
_KNOWN = select(inbox.c.number).where(_HERE, inbox.c.number.in_(bindparam("numbers", expanding=True)))
_NOTHING = ""
"""The payload of an update that is worked off: nothing is left but its number."""
_DONE = (
    update(inbox).where(_HERE, inbox.c.number == bindparam("number_")).values(done=bindparam("done_"), payload=_NOTHING)
)
_OPEN = inbox.c.done.is_(None)
_BEGIN = update(inbox).where(_HERE, inbox.c.number == bindparam("number_"), _OPEN).values(tries=inbox.c.tries + 1)
_GIVE_BACK = (
    update(inbox)
    .where(_HERE, inbox.c.number.in_(bindparam("numbers", expanding=True)), _OPEN, inbox.c.tries > 0)
    .values(tries=inbox.c.tries - 1)
)
_SET_ASIDE = (
    update(inbox)
    .where(_HERE, inbox.c.number == bindparam("number_"), _OPEN, inbox.c.tries > 0)
    .values(done=bindparam("done_"), payload=_NOTHING, set_aside=True)
)
_ADVANCE = (
    update(offsets)
    .where(offsets.c.platform == bindparam("platform_"), offsets.c.number < bindparam("number_"))
    .values(number=bindparam("number_"))
)


@dataclass(frozen=True)
class Update:
    """An update as it was received. ``tries``: how often its work was begun; ``begun``: the present try is counted."""

    number: int
    payload: str
    tries: int = 0
    begun: bool = False


class Inbox:
    """The received updates of one platform. Receive, then acknowledge, then ``begin``, work off and say ``done``.

    ``process`` gives the id by which the process that uses this inbox is known at present, "" where it is alone.
    """

    def __init__(
        self, database: Database, platform: str, clock: Callable[[], datetime], process: Callable[[], str] = str
    ) -> None:
        self._database = database
        self._platform = platform
        self._clock = clock
        self._process = process

    async def receive(self, payloads: Mapping[int, str], at_once: Collection[int] = ()) -> list[Update]:
        """Keep updates by their numbers, and move the offset behind them; those that are now for us to work off.

        Known ones stay as they are: what another process works on, or has worked off, is not for us. The work of those
        ``at_once`` begins when this returns: their first try is counted here, without a ``begin`` of its own.
        """
        if not payloads:
            return []
        now, process = self._clock(), self._process()

        async def work(connection: Connection) -> list[Update]:
            rows = [
                {
                    "platform": self._platform,
                    "number": number,
                    "payload": payload,
                    "received": now,
                    "holder": process,
                    "tries": int(number in at_once),
                }
                for number, payload in payloads.items()
            ]
            known = await self._kept_before(connection, rows)
            await self._advance(connection, max(payloads) + 1)
            if known:
                ours = await self._take(connection, process, inbox.c.number.in_(payloads))
                begun = {*at_once} - known
                return [replace(each, begun=each.number in begun) for each in ours]
            return [
                Update(number, payloads[number], int(number in at_once), number in at_once)
                for number in sorted(payloads)
            ]

        return await self._database.write(work)

    async def _kept_before(self, connection: Connection, rows: list[dict[str, object]]) -> set[int]:
        """Keep updates; the numbers of those that were kept before, and stay as they are."""
        added = unless_there(connection.dialect.name, inbox)
        if len(rows) == 1:  # as most come: one statement says both
            kept = (await connection.execute(added, rows[0])).rowcount
            return set() if kept else {int(str(rows[0]["number"]))}
        numbers = [row["number"] for row in rows]
        found = await connection.execute(_KNOWN, {"platform_": self._platform, "numbers": numbers})
        known = set(found.scalars())
        if new := [row for row in rows if row["number"] not in known]:
            await connection.execute(inbox.insert(), new)
        return known

    async def offset(self) -> int | None:
        """The number of the next update to ask for, None before the first."""
        return await self._database.read(self._offset)

    async def waiting(self) -> list[Update]:
        """The updates that are for us to work off, in their order: ours, and what dead processes have left."""
        process = self._process()
        return await self._database.write(lambda connection: self._take(connection, process))

    async def begin(self, number: int, finished: int | None = None) -> None:
        """Count a try of an update, before its work begins; ``finished`` is worked off, and noted with it."""
        values = {"platform_": self._platform, "number_": number}
        done = {"platform_": self._platform, "number_": finished, "done_": self._clock()}

        async def work(connection: Connection) -> None:
            await connection.execute(_BEGIN, values)
            if finished is not None:
                await connection.execute(_DONE, done)

        await self._database.write(work)

    async def give_back(self, numbers: Collection[int]) -> None:
        """Take back the present try of updates whose work was broken off in order: it says nothing about them."""
        values = {"platform_": self._platform, "numbers": list(numbers)}

        async def work(connection: Connection) -> None:
            await connection.execute(_GIVE_BACK, values)

        await self._database.write(work)

    async def set_aside(self, number: int) -> bool:
        """Give an update up: it is not worked off any more, and goes when those do that are; False if it is already."""
        values = {"platform_": self._platform, "number_": number, "done_": self._clock()}

        async def work(connection: Connection) -> bool:
            return bool((await connection.execute(_SET_ASIDE, values)).rowcount)

        return await self._database.write(work)

    async def done(self, number: int, *, at_once: bool = False) -> None:
        """Note that an update is worked off: with a later commit, or ``at_once``."""
        values = {"platform_": self._platform, "number_": number, "done_": self._clock()}

        async def work(connection: Connection) -> None:
            await connection.execute(_DONE, values)

        # Until it is noted, the update would only be worked off once more, and do nothing twice.
        await self._database.write(work, may_wait=not at_once)

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
        mine = select(inbox.c.number, inbox.c.payload, inbox.c.tries).where(*open_, inbox.c.holder == process)
        found = await connection.execute(mine.order_by(inbox.c.number))
        return [Update(row.number, row.payload, row.tries) for row in found]

    def _here(self) -> ColumnElement[bool]:
        return inbox.c.platform == self._platform


async def set_aside_updates(connection: Connection) -> list[tuple[str, int]]:
    """The updates of all platforms that were set aside and are still kept: platform and number."""
    query = (
        select(inbox.c.platform, inbox.c.number)
        .where(inbox.c.set_aside == 1)
        .order_by(inbox.c.platform, inbox.c.number)
    )
    return [(row.platform, row.number) for row in await connection.execute(query)]


def _sender(payload: str) -> str:
    """The account that an update says it is from; "" where it says none."""
    try:
        parts = json.loads(payload).values()
        return next(str(part["from"]["id"]) for part in parts if isinstance(part, dict) and "from" in part)
    except (ValueError, AttributeError, TypeError, KeyError, StopIteration, RecursionError):
        return ""


async def _pending(connection: Connection, accounts: Iterable[AnyRow]) -> list[AnyRow]:
    """The updates that these accounts have sent and that are not worked off."""
    known = {(row.platform, row.account) for row in accounts}
    found = await connection.execute(select(inbox.c.platform, inbox.c.number, inbox.c.payload).where(_OPEN))
    return [row for row in found if (row.platform.partition(":")[0], _sender(row.payload)) in known]


async def _export(connection: Connection, player: str) -> list[object]:
    return [json.loads(row.payload) for row in await _pending(connection, await accounts_of(connection, player))]


async def _erase(connection: Connection, leaver: Leaver) -> None:
    """They are worked off, whatever has become of them."""
    for row in await _pending(connection, leaver.accounts):
        done = {"platform_": row.platform, "number_": row.number, "done_": leaver.now}
        await connection.execute(_DONE, done)


PERSONAL = PersonalData(
    N_("What you write to me, until I have answered."),
    forgotten=(inbox.c.payload,),
    export={"not_answered_yet": _export},
    erase=_erase,
)

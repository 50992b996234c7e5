"""The living processes on a database server, and the leases that each of them holds.

A process lives as long as its row is renewed in time, by the clock of the database. A process that was taken for dead
has no row any more, and its leases are free; if it still runs, it has to enter again, under another id.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from sqlalchemy import BigInteger, Update, delete, literal_column, select, type_coerce, update

from bot.store.connection import AnyElement, Connection, unless_there
from bot.store.tables import leases, processes
from bot.store.types import UtcDateTime

Lease = tuple[str, int]
"""A kind of work, and the number of the lease within it (the column ``share``)."""

_CLOCK = literal_column("CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)", BigInteger)


@dataclass(frozen=True)
class Renewal:
    """The leases that a process holds from a moment of the database's clock on.

    ``quota`` is for each kind how many leases it should hold at most; ``processes`` counts those that live, itself too.
    """

    now: datetime
    held: frozenset[Lease]
    quota: Mapping[str, int]
    processes: int


async def enter(connection: Connection, process: str, kinds: Mapping[str, int], lifetime: timedelta) -> None:
    """Add a process that can do these kinds of work, each divided into so many leases; it lives for ``lifetime``."""
    await connection.execute(processes.insert().values(id=process, serves="\n".join(kinds), until=_now(lifetime)))
    rows = [{"kind": kind, "share": share, "holder": ""} for kind, count in kinds.items() for share in range(count)]
    if rows:
        await connection.execute(unless_there(connection.dialect.name, leases), rows)


async def renew(
    connection: Connection, process: str, kinds: Mapping[str, int], freed: frozenset[Lease], lifetime: timedelta
) -> Renewal | None:
    """Live for ``lifetime`` more, give back what is ``freed``, take free leases up to the quota. None for the dead."""
    await connection.execute(delete(processes).where(processes.c.until <= _now(), processes.c.id != process))
    renewed = (
        update(processes).where(processes.c.id == process, processes.c.until > _now()).values(until=_now(lifetime))
    )
    # A process that takes this one for dead holds its row: this waits for it, and then finds no row.
    if not (await connection.execute(renewed)).rowcount:
        return None
    for kind, share in sorted(freed):
        await connection.execute(_one(kind, share).where(leases.c.holder == process).values(holder=""))
    living = [serves.split("\n") for serves in (await connection.execute(select(processes.c.serves))).scalars()]
    quota = {kind: ceil(count / max(1, sum(kind in serves for serves in living))) for kind, count in kinds.items()}
    held = {(row.kind, row.share) for row in await connection.execute(select(leases).where(leases.c.holder == process))}
    for kind, most in quota.items():
        room = most - sum(kind == each for each, _ in held)
        if room > 0:
            held |= await _take(connection, process, kind, room)
    now = (await connection.execute(select(_now()))).scalar_one()
    return Renewal(now, frozenset(held), quota, len(living))


async def leave(connection: Connection, process: str) -> None:
    """Remove a process: its leases are free at once."""
    await connection.execute(delete(processes).where(processes.c.id == process))


async def _take(connection: Connection, process: str, kind: str, room: int) -> set[Lease]:
    dead = leases.c.holder.not_in(select(processes.c.id))
    query = select(leases.c.share).where(leases.c.kind == kind, dead).order_by(leases.c.share).limit(room)
    taken = set()
    for share in (await connection.execute(query.with_for_update(skip_locked=True))).scalars().all():
        await connection.execute(_one(kind, share).values(holder=process))
        taken.add((kind, share))
    return taken


def _one(kind: str, share: int) -> Update:
    return update(leases).where(leases.c.kind == kind, leases.c.share == share)


def _now(later: timedelta = timedelta(0)) -> AnyElement:
    return type_coerce(_CLOCK + int(later / timedelta(microseconds=1)), UtcDateTime)

"""Which processes live, and which of them does what: on a server, where there may be several.

A process lives as long as its row is renewed in time, by the clock of the database. Once it was taken for dead its row
is gone for good, and what it held is free; should it still be there, it has to enter anew, under another id.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Update, delete, literal_column, select, type_coerce, update
from sqlalchemy.dialects.postgresql import insert

from bot.store.database import Connection
from bot.store.tables import leases, processes
from bot.store.types import UtcDateTime

Share = tuple[str, int]
"""A kind of work, and which part of it."""

_CLOCK = literal_column("CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)", BigInteger)


@dataclass(frozen=True)
class Beat:
    """How things stood at a moment of the database's clock: what a process holds, what it should hold at most.

    ``fair`` is for each kind how many shares are its part of the whole; ``living`` counts the processes, itself too.
    """

    now: datetime
    held: frozenset[Share]
    fair: Mapping[str, int]
    living: int


async def enter(connection: Connection, process: str, kinds: Mapping[str, int], lasts: timedelta) -> None:
    """Begin to live, as a process that can do these kinds of work; each has so many shares."""
    await connection.execute(processes.insert().values(id=process, serves="\n".join(kinds), until=_now(lasts)))
    rows = [{"kind": kind, "share": share, "holder": ""} for kind, count in kinds.items() for share in range(count)]
    if rows:
        await connection.execute(insert(leases).on_conflict_do_nothing(), rows)


async def beat(
    connection: Connection, process: str, kinds: Mapping[str, int], freed: frozenset[Share], lasts: timedelta
) -> Beat | None:
    """Go on living, give back what is ``freed``, and take what is free up to a fair part. None for one who is dead."""
    await connection.execute(delete(processes).where(processes.c.until <= _now(), processes.c.id != process))
    renewed = update(processes).where(processes.c.id == process, processes.c.until > _now()).values(until=_now(lasts))
    # Whoever has just taken this process for dead holds its row, so that this waits, and then finds no row.
    if not (await connection.execute(renewed)).rowcount:
        return None
    for kind, share in sorted(freed):
        await connection.execute(_one(kind, share).where(leases.c.holder == process).values(holder=""))
    living = [serves.split("\n") for serves in (await connection.execute(select(processes.c.serves))).scalars()]
    fair = {kind: ceil(count / max(1, sum(kind in serves for serves in living))) for kind, count in kinds.items()}
    held = {(row.kind, row.share) for row in await connection.execute(select(leases).where(leases.c.holder == process))}
    for kind, most in fair.items():
        room = most - sum(kind == each for each, _ in held)
        if room > 0:
            held |= await _take(connection, process, kind, room)
    now = (await connection.execute(select(_now()))).scalar_one()
    return Beat(now, frozenset(held), fair, len(living))


async def leave(connection: Connection, process: str) -> None:
    """End: whatever it held is free at once."""
    await connection.execute(delete(processes).where(processes.c.id == process))


async def _take(connection: Connection, process: str, kind: str, room: int) -> set[Share]:
    dead = leases.c.holder.not_in(select(processes.c.id))
    query = select(leases.c.share).where(leases.c.kind == kind, dead).order_by(leases.c.share).limit(room)
    taken = set()
    for share in (await connection.execute(query.with_for_update(skip_locked=True))).scalars().all():
        await connection.execute(_one(kind, share).values(holder=process))
        taken.add((kind, share))
    return taken


def _one(kind: str, share: int) -> Update:
    return update(leases).where(leases.c.kind == kind, leases.c.share == share)


def _now(later: timedelta = timedelta(0)) -> ColumnElement[Any]:
    return type_coerce(_CLOCK + int(later / timedelta(microseconds=1)), UtcDateTime)

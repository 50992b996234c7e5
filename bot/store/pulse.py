"""The moment at which a Papan was last seen to run, and the clocks that still count the time when none did."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import exists, literal, select, update

from bot.store.connection import Connection
from bot.store.tables import COUNTS, matches, pulse

_ONLY = 0


@dataclass(frozen=True)
class Pulse:
    """``at`` is when a Papan was last seen to run. ``era`` began with the latest gap in which none did, from
    ``gap_begin`` to ``gap_end``: that time does not count. ``behind``: some clock may still be in an older one.
    """

    era: int
    at: datetime
    gap_begin: datetime | None = None
    gap_end: datetime | None = None
    behind: bool = False


async def load(connection: Connection, *, lock: bool = False) -> Pulse | None:
    """The pulse, None where no Papan has run yet.

    With ``lock`` no other transaction changes it before this one ends, and it is known whether clocks are behind.
    """
    older = exists().where(COUNTS, matches.c.era < pulse.c.era) if lock else literal(False)
    query = select(pulse, older.label("behind")).where(pulse.c.id == _ONLY)
    row = (await connection.execute(query.with_for_update(of=pulse) if lock else query)).one_or_none()
    return Pulse(row.era, row.at, row.gap_begin, row.gap_end, bool(row.behind)) if row else None


async def save(connection: Connection, found: Pulse) -> None:
    """Write the pulse."""
    values = {"era": found.era, "at": found.at, "gap_begin": found.gap_begin, "gap_end": found.gap_end}
    if not (await connection.execute(update(pulse).where(pulse.c.id == _ONLY).values(**values))).rowcount:
        await connection.execute(pulse.insert().values(id=_ONLY, **values))


async def of_older_eras(connection: Connection, era: int, at_most: int) -> list[str]:
    """The codes of matches whose clock runs and has not been brought into an era."""
    query = select(matches.c.code).where(COUNTS, matches.c.era < era).limit(at_most)
    return list((await connection.execute(query)).scalars())

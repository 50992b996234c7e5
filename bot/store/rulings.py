"""The decisions of the staff of a community, and those that wait to be confirmed by whoever asked for them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, delete, or_, select, update

from bot.matches.rulings import RulingAct
from bot.store.connection import AnyRow, Connection
from bot.store.personal import Leaver, PersonalData, moment
from bot.store.tables import UNTOLD, communities, rulings
from bot.words import N_


@dataclass(frozen=True)
class Ruling:
    """A decision of the staff about a match or about a person, the ``subject``."""

    id: str
    community: str
    at: datetime
    staff: str | None
    act: RulingAct
    match: str | None
    subject: str | None
    why: str
    until: datetime | None = None
    done: bool = False
    told: bool = False
    """It stands in the log channel of its community, or never will."""


async def add(connection: Connection, ruling: Ruling) -> None:
    """Write a ruling, done or still to be confirmed."""
    await connection.execute(
        rulings.insert().values(
            id=ruling.id,
            community=ruling.community,
            at=ruling.at,
            staff=ruling.staff,
            act=ruling.act.value,
            match=ruling.match,
            subject=ruling.subject,
            why=ruling.why,
            until=ruling.until,
            done=ruling.done,
            told=ruling.told,
        )
    )


async def get(connection: Connection, ruling: str, *, lock: bool = False) -> Ruling | None:
    """A ruling by id; once it is locked no other transaction confirms it before this one ends."""
    query = select(rulings).where(rulings.c.id == ruling)
    row = (await connection.execute(query.with_for_update() if lock else query)).one_or_none()
    return _ruling_of(row) if row else None


async def done(connection: Connection, ruling: str, at: datetime) -> None:
    """Note that a ruling is confirmed and carried out."""
    await connection.execute(update(rulings).where(rulings.c.id == ruling).values(done=True, at=at))


async def latest(connection: Connection, community: str, limit: int) -> list[Ruling]:
    """The latest rulings in a community."""
    decided = (rulings.c.done == 1, rulings.c.act != RulingAct.REPORTED.value)
    query = select(rulings).where(rulings.c.community == community, *decided)
    found = await connection.execute(query.order_by(rulings.c.at.desc(), rulings.c.id).limit(limit))
    return [_ruling_of(row) for row in found]


async def untold(connection: Connection, limit: int) -> list[tuple[Ruling, str | None, str]]:
    """The oldest rulings that are not told yet, each with the platform and the account of its community, if these are
    known: without them nobody has chosen where to tell them.
    """
    known = rulings.outerjoin(communities, communities.c.id == rulings.c.community)
    query = select(rulings, communities.c.platform, communities.c.account).select_from(known).where(UNTOLD)
    rows = (await connection.execute(query.order_by(rulings.c.at, rulings.c.id).limit(limit))).all()
    return [(_ruling_of(row), row.platform, row.account or "") for row in rows]


async def told(connection: Connection, ruling: str) -> None:
    """Note that a ruling is told, or never will be."""
    await connection.execute(update(rulings).where(rulings.c.id == ruling).values(told=True))


async def reason(connection: Connection, code: str) -> str:
    """The reason of the latest ruling in a match, empty where there was none."""
    decided = and_(rulings.c.done == 1, rulings.c.act.not_in((RulingAct.NOTED.value, RulingAct.REPORTED.value)))
    query = select(rulings.c.why).where(rulings.c.match == code, decided)
    found = await connection.execute(query.order_by(rulings.c.at.desc(), rulings.c.id).limit(1))
    return found.scalar_one_or_none() or ""


async def forget_waiting(connection: Connection, before: datetime) -> None:
    """Drop what was asked for before a moment and not confirmed."""
    await connection.execute(delete(rulings).where(rulings.c.done == 0, rulings.c.at < before))


def _ruling_of(row: AnyRow) -> Ruling:
    about = (row.match, row.subject, row.why, row.until, row.done, row.told)
    return Ruling(row.id, row.community, row.at, row.staff, RulingAct(row.act), *about)


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    mine = or_(rulings.c.staff == player, rulings.c.subject == player)
    query = select(rulings).where(mine).order_by(rulings.c.at.desc(), rulings.c.id)
    return [
        {"act": row.act, "match": row.match, "at": moment(row.at), "why": row.why, "by_me": row.staff == player}
        for row in await connection.execute(query)
    ]


async def _erase(connection: Connection, leaver: Leaver) -> None:
    """Those about a match stay, without the one who has made them."""
    await connection.execute(delete(rulings).where(rulings.c.subject == leaver.player))
    await connection.execute(update(rulings).where(rulings.c.staff == leaver.player).values(staff=None))


PERSONAL = PersonalData(
    N_("What you have decided as staff of a chat, and what its staff has decided about you."),
    forgotten=(rulings.c.staff, rulings.c.subject),
    export={"rulings": _export},
    erase=_erase,
)

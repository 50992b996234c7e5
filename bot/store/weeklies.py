"""The chats that have a card a week, and how many moves were refused there for which reason: counts, and no names."""

from dataclasses import dataclass, replace
from datetime import date, datetime

from sqlalchemy import ColumnElement, and_, delete, func, select, update

from bot.matches.identity import Place
from bot.store.connection import AnyRow, Connection, unless_there
from bot.store.events import key_of
from bot.store.tables import refused_moves, weeklies


@dataclass(frozen=True)
class Weekly:
    """The card of the week of a community, which is ``account`` on its platform: when the next is ``due``, None where
    it is switched off, and of which moment the one is that is to be sent now.
    """

    platform: str
    account: str
    chat: str
    thread: str
    language: str
    due: datetime | None
    at: datetime | None = None

    @property
    def community(self) -> str:
        """The digest by which its rows are found."""
        return key_of(self.platform, self.account)

    @property
    def place(self) -> Place:
        """The place where its cards are posted."""
        return Place(self.platform, self.chat, self.thread, server=self.account if self.account != self.chat else "")


@dataclass(frozen=True)
class Overlooked:
    """The number of moves of a game that were refused for a reason."""

    ruleset: str
    reason: str
    count: int


async def get(connection: Connection, community: str, *, lock: bool = False) -> Weekly | None:
    """The card of a community; None where it has never asked for one."""
    query = select(weeklies).where(weeklies.c.community == community)
    row = (await connection.execute(query.with_for_update(key_share=True) if lock else query)).one_or_none()
    return _weekly(row) if row else None


async def save(connection: Connection, wanted: Weekly) -> None:
    """Write what a community asks for; a card that is to be sent now stays so."""
    row = {name: getattr(wanted, name) for name in ("platform", "account", "chat", "thread", "language", "due")}
    key = {"community": wanted.community}
    await connection.execute(unless_there(connection.dialect.name, weeklies), key | row)
    await connection.execute(update(weeklies).where(weeklies.c.community == wanted.community).values(row))


async def move(connection: Connection, platform: str, before: str, place: Place) -> None:
    """A community lives on as another one, with its card and its counts, unless that one has a card."""
    old = await get(connection, key_of(platform, before), lock=True)
    if old is None:
        return
    new = replace(old, account=place.community, chat=place.chat, thread="", at=None)
    if await get(connection, new.community) is None:
        await save(connection, new)
        counts = update(refused_moves).where(refused_moves.c.community == old.community)
        await connection.execute(counts.values(community=new.community))
    await connection.execute(delete(refused_moves).where(refused_moves.c.community == old.community))
    await connection.execute(delete(weeklies).where(weeklies.c.community == old.community))


async def due(connection: Connection, now: datetime, limit: int) -> list[Weekly]:
    """Those whose next card is due."""
    query = select(weeklies).where(weeklies.c.due <= now).order_by(weeklies.c.due).limit(limit)
    return [_weekly(row) for row in await connection.execute(query)]


async def next_due(connection: Connection, now: datetime) -> datetime | None:
    """The time when the next card is due anywhere after now."""
    query = select(weeklies.c.due).where(weeklies.c.due > now).order_by(weeklies.c.due).limit(1)
    return (await connection.execute(query)).scalar_one_or_none()


async def to_send(connection: Connection, limit: int) -> list[Weekly]:
    """Those whose card is to be sent now."""
    query = select(weeklies).where(weeklies.c.at.is_not(None)).order_by(weeklies.c.at).limit(limit)
    return [_weekly(row) for row in await connection.execute(query)]


async def begin(connection: Connection, weekly: Weekly, following: datetime | None, at: datetime | None) -> None:
    """Note when the next card of a community is due, and of which moment one is to be sent now."""
    one = update(weeklies).where(weeklies.c.community == weekly.community)
    await connection.execute(one.values(due=following, at=at))


async def done(connection: Connection, weekly: Weekly) -> None:
    """Note that a card was sent, or never will be, and drop the counts that were for it."""
    one = update(weeklies).where(weeklies.c.community == weekly.community, weeklies.c.at == weekly.at)
    await connection.execute(one.values(at=None))
    if weekly.at:
        await connection.execute(delete(refused_moves).where(_until(weekly.community, weekly.at.date())))


async def refused(connection: Connection, weekly: Weekly, ruleset: str, reason: str) -> None:
    """Count a move that was refused, for the next card of a community that is locked."""
    if weekly.due is None:
        return
    key = {"community": weekly.community, "week": weekly.due.date().isoformat(), "ruleset": ruleset, "reason": reason}
    made = await connection.execute(unless_there(connection.dialect.name, refused_moves), key | {"count": 1})
    if not made.rowcount:
        one = update(refused_moves).where(and_(*(refused_moves.c[name] == value for name, value in key.items())))
        await connection.execute(one.values(count=refused_moves.c.count + 1))


async def overlooked(connection: Connection, weekly: Weekly) -> list[Overlooked]:
    """For which reasons moves of which games were refused for the card that is to be sent now, the most first."""
    if weekly.at is None:
        return []
    total = func.sum(refused_moves.c.count)
    query = select(refused_moves.c.ruleset, refused_moves.c.reason, total.label("total"))
    query = query.where(_until(weekly.community, weekly.at.date()))
    query = query.group_by(refused_moves.c.ruleset, refused_moves.c.reason)
    query = query.order_by(total.desc(), refused_moves.c.ruleset, refused_moves.c.reason)
    return [Overlooked(row.ruleset, row.reason, int(row.total)) for row in await connection.execute(query)]


def _until(community: str, day: date) -> ColumnElement[bool]:
    return and_(refused_moves.c.community == community, refused_moves.c.week <= day.isoformat())


def _weekly(row: AnyRow) -> Weekly:
    return Weekly(row.platform, row.account, row.chat, row.thread, row.language, row.due, row.at)

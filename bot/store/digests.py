"""The notices that are kept for a digest, and what becomes of them once it was told."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, bindparam, func, select, update

from bot.matches.digest import AT_ONCE
from bot.matches.preferences import DIGEST, PRIVATE
from bot.store import notices as notice_rows
from bot.store.connection import Connection
from bot.store.tables import notices, players, tells
from bot.store.types import UtcDateTime

_BY_DIGEST = func.coalesce(tells.c.how, players.c.told) == DIGEST
_UNTOLD = and_(notices.c.told.is_(None), notices.c.kind.not_in([news.value for news in AT_ONCE]), _BY_DIGEST)
_KEPT = (
    select(notices.c.player, notices.c.match, notices.c.due)
    .join(players, players.c.id == notices.c.player)
    .outerjoin(tells, and_(tells.c.player == notices.c.player, tells.c.match == notices.c.match))
    .where(_UNTOLD, notices.c.due <= bindparam("now", type_=UtcDateTime))
    .order_by(notices.c.due, notices.c.player, notices.c.match)
)
_NEXT = (
    select(func.min(notices.c.due))
    .join(players, players.c.id == notices.c.player)
    .outerjoin(tells, and_(tells.c.player == notices.c.player, tells.c.match == notices.c.match))
    .where(_UNTOLD, notices.c.due > bindparam("now", type_=UtcDateTime))
)


@dataclass(frozen=True)
class KeptForDigest:
    """News of a match that its player is to be told by the digest that comes at ``due``."""

    player: str
    match: str
    due: datetime


async def due(connection: Connection, now: datetime) -> list[KeptForDigest]:
    """The news due by now for players who are told of it by a digest, the oldest first."""
    return [KeptForDigest(*row) for row in await connection.execute(_KEPT, {"now": now})]


async def following(connection: Connection, now: datetime) -> datetime | None:
    """The first moment after now at which more of it will be due."""
    found: datetime | None = (await connection.execute(_NEXT, {"now": now})).scalar_one_or_none()
    return found


async def ways(connection: Connection, player: str) -> tuple[str | None, dict[str, str]]:
    """The way in which a player is told of their turn, and in which in single matches, by code."""
    usual = select(players.c.told).where(players.c.id == player)
    single = select(tells.c.match, tells.c.how).where(tells.c.player == player)
    told = (await connection.execute(usual)).scalar_one_or_none()
    return told, {row.match: row.how for row in await connection.execute(single)}


async def keep_on(connection: Connection, player: str, codes: Collection[str], due: datetime, until: datetime) -> None:
    """Have what was due by a moment in some matches told again by a later digest, if they still wait then."""
    theirs = and_(notices.c.player == player, notices.c.match.in_(codes), notices.c.told.is_(None))
    await connection.execute(update(notices).where(theirs, notices.c.due <= due).values(due=until))


async def give_up(connection: Connection, player: str, now: datetime) -> None:
    """A player, who is locked, takes no digest: they are told in private of each match, from now on."""
    usual = and_(players.c.id == player, players.c.told == DIGEST)
    await connection.execute(update(players).where(usual).values(told=PRIVATE))
    single = and_(tells.c.player == player, tells.c.how == DIGEST)
    await connection.execute(update(tells).where(single).values(how=PRIVATE))
    await notice_rows.no_longer_put_off(connection, player, now)

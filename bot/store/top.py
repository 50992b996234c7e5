"""The strongest players of a chat, of a month in a chat, and of all: each list is one statement."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    BigInteger,
    and_,
    cast,
    delete,
    func,
    or_,
    select,
    type_coerce,
    union_all,
)

from bot.matches.preferences import EVERYWHERE, NOWHERE
from bot.matches.rating import SURE_AFTER, SURE_FROM
from bot.store.connection import AnySelect
from bot.store.database import Connection
from bot.store.tables import members, players, ratings, results
from bot.store.types import BILLION, EPOCH, Number


@dataclass(frozen=True)
class Ranked:
    """A player in a list: their place, how many are in it, and what it is sorted by: their rating in billionths, or the
    half points that they have got in a month.
    """

    place: int
    of: int
    player: str
    sorted_by: int
    provisional: bool
    played: int
    seen: datetime | None = None
    """When they last played rated in the chat; None in the list of all."""


async def in_chat(
    connection: Connection, community: str, ruleset: str, seen_since: datetime, me: str, limit: int
) -> list[Ranked]:
    """The strongest of those who have played rated in a chat since a time, at most ``limit``, and ``me``."""
    query = chat_query(community, ruleset, seen_since)
    return await _ranked(connection, query, me, limit)


async def of_all(connection: Connection, ruleset: str, me: str, limit: int) -> list[Ranked]:
    """The strongest of all who want to be listed everywhere, at most ``limit``, and ``me``."""
    return await _ranked(connection, all_query(ruleset), me, limit)


async def of_month(
    connection: Connection, community: str, ruleset: str, since: datetime, me: str, limit: int
) -> list[Ranked]:
    """Those of a chat who have got most in rated matches since a time, at most ``limit``, and ``me``."""
    return await _ranked(connection, month_query(community, ruleset, since), me, limit)


async def rated_games(connection: Connection, community: str | None, limit: int) -> list[str]:
    """The games in which most players of a chat, or of all where it is None, have a rating: at most ``limit``."""
    query = select(ratings.c.ruleset).join(players, players.c.id == ratings.c.player)
    if community is None:
        query = query.where(players.c.listed == EVERYWHERE)
    else:
        query = query.join(members, members.c.player == ratings.c.player).where(members.c.community == community)
    query = query.group_by(ratings.c.ruleset).order_by(func.count().desc(), ratings.c.ruleset).limit(limit)
    return list((await connection.execute(query)).scalars())


async def left(connection: Connection, community: str, player: str) -> None:
    """Note that a player has left a chat: nobody lists them there any more."""
    await connection.execute(delete(members).where(members.c.community == community, members.c.player == player))


def chat_query(community: str, ruleset: str, seen_since: datetime) -> AnySelect:
    """The ratings of a chat, one row a player."""
    here = and_(members.c.community == community, members.c.seen >= seen_since)
    return (
        select(members.c.player, _MEAN, _PLAYED, _SURE, _SEEN)
        .join(ratings, and_(ratings.c.player == members.c.player, ratings.c.ruleset == ruleset, ratings.c.played > 0))
        .join(players, players.c.id == members.c.player)
        .where(here, _LISTED)
        .group_by(members.c.player)
    )


def all_query(ruleset: str) -> AnySelect:
    """The ratings of all who want to be listed everywhere, one row a player."""
    return (
        select(ratings.c.player, _MEAN, _PLAYED, _SURE, _NOTHING.label("seen"))
        .join(players, players.c.id == ratings.c.player)
        .where(ratings.c.ruleset == ruleset, ratings.c.played > 0, players.c.listed == EVERYWHERE)
        .group_by(ratings.c.player)
    )


def month_query(community: str, ruleset: str, since: datetime) -> AnySelect:
    """What the players of a chat have got in rated matches since a time, one row a player."""
    points = cast(func.sum(results.c.points), BigInteger).label("sorted_by")
    return (
        select(results.c.player, points, func.count().label("played"), _NOTHING.label("deviation"), _SEEN)
        .join(members, and_(members.c.player == results.c.player, members.c.community == community))
        .join(players, players.c.id == results.c.player)
        .where(results.c.ruleset == ruleset, results.c.at >= since, results.c.uncounted.is_(None), _LISTED)
        .group_by(results.c.player)
    )


_LISTED = or_(players.c.listed.is_(None), players.c.listed != NOWHERE)
_NOTHING = cast(0, BigInteger)
_MEAN = cast(func.avg(type_coerce(ratings.c.rating, Number)), BigInteger).label("sorted_by")
_PLAYED = cast(func.sum(ratings.c.played), BigInteger).label("played")
_SURE = func.max(type_coerce(ratings.c.deviation, Number)).label("deviation")
_SEEN = func.max(type_coerce(members.c.seen, Number)).label("seen")


async def _ranked(connection: Connection, query: AnySelect, me: str, limit: int) -> list[Ranked]:
    """The best of a query's rows, and that of ``me``. The rows are made once, and looked through three times."""
    listed = query.cte("listed")
    one, other = listed.alias("one"), listed.alias("other")
    count = select(func.count()).select_from(listed).scalar_subquery()
    best = select(listed).order_by(listed.c.sorted_by.desc(), listed.c.player).limit(limit).subquery()
    before = or_(
        other.c.sorted_by > one.c.sorted_by,
        and_(other.c.sorted_by == one.c.sorted_by, other.c.player < one.c.player),
    )
    place = select(func.count() + 1).select_from(other).where(before).scalar_subquery().correlate(one)
    wanted = union_all(
        select(best, count.label("of"), _NOTHING.label("place")),
        select(one, count.label("of"), place.label("place")).where(one.c.player == me),
    )
    rows = sorted((await connection.execute(wanted)).all(), key=lambda row: (-row.sorted_by, row.player, row.place))
    found: dict[str, Ranked] = {}
    for row in rows:
        seen = EPOCH + timedelta(microseconds=row.seen) if row.seen else None
        provisional = row.played < SURE_AFTER or row.deviation > SURE_FROM * BILLION
        place_here = row.place or len(found) + 1
        found.setdefault(
            row.player, Ranked(place_here, row.of, row.player, row.sorted_by, provisional, row.played, seen)
        )
    return list(found.values())

"""The strongest players of a chat, of a month in a chat, and of all: each list is one statement."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    and_,
    cast,
    delete,
    func,
    or_,
    select,
    type_coerce,
)

from bot.matches.preferences import EVERYWHERE, NOWHERE
from bot.matches.rating import SURE_AFTER, SURE_FROM
from bot.store.connection import AnySelect
from bot.store.database import Connection
from bot.store.tables import members, players, ratings, results
from bot.store.types import BILLION, EPOCH, Number


@dataclass(frozen=True)
class Ranked:
    """A player in a list: their place, how many are in it, and their rating, or what they have got in a month."""

    place: int
    of: int
    player: str
    rating: float
    provisional: bool
    half_points: int = 0
    played: int = 0
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
    found = _by_rating(ruleset, _SEEN)
    return found.join(members, members.c.player == ratings.c.player).where(here, _LISTED)


def all_query(ruleset: str) -> AnySelect:
    """The ratings of all who want to be listed everywhere, one row a player."""
    return _by_rating(ruleset).where(players.c.listed == EVERYWHERE)


def month_query(community: str, ruleset: str, since: datetime) -> AnySelect:
    """What the players of a chat have got in rated matches since a time, one row a player."""
    got = func.sum(results.c.points)
    return (
        _grouped(results.c.player, got, func.count(), got.label("points"), _NOTHING, _SEEN)
        .select_from(results)
        .join(players, players.c.id == results.c.player)
        .join(members, and_(members.c.player == results.c.player, members.c.community == community))
        .where(results.c.ruleset == ruleset, results.c.at >= since, results.c.uncounted.is_(None), _LISTED)
        .group_by(results.c.player)
    )


_LISTED = or_(players.c.listed.is_(None), players.c.listed != NOWHERE)
_SEEN = func.max(type_coerce(members.c.seen, Number)).label("seen")
_NOTHING = cast(0, BigInteger).label("rating")


def _by_rating(ruleset: str, *further: ColumnElement[int]) -> AnySelect:
    """The mean of a player's ratings in a game, the best first."""
    mean = cast(func.avg(type_coerce(ratings.c.rating, Number)), BigInteger)
    sure = func.max(type_coerce(ratings.c.deviation, Number)).label("deviation")
    return (
        _grouped(ratings.c.player, mean, func.sum(ratings.c.played), sure, mean.label("rating"), *further)
        .select_from(ratings)
        .join(players, players.c.id == ratings.c.player)
        .where(ratings.c.ruleset == ruleset, ratings.c.played > 0)
        .group_by(ratings.c.player)
    )


def _grouped(
    player: ColumnElement[str],
    by: ColumnElement[int],
    played: ColumnElement[int],
    *further: ColumnElement[int],
) -> Select[tuple[object, ...]]:
    place = func.row_number().over(order_by=(by.desc(), player)).label("place")
    of, count = func.count().over().label("of"), cast(played, BigInteger).label("played")
    return select(player.label("player"), place, of, count, *further)


async def _ranked(connection: Connection, query: AnySelect, me: str, limit: int) -> list[Ranked]:
    listed = query.subquery()
    wanted = select(listed).where(or_(listed.c.place <= limit, listed.c.player == me))
    rows = await connection.execute(wanted.order_by(listed.c.place, listed.c.player).limit(limit + 1))
    found = [row._mapping for row in rows]
    return [
        Ranked(
            int(row["place"]),
            int(row["of"]),
            row["player"],
            int(row["rating"]) / BILLION,
            row["played"] < SURE_AFTER or int(row.get("deviation", 0)) > SURE_FROM * BILLION,
            int(row.get("points", 0)),
            int(row["played"]),
            EPOCH + timedelta(microseconds=int(row["seen"])) if "seen" in row else None,
        )
        for row in found
    ]

"""The strongest players of a chat, of a month or a season in a chat, and of all: each list is one statement.

The rows of a list come from indexes that hold all that is asked for, so that ten thousand members cost no look into a
table; they are made once, and then looked through for the first of them, for whoever asks, and for how many they are.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    and_,
    case,
    cast,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    text,
    type_coerce,
    union_all,
)

from bot.matches.people import Place
from bot.matches.preferences import EVERYWHERE, NOWHERE
from bot.matches.rating import SURE_AFTER, SURE_FROM
from bot.store.connection import AnySelect
from bot.store.database import Connection
from bot.store.tables import members, players, ratings, results, views
from bot.store.types import BILLION, EPOCH, Number

WIN_IN_SEASON, DRAW_IN_SEASON = 3, 1
OF_TWO_IN_SEASON = 3
"""So many matches of the same two give points in a season."""


@dataclass(frozen=True)
class Ranked:
    """A player in a list: their place, how many are in it, and what it is sorted by: their rating in billionths, the
    half points that they have got in a month, or the points of a season.
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
    connection: Connection,
    community: str,
    ruleset: str,
    seen_since: datetime,
    me: str,
    limit: int,
    *,
    both_sides: bool,
) -> list[Ranked]:
    """The strongest of those who have played rated in a chat since a time, at most ``limit``, and ``me``. With
    ``both_sides`` a player has a rating for each, and stands in the list with their mean.
    """
    query = chat_query(community, ruleset, seen_since, both_sides=both_sides)
    return await _ranked(connection, query, me, limit, community)


async def of_all(connection: Connection, ruleset: str, me: str, limit: int, *, both_sides: bool) -> list[Ranked]:
    """The strongest of all who want to be listed everywhere, at most ``limit``, and ``me``."""
    return await _ranked(connection, all_query(ruleset, both_sides=both_sides), me, limit)


async def of_month(
    connection: Connection, community: str, ruleset: str, since: datetime, me: str, limit: int
) -> list[Ranked]:
    """Those of a chat who have got most in rated matches since a time, at most ``limit``, and ``me``."""
    return await _ranked(connection, month_query(community, ruleset, since), me, limit, community)


async def of_season(
    connection: Connection,
    place: Place,
    community: str,
    ruleset: str,
    season: tuple[datetime, datetime],
    me: str,
    limit: int,
) -> list[Ranked]:
    """Those of a chat who have most points of a season, which begins with the first of two times and ends before the
    second; at most ``limit``, and ``me``.
    """
    return await _ranked(connection, season_query(place, community, ruleset, season), me, limit, community)


async def rated_games(connection: Connection, community: str | None, limit: int) -> list[str]:
    """The games in which most players of a chat, or of all where it is None, have a rating: at most ``limit``."""
    query = select(ratings.c.ruleset)
    if community is None:
        query = query.join(players, players.c.id == ratings.c.player).where(players.c.listed == EVERYWHERE)
    else:
        query = query.join(members, members.c.player == ratings.c.player).where(members.c.community == community)
    query = query.group_by(ratings.c.ruleset).order_by(func.count().desc(), ratings.c.ruleset).limit(limit)
    return list((await connection.execute(query)).scalars())


async def left(connection: Connection, community: str, player: str) -> None:
    """Note that a player has left a chat: nobody lists them there any more."""
    await connection.execute(delete(members).where(members.c.community == community, members.c.player == player))


def chat_query(community: str, ruleset: str, seen_since: datetime, *, both_sides: bool) -> AnySelect:
    """The ratings of a chat, one row a player."""
    rated = and_(ratings.c.player == members.c.player, ratings.c.ruleset == ruleset, ratings.c.played > 0)
    query = select(members.c.player, *_rating(both_sides=both_sides))
    query = query.join(ratings, rated if both_sides else and_(rated, _FIRST_SIDE))
    query = query.where(members.c.community == community, members.c.seen >= seen_since, _not_hidden(members.c.player))
    return query.group_by(members.c.player) if both_sides else query


def all_query(ruleset: str, *, both_sides: bool) -> AnySelect:
    """The ratings of all who want to be listed everywhere, one row a player."""
    rated = and_(ratings.c.player == players.c.id, ratings.c.ruleset == ruleset, ratings.c.played > 0)
    query = select(players.c.id.label("player"), *_rating(both_sides=both_sides))
    query = query.join(ratings, rated if both_sides else and_(rated, _FIRST_SIDE))
    query = query.where(players.c.listed == EVERYWHERE)
    return query.group_by(players.c.id) if both_sides else query


def month_query(community: str, ruleset: str, since: datetime) -> AnySelect:
    """What the players of a chat have got in rated matches since a time, one row a player."""
    points = cast(func.sum(results.c.points), BigInteger).label("sorted_by")
    return _of_members(community, ruleset, points, results.c.at >= since)


def season_query(place: Place, community: str, ruleset: str, season: tuple[datetime, datetime]) -> AnySelect:
    """The points of a season in a chat, one row a player: of the first matches of each two that stood there.

    Only of those who have played more matches than count of the same two has anybody to look at the opponents.
    """
    first, end = season
    stood = (results.c.at >= first, results.c.at < end, _stood(place))
    totals = _of_members(community, ruleset, _season_points(results.c.points), *stood).cte("totals")
    few = select(totals).where(totals.c.played <= OF_TWO_IN_SEASON)
    order = func.row_number().over(
        partition_by=(results.c.player, results.c.opponent), order_by=(results.c.at, results.c.match)
    )
    theirs = (
        select(results.c.player, results.c.points, order.label("nth"))
        .join(totals, totals.c.player == results.c.player)
        .where(totals.c.played > OF_TWO_IN_SEASON, *_counted(ruleset), *stood)
        .subquery()
    )
    many = (
        select(theirs.c.player, _season_points(theirs.c.points), func.count(), _NOTHING)
        .where(theirs.c.nth <= OF_TWO_IN_SEASON)
        .group_by(theirs.c.player)
    )
    return select(union_all(few, many).subquery())


def _of_members(
    community: str, ruleset: str, sorted_by: ColumnElement[int], *conditions: ColumnElement[bool]
) -> AnySelect:
    """What those of a chat who are not hidden have got in a game as far as ``conditions`` hold, one row a player."""
    return (
        select(members.c.player, sorted_by, func.count().label("played"), _NOTHING.label("deviation"))
        .join(results, results.c.player == members.c.player)
        .where(members.c.community == community, *_counted(ruleset), *conditions, _not_hidden(members.c.player))
        .group_by(members.c.player)
    )


def _counted(ruleset: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return results.c.ruleset == ruleset, results.c.uncounted.is_(None)


def _stood(place: Place) -> ColumnElement[bool]:
    """Has the match of a result stood in a chat?"""
    chat = place.parent or place.chat
    return exists().where(
        views.c.match == results.c.match,
        views.c.platform == place.platform,
        or_(views.c.chat == chat, views.c.parent == chat),
        views.c.private == 0,
    )


def _season_points(points: ColumnElement[int]) -> ColumnElement[int]:
    """What results are worth in a season, together."""
    worth = case({2: WIN_IN_SEASON, 1: DRAW_IN_SEASON}, value=points, else_=0)
    return cast(func.sum(worth), BigInteger).label("sorted_by")


_FIRST_SIDE = ratings.c.side < 1
"""The side 0. With an equality, SQLite would take the index of the key, from which it has to look into the table."""
_NOTHING = cast(0, BigInteger)


def _not_hidden(player: ColumnElement[str]) -> ColumnElement[bool]:
    """Has a player not chosen to be listed nowhere? Few do, and they have an index of their own."""
    return player.not_in(select(players.c.id).where(players.c.listed == literal(NOWHERE, literal_execute=True)))


def _rating(*, both_sides: bool) -> tuple[ColumnElement[int], ColumnElement[int], ColumnElement[int]]:
    """What a player stands in a list with, from how many matches, and how unsure that is."""
    rating, deviation = type_coerce(ratings.c.rating, Number), type_coerce(ratings.c.deviation, Number)
    if not both_sides:
        return rating.label("sorted_by"), ratings.c.played.label("played"), deviation.label("deviation")
    return (
        cast(func.avg(rating), BigInteger).label("sorted_by"),
        cast(func.sum(ratings.c.played), BigInteger).label("played"),
        func.max(deviation).label("deviation"),
    )


def _seen(player: ColumnElement[str], community: str | None) -> ColumnElement[int | None]:
    """When a player was seen in a chat last; None in the list of all."""
    seen = select(type_coerce(members.c.seen, Number)).where(
        members.c.player == player, members.c.community == community
    )
    return seen.scalar_subquery().label("seen")


async def _ranked(
    connection: Connection, query: AnySelect, me: str, limit: int, community: str | None = None
) -> list[Ranked]:
    """The best of a query's rows, and that of ``me``, each with when they have been seen in a ``community``. The rows
    are made once, and looked through three times.
    """
    if connection.dialect.name == "postgresql":
        # A plan for any chat at all takes this one for a small one, and twice as long.
        await connection.execute(text("SET LOCAL plan_cache_mode = force_custom_plan"))
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
        select(best, count.label("of"), _NOTHING.label("place"), _seen(best.c.player, community)),
        select(one, count.label("of"), place.label("place"), _seen(one.c.player, community)).where(one.c.player == me),
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

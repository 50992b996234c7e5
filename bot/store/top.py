"""The strongest players of a chat, of a month or a season in a chat, and of all: each list is one statement.

The rows of a list come from indexes that hold all that is asked for, so that ten thousand members cost no look into a
table; they are made once, and then looked through for the first of them, for whoever asks, and for how many they are.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    CompoundSelect,
    Double,
    Table,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    text,
    tuple_,
    type_coerce,
    union_all,
)

from bot.matches.guessing import LISTED_FROM
from bot.matches.identity import Place
from bot.matches.preferences import EVERYWHERE, NOWHERE
from bot.matches.rating import LISTED_AFTER, SHORTEST, SURE_AFTER, SURE_FROM
from bot.store import followings, guessers
from bot.store.connection import AnyRow, AnySelect, Connection
from bot.store.tables import guessers as guess_sums
from bot.store.tables import matches, members, players, ratings, results, views
from bot.store.tables.play import FROM_START
from bot.store.types import BILLION, EPOCH, Number

MILLION = 1_000_000
WIN_IN_SEASON, DRAW_IN_SEASON = 3, 1
OF_TWO_IN_SEASON = 3
"""So many matches of the same two give points in a season."""
EQUAL = 20
"""The most who are equal in a season of whom it is asked what they have got from each other."""


COMMUNITY: BindParameter[str] = bindparam("community")
RULESET: BindParameter[str] = bindparam("ruleset")
SINCE: BindParameter[datetime] = bindparam("since")
END: BindParameter[datetime] = bindparam("end")
_COUNTED = (results.c.ruleset == RULESET, results.c.uncounted.is_(None))
_LISTED = (ratings.c.ruleset == RULESET, ratings.c.opponents >= LISTED_AFTER)
"""A rating in the game that its player has got from enough people."""
_FIRST_SIDE = ratings.c.side < 1
"""The side 0. With an equality, SQLite would take the index of the key, from which it has to look into the table."""
_NOTHING = cast(0, BigInteger)
_ORDER = ("sure", "sorted_by", "wins", "direct")
"""The columns of a list by which its players stand in it, each the higher the better. Who is equal in all of them
stands together: the ``wins`` of a season come before its ``direct`` points, which somebody has got from those who are
equal in both; whoever's rating is provisional is not ``sure``, and stands below those who are.
"""
_SURE = cast(1, BigInteger).label("sure")
_NO_TIES = (_NOTHING.label("wins"), _NOTHING.label("direct"))


@dataclass(frozen=True)
class Ranked:
    """A player in a list: their place, which others may share, how many are in it, and what it is sorted by: their
    rating in billionths, the half points that they have got in a month, the points of a season, or the share of right
    guesses in millionths.
    """

    place: int
    of: int
    player: str
    sorted_by: int
    provisional: bool
    played: int
    seen: datetime | None = None
    """When they last played rated in the chat, or made a guess that counts; None in the list of all."""


@dataclass(frozen=True)
class Balance:
    """The half points that the first side of a game got in so many matches ``played``."""

    half_points: int
    played: int


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
    query = _best(chat_query, both_sides=both_sides)
    return await _ranked(connection, query, me, limit, community=community, ruleset=ruleset, since=seen_since)


async def of_all(connection: Connection, ruleset: str, me: str, limit: int, *, both_sides: bool) -> list[Ranked]:
    """The strongest of all who want to be listed everywhere, at most ``limit``, and ``me``."""
    query = _best(all_query, both_sides=both_sides)
    return await _ranked(connection, query, me, limit, community=None, ruleset=ruleset)


async def of_month(
    connection: Connection, place: Place, community: str, ruleset: str, since: datetime, me: str, limit: int
) -> list[Ranked]:
    """Those of a chat who have got most in rated matches there since a time, at most ``limit``, and ``me``."""
    given: dict[str, str | datetime] = {"community": community, "ruleset": ruleset, "since": since, **where(place)}
    return await _ranked(connection, _best(month_query), me, limit, **given)


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
    first, end = season
    given: dict[str, str | datetime] = {
        "community": community,
        "ruleset": ruleset,
        "since": first,
        "end": end,
        **where(place),
    }
    return await _ranked(connection, _best(season_query), me, limit, **given)


async def first_of(connection: Connection, community: str, ruleset: str) -> datetime | None:
    """The time of the first rated match in a game of those who are listed in a chat; None where there is none."""
    theirs = members.c.player == results.c.player
    query = select(func.min(results.c.at)).join(members, theirs).where(members.c.community == COMMUNITY, *_COUNTED)
    found: datetime | None = (
        await connection.execute(query, {"community": community, "ruleset": ruleset})
    ).scalar_one()
    return found


def where(place: Place) -> dict[str, str]:
    """The parameters that pick the views of a server, group or room."""
    return {"platform": place.platform, "account": place.community or place.chat}


async def of_guesses(connection: Connection, community: str, seen_since: datetime, me: str, limit: int) -> list[Ranked]:
    """Those of a chat who have guessed best there, by the share of their weighed guesses, and have done so since a
    time: at most ``limit``, and ``me``.
    """
    best = _best(guess_query, seen_in=guess_sums)
    return await _ranked(connection, best, me, limit, community=community, since=seen_since)


async def balance(connection: Connection, place: Place, ruleset: str, computers: Collection[str]) -> Balance:
    """The matches of a game between people that stood in a chat, from its usual beginning and with as many moves as a
    rated match needs, rated or casual.
    """
    given = {"ruleset": ruleset, "computers": list(computers), **where(place)}
    played, half_points = (await connection.execute(balance_query(), given)).one()
    return Balance(half_points or 0, played)


async def rated_games(connection: Connection, community: str | None, limit: int) -> list[str]:
    """The games in which most players of a chat, or of all where it is None, have a rating: at most ``limit``."""
    query = select(ratings.c.ruleset)
    if community is None:
        query = query.join(players, players.c.id == ratings.c.player).where(players.c.listed == EVERYWHERE)
    else:
        query = query.join(members, members.c.player == ratings.c.player).where(members.c.community == community)
    query = query.group_by(ratings.c.ruleset).order_by(func.count().desc(), ratings.c.ruleset).limit(limit)
    return list((await connection.execute(query)).scalars())


async def left(connection: Connection, community: str, player: str, now: datetime) -> None:
    """Note that a player has left a chat: nobody lists them there any more, and they follow nobody there."""
    await connection.execute(delete(members).where(members.c.community == community, members.c.player == player))
    await guessers.left(connection, community, player, now)
    await followings.left(connection, community, player)


def chat_query(*, both_sides: bool) -> AnySelect:
    """The ratings of a chat, one row a player."""
    rated = and_(ratings.c.player == members.c.player, *_LISTED)
    query = select(members.c.player, *_rating(both_sides=both_sides))
    query = query.join(ratings, rated if both_sides else and_(rated, _FIRST_SIDE))
    query = query.where(members.c.community == COMMUNITY, members.c.seen >= SINCE, not_hidden(members.c.player))
    return query.group_by(members.c.player) if both_sides else query


def all_query(*, both_sides: bool) -> AnySelect:
    """The ratings of all who want to be listed everywhere, one row a player."""
    rated = and_(ratings.c.player == players.c.id, *_LISTED)
    query = select(players.c.id.label("player"), *_rating(both_sides=both_sides))
    query = query.join(ratings, rated if both_sides else and_(rated, _FIRST_SIDE))
    query = query.where(players.c.listed == EVERYWHERE)
    return query.group_by(players.c.id) if both_sides else query


def month_query() -> AnySelect:
    """The points of the players of a chat since a time in rated matches that stood there, one row a player."""
    points = cast(func.sum(results.c.points), BigInteger).label("sorted_by")
    return _of_members(points, results.c.at >= SINCE, stood()).add_columns(_SURE, *_NO_TIES)


def season_query() -> AnySelect:
    """The points of a season in a chat, one row a player: of the first matches of each two that stood there; the wins
    in these, and the points from those who are equal in both.

    Only of those who have played more matches than count of the same two, or are equal, has anybody to look at the
    opponents.
    """
    in_season = (results.c.at >= SINCE, results.c.at < END, stood())
    members_query = _of_members(_season_points(results.c.points), *in_season)
    totals = members_query.add_columns(_wins(results.c.points)).cte("totals")
    few = select(totals).where(totals.c.played <= OF_TWO_IN_SEASON)
    order = func.row_number().over(
        partition_by=(results.c.player, results.c.opponent), order_by=(results.c.at, results.c.match)
    )
    theirs = (
        select(results.c.player, results.c.points, order.label("nth"))
        .join(totals, totals.c.player == results.c.player)
        .where(totals.c.played > OF_TWO_IN_SEASON, *_COUNTED, *in_season)
        .subquery()
    )
    many = (
        select(theirs.c.player, _season_points(theirs.c.points), func.count(), _wins(theirs.c.points))
        .where(theirs.c.nth <= OF_TWO_IN_SEASON)
        .group_by(theirs.c.player)
    )
    counted = union_all(few, many).subquery()
    alike = func.count().over(partition_by=(counted.c.sorted_by, counted.c.wins)).label("alike")
    points = select(counted, alike).cte("points")
    tied = select(points).where(points.c.alike.between(2, EQUAL), points.c.sorted_by > 0).cte("tied")
    one, other = tied.alias("equal_one"), tied.alias("equal_other")
    equal = and_(other.c.player == results.c.opponent, other.c.sorted_by == one.c.sorted_by, other.c.wins == one.c.wins)
    direct = (
        select(one.c.player, _season_points(results.c.points))
        .join(results, results.c.player == one.c.player)
        .join(other, equal)
        .where(*_COUNTED, *in_season)
        .group_by(one.c.player)
        .subquery("direct_points")
    )
    got = func.coalesce(direct.c.sorted_by, _NOTHING).label("direct")
    columns = (points.c.player, points.c.sorted_by, points.c.played, _SURE, points.c.wins, got)
    return select(*columns).outerjoin(direct, direct.c.player == points.c.player)


def guess_query() -> AnySelect:
    """The shares of right guesses of those who have guessed enough turns in a chat, in millionths, each turn by its
    weight: one row a player. Whoever has left the chat since their last guess is not listed.
    """
    sums = guess_sums.c
    weight, right = (type_coerce(each, Number) for each in (sums.weight, sums.right_weight))
    share = cast(func.round(cast(right, Double) * MILLION / cast(weight, Double)), BigInteger)
    return select(sums.player, share.label("sorted_by"), sums.guessed.label("played"), _SURE, *_NO_TIES).where(
        sums.community == COMMUNITY,
        sums.seen >= SINCE,
        sums.guessed >= LISTED_FROM,
        or_(sums.left_at.is_(None), sums.left_at < sums.seen),
        not_hidden(sums.player),
    )


def balance_query() -> AnySelect:
    """The number of matches of people in a chat, and the half points of the first side in them."""
    half_points = case((matches.c.winner == 0, 2), (matches.c.winner.is_(None), 1), else_=0)
    return select(func.count(), cast(func.sum(half_points), BigInteger)).where(
        matches.c.ruleset == RULESET,
        FROM_START,
        matches.c.ply >= 2 * SHORTEST,
        matches.c.seat_0 != matches.c.seat_1,
        *(seat.not_in(bindparam("computers", expanding=True)) for seat in (matches.c.seat_0, matches.c.seat_1)),
        stood(matches.c.code),
    )


def _of_members(sorted_by: ColumnElement[int], *conditions: ColumnElement[bool]) -> AnySelect:
    """The points in a game of those of a chat who are not hidden, as far as ``conditions`` hold, one row a player."""
    return (
        select(members.c.player, sorted_by, func.count().label("played"))
        .join(results, results.c.player == members.c.player)
        .where(members.c.community == COMMUNITY, *_COUNTED, *conditions, not_hidden(members.c.player))
        .where(exists().where(ratings.c.player == members.c.player, *_LISTED))
        .group_by(members.c.player)
    )


def stood(match: ColumnElement[str] = results.c.match) -> ColumnElement[bool]:
    """Has the match of a result, or another ``match``, stood in a server, group or room?"""
    return exists().where(
        views.c.match == match,
        views.c.platform == bindparam("platform"),
        or_(*(column == bindparam("account") for column in (views.c.server, views.c.parent, views.c.chat))),
        views.c.private == 0,
    )


def _season_points(points: ColumnElement[int]) -> ColumnElement[int]:
    """The worth of results in a season, together."""
    worth = case({2: WIN_IN_SEASON, 1: DRAW_IN_SEASON}, value=points, else_=0)
    return cast(func.sum(worth), BigInteger).label("sorted_by")


def _wins(points: ColumnElement[int]) -> ColumnElement[int]:
    """The number of wins among results."""
    return cast(func.sum(case({2: 1}, value=points, else_=0)), BigInteger).label("wins")


def not_hidden(player: ColumnElement[str]) -> ColumnElement[bool]:
    """Has a player not chosen to be listed nowhere? Few do, and they have an index of their own."""
    return player.not_in(select(players.c.id).where(players.c.listed == literal(NOWHERE, literal_execute=True)))


def _rating(*, both_sides: bool) -> tuple[ColumnElement[int], ...]:
    """The value with which a player stands in a list, the number of matches behind it, and whether it is sure."""
    rating: ColumnElement[int] = type_coerce(ratings.c.rating, Number)
    deviation: ColumnElement[int] = type_coerce(ratings.c.deviation, Number)
    played: ColumnElement[int] = ratings.c.played
    if both_sides:
        rating, played = cast(func.avg(rating), BigInteger), cast(func.sum(played), BigInteger)
        deviation = func.max(deviation)
    sure = case((and_(played >= SURE_AFTER, deviation <= int(SURE_FROM * BILLION)), 1), else_=0)
    return rating.label("sorted_by"), played.label("played"), cast(sure, BigInteger).label("sure"), *_NO_TIES


def _seen(player: ColumnElement[str], seen_in: Table) -> ColumnElement[int | None]:
    """The time when a player was seen in a chat last; None in the list of all."""
    seen = select(type_coerce(seen_in.c.seen, Number)).where(
        seen_in.c.player == player, seen_in.c.community == COMMUNITY
    )
    return seen.scalar_subquery().label("seen")


@cache  # to put such a statement together takes a fifth as long as its answer
def _best(query: Callable[..., AnySelect], seen_in: Table = members, **shape: bool) -> CompoundSelect[Any]:
    """The best of a query's rows, and that of ``me``, each with when they have been seen in a chat, as ``seen_in``
    says it. The rows are made once, and looked through three times.
    """
    listed = query(**shape).cte("listed")
    one, other = listed.alias("one"), listed.alias("other")
    count = select(func.count()).select_from(listed).scalar_subquery()
    order = (*(listed.c[key].desc() for key in _ORDER), listed.c.player)
    best = select(listed).order_by(*order).limit(bindparam("limit")).subquery()
    before = tuple_(*(other.c[key] for key in _ORDER)) > tuple_(*(one.c[key] for key in _ORDER))
    place = select(func.count() + 1).select_from(other).where(before).scalar_subquery().correlate(one)
    mine = one.c.player == bindparam("me")
    return union_all(
        select(best, count.label("of"), _NOTHING.label("place"), _seen(best.c.player, seen_in)),
        select(one, count.label("of"), place.label("place"), _seen(one.c.player, seen_in)).where(mine),
    )


async def _ranked(
    connection: Connection, best: CompoundSelect[Any], me: str, limit: int, **given: str | datetime | None
) -> list[Ranked]:
    if connection.dialect.name == "postgresql":
        # A plan for any chat at all takes this one for a small one, and twice as long.
        await connection.execute(text("SET LOCAL plan_cache_mode = force_custom_plan"))
    answer = await connection.execute(best, {"me": me, "limit": limit, **given})
    rows = sorted(answer.all(), key=lambda row: (*(-value for value in _standing(row)), row.player, row.place))
    found: dict[str, Ranked] = {}
    place, before = 1, None
    for row in rows:
        if row.player in found:
            continue
        seen = EPOCH + timedelta(microseconds=row.seen) if row.seen else None
        if _standing(row) != before:
            place, before = row.place or len(found) + 1, _standing(row)
        found[row.player] = Ranked(place, row.of, row.player, row.sorted_by, not row.sure, row.played, seen)
    return list(found.values())


def _standing(row: AnyRow) -> tuple[int, ...]:
    """The values by which a player stands in a list."""
    return tuple(int(row._mapping[key]) for key in _ORDER)

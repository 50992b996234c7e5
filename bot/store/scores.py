"""The wins, losses and draws of players: counted from their matches, which say it all."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, case, exists, func, or_, select

from bot.matches.identity import Place
from bot.matches.score import BidScore, Score, SideScore
from bot.matches.status import Status
from bot.store.connection import AnyRow, Connection
from bot.store.tables import matches, views

_SEATS = (matches.c.seat_0, matches.c.seat_1)
_OVER = matches.c.status == Status.OVER.value


async def between(
    connection: Connection, player: str, other: str, ruleset: str = "", until: datetime | None = None
) -> list[SideScore]:
    """The scores of a player against another in each game and on each side; of one game, and of the matches that were
    opened ``until`` a time, where these are given. Of two halves, one in which nobody has moved is not among them.
    """
    side = case((matches.c.seat_0 == player, 0), else_=1).label("side")
    wanted: list[ColumnElement[bool]] = [_OVER, pair(player, other)]
    wanted.append(or_(matches.c.mirror_of.is_(None), matches.c.ply > 0))
    if ruleset:
        wanted.append(matches.c.ruleset == ruleset)
    if until:
        wanted.append(matches.c.created <= until)
    return await _counted(connection, side, wanted)


async def by_bids(connection: Connection, player: str, other: str) -> dict[str, BidScore]:
    """The scores of a player against another in the matches that began by bids, by game."""
    side = case((matches.c.seat_0 == player, 0), else_=1).label("side")
    keys = matches.c.ruleset, side, matches.c.winner
    query = select(*keys, func.count(), func.min(matches.c.bid), func.max(matches.c.bid))
    query = query.where(_OVER, pair(player, other), matches.c.bid.is_not(None)).group_by(*keys)
    found: dict[str, BidScore] = {}
    for ruleset, played, winner, count, least, most in await connection.execute(query):
        before = found.get(ruleset, BidScore(ruleset, least, most, Score()))
        score = before.score + _score(winner, played, count)
        found[ruleset] = BidScore(ruleset, min(before.least, least), max(before.most, most), score)
    return found


async def _counted(
    connection: Connection, side: ColumnElement[int], wanted: Sequence[ColumnElement[bool]]
) -> list[SideScore]:
    query = select(matches.c.ruleset, side, matches.c.winner, func.count().label("count")).where(*wanted)
    found = await connection.execute(query.group_by(matches.c.ruleset, side, matches.c.winner))
    scores: dict[tuple[str, int], Score] = {}
    for ruleset_key, played, winner, count in found:
        key = ruleset_key, played
        scores[key] = scores.get(key, Score()) + _score(winner, played, count)
    return [SideScore(*key, score) for key, score in sorted(scores.items())]


def _score(winner: int | None, side: int, count: int) -> Score:
    if winner is None:
        return Score(drawn=count)
    return Score(won=count) if winner == side else Score(lost=count)


async def of_player(
    connection: Connection, player: str, computers: Collection[str], *, against: bool
) -> list[SideScore]:
    """The scores of a player in each game and on each side: against the ``computers``, or against people."""
    first = matches.c.seat_0 == player
    side, other = case((first, 0), else_=1).label("side"), case((first, matches.c.seat_1), else_=matches.c.seat_0)
    seated = or_(first, matches.c.seat_1 == player)
    wanted = [_OVER, seated, matches.c.seat_0 != matches.c.seat_1]
    wanted.append(other.in_(computers) if against else other.not_in(computers))
    return await _counted(connection, side, wanted)


async def first_wins(
    connection: Connection, player: str, computers: Collection[str]
) -> list[tuple[str, int, str, datetime]]:
    """The times when a player first won against each of the ``computers``, by games and sides: from the beginning of
    the game and without a hint.
    """
    found = []
    for side, seat in enumerate(_SEATS):
        other, hints = _SEATS[1 - side], (matches.c.hints_0, matches.c.hints_1)[side]
        won = [_OVER, seat == player, other.in_(computers), matches.c.winner == side]
        query = select(matches.c.ruleset, other, func.min(matches.c.changed)).where(*won)
        query = query.where(matches.c.start.is_(None), hints == 0).group_by(matches.c.ruleset, other)
        rows = await connection.execute(query)
        found += [(ruleset, side, computer, moment) for ruleset, computer, moment in rows]
    return found


async def latest_of(
    connection: Connection, player: str, viewer: str, place: Place, computers: Collection[str], limit: int
) -> list[AnyRow]:
    """The rows of the matches with somebody else that a player has finished and that a viewer may look at in a place,
    the latest first: their own, and those that stand there for all.
    """
    here = exists().where(
        views.c.match == matches.c.code,
        views.c.platform == place.platform,
        views.c.chat == place.chat,
        views.c.thread == place.thread,
    )
    may_see = or_(matches.c.seat_0 == viewer, matches.c.seat_1 == viewer, and_(here, matches.c.watched == 1))
    seated = or_(matches.c.seat_0 == player, matches.c.seat_1 == player)
    people = and_(matches.c.seat_0 != matches.c.seat_1, *(seat.not_in(computers) for seat in _SEATS))
    wanted = [_OVER, seated, people, matches.c.ply > 0, may_see]
    query = select(matches).where(*wanted).order_by(matches.c.changed.desc(), matches.c.code.desc())
    return list((await connection.execute(query.limit(limit))).all())


async def is_met(connection: Connection, player: str, viewer: str, platform: str) -> bool:
    """Has a player a seat in a match of the viewer, or in one that stands on a platform for others to watch?"""
    there = exists().where(views.c.match == matches.c.code, views.c.platform == platform)
    may_watch = or_(and_(there, matches.c.watched == 1), matches.c.seat_0 == viewer, matches.c.seat_1 == viewer)
    seated = or_(matches.c.seat_0 == player, matches.c.seat_1 == player)
    return (await connection.execute(select(matches.c.code).where(seated, may_watch).limit(1))).first() is not None


async def latest_between(connection: Connection, player: str, other: str, limit: int) -> list[AnyRow]:
    """The rows of the matches of two players that are over, the latest first."""
    query = select(matches).where(_OVER, pair(player, other)).order_by(matches.c.changed.desc(), matches.c.code.desc())
    return list((await connection.execute(query.limit(limit))).all())


async def opponents(connection: Connection, player: str, limit: int) -> list[tuple[str, int]]:
    """With whom a player has finished matches, by id, and how many: whom they have played last comes first."""
    other = case((matches.c.seat_0 == player, matches.c.seat_1), else_=matches.c.seat_0).label("other")
    seated = or_(matches.c.seat_0 == player, matches.c.seat_1 == player)
    query = (
        select(other, func.count())
        .where(_OVER, seated, matches.c.seat_0 != matches.c.seat_1)
        .group_by(other)
        .order_by(func.max(matches.c.changed).desc())
    )
    return [(each, count) for each, count in await connection.execute(query.limit(limit))]


def pair(player: str, other: str) -> ColumnElement[bool]:
    """The condition that these two play a match."""
    return or_(
        and_(matches.c.seat_0 == player, matches.c.seat_1 == other),
        and_(matches.c.seat_0 == other, matches.c.seat_1 == player),
    )

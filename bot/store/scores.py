"""What two players have won, lost and drawn against each other: counted from their matches, which say it all."""

from datetime import datetime

from sqlalchemy import ColumnElement, and_, case, func, or_, select

from bot.matches.score import Score, SideScore
from bot.matches.status import Status
from bot.store.connection import AnyRow
from bot.store.database import Connection
from bot.store.tables import matches

_OVER = matches.c.status == Status.OVER.value


async def between(
    connection: Connection, player: str, other: str, ruleset: str = "", until: datetime | None = None
) -> list[SideScore]:
    """The scores of a player against another in each game and on each side; of one game, and of the matches that were
    opened ``until`` a time, where these are given.
    """
    side = case((matches.c.seat_0 == player, 0), else_=1).label("side")
    wanted = [_OVER, pair(player, other)]
    if ruleset:
        wanted.append(matches.c.ruleset == ruleset)
    if until:
        wanted.append(matches.c.created <= until)
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


async def latest_between(connection: Connection, player: str, other: str, limit: int) -> list[AnyRow]:
    """The rows of the matches of two players that are over, the latest first."""
    query = select(matches).where(_OVER, pair(player, other)).order_by(matches.c.changed.desc(), matches.c.code)
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

"""Ratings counted again in the order of time, for a player who was found to be one person with another.

Each result says how strong the opponent was then, and that stays: nobody else's rating changes by it.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, select, update

from bot.matches.glicko import Rating
from bot.matches.rating import after_result, is_provisional
from bot.store.connection import AnyRow, Connection, unless_there
from bot.store.tables import ratings, results
from bot.store.types import BILLION

Pool = tuple[str, int]
"""A ruleset's key and the side of the rating."""
_BEFORE = ("rating_before", "deviation_before", "volatility_before")
_AFTER = ("rating", "deviation", "volatility")
_opponents = results.alias()


@dataclass(frozen=True)
class _Opponent:
    """An opponent in one match: the number of their results before it, and whether one was with somebody else."""

    played: int
    has_met_another: bool


async def pools(connection: Connection, player: str) -> list[Pool]:
    """The pools in which a player has results, in their order."""
    query = select(results.c.ruleset, results.c.side).where(results.c.player == player).distinct()
    return sorted((ruleset, side) for ruleset, side in await connection.execute(query))


async def recount(connection: Connection, player: str, pool: Pool) -> None:
    """Count the results of a player in a pool again from the first, and write the rating that they lead to.

    What follows as it was stays as it is; of what does not is noted that it was counted again.
    """
    ruleset, side = pool
    mine = and_(results.c.player == player, results.c.ruleset == ruleset, results.c.side == side)
    counted = and_(mine, results.c.uncounted.is_(None))
    query = select(results).where(counted).order_by(results.c.at, results.c.number, results.c.match)
    rows = (await connection.execute(query)).all()
    known = await _opponents_of(connection, player, counted)
    own = and_(ratings.c.player == player, ratings.c.ruleset == ruleset, ratings.c.side == side)
    if not rows:
        await connection.execute(delete(ratings).where(own))
        return
    rating = Rating()
    last: AnyRow | None = None
    for number, row in enumerate(rows, 1):
        before, against = rating, Rating(row.against, row.against_deviation)
        untested = _is_untested(row, known.get(row.match))
        since = row.at - last.at if last else None
        rating = kept(after_result(before, against, row.points, since, untested=untested))
        wanted: dict[str, Any] = {"number": number, "untested": untested}
        wanted |= dict(zip(_BEFORE, _numbers(before), strict=True)) | dict(zip(_AFTER, _numbers(rating), strict=True))
        if any(getattr(row, name) != value for name, value in wanted.items()):
            one = update(results).where(results.c.match == row.match, results.c.player == player)
            begins = any(getattr(row, name) != wanted[name] for name in _BEFORE)
            await connection.execute(one.values(**wanted, recounted=row.recounted or begins))
        last = row
    facts: dict[str, Any] = {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility}
    facts |= {"played": len(rows), "opponents": len({row.opponent for row in rows}), "at": rows[-1].at}
    key = {"player": player, "ruleset": ruleset, "side": side}
    await connection.execute(unless_there(connection.dialect.name, ratings), key | facts)
    await connection.execute(update(ratings).where(own).values(**facts))


async def count_opponents(connection: Connection, of: str) -> None:
    """Count again whom those have met who have met a player: two of their opponents may be one by now."""
    theirs = and_(
        _opponents.c.player == ratings.c.player,
        _opponents.c.ruleset == ratings.c.ruleset,
        _opponents.c.side == ratings.c.side,
        _opponents.c.uncounted.is_(None),
    )
    met = select(func.count(_opponents.c.opponent.distinct())).where(theirs).scalar_subquery()
    has_met = select(results.c.player).where(results.c.opponent == of, results.c.uncounted.is_(None))
    await connection.execute(update(ratings).where(ratings.c.player.in_(has_met)).values(opponents=met))


def kept(rating: Rating) -> Rating:
    """A rating as it comes back from the database."""
    return Rating(*(round(value * BILLION) / BILLION for value in _numbers(rating)))


def _numbers(rating: Rating) -> tuple[float, float, float]:
    return rating.rating, rating.deviation, rating.volatility


async def _opponents_of(connection: Connection, player: str, counted: ColumnElement[bool]) -> dict[str, _Opponent]:
    """The opponents of some results of a player by match, but those who have had their data deleted."""
    others = _opponents
    elsewhere = results.alias()
    met = (
        select(func.min(elsewhere.c.at))
        .where(elsewhere.c.player == others.c.player, elsewhere.c.opponent != player, elsewhere.c.uncounted.is_(None))
        .correlate(others)
        .scalar_subquery()
    )
    query = (
        select(others.c.match, others.c.number, others.c.at, met.label("met"))
        .join(results, and_(results.c.match == others.c.match, results.c.opponent == others.c.player))
        .where(counted, others.c.uncounted.is_(None))
    )
    return {
        row.match: _Opponent(row.number - 1, row.met is not None and row.met < row.at)
        for row in await connection.execute(query)
    }


def _is_untested(row: AnyRow, opponent: _Opponent | None) -> bool:
    """Had the opponent of a result met nobody but its player, and was their rating not sure yet?"""
    if opponent is None:
        return bool(row.untested)
    strength = Rating(row.against, row.against_deviation)
    return is_provisional(strength, opponent.played) and not opponent.has_met_another

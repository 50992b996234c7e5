"""The people whom players follow, each in a community: of a match that ends there its followers are told."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, delete, func, or_, select

from bot.matches.preferences import NOWHERE
from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped, moment
from bot.store.tables import followings, players
from bot.words import N_


@dataclass(frozen=True)
class Following:
    """A player follows another in a community, and is told on a platform."""

    player: str
    other: str
    community: str
    platform: str


async def is_followed(connection: Connection, player: str, other: str, community: str) -> bool:
    """Does a player follow another in a community?"""
    query = select(followings.c.since).where(
        followings.c.player == player, followings.c.other == other, followings.c.community == community
    )
    return (await connection.execute(query)).first() is not None


async def among(connection: Connection, player: str, others: Collection[str]) -> list[str]:
    """Those of some players whom a player follows in any community."""
    query = select(followings.c.other).where(followings.c.player == player, followings.c.other.in_(others)).distinct()
    return list((await connection.execute(query.order_by(followings.c.other))).scalars())


async def count(connection: Connection, player: str) -> int:
    """The number of people a player follows, in all communities."""
    query = select(func.count()).select_from(followings).where(followings.c.player == player)
    return (await connection.execute(query)).scalar_one()


async def follow(connection: Connection, wanted: Following, now: datetime) -> None:
    """Note that a player, who is locked, follows another, in place of how they did before."""
    await unfollow(connection, wanted.player, wanted.other, wanted.community)
    columns = {name: getattr(wanted, name) for name in ("player", "other", "community", "platform")}
    await connection.execute(followings.insert().values(**columns, since=now))


async def unfollow(connection: Connection, player: str, other: str, community: str | None = None) -> None:
    """Note that a player does not follow another any more, in a community or in all."""
    there = [] if community is None else [followings.c.community == community]
    theirs = and_(followings.c.player == player, followings.c.other == other, *there)
    await connection.execute(delete(followings).where(theirs))


async def left(connection: Connection, community: str, player: str) -> None:
    """Note that a player has left a community: they follow nobody there any more."""
    theirs = and_(followings.c.player == player, followings.c.community == community)
    await connection.execute(delete(followings).where(theirs))


async def followers(connection: Connection, of: Collection[str], communities: Collection[str]) -> dict[str, str]:
    """Those who follow one of some players in one of these communities, each with a platform on which they are told.

    Nobody is told of a player who wants to stand in no list.
    """
    query = (
        select(followings.c.player, func.min(followings.c.platform).label("platform"))
        .join(players, players.c.id == followings.c.other)
        .where(followings.c.other.in_(of), followings.c.community.in_(communities))
        .where(or_(players.c.listed.is_(None), players.c.listed != NOWHERE), followings.c.player.not_in(of))
        .group_by(followings.c.player)
    )
    return {row.player: row.platform for row in await connection.execute(query)}


async def _export(connection: Connection, player: str) -> list[dict[str, str]]:
    query = select(followings).where(followings.c.player == player).order_by(followings.c.since, followings.c.other)
    return [{"player": row.other, "since": moment(row.since)} for row in await connection.execute(query)]


PERSONAL = PersonalData(
    N_("Whom you follow, and since when."),
    forgotten=(followings.c.player, followings.c.other),
    export={"followed_people": _export},
    erase=dropped(followings.c.player, followings.c.other),
)

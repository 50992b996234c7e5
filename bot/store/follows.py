"""The matches of others that players follow."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, delete, func, or_, select, update

from bot.matches.status import LIVE
from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped
from bot.store.tables import follows, matches
from bot.words import N_

END, MOVES = "end", "moves"
"""A match is followed to be told of its end alone, or of its moves too."""
_LIVE = [status.value for status in LIVE]


@dataclass(frozen=True)
class Follow:
    """A player follows a match: they are told on a ``platform``, and know of its turns up to ``ply``."""

    match: str
    player: str
    platform: str
    what: str
    ply: int


async def of(connection: Connection, code: str, player: str) -> Follow | None:
    """The way in which a player follows a match; None for not at all."""
    query = select(follows).where(follows.c.match == code, follows.c.player == player)
    row = (await connection.execute(query)).one_or_none()
    return Follow(row.match, row.player, row.platform, row.what, row.ply) if row else None


async def count(connection: Connection, player: str) -> int:
    """The number of matches a player follows."""
    query = select(func.count()).select_from(follows).where(follows.c.player == player)
    return (await connection.execute(query)).scalar_one()


async def follow(connection: Connection, wanted: Follow) -> None:
    """Note that a player, who is locked, follows a match, in place of how they did before."""
    await unfollow(connection, wanted.match, wanted.player)
    columns = {name: getattr(wanted, name) for name in ("match", "player", "platform", "what", "ply")}
    await connection.execute(follows.insert().values(**columns))


async def unfollow(connection: Connection, code: str, player: str) -> None:
    """Note that a player does not follow a match any more."""
    await connection.execute(delete(follows).where(follows.c.match == code, follows.c.player == player))


async def told(connection: Connection, code: str, player: str, ply: int) -> None:
    """Note up to which turn a player knows a match."""
    one = (follows.c.match == code, follows.c.player == player)
    await connection.execute(update(follows).where(*one).values(ply=ply))


async def due(connection: Connection) -> list[Follow]:
    """Those who are to be told something: that their match is not under way any more, or that it has gone on."""
    gone_on = and_(follows.c.what == MOVES, matches.c.ply != follows.c.ply)
    query = (
        select(follows)
        .join(matches, matches.c.code == follows.c.match)
        .where(or_(matches.c.status.not_in(_LIVE), gone_on))
        .order_by(follows.c.match, follows.c.player)
    )
    found = await connection.execute(query)
    return [Follow(row.match, row.player, row.platform, row.what, row.ply) for row in found]


async def forget(connection: Connection, before: datetime) -> None:
    """Drop who follows matches that have ended before a moment: nobody could be told of it."""
    ended = select(matches.c.code).where(
        matches.c.code == follows.c.match, matches.c.status.not_in(_LIVE), matches.c.changed < before
    )
    await connection.execute(delete(follows).where(ended.exists()))


async def all_of(connection: Connection, player: str) -> dict[str, str]:
    """The news that a player follows, END or MOVES, by match."""
    query = select(follows.c.match, follows.c.what).where(follows.c.player == player).order_by(follows.c.match)
    return {row.match: row.what for row in await connection.execute(query)}


PERSONAL = PersonalData(
    N_("Which matches of others you follow, until they end."),
    forgotten=(follows.c.player,),
    export={"followed_matches": all_of},
    erase=dropped(follows.c.player),
)

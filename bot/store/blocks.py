"""Whom players have blocked, and who may invite whom."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import and_, delete, func, or_, select

from bot.matches.status import Status
from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped, moment
from bot.store.tables import blocks, matches, players
from bot.words import N_

_PLAYED = (Status.PLAYING.value, Status.OVER.value)
_ANSWERED = (Status.PLAYING.value, Status.OVER.value, Status.CALLED_OFF.value, Status.DECLINED.value)


async def is_blocked(connection: Connection, player: str, other: str) -> bool:
    """Has a player blocked another?"""
    query = select(blocks.c.since).where(blocks.c.player == player, blocks.c.other == other)
    return (await connection.execute(query)).first() is not None


async def of_player(connection: Connection, player: str, limit: int) -> list[str]:
    """Whom a player has blocked, by id, the latest first: at most ``limit``."""
    query = select(blocks.c.other).where(blocks.c.player == player).order_by(blocks.c.since.desc(), blocks.c.other)
    return list((await connection.execute(query.limit(limit))).scalars())


async def count(connection: Connection, player: str) -> int:
    """The number of people a player has blocked."""
    query = select(func.count()).select_from(blocks).where(blocks.c.player == player)
    return (await connection.execute(query)).scalar_one()


async def block(connection: Connection, player: str, other: str, now: datetime) -> None:
    """Note that a player, who is locked, blocks another; nothing changes where they do already."""
    if not await is_blocked(connection, player, other):
        await connection.execute(blocks.insert().values(player=player, other=other, since=now))


async def unblock(connection: Connection, player: str, other: str) -> None:
    """Note that a player does not block another any more."""
    await connection.execute(delete(blocks).where(blocks.c.player == player, blocks.c.other == other))


async def chosen_by(connection: Connection, player: str) -> str | None:
    """The choice of a player of who may invite them by name; None where they have not chosen."""
    return (await connection.execute(select(players.c.invited_by).where(players.c.id == player))).scalar_one_or_none()


async def have_played(connection: Connection, player: str, other: str) -> bool:
    """Have two people a match with each other, over or under way?"""
    seats = (matches.c.seat_0, matches.c.seat_1)
    both = or_(*(and_(one == player, two == other) for one, two in (seats, seats[::-1])))
    query = select(matches.c.code).where(both, matches.c.status.in_(_PLAYED)).limit(1)
    return (await connection.execute(query)).first() is not None


async def latest_answers(
    connection: Connection, host: str, invited: str | None, handle: tuple[str, str] | None, since: datetime, limit: int
) -> Collection[bool]:
    """The latest invitations of a host to one person since a moment, at most ``limit``: was each answered?

    The person is known as a player, or by platform and handle only.
    """
    if invited:
        whom = matches.c.invited == invited
    else:
        platform, name = handle or ("", "")
        whom = and_(matches.c.invited_platform == platform, matches.c.invited_handle == name)
    query = select(matches.c.status).where(matches.c.host == host, whom, matches.c.created > since)
    found = await connection.execute(query.order_by(matches.c.created.desc()).limit(limit))
    return [status in _ANSWERED for status in found.scalars()]


async def _export(connection: Connection, player: str) -> list[str]:
    query = select(blocks.c.since).where(blocks.c.player == player).order_by(blocks.c.since)
    return [moment(since) for since in (await connection.execute(query)).scalars()]


PERSONAL = PersonalData(
    N_("Whom you have blocked, and since when."),
    forgotten=(blocks.c.player, blocks.c.other),
    export={"blocked_others": _export},
    # Also who has blocked them: nobody is left to be kept away.
    erase=dropped(blocks.c.player, blocks.c.other),
)

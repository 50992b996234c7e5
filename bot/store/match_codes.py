"""Finds matches by their codes, and counts them, without reading them.

``set_aside`` are the matches that cannot be read: they are left out, because nobody can go on with them.
"""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import and_, func, or_, select

from bot.matches.identity import Place
from bot.matches.match import Match
from bot.matches.status import Status
from bot.store import match_queries as queries
from bot.store.connection import Connection
from bot.store.locks import lock_named
from bot.store.pulse import Pulse
from bot.store.set_aside import SetAside
from bot.store.tables import matches, players, pulse

_PLANNED = (
    select(func.min(players.c.planned_from))
    .where(players.c.planned_from.is_not(None))
    .scalar_subquery()
    .label("planned")
)


async def exists(connection: Connection, code: str) -> bool:
    """Is this code in use?"""
    return (await connection.execute(select(matches.c.code).where(matches.c.code == code))).first() is not None


async def games_of(connection: Connection, player: str, limit: int) -> list[str]:
    """The keys of the games of a player's matches, the latest begun first: at most ``limit``."""
    found = await connection.execute(queries.GAMES_OF_PLAYER.limit(limit), {"player": player})
    return list(found.scalars())


async def has_won_against(connection: Connection, player: str, others: Collection[str]) -> bool:
    """Has a player won a match against one of some others?"""
    seats = (matches.c.seat_0, matches.c.seat_1)
    won = or_(*(and_(matches.c.winner == side, seats[side] == player, seats[1 - side].in_(others)) for side in (0, 1)))
    query = select(matches.c.code).where(matches.c.status == Status.OVER.value, won).limit(1)
    return (await connection.execute(query)).first() is not None


async def codes_in(connection: Connection, place: Place) -> set[str]:
    """The codes of the live matches that are shown in a place."""
    where = {"platform": place.platform, "chat": place.chat, "thread": place.thread}
    return set((await connection.execute(queries.CODES_IN, where)).scalars())


async def opened_alike(connection: Connection, match: Match, since: datetime) -> list[str]:
    """The codes of the matches opened since then that are what ``match`` is to be, and that nobody has touched."""
    return list((await connection.execute(queries.opened_alike(match, since))).scalars())


async def opened_since(connection: Connection, host: str, since: datetime) -> int:
    """The number of matches that a host has opened since then, whatever their status."""
    query = select(func.count()).select_from(matches).where(matches.c.host == host, matches.c.created > since)
    return (await connection.execute(query)).scalar_one()


async def count(connection: Connection, set_aside: SetAside, player: str, status: Status) -> int:
    """The number of matches a player has in a state: invitations count for their host, others for both seats.

    Those that are set aside do not count, because nobody can end them.
    """
    query = queries.counted(player, status)
    return len(set_aside.others((await connection.execute(query)).scalars()))


async def live_of(connection: Connection, set_aside: SetAside, player: str) -> str | None:
    """The code of the match under way that a player plays live; None where there is none that can be read."""
    found = (await connection.execute(queries.played_live(player))).scalars()
    return next(iter(set_aside.others(found)), None)


async def count_live_in(connection: Connection, set_aside: SetAside, platform: str, chat: str) -> int:
    """The number of live matches under way before everybody in a chat, all its threads together.

    No other transaction that asks begins one there before this one ends.
    """
    await lock_named(connection, "live", platform, chat)
    found = (await connection.execute(queries.shown_live(platform, chat))).scalars()
    return len(set_aside.others(found))


async def due(connection: Connection, set_aside: SetAside, now: datetime, *, spares_live: bool = False) -> list[str]:
    """The codes of at most ``LISTED`` matches in which something is due, the longest due first.

    Those that are set aside are left out; ``spares_live``: those too that are played live just now.
    """
    query = queries.due_by(now, spares_live=spares_live)
    return set_aside.others((await connection.execute(query)).scalars())


async def pulse_and_next_due(
    connection: Connection, now: datetime
) -> tuple[Pulse | None, datetime | None, datetime | None]:
    """The pulse, when something falls due in a match next, after ``now``, and the first moment, perhaps past, at which
    planned days away begin; in one question.
    """
    following = queries.next_due_after(now).scalar_subquery().label("following")
    row = (await connection.execute(select(pulse, following, _PLANNED))).one_or_none()
    if row is None:  # no Papan has run yet
        return None, await next_due(connection, now), None
    return Pulse(row.era, row.at, row.gap_begin, row.gap_end), row.following, row.planned


async def next_due(connection: Connection, now: datetime) -> datetime | None:
    """The time when something falls due in a match next, after ``now``; None where nothing does."""
    return (await connection.execute(queries.next_due_after(now))).scalars().first()


async def codes_to_act(connection: Connection, set_aside: SetAside, players: Collection[str]) -> list[str]:
    """The codes of live matches in which one of these players is to accept, to move, or perhaps to answer.

    Those that are set aside are left out.
    """
    return set_aside.others((await connection.execute(queries.awaiting(players))).scalars())


async def players_gone(connection: Connection) -> set[str]:
    """The players to move whose clocks are stopped because they have left the chats of their matches."""
    return set((await connection.execute(queries.GONE)).scalars())


async def code_of_rematch(connection: Connection, code: str) -> str | None:
    """The code of the match that the same two played next."""
    query = select(matches.c.code).where(matches.c.rematch_of == code)
    return (await connection.execute(query)).scalars().first()

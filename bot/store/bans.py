"""Bans from playing in a community, until when and why."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, delete, or_, select, update

from bot.matches.identity import Place
from bot.matches.status import LIVE
from bot.store import notices
from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped, moment
from bot.store.tables import bans, matches, views
from bot.words import N_


@dataclass(frozen=True)
class Ban:
    """A player does not play in a community ``until`` a moment; None: for good."""

    community: str
    player: str
    until: datetime | None
    why: str


async def ban(connection: Connection, wanted: Ban) -> None:
    """Note that a player, who is locked, does not play in a community, in place of what held before."""
    await unban(connection, wanted.community, wanted.player)
    columns = {"community": wanted.community, "player": wanted.player, "until": wanted.until, "why": wanted.why}
    await connection.execute(bans.insert().values(**columns))


async def unban(connection: Connection, community: str, player: str) -> None:
    """Note that a player may play in a community again."""
    await connection.execute(delete(bans).where(bans.c.community == community, bans.c.player == player))


async def holding(connection: Connection, communities: Collection[str], player: str, now: datetime) -> Ban | None:
    """A ban of a player that holds in one of some communities."""
    query = select(bans).where(
        bans.c.community.in_(communities), bans.c.player == player, or_(bans.c.until.is_(None), bans.c.until > now)
    )
    row = (await connection.execute(query.order_by(bans.c.community).limit(1))).one_or_none()
    return Ban(row.community, row.player, row.until, row.why) if row else None


async def forget(connection: Connection, before: datetime) -> None:
    """Drop the bans that ended before a moment."""
    await connection.execute(delete(bans).where(bans.c.until < before))


async def live_around(connection: Connection, place: Place, player: str) -> list[str]:
    """The codes of what a player hosts or plays in the same server, group or room."""
    live = (matches.c.status.in_([status.value for status in LIVE]),)
    theirs = or_(*(column == player for column in (matches.c.host, matches.c.seat_0, matches.c.seat_1)))
    query = select(matches.c.code).distinct().join(views, views.c.match == matches.c.code)
    found = await connection.execute(query.where(*_around(place), *live, theirs).order_by(matches.c.code))
    return list(found.scalars())


async def hide_names(connection: Connection, codes: Collection[str], place: Place) -> None:
    """Have the boards and threads of some matches in a server, group or room shown without the names of the players.

    The calls that stand there, which name them, are to be deleted.
    """
    here = (views.c.match.in_(codes), *_around(place))
    for row in (await connection.execute(select(views.c.match, views.c.id).where(*here))).all():
        await notices.to_leftovers(connection, row.match, row.id)
    changed = update(views).where(*here)
    await connection.execute(changed.values(nameless=True, shown_version=0))
    await connection.execute(changed.where(views.c.thread_shows.is_not(None)).values(thread_shows=""))


async def close_boards(connection: Connection, codes: Collection[str], place: Place) -> None:
    """Have the boards of some matches in a server, group or room shown for the last time."""
    changed = update(views).where(views.c.match.in_(codes), *_around(place))
    await connection.execute(changed.values(closed=True, shown_version=-1))


def _around(place: Place) -> tuple[ColumnElement[bool], ...]:
    """The views that all read in the server, group or room of a place."""
    chat = place.parent or place.chat
    stands = or_(views.c.chat == chat, views.c.parent == chat)
    if place.server:
        stands = or_(stands, views.c.server == place.server)
    return (views.c.platform == place.platform, views.c.private == 0, stands)


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(bans).where(bans.c.player == player).order_by(bans.c.community)
    return [
        {"until": moment(row.until) if row.until else None, "why": row.why} for row in await connection.execute(query)
    ]


PERSONAL = PersonalData(
    N_("In how many chats the staff has decided that you do not play there, until when and why."),
    forgotten=(bans.c.player,),
    export={"may_not_play_in_chats": _export},
    erase=dropped(bans.c.player),
)

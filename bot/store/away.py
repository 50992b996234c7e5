"""The days away of players."""

from datetime import datetime, timedelta

from sqlalchemy import func, or_, select, update

from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped, moment
from bot.store.tables import away, moves, players
from bot.words import N_


async def used(connection: Connection, player: str, since: datetime, now: datetime) -> timedelta:
    """The time that a player was away since a moment, until now."""
    query = select(away.c.began, away.c.ended).where(away.c.player == player, away.c.ended > since)
    spans = [min(row.ended, now) - max(row.began, since) for row in await connection.execute(query)]
    return sum((max(span, timedelta()) for span in spans), timedelta())


async def may_begin_by_itself(connection: Connection, player: str, now: datetime) -> bool:
    """May days away begin by themselves: are they wanted, has the player not gone already, and have they moved since
    it happened last?
    """
    wanted = select(players.c.id).where(
        players.c.id == player,
        or_(players.c.auto_away.is_(None), players.c.auto_away != "no"),
        or_(players.c.away_until.is_(None), players.c.away_until <= now),
    )
    if (await connection.execute(wanted)).first() is None:
        return False
    latest = select(func.max(away.c.began)).where(away.c.player == player, away.c.by_itself == 1)
    before = (await connection.execute(latest)).scalar_one()
    if before is None:
        return True
    moved = select(moves.c.match).where(moves.c.player == player, moves.c.at > before).limit(1)
    return (await connection.execute(moved)).first() is not None


async def begin(connection: Connection, player: str, now: datetime, until: datetime, *, by_itself: bool) -> None:
    """Note that a player is away until a moment."""
    await connection.execute(away.insert().values(player=player, began=now, ended=until, by_itself=by_itself))
    await connection.execute(update(players).where(players.c.id == player).values(away_until=until))


async def end(connection: Connection, player: str, now: datetime) -> bool:
    """Note that a player is back; False where they were not away."""
    back = update(players).where(players.c.id == player, players.c.away_until.is_not(None)).values(away_until=None)
    if not (await connection.execute(back)).rowcount:
        return False
    still = update(away).where(away.c.player == player, away.c.ended > now)
    await connection.execute(still.values(ended=now))
    return True


async def plan(connection: Connection, player: str, begin: datetime | None, until: datetime | None) -> None:
    """Note when a player will be away; None for not at all."""
    values = {"planned_from": begin, "planned_until": until}
    await connection.execute(update(players).where(players.c.id == player).values(values))


async def planned(connection: Connection, player: str) -> tuple[datetime, datetime] | None:
    """Begin and end of the days away of a player that lie ahead, or were to begin by now."""
    query = select(players.c.planned_from, players.c.planned_until).where(players.c.id == player)
    row = (await connection.execute(query)).one_or_none()
    return (row.planned_from, row.planned_until) if row and row.planned_from else None


async def to_begin(connection: Connection, now: datetime) -> list[str]:
    """The players whose planned days away are to begin by now."""
    return list((await connection.execute(select(players.c.id).where(players.c.planned_from <= now))).scalars())


async def _export_plan(connection: Connection, player: str) -> dict[str, object] | None:
    found = await planned(connection, player)
    return {"from": moment(found[0]), "until": moment(found[1])} if found else None


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(away).where(away.c.player == player).order_by(away.c.began)
    return [
        {"began": moment(row.began), "ended": moment(row.ended), "by_itself": row.by_itself}
        for row in await connection.execute(query)
    ]


PERSONAL = PersonalData(
    N_("Your days away, also those that you have planned."),
    forgotten=(away.c.player,),
    export={"away": _export, "away_planned": _export_plan},
    erase=dropped(away.c.player),
)

"""How players are told of their turn in a match: as chosen for that match, else as in their settings."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import and_, bindparam, delete, select

from bot.matches.preferences import HERE, PREFERENCES
from bot.matches.status import LIVE
from bot.store.database import Connection
from bot.store.tables import matches, players, tells

_KNOWN = PREFERENCES["told"].values
_HOW = (
    select(players.c.id, players.c.told, tells.c.how)
    .outerjoin(tells, and_(tells.c.player == players.c.id, tells.c.match == bindparam("code")))
    .where(players.c.id.in_(bindparam("ids", expanding=True)))
)


async def how(connection: Connection, code: str, players: Collection[str]) -> Mapping[str, str]:
    """How each of some players is told of their turn in a match, in one statement: a value of the setting ``told``."""
    found = await connection.execute(_HOW, {"code": code, "ids": sorted(players)})
    chosen = {row.id: next((each for each in (row.how, row.told) if each in _KNOWN), HERE) for row in found}
    return {player: chosen.get(player, HERE) for player in players}


async def chosen_for(connection: Connection, code: str, player: str) -> str | None:
    """What a player has chosen for one match; None for as in their settings."""
    query = select(tells.c.how).where(tells.c.match == code, tells.c.player == player)
    found = (await connection.execute(query)).scalar_one_or_none()
    return found if found in _KNOWN else None


async def choose(connection: Connection, code: str, player: str, told: str | None) -> None:
    """Note what a player, who is locked, chooses for one match; None for as in their settings."""
    await connection.execute(delete(tells).where(tells.c.match == code, tells.c.player == player))
    if told is not None:
        await connection.execute(tells.insert().values(match=code, player=player, how=told))


async def forget(connection: Connection, before: datetime) -> None:
    """Drop what was chosen for matches that have ended before a moment."""
    live = [status.value for status in LIVE]
    ended = select(matches.c.code).where(
        matches.c.code == tells.c.match, matches.c.status.not_in(live), matches.c.changed < before
    )
    await connection.execute(delete(tells).where(ended.exists()))

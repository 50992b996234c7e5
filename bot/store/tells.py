"""The ways in which players are told of their turn in a match: as chosen for that match, else as in their settings."""

from datetime import datetime

from sqlalchemy import and_, bindparam, delete, select

from bot.matches.preferences import HERE, PREFERENCES
from bot.matches.status import LIVE
from bot.store.connection import Connection
from bot.store.people import BY_ID_ON
from bot.store.personal import PersonalData, dropped
from bot.store.records import Player, player_of
from bot.store.tables import matches, players, tells
from bot.words import N_

_KNOWN = PREFERENCES["told"].values
_OF_MATCH = and_(tells.c.player == players.c.id, tells.c.match == bindparam("code"))
_HOW = select(players.c.told, tells.c.how).outerjoin(tells, _OF_MATCH).where(players.c.id == bindparam("player"))
_HOW_ON = BY_ID_ON.outerjoin(tells, _OF_MATCH).add_columns(tells.c.how)


async def how(connection: Connection, code: str, player: str) -> str:
    """The way in which a player is told of their turn in a match: a value of the setting ``told``."""
    found = (await connection.execute(_HOW, {"code": code, "player": player})).one_or_none()
    return _valid(found.how, found.told) if found else HERE


async def how_on(connection: Connection, code: str, player: str, platform: str) -> tuple[Player, str] | None:
    """A player by their latest account on a platform and how they are told of their turn in a match; None where they
    have no account there.
    """
    of = {"code": code, "player": player, "platform": platform}
    row = (await connection.execute(_HOW_ON, of)).one_or_none()
    return (player_of(row), _valid(row.how, row.told)) if row else None


def _valid(*told: str | None) -> str:
    """The first that is a value of the setting."""
    return next((each for each in told if each is not None and each in _KNOWN), HERE)


async def chosen_for(connection: Connection, code: str, player: str) -> str | None:
    """The choice of a player for one match; None for as in their settings."""
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


async def _export(connection: Connection, player: str) -> dict[str, str]:
    """The ways in which a player is told of their turn, by match."""
    query = select(tells).where(tells.c.player == player).order_by(tells.c.match)
    return {row.match: row.how for row in await connection.execute(query)}


PERSONAL = PersonalData(
    N_("Where you are told of your turn in single matches, for 30 days after their end."),
    forgotten=(tells.c.player,),
    export={"told_in_matches": _export},
    erase=dropped(tells.c.player),
)

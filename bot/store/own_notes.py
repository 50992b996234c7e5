"""Notes that people write to themselves on matches. Nobody else ever reads one, and no match is changed by one."""

from datetime import datetime

from sqlalchemy import ColumnElement, delete, select

from bot.store.connection import Connection
from bot.store.personal import PersonalData, dropped, moment
from bot.store.tables import own_notes
from bot.words import N_


async def of_player(connection: Connection, code: str, player: str) -> str:
    """The note of a player on a match; empty where there is none."""
    return (await connection.execute(select(own_notes.c.text).where(*_of(code, player)))).scalar_one_or_none() or ""


async def write(connection: Connection, code: str, player: str, text: str, now: datetime) -> None:
    """Write the note of a player, who is locked, in place of their earlier one; nothing is kept of an empty text."""
    await connection.execute(delete(own_notes).where(*_of(code, player)))
    if text:
        await connection.execute(own_notes.insert().values(match=code, player=player, text=text, at=now))


def _of(code: str, player: str) -> tuple[ColumnElement[bool], ...]:
    return own_notes.c.match == code, own_notes.c.player == player


async def _export(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(own_notes).where(own_notes.c.player == player).order_by(own_notes.c.at, own_notes.c.match)
    return [{"match": row.match, "text": row.text, "at": moment(row.at)} for row in await connection.execute(query)]


PERSONAL = PersonalData(
    N_("What you have noted for yourself on matches."),
    forgotten=(own_notes.c.player,),
    export={"own_notes": _export},
    erase=dropped(own_notes.c.player),
)

"""The times at which accounts had their data deleted, by a digest, as long as anything older could let them in."""

from datetime import datetime

from sqlalchemy import delete, select

from bot.store.connection import Connection
from bot.store.events import key_of
from bot.store.personal import Leaver, PersonalData
from bot.store.tables import deletions
from bot.words import N_


async def _note(connection: Connection, leaver: Leaver) -> None:
    rows = [{"account": key_of(row.platform, row.account), "at": leaver.now} for row in leaver.accounts]
    await connection.execute(delete(deletions).where(deletions.c.account.in_([row["account"] for row in rows])))
    if rows:
        await connection.execute(deletions.insert(), rows)


async def since(connection: Connection, moment: datetime) -> dict[str, datetime]:
    """The times at which accounts had their data deleted since a moment, by their digests."""
    query = select(deletions.c.account, deletions.c.at).where(deletions.c.at >= moment)
    return {row.account: row.at for row in await connection.execute(query)}


async def forget(connection: Connection, before: datetime) -> None:
    """Drop what is older."""
    await connection.execute(delete(deletions).where(deletions.c.at < before))


PERSONAL = PersonalData(
    N_("That you have deleted your data, by a digest of your account, for two days."),
    stays=(deletions.c.account,),
    erase=_note,
)

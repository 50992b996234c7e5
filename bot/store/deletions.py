"""When accounts had their data deleted, by a digest, as long as something from before could still let them in."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete, select

from bot.store.database import Connection
from bot.store.events import key_of
from bot.store.tables import deletions


async def note(connection: Connection, known: Collection[tuple[str, str]], now: datetime) -> None:
    """Note that accounts, each with its platform, have just had their data deleted."""
    rows = [{"account": key_of(platform, account), "at": now} for platform, account in known]
    await connection.execute(delete(deletions).where(deletions.c.account.in_([row["account"] for row in rows])))
    if rows:
        await connection.execute(deletions.insert(), rows)


async def since(connection: Connection, moment: datetime) -> dict[str, datetime]:
    """When accounts had their data deleted since a moment, by their digests."""
    query = select(deletions.c.account, deletions.c.at).where(deletions.c.at >= moment)
    return {row.account: row.at for row in await connection.execute(query)}


async def forget(connection: Connection, before: datetime) -> None:
    """Drop what is older."""
    await connection.execute(delete(deletions).where(deletions.c.at < before))

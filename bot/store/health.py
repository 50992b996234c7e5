"""Can the database be written, and is it still the one that was opened?"""

import secrets
from dataclasses import dataclass

from sqlalchemy import delete, select, text

from bot.store.connection import Connection
from bot.store.tables import matches, requests


@dataclass(frozen=True)
class Fingerprint:
    """The traits that tell a database from another one in its place.

    ``table`` is the number that a server gave to the table of matches.
    """

    table: int
    has_matches: bool

    def follows(self, earlier: "Fingerprint") -> bool:
        """Can this be the same database later? Matches stay for ever."""
        return self.table == earlier.table and self.has_matches >= earlier.has_matches


async def write_something(connection: Connection) -> None:
    """Write a row and take it back; the transaction is to be committed."""
    row = {"who": "", "minute": 0, "process": secrets.token_hex(8), "count": 0}
    await connection.execute(requests.insert().values(row))
    await connection.execute(delete(requests).where(requests.c.who == "", requests.c.process == row["process"]))


async def fingerprint_of(connection: Connection) -> Fingerprint:
    """The fingerprint of a database."""
    has_matches = bool((await connection.execute(select(select(matches.c.code).exists()))).scalar_one())
    if connection.dialect.name == "sqlite":
        return Fingerprint(0, has_matches)
    query = text("SELECT CAST(CAST('matches' AS regclass) AS oid)")
    return Fingerprint(int((await connection.execute(query)).scalar_one()), has_matches)

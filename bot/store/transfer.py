"""Everything in a database, carried over into another: copies between files and servers, backups and what undoes them.

A backup is always a SQLite file, whatever the database is, so that each can be restored into either kind.
"""

import hashlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Row, Table, delete, func, select, text, tuple_
from sqlalchemy.exc import IntegrityError

from bot.store import server
from bot.store.database import Connection, Database
from bot.store.migrate import UnusableDatabase
from bot.store.tables import LASTING, matches, metadata

PAGE = 500
"""Rows that are carried at once."""


class HoldsMatches(UnusableDatabase):
    """Matches would be overwritten."""

    def __init__(self, where: str) -> None:
        super().__init__(f"{where} holds matches already: say --replace if all that is in it may be lost")


@dataclass(frozen=True)
class Sum:
    """What a table holds: how many rows, and a digest of them that does not depend on their order."""

    rows: int = 0
    digest: int = 0

    def and_row(self, row: Row[Any]) -> "Sum":
        """With one row more."""
        digest = int.from_bytes(hashlib.sha256(repr(tuple(row)).encode()).digest())
        return Sum(self.rows + 1, (self.digest + digest) % 2**256)


async def transfer(source: Database, target: Database, *, replace: bool) -> Mapping[str, int]:
    """Carry every row of one database into another, in one transaction; how many there are of each table.

    All rows are read again on the other side. Raises HoldsMatches without ``replace``, and UnusableDatabase where a
    Papan is running on the target, or where the rows do not fit together
    or did not all arrive.
    """

    async def work(reading: Connection) -> Mapping[str, Sum]:
        return await target.write(lambda writing: _carry(reading, writing, target.where, replace))

    if not target.is_file and await target.read(server.served):
        raise UnusableDatabase(f"another Papan is using the database {target.where}; stop it first")
    try:
        sent = await source.read(work)
    except IntegrityError as error:
        raise UnusableDatabase(f"the rows do not fit together: {str(error.orig).splitlines()[0]}") from None
    arrived = await target.read(sums)
    if wrong := [name for name, found in sent.items() if arrived[name] != found]:
        raise UnusableDatabase(f"not every row arrived in {target.where}, see: {', '.join(wrong)}")
    return {name: found.rows for name, found in sent.items()}


async def backup(database: Database, file: Path) -> None:
    """Write a consistent copy into a new file. Raises FileExistsError."""
    if database.is_file:
        await database.duplicate(file)
        return
    _must_be_new(file)
    with TemporaryDirectory(dir=file.parent, prefix=f"{file.name}.") as folder:
        copy = await Database.open(f"sqlite:///{folder}/papan.db")
        try:
            await transfer(database, copy, replace=False)
            await copy.duplicate(file)
        finally:
            await copy.close()


async def restore(file: Path, database: Database, *, replace: bool) -> Mapping[str, int]:
    """Carry a backup into a database, also one that an earlier Papan has made; how many rows of each table.

    Raises what ``transfer`` raises, and UnusableDatabase for a file that is no backup.
    """
    with TemporaryDirectory() as folder:
        # Brought up to date in a copy: the backup itself stays as it is.
        original = await Database.look(f"sqlite:///{file}", older=True)
        try:
            await original.duplicate(Path(folder, "papan.db"))
        finally:
            await original.close()
        copy = await Database.open(f"sqlite:///{folder}/papan.db")
        try:
            return await transfer(copy, database, replace=replace)
        finally:
            await copy.close()


def _must_be_new(file: Path) -> None:
    """Said before everything is carried over, not after."""
    if file.exists():
        raise FileExistsError(f"{file} is there already")


async def sums(connection: Connection) -> dict[str, Sum]:
    """What each table holds."""
    found = {}
    for table in LASTING:
        found[table.name] = Sum()
        async for page in _pages(connection, table):
            for row in page:
                found[table.name] = found[table.name].and_row(row)
    return found


async def _carry(reading: Connection, writing: Connection, where: str, replace: bool) -> dict[str, Sum]:
    if not replace and (await writing.execute(select(func.count()).select_from(matches))).scalar_one():
        raise HoldsMatches(where)
    await _clear(writing)
    found = {}
    for table in LASTING:
        found[table.name] = Sum()
        async for page in _pages(reading, table):
            await writing.execute(table.insert(), [dict(row._mapping) for row in page])
            for row in page:
                found[table.name] = found[table.name].and_row(row)
    return found


async def _clear(connection: Connection) -> None:
    """Remove all rows, and on a server keep a Papan that begins now waiting."""
    if connection.dialect.name == "sqlite":
        for table in reversed(metadata.sorted_tables):
            await connection.execute(delete(table))
    else:
        await connection.execute(text(f"TRUNCATE {', '.join(metadata.tables)}"))


async def _pages(connection: Connection, table: Table) -> AsyncIterator[list[Row[Any]]]:
    """The rows of a table, in the order of its key."""
    key = list(table.primary_key)
    query = select(table).order_by(*key).limit(PAGE)
    page = list((await connection.execute(query)).all())
    while page:
        yield page
        last = [page[-1]._mapping[column] for column in key]
        page = list((await connection.execute(query.where(tuple_(*key) > tuple_(*last)))).all())

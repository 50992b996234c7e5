"""Copies of a whole database into another: between files and servers, as backups, and back.

A backup is always a SQLite file, whatever the database is, so that each can be restored into either kind.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Row, Table, delete, select, text, tuple_
from sqlalchemy.exc import IntegrityError

from bot.store.backends import postgresql
from bot.store.connection import Connection, Run
from bot.store.database import Database
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

    if not target.is_file and await target.read(postgresql.served):
        raise UnusableDatabase(f"another Papan is using the database {target.where}; stop it first")
    try:
        async with source.reading() as reading, target.writing() as writing:
            sent = await _carry(reading, writing, target.where, replace)
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
        last: Row[Any] | None = None
        while page := await _page(connection, table, last):
            for row in page:
                found[table.name] = found[table.name].and_row(row)
            last = page[-1]
    return found


async def _carry(reading: Run, writing: Run, where: str, replace: bool) -> dict[str, Sum]:
    if not replace and await writing(_holds_matches):
        raise HoldsMatches(where)
    await writing(_clear)
    found = {}
    for table in LASTING:
        found[table.name] = Sum()
        last: Row[Any] | None = None
        while page := await reading(partial(_page, table=table, after=last)):
            await writing(partial(_add, table=table, page=page))
            for row in page:
                found[table.name] = found[table.name].and_row(row)
            last = page[-1]
    return found


async def _holds_matches(connection: Connection) -> bool:
    return (await connection.execute(select(matches.c.code).limit(1))).first() is not None


async def _clear(connection: Connection) -> None:
    """Remove all rows, and on a server keep a Papan that begins now waiting."""
    if connection.dialect.name == "sqlite":
        for table in reversed(metadata.sorted_tables):
            await connection.execute(delete(table))
    else:
        await connection.execute(text(f"TRUNCATE {', '.join(metadata.tables)}"))


async def _page(connection: Connection, table: Table, after: Row[Any] | None) -> Sequence[Row[Any]]:
    """The next rows of a table, in the order of its key."""
    key = list(table.primary_key)
    query = select(table).order_by(*key).limit(PAGE)
    if after is not None:
        query = query.where(tuple_(*key) > tuple_(*(after._mapping[column] for column in key)))
    return (await connection.execute(query)).all()


async def _add(connection: Connection, table: Table, page: Sequence[Row[Any]]) -> None:
    await connection.execute(table.insert(), [dict(row._mapping) for row in page])

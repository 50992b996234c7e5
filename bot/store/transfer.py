"""Copies of a whole database into another: between files and servers, as backups, and back.

A backup is always a SQLite file, whatever the database is, so that each can be restored into either kind.
"""

import hashlib
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL, Table, delete, literal, select, text, tuple_
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from bot.store import audit
from bot.store.backends import postgresql, sqlite
from bot.store.connection import AnyRow, Connection, Run
from bot.store.database import Database, explained, file_at, sentence_of
from bot.store.migrate import UnusableDatabase
from bot.store.tables import LASTING, matches, metadata
from bot.store.types import EPOCH, ImpossibleMoment, UtcDateTime, number_of

PAGE = 500
"""Rows that are carried at once."""


class HoldsMatches(UnusableDatabase):
    """Matches would be overwritten."""

    def __init__(self, where: str) -> None:
        super().__init__(f"{where} holds matches already: say --replace if all that is in it may be lost")


@dataclass(frozen=True)
class Sum:
    """The contents of a table: the number of rows, and a digest of them that does not depend on their order."""

    rows: int = 0
    digest: int = 0

    def and_row(self, row: AnyRow) -> "Sum":
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
    with explained(source.where, f"cannot be carried into {target.where}"):
        try:
            async with source.reading() as reading, target.writing() as writing:
                sent = await _carry(reading, writing, target, replace)
        except IntegrityError as error:
            raise UnusableDatabase(f"the rows do not fit together: {sentence_of(error)}") from None
        arrived = await target.read(sums)
    if wrong := [name for name, found in sent.items() if arrived[name] != found]:
        raise UnusableDatabase(f"not every row arrived in {target.where}, see: {', '.join(wrong)}")
    await target.accept()
    return {name: found.rows for name, found in sent.items()}


async def backup(database: Database, file: Path) -> None:
    """Write a consistent copy into a new file, of which nothing is left if that fails.

    Raises FileExistsError, OSError where there is no place for it, and UnusableDatabase.
    """
    if database.is_file:
        with _told(f"no backup was made in {file}"):
            await database.duplicate(file)
        return
    _must_be_new(file)
    place = TemporaryDirectory(dir=file.parent, prefix=f"{file.name}.")
    with place as folder, _told(f"no backup was made in {file}"):
        copy = await _begun(Path(folder, "papan.db"), f"no backup was made in {file}")
        try:
            await transfer(database, copy, replace=False)
            await copy.duplicate(file)
        finally:
            await copy.close()


@asynccontextmanager
async def opened_backup(file: Path) -> AsyncIterator[Database]:
    """The contents of a backup, also of one made by an earlier Papan, in a copy: the backup itself stays as it is.

    Raises UnusableDatabase for a file that is no backup, or a broken one, and where there is no room for the copy.
    """
    try:
        temporary = TemporaryDirectory()
    except OSError as error:
        said = sentence_of(error)
        raise UnusableDatabase(f"the backup {file} cannot be copied into a temporary folder: {said}") from error
    with temporary as folder:
        original = await Database.look(_address(file), older=True)
        try:
            with _told(f"the backup {file} is broken"):
                if damage := await original.read(_damage):
                    raise UnusableDatabase(f"the backup {file} is broken: {damage}")
                await original.duplicate(Path(folder, "papan.db"))
        finally:
            await original.close()
        copy = await _begun(Path(folder, "papan.db"), f"the backup {file} is broken")
        try:
            yield copy
        finally:
            await copy.close()


async def damage_of(url: str) -> str:
    """The reason why a file cannot be used as a database, in one line; empty where it can, or where nothing is there.

    A file whose schema is not one of Papan's is whole, and somebody's.
    """
    if (file := file_at(url)) is None or not file.is_file() or file.stat().st_size == 0:
        return ""
    try:
        found = await Database.look(url, older=True)
    except UnusableDatabase as error:
        if error.__cause__:
            return sentence_of(error.__cause__)
        return "the journal beside it is of another database" if await sqlite.is_ours_alone(file) else ""
    try:
        return await found.read(_damage)
    except (SQLAlchemyError, sqlite3.Error) as error:
        return sentence_of(error)
    finally:
        await found.close()


async def put_in_place(source: Database, url: str, damage: str, *, replace: bool) -> tuple[Mapping[str, int], Path]:
    """Put a new file with every row of a database in the place of one that cannot be used, which is set aside with the
    files beside it; how many rows there are of each table, and its name then.

    The new file is whole before anything is moved. Raises UnusableDatabase, also where a Papan is running, and without
    ``replace``.
    """
    file = file_at(url)
    assert file, "only a file is set aside"
    if not replace:
        raise UnusableDatabase(f"the database {file} is broken ({damage}): say --replace to have it set aside")
    with (
        explained(str(file), "cannot be replaced"),
        TemporaryDirectory(dir=file.parent, prefix=f"{file.name}.") as folder,
    ):
        fresh, whole = await Database.open(_address(Path(folder, "papan.db"))), Path(folder, "whole.db")
        try:
            rows = await transfer(source, fresh, replace=True)
            await fresh.duplicate(whole)
        finally:
            await fresh.close()
        return rows, sqlite.replace(file, whole)


async def _begun(file: Path, failed: str) -> Database:
    """A file of our own for the time being; ``failed`` begins the sentence where it cannot be had."""
    try:
        return await Database.open(_address(file))
    except UnusableDatabase as error:
        raise UnusableDatabase(f"{failed}: {sentence_of(error.__cause__ or error)}") from error


async def _damage(connection: Connection) -> str:
    """The faults that SQLite finds in a file, in one line; empty where it is whole."""
    said = str((await connection.execute(text("PRAGMA integrity_check(1)"))).scalar_one())
    return "" if said == "ok" else " ".join(said.split())


def _address(file: Path) -> str:
    return URL.create("sqlite", database=str(file)).render_as_string()


@contextmanager
def _told(what: str) -> Iterator[None]:
    """Turns an exception of a driver into UnusableDatabase, one sentence; one of the system stays as it is."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise UnusableDatabase(f"{what}: {sentence_of(error)}") from error


def _must_be_new(file: Path) -> None:
    """Said before everything is carried over, not after."""
    if file.exists():
        raise FileExistsError(f"{file} is there already")


async def sums(connection: Connection) -> dict[str, Sum]:
    """The contents of each table."""
    found = {}
    for table in LASTING:
        found[table.name] = Sum()
        last: AnyRow | None = None
        while page := await _page(connection, table, last):
            for row in page:
                found[table.name] = found[table.name].and_row(row)
            last = page[-1]
    return found


async def _carry(reading: Run, writing: Run, target: Database, replace: bool) -> dict[str, Sum]:
    if not replace and await writing(_holds_matches):
        raise HoldsMatches(target.where)
    await writing(_clear)
    found = {}
    for table in LASTING:
        found[table.name] = Sum()
        last: AnyRow | None = None
        while page := await reading(partial(_page, table=table, after=last)):
            if not target.is_file:
                _check_moments(table, page)
            await writing(partial(_add, table=table, page=page))
            for row in page:
                found[table.name] = found[table.name].and_row(row)
            last = page[-1]
    return found


def _check_moments(table: Table, page: Sequence[AnyRow]) -> None:
    """A file keeps a time that is out of range, and ``papan check`` names it; it is not brought to a server."""
    for column in (column for column in table.columns if isinstance(column.type, UtcDateTime)):
        for row in page:
            moment = row._mapping[column]
            if isinstance(moment, ImpossibleMoment) or (moment is not None and moment < EPOCH):
                named = audit.where(table.name, {each.name: row._mapping[each] for each in table.primary_key})
                raise UnusableDatabase(f"{named} has {column.name} {number_of(moment)}, which is no moment")


async def _holds_matches(connection: Connection) -> bool:
    return (await connection.execute(select(matches.c.code).limit(1))).first() is not None


async def _clear(connection: Connection) -> None:
    """Remove all rows, and on a server keep a Papan that begins now waiting."""
    if connection.dialect.name == "sqlite":
        # A row that breaks a rule is carried like any other: ``papan check`` names it here as it did there.
        await connection.execute(text("PRAGMA ignore_check_constraints=ON"))
        for table in reversed(metadata.sorted_tables):
            await connection.execute(delete(table))
    else:
        await connection.execute(text(f"TRUNCATE {', '.join(metadata.tables)}"))


async def _page(connection: Connection, table: Table, after: AnyRow | None) -> Sequence[AnyRow]:
    """The next rows of a table, in the order of its key."""
    key = list(table.primary_key)
    query = select(table).order_by(*key).limit(PAGE)
    if after is not None:
        last = (literal(after._mapping[column], column.type) for column in key)  # a moment is a number there
        query = query.where(tuple_(*key) > tuple_(*last))
    try:
        return (await connection.execute(query)).all()
    except (ValueError, ArithmeticError, TypeError) as error:
        raise UnusableDatabase(f"a row of {table.name} cannot be read: {sentence_of(error)}") from error


async def _add(connection: Connection, table: Table, page: Sequence[AnyRow]) -> None:
    await connection.execute(table.insert(), [dict(row._mapping) for row in page])

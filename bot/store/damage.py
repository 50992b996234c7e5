"""Finds damage below the rows: broken pages, indexes that disagree with their tables, tables that were changed."""

from collections.abc import AsyncIterator, Iterator, Mapping

import sqlalchemy
from sqlalchemy import Table, UniqueConstraint, bindparam, inspect, text
from sqlalchemy.engine import Inspector
from sqlalchemy.exc import SQLAlchemyError

from bot.store import amcheck
from bot.store.audit import Found, sentence_of
from bot.store.backends import collations
from bot.store.connection import Connection
from bot.store.database import Database
from bot.store.tables import metadata

_TRIGGERS_OF_A_FILE = text("SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
_TRIGGERS_ON_A_SERVER = text(
    "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
    " WHERE NOT tgisinternal AND pg_table_is_visible(tgrelid) AND relname IN :tables ORDER BY tgname"
).bindparams(bindparam("tables", [table.name for table in metadata.sorted_tables], expanding=True))


async def find_damage(database: Database) -> AsyncIterator[Found]:
    """Damage to a file; indexes that disagree with their tables, or are missing; triggers that are not ours."""
    if database.is_file:
        for line in await _lines_of_file(database):
            yield "file", line
    else:
        for found in await database.write(lambda connection: connection.run_sync(amcheck.compare_indexes)):
            yield found
        for sentence in await database.read(lambda connection: connection.run_sync(collations.changed)):
            yield "server", sentence
    try:
        changes = await database.read(lambda connection: connection.run_sync(_changes))
    except SQLAlchemyError as error:
        changes = [("schema", f"cannot be read: {sentence_of(error)}")]
    for found in changes:
        yield found


async def _lines_of_file(database: Database) -> list[str]:
    """The faults that SQLite finds in any page, and in any index compared with its table."""

    async def work(connection: Connection) -> list[str]:
        # Rows that break a rule are named by their keys elsewhere. Here they would be counted among the hundred lines
        # after which SQLite ends, and keep it from naming damage.
        await connection.execute(text("PRAGMA ignore_check_constraints=ON"))
        try:
            return list((await connection.execute(text("PRAGMA integrity_check"))).scalars())
        finally:
            await connection.execute(text("PRAGMA ignore_check_constraints=OFF"))

    try:
        return [line for line in await database.read(work) if line != "ok"]
    except SQLAlchemyError as error:
        return [sentence_of(error)]


def _changes(connection: sqlalchemy.Connection) -> list[Found]:
    """Triggers that are there, for Papan has none, and indexes and unique keys that are not."""
    if connection.dialect.name == "sqlite":
        triggers = connection.execute(_TRIGGERS_OF_A_FILE)
    else:
        triggers = connection.execute(_TRIGGERS_ON_A_SERVER)
    found = [(f"table {table}", f"has a trigger that is not Papan's: {trigger}") for trigger, table in triggers]
    inspector = inspect(connection)
    indexes = inspector.get_multi_indexes(filter_names=[table.name for table in metadata.sorted_tables])
    for table in metadata.sorted_tables:
        there = {index["name"]: index["column_names"] for index in indexes[None, table.name]}
        found += [(f"table {table.name}", what) for what in (*_lost(table, there), *_lost_keys(inspector, table))]
    return found


def _lost(table: Table, there: Mapping[str | None, list[str | None]]) -> Iterator[str]:
    for index in sorted(table.indexes, key=lambda index: str(index.name)):
        if index.name not in there:
            yield f"lacks index {index.name}"
        elif there[index.name] != (columns := [column.name for column in index.columns]):
            yield f"has an index {index.name} that is not one of {', '.join(columns)}"


def _lost_keys(inspector: Inspector, table: Table) -> Iterator[str]:
    """Only of tables that have unique keys are they read, since that takes longest of all."""
    if keys := [each.columns.keys() for each in table.constraints if isinstance(each, UniqueConstraint)]:
        there = [key["column_names"] for key in inspector.get_unique_constraints(table.name)]
        yield from (f"lacks the unique key of {', '.join(key)}" for key in keys if key not in there)

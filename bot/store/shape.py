"""Compares the tables of a database with those that the code wants, and adds what can be added.

Every step of the schema is taken then. Tables that differ all the same were written by a Papan under development, in
which a step had another content.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import CheckConstraint, Column, Table, inspect, text

from bot.store.tables import metadata

_EVER = ("accounts", "matches", "moves", "players", "views")
"""Tables that every database of ours has had: where one is missing its rows are lost, and an empty one hides that."""
_WORD = re.compile(r"\w+")
_OF_A_FILE = text(
    'SELECT tables.name, columns.name, columns."notnull" AND columns.dflt_value IS NULL AND columns.pk = 0'
    " FROM sqlite_master tables JOIN pragma_table_info(tables.name) columns WHERE tables.type = 'table'"
)
_ON_A_SERVER = text(
    "SELECT relname, attname, attnotnull AND NOT atthasdef AND attidentity = ''"
    " FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid"
    " WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace) AND attnum > 0 AND NOT attisdropped"
)


class StrangeTables(ValueError):
    """The tables cannot be made those that Papan wants; the text says why, for the operator."""


@dataclass(frozen=True)
class Difference:
    """The tables and columns that a database lacks, and those of its columns that no row of ours can fill."""

    tables: tuple[Table, ...]
    columns: tuple[Column[object], ...]
    strange: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.tables or self.columns or self.strange)


def difference(connection: sqlalchemy.Connection) -> Difference:
    """The differences of a database that holds the newest schema, by one query."""
    query = _OF_A_FILE if connection.dialect.name == "sqlite" else _ON_A_SERVER
    there: dict[str, dict[str, bool]] = {}
    for table, column, must_be_filled in connection.execute(query):
        there.setdefault(table, {})[column] = bool(must_be_filled)
    known = metadata.tables
    return Difference(
        tuple(table for table in metadata.sorted_tables if table.name not in there),
        tuple(
            column
            for table in metadata.sorted_tables
            for column in table.columns
            if table.name in there and column.name not in there[table.name]
        ),
        tuple(
            f"{table}.{column}"
            for table in sorted(there.keys() & known.keys())
            for column, must_be_filled in sorted(there[table].items())
            if must_be_filled and column not in known[table].columns
        ),
    )


def complete(connection: sqlalchemy.Connection) -> list[str]:
    """Add what a database lacks, in the transaction that is open, with foreign keys off on a file: what was added.

    Raises StrangeTables where that cannot be done.
    """
    found = difference(connection)
    if lost := [table.name for table in found.tables if table.name in _EVER]:
        raise StrangeTables(f"it lacks {', '.join(lost)}")
    if found.strange:
        raise StrangeTables(f"it has {', '.join(found.strange)}, which Papan does not know and which must be filled")
    if fixed := [str(column) for column in found.columns if not (column.nullable or column.server_default)]:
        raise StrangeTables(f"it lacks {', '.join(fixed)}, and nothing tells what stands there")
    if not found:
        return []
    metadata.create_all(connection, found.tables)
    operations = Operations(MigrationContext.configure(connection, opts={"target_metadata": metadata}))
    for table in {column.table: None for column in found.columns}:
        assert isinstance(table, Table)
        added = [column for column in found.columns if column.table is table]
        with operations.batch_alter_table(table.name, table_kwargs={"sqlite_strict": True}) as batch:
            for column in added:
                default = _default(column)
                batch.add_column(Column(column.name, column.type, nullable=column.nullable, server_default=default))
            for rule in _rules(connection, table, [column.name for column in added]):
                batch.create_check_constraint(operations.f(str(rule.name)), rule.sqltext)
    _add_indexes(connection)
    return [*(table.name for table in found.tables), *map(str, found.columns)]


def _default(column: Column[object]) -> str | None:
    default = column.server_default
    return str(default.arg) if isinstance(default, sqlalchemy.DefaultClause) else None


def _rules(connection: sqlalchemy.Connection, table: Table, columns: list[str]) -> Iterator[CheckConstraint]:
    """The rules about these columns that are not there."""
    there = {each["name"] for each in inspect(connection).get_check_constraints(table.name)}
    about = {*columns}
    for rule in table.constraints:
        if (
            isinstance(rule, CheckConstraint)
            and rule.name not in there
            and not about.isdisjoint(_WORD.findall(str(rule.sqltext)))
        ):
            yield rule


def _add_indexes(connection: sqlalchemy.Connection) -> None:
    """Those that are missing. ``papan check`` names a unique one: rows may be there that keep it from being made."""
    there = inspect(connection).get_multi_indexes()
    for table in metadata.sorted_tables:
        names = {index["name"] for index in there.get((None, table.name), [])}
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            if index.name not in names and not index.unique:
                index.create(connection)

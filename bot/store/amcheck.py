"""Compares the indexes of a server with their tables, by PostgreSQL's own extension amcheck."""

import sqlalchemy
from sqlalchemy import bindparam, text
from sqlalchemy.exc import DBAPIError

from bot.store.audit import Found, Remark, sentence_of
from bot.store.backends import postgresql
from bot.store.tables import metadata

_NOT_COMPARED = (
    "server",
    Remark("the indexes were not compared with their tables: amcheck is not there, or not for this user"),
)
_INSTALL = text("CREATE EXTENSION IF NOT EXISTS amcheck")
_SCHEMA = text(
    "SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace"
    " WHERE extname = 'amcheck'"
)
_INDEXES = text(
    "SELECT indexrelid, indexes.relname FROM pg_index JOIN pg_class indexes ON indexes.oid = indexrelid"
    " JOIN pg_class tables ON tables.oid = indrelid JOIN pg_am ON pg_am.oid = indexes.relam"
    " WHERE amname = 'btree' AND pg_table_is_visible(indrelid) AND tables.relname IN :tables ORDER BY indexes.relname"
).bindparams(bindparam("tables", [table.name for table in metadata.sorted_tables], expanding=True))


def compare_indexes(connection: sqlalchemy.Connection) -> list[Found]:
    """Each index that is damaged, or lacks a row of its table; a remark where that cannot be found out.

    Where the extension is not installed, and this user may install it, it is there for the time of the comparison only.
    """
    before = connection.begin_nested()
    try:
        try:
            with connection.begin_nested():
                connection.execute(_INSTALL)
        except DBAPIError as error:
            if postgresql.is_away(error):
                raise
            return [_NOT_COMPARED]
        schema = connection.execute(_SCHEMA).scalar_one()
        # bt_index_check takes no lock that keeps anybody from writing; the second argument has it look for every row.
        compare = text(f"SELECT {schema}.bt_index_check(CAST(:oid AS oid), true)")
        found: list[Found] = []
        for oid, name in connection.execute(_INDEXES).all():
            try:
                with connection.begin_nested():
                    connection.execute(compare, {"oid": oid})
            except DBAPIError as error:
                if postgresql.is_away(error):
                    raise
                if postgresql.is_forbidden(error):
                    return [_NOT_COMPARED]
                found.append((f"index {name}", sentence_of(error)))
        return found
    finally:
        before.rollback()

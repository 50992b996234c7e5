"""On a server texts are compared byte by byte, as in a file, and not as the C library of its machine sorts them."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"

_SORTED_BY_THE_MACHINE = sa.text(
    "SELECT relname, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid"
    " JOIN pg_collation ON pg_collation.oid = attcollation"
    " WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace) AND attnum > 0 AND NOT attisdropped"
    " AND atttypid = CAST('text' AS regtype) AND collname <> 'C' ORDER BY relname, attnum"
)


def upgrade() -> None:
    """The rows stay where they are; each index over a text is made anew, which also repairs it."""
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        return
    quoted = connection.dialect.identifier_preparer.quote
    changes: dict[str, list[str]] = {}
    for table, column in connection.execute(_SORTED_BY_THE_MACHINE):
        changes.setdefault(table, []).append(f'ALTER COLUMN {quoted(column)} TYPE text COLLATE "C"')
    for table, columns in changes.items():
        op.execute(f"ALTER TABLE {quoted(table)} {', '.join(columns)}")

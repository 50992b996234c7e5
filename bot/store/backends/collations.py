"""Compares how a server's machine sorts texts with how it did when its indexes were made.

A newer C library or ICU, as of a newer image, may sort otherwise; indexes are wrong then without being damaged. Those
of Papan compare byte by byte ("C"), but what else there is in the database, or was made by hand, need not.
"""

import sqlalchemy
from sqlalchemy import text

FIRST_WITH_VERSIONS = (15,)
"""From this version on, a server remembers the version of a whole database."""

_OF_DATABASE = text(
    "SELECT quote_ident(datname), quote_ident(datname), datcollversion, pg_database_collation_actual_version(oid)"
    " FROM pg_database WHERE datname = current_database()"
    " AND datcollversion IS DISTINCT FROM pg_database_collation_actual_version(oid)"
)
_OF_COLUMNS = text(
    "SELECT quote_ident(current_database()), CAST(CAST(oid AS regcollation) AS text), collversion,"
    " pg_collation_actual_version(oid) FROM pg_collation"
    " WHERE oid IN (SELECT attcollation FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid"
    " WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace) AND attnum > 0)"
    " AND collname <> 'default' AND collversion IS DISTINCT FROM pg_collation_actual_version(oid) ORDER BY collname"
)
_COMPARED = (("DATABASE", _OF_DATABASE), ("COLLATION", _OF_COLUMNS))


def changed(connection: sqlalchemy.Connection) -> list[str]:
    """A sentence with the way out for each version that is not the remembered one; nothing on servers without them."""
    if (connection.dialect.server_version_info or ()) < FIRST_WITH_VERSIONS:
        return []
    found = [(kind, *row) for kind, query in _COMPARED for row in connection.execute(query)]
    return [
        f"{name} was made where version {then or 'none'} of a library sorts texts, and the machine has"
        f" {now or 'none'} now: indexes may miss rows. Stop Papan, and run: REINDEX DATABASE {database};"
        f" ALTER {kind} {name} REFRESH COLLATION VERSION;"
        for kind, database, name, then, now in found
    ]

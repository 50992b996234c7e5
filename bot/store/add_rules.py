"""Adds rules to tables that have rows already, for a migration.

Rows that contradict themselves already stay as they are, for nobody but the operator can know what is right: they are
counted in the log, ``papan check`` names them, and from then on they can only be changed to what is no contradiction.
"""

from collections.abc import Mapping

import sqlalchemy as sa
import structlog
from alembic import op

STRICT = {"sqlite_strict": True}

_log = structlog.get_logger(__name__)


def add_rules(added: Mapping[str, Mapping[str, str]]) -> None:
    """Add rules to tables, by table and name; on SQLite each table is built anew, while it does not look at them."""
    server = op.get_bind().dialect.name != "sqlite"
    for name, rules in added.items():
        broken = {rule for rule, sql in rules.items() if _broken(name, rule, sql)}
        with op.batch_alter_table(name, table_kwargs=STRICT) as table:
            for rule, sql in rules.items():
                # Not looking at the rows that are there: what a server calls NOT VALID.
                lenient = {"postgresql_not_valid": True} if server and rule in broken else {}
                table.create_check_constraint(op.f(f"ck_{name}_{rule}"), sql, **lenient)


def _broken(table: str, rule: str, sql: str) -> int:
    """How many rows break a rule."""
    count = sa.select(sa.func.count()).select_from(sa.table(table)).where(sa.text(f"NOT ({sql})"))
    found = int(op.get_bind().execute(count).scalar_one())
    if found:
        _log.warning("rows_contradict_themselves", table=table, rule=rule, rows=found, advice="papan check names them")
    return found

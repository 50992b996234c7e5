"""The nudges in a turn are counted, as there are two at most."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number

revision = "0010"
down_revision = "0009"

NUDGES = "nudges = 0 OR (nudges BETWEEN 1 AND 2 AND nudged_at IS NOT NULL)"


def upgrade() -> None:
    """Those of turns that have begun already do not count."""
    op.add_column("matches", sa.Column("nudges", Number, nullable=False, server_default="0"))
    with op.batch_alter_table("matches", table_kwargs={"sqlite_strict": True}) as table:
        table.create_check_constraint(op.f("ck_matches_nudges"), NUDGES)

"""The host of a match may say that nobody watches it."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag

revision = "0011"
down_revision = "0010"

TERMS = "rated IN (0, 1) AND away_ok IN (0, 1) AND watched IN (0, 1) AND (rated = 0 OR pace IS NOT NULL)"


def upgrade() -> None:
    """All matches so far may be watched."""
    op.add_column("matches", sa.Column("watched", Flag, nullable=False, server_default="1"))
    with op.batch_alter_table("matches", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_matches_terms"), type_="check")
        table.create_check_constraint(op.f("ck_matches_terms"), TERMS)

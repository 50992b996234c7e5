"""What the staff decides is told in a channel of theirs: each ruling once."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag

revision = "0028"
down_revision = "0027"

UNTOLD = sa.text("done = 1 AND told = 0")


def upgrade() -> None:
    """What was decided before counts as told: nobody has chosen a channel for it."""
    op.add_column("rulings", sa.Column("told", Flag, nullable=False, server_default="1"))
    with op.batch_alter_table("rulings", table_kwargs={"sqlite_strict": True}) as table:
        table.create_check_constraint(op.f("ck_rulings_told"), "told IN (0, 1)")
    op.create_index("ix_rulings_told", "rulings", ["at"], sqlite_where=UNTOLD, postgresql_where=UNTOLD)

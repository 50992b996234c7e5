"""Where a ban has taken down what somebody plays, the match is shown no longer."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Every board of before goes on as it is."""
    op.add_column("views", sa.Column("closed", Flag, nullable=False, server_default="0"))
    with op.batch_alter_table("views", table_kwargs={"sqlite_strict": True}) as table:
        table.create_check_constraint(op.f("ck_views_closed"), "closed IN (0, 1)")

"""Where a ban has taken down what somebody plays, the match is shown no longer; topics of forums have names."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Text

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Every board of before goes on as it is."""
    op.add_column("views", sa.Column("closed", Flag, nullable=False, server_default="0"))
    with op.batch_alter_table("views", table_kwargs={"sqlite_strict": True}) as table:
        table.create_check_constraint(op.f("ck_views_closed"), "closed IN (0, 1)")
    op.create_table(
        "topics",
        *(sa.Column(name, Text, nullable=False) for name in ("platform", "chat", "thread", "name")),
        sa.PrimaryKeyConstraint("chat", "thread", "platform", name="pk_topics"),
        sa.CheckConstraint("platform <> '' AND chat <> '' AND thread <> ''", name=op.f("ck_topics_place")),
        sqlite_strict=True,
    )

"""What only the processes of one database know, so that what they hand out can be told from what others make up."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """None is made here: the first process that needs one makes it."""
    op.create_table(
        "secrets",
        sa.Column("name", Text, nullable=False),
        sa.Column("value", Text, nullable=False),
        sa.CheckConstraint("length(value) = 64", name=op.f("ck_secrets_value")),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
        sqlite_strict=True,
    )

"""Which processes live, what each of them has taken upon itself, and which of them works off an update."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, Text, UtcDateTime

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """No process lives yet: whatever waits in the inbox belongs to the first that comes."""
    op.create_table(
        "processes",
        sa.Column("id", Text, nullable=False),
        sa.Column("serves", Text, nullable=False),
        sa.Column("until", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
        sqlite_strict=True,
    )
    op.create_table(
        "leases",
        sa.Column("kind", Text, nullable=False),
        sa.Column("share", Number, nullable=False),
        sa.Column("holder", Text, nullable=False),
        sa.PrimaryKeyConstraint("kind", "share", name="pk_leases"),
        sqlite_strict=True,
    )
    op.add_column("inbox", sa.Column("holder", Text, nullable=False, server_default=""))

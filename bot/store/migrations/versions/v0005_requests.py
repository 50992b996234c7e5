"""How much people ask for, minute by minute: a limit that holds in all processes together."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nobody has asked for anything yet."""
    op.create_table(
        "requests",
        sa.Column("who", Text, nullable=False),
        sa.Column("minute", Number, nullable=False),
        sa.Column("process", Text, nullable=False),
        sa.Column("count", Number, nullable=False),
        sa.PrimaryKeyConstraint("who", "minute", "process", name="pk_requests"),
        sqlite_strict=True,
    )
    op.create_index("ix_requests_minute", "requests", ["minute"])
    op.create_index("ix_matches_created", "matches", ["host", "created"])

"""What was opened before somebody had their data deleted lets nobody in, also after a restart."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text, UtcDateTime

revision = "0034"
down_revision = "0033"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """Nobody has had data deleted so far, as far as this goes back: a day."""
    op.create_table(
        "deletions",
        sa.Column("account", Text, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_deletions"),
        sa.CheckConstraint("length(account) = 32", name=op.f("ck_deletions_account")),
        sa.CheckConstraint(f"at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_deletions_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_deletions_at", "deletions", ["at"])

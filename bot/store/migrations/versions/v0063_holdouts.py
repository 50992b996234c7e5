"""A lost ending each week, in which people hold out as long as they can."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, Text, UtcDateTime

revision = "0063"
down_revision = "0062"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """Nobody has tried yet."""
    moments = " AND ".join(f"{name} BETWEEN 0 AND {LAST_MOMENT}" for name in ("begun", "ended"))
    op.create_table(
        "holdouts",
        *(sa.Column(name, Text, nullable=False) for name in ("week", "player", "ending", "community", "turns")),
        sa.Column("held", Number),
        sa.Column("practice", Text, nullable=False),
        sa.Column("begun", UtcDateTime, nullable=False),
        sa.Column("ended", UtcDateTime),
        sa.PrimaryKeyConstraint("week", "player", name="pk_holdouts"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_holdouts_player"),
        sa.CheckConstraint("length(week) = 8", name=op.f("ck_holdouts_week")),
        sa.CheckConstraint("community = '' OR length(community) = 32", name=op.f("ck_holdouts_community")),
        sa.CheckConstraint("(held IS NULL) = (ended IS NULL)", name=op.f("ck_holdouts_held")),
        sa.CheckConstraint("practice = '' OR held IS NOT NULL", name=op.f("ck_holdouts_practice")),
        sa.CheckConstraint(moments, name=op.f("ck_holdouts_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_holdouts_record", "holdouts", ["week", "community", "held"])
    op.create_index("ix_holdouts_player", "holdouts", ["player"])

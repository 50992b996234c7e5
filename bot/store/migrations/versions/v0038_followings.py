"""Somebody is followed in a community by those who want to know how their matches end."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text, UtcDateTime

revision = "0038"
down_revision = "0037"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """Nobody follows anybody so far."""
    op.create_table(
        "followings",
        *(sa.Column(name, Text, nullable=False) for name in ("player", "other", "community", "platform")),
        sa.Column("since", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("player", "other", "community", name="pk_followings"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_followings_player"),
        sa.ForeignKeyConstraint(["other"], ["players.id"], name="fk_followings_other"),
        sa.CheckConstraint("other <> player", name=op.f("ck_followings_other")),
        sa.CheckConstraint("length(community) = 32", name=op.f("ck_followings_community")),
        sa.CheckConstraint(f"since BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_followings_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_followings_other", "followings", ["other", "community"])

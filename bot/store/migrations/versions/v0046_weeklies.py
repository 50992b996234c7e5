"""Chats have a card a week, and count which moves were refused there."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, Text, UtcDateTime

revision = "0046"
down_revision = "0045"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """No chat has asked for one so far."""
    op.create_table(
        "weeklies",
        *(sa.Column(name, Text, nullable=False) for name in ("community", "platform", "account", "chat", "thread")),
        sa.Column("language", Text, nullable=False),
        *(sa.Column(name, UtcDateTime) for name in ("due", "at")),
        sa.PrimaryKeyConstraint("community", name="pk_weeklies"),
        sa.CheckConstraint("length(community) = 32 AND chat <> ''", name=op.f("ck_weeklies_place")),
        sa.CheckConstraint(
            f"due BETWEEN 0 AND {LAST_MOMENT} AND at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_weeklies_moments")
        ),
        sqlite_strict=True,
    )
    for name in ("due", "at"):
        op.create_index(f"ix_weeklies_{name}", "weeklies", [name])
    op.create_table(
        "refused_moves",
        *(sa.Column(name, Text, nullable=False) for name in ("community", "week", "ruleset", "reason")),
        sa.Column("count", Number, nullable=False),
        sa.PrimaryKeyConstraint("community", "week", "ruleset", "reason", name="pk_refused_moves"),
        sa.ForeignKeyConstraint(["community"], ["weeklies.community"], name="fk_refused_moves_community"),
        sa.CheckConstraint("count > 0 AND length(week) = 10", name=op.f("ck_refused_moves_count")),
        sqlite_strict=True,
    )

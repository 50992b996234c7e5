"""Hosts choose for their server, group or room; a view knows the server of its channel."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, Text, UtcDateTime

revision = "0024"
down_revision = "0023"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """Nobody has chosen anything yet, and of no channel the server is known."""
    op.add_column("views", sa.Column("server", Text, nullable=False, server_default=""))
    op.create_table(
        "communities",
        *(sa.Column(name, Text, nullable=False) for name in ("id", "platform", "account", "settings")),
        sa.Column("version", Number, nullable=False),
        sa.Column("changed", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_communities"),
        sa.CheckConstraint("length(id) = 32 AND platform <> '' AND account <> ''", name=op.f("ck_communities_place")),
        sa.CheckConstraint("version > 0", name=op.f("ck_communities_version")),
        sa.CheckConstraint(f"changed BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_communities_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_communities_account", "communities", ["account", "platform"], unique=True)
    op.create_table(
        "allowed",
        *(sa.Column(name, Text, nullable=False) for name in ("community", "kind", "account", "may", "name")),
        sa.PrimaryKeyConstraint("community", "kind", "may", "account", name="pk_allowed"),
        sa.ForeignKeyConstraint(["community"], ["communities.id"], name="fk_allowed_community"),
        sa.CheckConstraint("kind IN ('channel', 'role')", name=op.f("ck_allowed_kind")),
        sa.CheckConstraint("may IN ('play', 'organise', 'rule') AND account <> ''", name=op.f("ck_allowed_may")),
        sqlite_strict=True,
    )

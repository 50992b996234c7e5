"""Matches of others can be followed, and those of a chat are found with those in its threads."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, Text

revision = "0025"
down_revision = "0023"

BELOW = sa.text("parent <> ''")


def upgrade() -> None:
    """Nobody follows a match so far. The boards that stand below a channel are found by it."""
    op.create_table(
        "follows",
        *(sa.Column(name, Text, nullable=False) for name in ("match", "player", "platform", "what")),
        sa.Column("ply", Number, nullable=False),
        sa.PrimaryKeyConstraint("match", "player", name="pk_follows"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_follows_match"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_follows_player"),
        sa.CheckConstraint("what IN ('end', 'moves')", name=op.f("ck_follows_what")),
        sa.CheckConstraint("ply >= 0", name=op.f("ck_follows_ply")),
        sqlite_strict=True,
    )
    op.create_index("ix_follows_player", "follows", ["player"])
    op.create_index("ix_views_parent", "views", ["parent", "platform"], sqlite_where=BELOW, postgresql_where=BELOW)

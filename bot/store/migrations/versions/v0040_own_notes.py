"""People write notes to themselves on matches."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text, UtcDateTime

revision = "0040"
down_revision = "0039"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """Nobody has noted anything so far."""
    op.create_table(
        "own_notes",
        *(sa.Column(name, Text, nullable=False) for name in ("match", "player", "text")),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("match", "player", name="pk_own_notes"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_own_notes_match"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_own_notes_player"),
        sa.CheckConstraint("text <> ''", name=op.f("ck_own_notes_text")),
        sa.CheckConstraint(f"at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_own_notes_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_own_notes_player", "own_notes", ["player"])

"""People keep games from elsewhere under names of their own."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, Text, UtcDateTime

revision = "0051"
down_revision = "0050"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """Nobody keeps any so far."""
    op.create_table(
        "kept_games",
        *(sa.Column(name, Text, nullable=False) for name in ("player", "key", "name", "ruleset")),
        sa.Column("plies", Number, nullable=False),
        sa.Column("record", Text, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("player", "key", name="pk_kept_games"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_kept_games_player"),
        sa.CheckConstraint("length(key) = 16", name=op.f("ck_kept_games_key")),
        sa.CheckConstraint("name <> ''", name=op.f("ck_kept_games_name")),
        sa.CheckConstraint("plies >= 0", name=op.f("ck_kept_games_plies")),
        sa.CheckConstraint(f"at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_kept_games_moments")),
        sqlite_strict=True,
    )

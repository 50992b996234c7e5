"""Those who look on guess the next turn of a match."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Billionths, Flag, Number, Text, UtcDateTime

revision = "0037"
down_revision = "0036"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """Nobody has guessed anything so far."""
    op.create_table(
        "guesses",
        sa.Column("match", Text, nullable=False),
        sa.Column("ply", Number, nullable=False),
        sa.Column("player", Text, nullable=False),
        sa.Column("turn", Text, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.Column("community", Text, nullable=False),
        sa.Column("weight", Billionths, nullable=False),
        sa.Column("hit", Flag),
        sa.PrimaryKeyConstraint("match", "ply", "player", name="pk_guesses"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_guesses_match"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_guesses_player"),
        sa.CheckConstraint("ply > 0 AND turn <> ''", name=op.f("ck_guesses_turn")),
        sa.CheckConstraint("weight > 0", name=op.f("ck_guesses_weight")),
        sa.CheckConstraint("hit IN (0, 1)", name=op.f("ck_guesses_hit")),
        sa.CheckConstraint(f"at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_guesses_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_guesses_player", "guesses", ["player"])
    op.create_index("ix_guesses_community", "guesses", ["community", "player", "hit", "weight"])

"""Which lessons people have done."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text, UtcDateTime

revision = "0022"
down_revision = "0021"

LAST_MOMENT = 253_402_300_799_999_999
TOPICS = "('board', 'moving', 'capturing', 'several', 'duty', 'growth', 'ending')"


def upgrade() -> None:
    """Nobody has done any so far."""
    op.create_table(
        "lessons",
        sa.Column("player", Text, nullable=False),
        sa.Column("ruleset", Text, nullable=False),
        sa.Column("lesson", Text, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("player", "ruleset", "lesson", name="pk_lessons"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_lessons_player"),
        sa.CheckConstraint(f"lesson IN {TOPICS}", name=op.f("ck_lessons_lesson")),
        sa.CheckConstraint(f"at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_lessons_moments")),
        sqlite_strict=True,
    )

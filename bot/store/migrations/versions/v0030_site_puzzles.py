"""Puzzles are mined from the matches that end here, but from those of people who do not want it."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, SmallInt, Text, UtcDateTime

revision = "0030"
down_revision = "0029"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """No match was looked at so far, and nobody has chosen."""
    op.add_column("players", sa.Column("mined", Text))
    op.create_table(
        "site_puzzles",
        *(sa.Column(name, Text, nullable=False) for name in ("id", "ruleset", "position", "goal", "line", "themes")),
        sa.Column("rating", Number, nullable=False),
        sa.Column("found_at", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_site_puzzles"),
        sa.CheckConstraint("goal IN ('win', 'piece-up', 'draw')", name=op.f("ck_site_puzzles_goal")),
        sa.CheckConstraint("position <> '' AND line <> '' AND themes <> ''", name=op.f("ck_site_puzzles_line")),
        sa.CheckConstraint("rating BETWEEN 0 AND 4000", name=op.f("ck_site_puzzles_rating")),
        sa.CheckConstraint(f"found_at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_site_puzzles_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_site_puzzles_ruleset", "site_puzzles", ["ruleset", "id"])
    op.create_table(
        "mining",
        sa.Column("id", SmallInt, autoincrement=False, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.Column("nth", Number, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_mining"),
        sa.CheckConstraint("id = 0 AND nth > 0", name=op.f("ck_mining_one")),
        sa.CheckConstraint(f"at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_mining_moments")),
        sqlite_strict=True,
    )

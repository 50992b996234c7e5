"""The same positions may be played in all chats in a week."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Number, Text, UtcDateTime

revision = "0062"
down_revision = "0061"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """No such week has been played so far."""
    op.create_table(
        "duplicate_weeks",
        *(sa.Column(name, Text, nullable=False) for name in ("week", "ruleset", "positions")),
        sa.Column("until", UtcDateTime, nullable=False),
        sa.Column("state", Text, nullable=False),
        sa.PrimaryKeyConstraint("week", name="pk_duplicate_weeks"),
        sa.CheckConstraint("state IN ('playing', 'over')", name=op.f("ck_duplicate_weeks_state")),
        sa.CheckConstraint(f"until BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_duplicate_weeks_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_duplicate_weeks_state", "duplicate_weeks", ["state", "until"])
    op.create_table(
        "duplicates",
        *(sa.Column(name, Text, nullable=False) for name in ("id", "week", "community", "platform", "account")),
        *(sa.Column(name, Text, nullable=False) for name in ("chat", "thread")),
        sa.Column("threads", Flag, nullable=False),
        *(sa.Column(name, Text, nullable=False) for name in ("language", "state")),
        sa.Column("place", Number),
        sa.Column("message", Text),
        *(sa.Column(name, Number, nullable=False) for name in ("version", "shown")),
        sa.Column("edited", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_duplicates"),
        sa.ForeignKeyConstraint(["week"], ["duplicate_weeks.week"], name="fk_duplicates_week"),
        sa.CheckConstraint("length(community) = 32", name=op.f("ck_duplicates_community")),
        sa.CheckConstraint("threads IN (0, 1)", name=op.f("ck_duplicates_threads")),
        sa.CheckConstraint(
            "(state = 'playing' AND place IS NULL) OR (state = 'over' AND (place IS NULL OR place > 0))",
            name=op.f("ck_duplicates_state"),
        ),
        sa.CheckConstraint("shown BETWEEN 0 AND version", name=op.f("ck_duplicates_shown")),
        sa.CheckConstraint(f"edited BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_duplicates_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_duplicates_community", "duplicates", ["community", "week"])
    op.create_index("ix_duplicates_week", "duplicates", ["week"])
    behind = sa.text("shown < version")
    op.create_index("ix_duplicates_behind", "duplicates", ["edited"], sqlite_where=behind, postgresql_where=behind)
    op.create_table(
        "duplicate_entrants",
        sa.Column("duplicate", Text, nullable=False),
        sa.Column("number", Number, nullable=False),
        sa.Column("player", Text, nullable=False),
        sa.Column("joined", UtcDateTime, nullable=False),
        sa.Column("pair", Number),
        sa.Column("gone", Flag, nullable=False),
        *(sa.Column(name, Number) for name in ("made", "possible", "place")),
        sa.PrimaryKeyConstraint("duplicate", "number", name="pk_duplicate_entrants"),
        sa.ForeignKeyConstraint(["duplicate"], ["duplicates.id"], name="fk_duplicate_entrants_duplicate"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_duplicate_entrants_player"),
        sa.CheckConstraint("number > 0 AND (pair IS NULL OR pair > 0)", name=op.f("ck_duplicate_entrants_numbers")),
        sa.CheckConstraint("gone IN (0, 1)", name=op.f("ck_duplicate_entrants_gone")),
        sa.CheckConstraint(
            "(made IS NULL AND possible IS NULL AND place IS NULL) OR "
            "(made BETWEEN 0 AND possible AND (place > 0 OR (place IS NULL AND possible = 0)))",
            name=op.f("ck_duplicate_entrants_points"),
        ),
        sa.CheckConstraint(f"joined BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_duplicate_entrants_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_duplicate_entrants_player", "duplicate_entrants", ["player"])
    op.create_table(
        "duplicate_games",
        sa.Column("duplicate", Text, nullable=False),
        *(sa.Column(name, Number, nullable=False) for name in ("pair", "position", "leg", "first", "second")),
        sa.Column("match", Text),
        sa.Column("refused", Flag, nullable=False),
        sa.Column("worth", Number),
        sa.PrimaryKeyConstraint("duplicate", "pair", "position", "leg", name="pk_duplicate_games"),
        sa.ForeignKeyConstraint(["duplicate"], ["duplicates.id"], name="fk_duplicate_games_duplicate"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_duplicate_games_match"),
        sa.CheckConstraint(
            "pair > 0 AND position BETWEEN 0 AND 7 AND leg IN (0, 1)", name=op.f("ck_duplicate_games_numbers")
        ),
        sa.CheckConstraint("first > 0 AND second > 0 AND first != second", name=op.f("ck_duplicate_games_two")),
        sa.CheckConstraint(
            "refused IN (0, 1) AND (refused = 0 OR match IS NULL)", name=op.f("ck_duplicate_games_refused")
        ),
        sa.CheckConstraint(
            "worth IS NULL OR (worth IN (0, 1, 2) AND match IS NOT NULL)", name=op.f("ck_duplicate_games_worth")
        ),
        sqlite_strict=True,
    )
    op.create_index("ix_duplicate_games_match", "duplicate_games", ["match"], unique=True)

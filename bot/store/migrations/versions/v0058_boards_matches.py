"""The people of two chats may play each other one by one."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Number, Text, UtcDateTime

revision = "0058"
down_revision = "0057"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """No boards match has been played so far."""
    op.create_table(
        "boards_matches",
        *(sa.Column(name, Text, nullable=False) for name in ("id", "code", "ruleset", "pace", "state")),
        sa.Column("until", UtcDateTime, nullable=False),
        sa.Column("stopped_by", Number),
        sa.PrimaryKeyConstraint("id", name="pk_boards_matches"),
        sa.CheckConstraint("state IN ('open', 'playing', 'closed')", name=op.f("ck_boards_matches_state")),
        sa.CheckConstraint(
            "stopped_by IS NULL OR (stopped_by IN (0, 1) AND state = 'closed')", name=op.f("ck_boards_matches_stopped")
        ),
        sa.CheckConstraint(f"until BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_boards_matches_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_boards_matches_code", "boards_matches", ["code"], unique=True)
    op.create_index("ix_boards_matches_state", "boards_matches", ["state", "until"])
    op.create_table(
        "boards_sides",
        sa.Column("boards", Text, nullable=False),
        sa.Column("side", Number, nullable=False),
        *(sa.Column(name, Text, nullable=False) for name in ("community", "platform", "account", "chat", "thread")),
        sa.Column("threads", Flag, nullable=False),
        *(sa.Column(name, Text, nullable=False) for name in ("language", "name")),
        sa.Column("ready", Flag, nullable=False),
        sa.Column("message", Text),
        sa.Column("version", Number, nullable=False),
        sa.Column("shown", Number, nullable=False),
        sa.Column("edited", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("boards", "side", name="pk_boards_sides"),
        sa.ForeignKeyConstraint(["boards"], ["boards_matches.id"], name="fk_boards_sides_boards"),
        sa.CheckConstraint("side IN (0, 1)", name=op.f("ck_boards_sides_side")),
        sa.CheckConstraint("length(community) = 32", name=op.f("ck_boards_sides_community")),
        sa.CheckConstraint("threads IN (0, 1)", name=op.f("ck_boards_sides_threads")),
        sa.CheckConstraint("ready IN (0, 1)", name=op.f("ck_boards_sides_ready")),
        sa.CheckConstraint("shown BETWEEN 0 AND version", name=op.f("ck_boards_sides_shown")),
        sa.CheckConstraint(f"edited BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_boards_sides_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_boards_sides_community", "boards_sides", ["community"])
    behind = sa.text("shown < version")
    op.create_index("ix_boards_sides_behind", "boards_sides", ["edited"], sqlite_where=behind, postgresql_where=behind)
    op.create_table(
        "boards_line",
        *(sa.Column(name, Text, nullable=False) for name in ("boards", "player")),
        sa.Column("side", Number, nullable=False),
        sa.Column("joined", UtcDateTime, nullable=False),
        sa.Column("place", Number),
        sa.Column("board", Number),
        sa.Column("late", Flag, nullable=False),
        sa.PrimaryKeyConstraint("boards", "player", name="pk_boards_line"),
        sa.ForeignKeyConstraint(["boards"], ["boards_matches.id"], name="fk_boards_line_boards"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_boards_line_player"),
        sa.CheckConstraint("side IN (0, 1)", name=op.f("ck_boards_line_side")),
        sa.CheckConstraint("late = 0 OR (late = 1 AND board IS NOT NULL)", name=op.f("ck_boards_line_late")),
        sa.CheckConstraint("board IS NULL OR board BETWEEN 0 AND 19", name=op.f("ck_boards_line_board")),
        sa.CheckConstraint(f"joined BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_boards_line_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_boards_line_player", "boards_line", ["player"])
    seated = sa.text("board IS NOT NULL AND late = 0")
    op.create_index(
        "ix_boards_line_board",
        "boards_line",
        ["boards", "board", "side"],
        unique=True,
        sqlite_where=seated,
        postgresql_where=seated,
    )
    op.create_table(
        "boards_games",
        sa.Column("boards", Text, nullable=False),
        *(sa.Column(name, Number, nullable=False) for name in ("board", "leg", "attempt")),
        sa.Column("match", Text),
        *(sa.Column(name, Flag, nullable=False) for name in ("refused", "dropped")),
        sa.PrimaryKeyConstraint("boards", "board", "leg", "attempt", name="pk_boards_games"),
        sa.ForeignKeyConstraint(["boards"], ["boards_matches.id"], name="fk_boards_games_boards"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_boards_games_match"),
        sa.CheckConstraint(
            "board BETWEEN 0 AND 19 AND leg IN (0, 1) AND attempt BETWEEN 0 AND 2", name=op.f("ck_boards_games_number")
        ),
        sa.CheckConstraint(
            "refused IN (0, 1) AND (refused = 0 OR match IS NULL)", name=op.f("ck_boards_games_refused")
        ),
        sa.CheckConstraint("dropped IN (0, 1)", name=op.f("ck_boards_games_dropped")),
        sqlite_strict=True,
    )
    op.create_index("ix_boards_games_match", "boards_games", ["match"], unique=True)

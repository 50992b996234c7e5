"""The first try at a puzzle counts, and chats may ask for a puzzle a day."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Billionths, Flag, Number, SmallInt, Text, UtcDateTime

revision = "0023"
down_revision = "0022"

LAST_MOMENT = 253_402_300_799_999_999
BOUNDS = (
    "rating BETWEEN 600000000000 AND 4000000000000 AND deviation BETWEEN 50000000000 AND"
    " 350000000000 AND volatility BETWEEN 1 AND 100000000"
)
ON, OPEN = sa.text("due IS NOT NULL"), sa.text("closed = 0")


def _numbers() -> list[sa.Column[float]]:
    return [sa.Column(name, Billionths, nullable=False) for name in ("rating", "deviation", "volatility")]


def upgrade() -> None:
    """Nobody's tries were kept so far."""
    op.create_table(
        "puzzles",
        sa.Column("id", Text, nullable=False),
        *_numbers(),
        *(sa.Column(name, Number, nullable=False) for name in ("tried", "solved", "disliked")),
        sa.PrimaryKeyConstraint("id", name="pk_puzzles"),
        sa.CheckConstraint(BOUNDS, name=op.f("ck_puzzles_bounds")),
        sa.CheckConstraint(
            "tried >= 0 AND solved BETWEEN 0 AND tried AND disliked BETWEEN 0 AND tried",
            name=op.f("ck_puzzles_counts"),
        ),
        sqlite_strict=True,
    )
    op.create_table(
        "attempts",
        sa.Column("player", Text, nullable=False),
        sa.Column("puzzle", Text, nullable=False),
        sa.Column("number", Number, nullable=False),
        sa.Column("nth", Number, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.Column("solved", Flag, nullable=False),
        sa.Column("disliked", Flag, nullable=False),
        sa.Column("rating_before", Billionths, nullable=False),
        *_numbers(),
        sa.PrimaryKeyConstraint("player", "puzzle", name="pk_attempts"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_attempts_player"),
        sa.ForeignKeyConstraint(["puzzle"], ["puzzles.id"], name="fk_attempts_puzzle"),
        sa.CheckConstraint("number > 0 AND nth > 0", name=op.f("ck_attempts_numbers")),
        sa.CheckConstraint("solved IN (0, 1) AND disliked IN (0, 1)", name=op.f("ck_attempts_flags")),
        sa.CheckConstraint(BOUNDS, name=op.f("ck_attempts_bounds")),
        sa.CheckConstraint(f"at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_attempts_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_attempts_number", "attempts", ["player", "number"], unique=True)
    op.create_table(
        "mistakes",
        *(sa.Column(name, Text, nullable=False) for name in ("player", "puzzle", "match")),
        sa.Column("ply", Number, nullable=False),
        *(sa.Column(name, Text, nullable=False) for name in ("ruleset", "position", "line")),
        sa.Column("due", UtcDateTime, nullable=False),
        sa.Column("done", Flag, nullable=False),
        sa.PrimaryKeyConstraint("player", "puzzle", name="pk_mistakes"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_mistakes_player"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_mistakes_match"),
        sa.CheckConstraint("ply >= 0 AND line <> ''", name=op.f("ck_mistakes_ply")),
        sa.CheckConstraint("done IN (0, 1)", name=op.f("ck_mistakes_done")),
        sa.CheckConstraint(f"due BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_mistakes_moments")),
        sqlite_strict=True,
    )
    op.create_table(
        "dailies",
        *(sa.Column(name, Text, nullable=False) for name in ("platform", "chat", "thread", "language", "zone")),
        sa.Column("hour", SmallInt, nullable=False),
        sa.Column("games", Text, nullable=False),
        sa.Column("due", UtcDateTime),
        sa.PrimaryKeyConstraint("platform", "chat", name="pk_dailies"),
        sa.CheckConstraint("platform <> '' AND chat <> ''", name=op.f("ck_dailies_place")),
        sa.CheckConstraint("hour BETWEEN 0 AND 23 AND zone <> ''", name=op.f("ck_dailies_hour")),
        sa.CheckConstraint(f"due BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_dailies_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_dailies_due", "dailies", ["due"], sqlite_where=ON, postgresql_where=ON)
    op.create_table(
        "daily_puzzles",
        *(sa.Column(name, Text, nullable=False) for name in ("platform", "chat", "day", "puzzle")),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.Column("until", UtcDateTime, nullable=False),
        sa.Column("message", Text),
        sa.Column("shown", Text, nullable=False),
        sa.Column("closed", Flag, nullable=False),
        sa.PrimaryKeyConstraint("platform", "chat", "day", name="pk_daily_puzzles"),
        sa.ForeignKeyConstraint(
            ["platform", "chat"], ["dailies.platform", "dailies.chat"], name="fk_daily_puzzles_platform"
        ),
        sa.CheckConstraint("length(day) = 10", name=op.f("ck_daily_puzzles_day")),
        sa.CheckConstraint("closed IN (0, 1)", name=op.f("ck_daily_puzzles_closed")),
        sa.CheckConstraint("until > at", name=op.f("ck_daily_puzzles_until")),
        sa.CheckConstraint(
            f"at BETWEEN 0 AND {LAST_MOMENT} AND until BETWEEN 0 AND {LAST_MOMENT}",
            name=op.f("ck_daily_puzzles_moments"),
        ),
        sqlite_strict=True,
    )
    op.create_index(
        "ix_daily_puzzles_open", "daily_puzzles", ["platform", "chat"], sqlite_where=OPEN, postgresql_where=OPEN
    )
    op.create_table(
        "daily_tries",
        *(sa.Column(name, Text, nullable=False) for name in ("platform", "chat", "day", "player", "puzzle")),
        sa.Column("solved", Flag),
        sa.PrimaryKeyConstraint("platform", "chat", "day", "player", name="pk_daily_tries"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_daily_tries_player"),
        sa.ForeignKeyConstraint(
            ["platform", "chat", "day"],
            ["daily_puzzles.platform", "daily_puzzles.chat", "daily_puzzles.day"],
            name="fk_daily_tries_platform",
        ),
        sa.CheckConstraint("solved IN (0, 1)", name=op.f("ck_daily_tries_solved")),
        sqlite_strict=True,
    )
    op.create_index("ix_daily_tries_player", "daily_tries", ["player", "day"])

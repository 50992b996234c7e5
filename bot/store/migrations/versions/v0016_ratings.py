"""Rated matches count, and people choose where their ratings are listed."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Billionths, Number, SmallInt, Text, UtcDateTime

revision = "0016"
down_revision = "0015"

LAST_MOMENT = 253_402_300_799_999_999
BOUNDS, BEFORE = (
    f"rating{suffix} BETWEEN 600000000000 AND 4000000000000 AND deviation{suffix} BETWEEN 50000000000 AND"
    f" 350000000000 AND volatility{suffix} BETWEEN 1 AND 100000000"
    for suffix in ("", "_before")
)
NUMBERS = (
    *("number", "rating_before", "deviation_before", "volatility_before", "against", "against_deviation"),
    *("rating", "deviation", "volatility"),
)
COUNTED = " AND ".join(f"(uncounted IS NULL) = ({name} IS NOT NULL)" for name in NUMBERS)


def upgrade() -> None:
    """No match so far could be rated, and nobody is listed anywhere."""
    op.add_column("players", sa.Column("listed", Text))
    with op.batch_alter_table("players", table_kwargs={"sqlite_strict": True}) as table:
        table.create_check_constraint(op.f("ck_players_listed"), "listed IN ('chats', 'everywhere', 'nowhere')")
    op.create_table(
        "ratings",
        sa.Column("player", Text, nullable=False),
        sa.Column("ruleset", Text, nullable=False),
        sa.Column("side", SmallInt, nullable=False),
        sa.Column("rating", Billionths, nullable=False),
        sa.Column("deviation", Billionths, nullable=False),
        sa.Column("volatility", Billionths, nullable=False),
        sa.Column("played", Number, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("player", "ruleset", "side", name="pk_ratings"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_ratings_player"),
        sa.CheckConstraint("side IN (0, 1)", name=op.f("ck_ratings_side")),
        sa.CheckConstraint(BOUNDS, name=op.f("ck_ratings_bounds")),
        sa.CheckConstraint("played >= 0", name=op.f("ck_ratings_played")),
        sa.CheckConstraint(f"at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_ratings_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_ratings_ruleset", "ratings", ["ruleset", "rating"])
    op.create_table(
        "results",
        sa.Column("match", Text, nullable=False),
        sa.Column("player", Text, nullable=False),
        sa.Column("opponent", Text, nullable=False),
        sa.Column("ruleset", Text, nullable=False),
        sa.Column("side", SmallInt, nullable=False),
        sa.Column("points", SmallInt, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.Column("uncounted", Text),
        sa.Column("number", Number),
        *(sa.Column(name, Billionths) for name in NUMBERS[1:]),
        sa.PrimaryKeyConstraint("match", "player", name="pk_results"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_results_match"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_results_player"),
        sa.ForeignKeyConstraint(["opponent"], ["players.id"], name="fk_results_opponent"),
        sa.CheckConstraint("side IN (0, 1)", name=op.f("ck_results_side")),
        sa.CheckConstraint("opponent <> player", name=op.f("ck_results_opponent")),
        sa.CheckConstraint("points IN (0, 1, 2)", name=op.f("ck_results_points")),
        sa.CheckConstraint(
            "uncounted IN ('short', 'often', 'unproven', 'left', 'hints', 'position')",
            name=op.f("ck_results_uncounted"),
        ),
        sa.CheckConstraint(COUNTED, name=op.f("ck_results_counted")),
        sa.CheckConstraint(BOUNDS, name=op.f("ck_results_bounds")),
        sa.CheckConstraint(BEFORE, name=op.f("ck_results_before")),
        sa.CheckConstraint(f"at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_results_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_results_player", "results", ["player", "ruleset", "side", "number"])
    op.create_index("ix_results_ruleset", "results", ["ruleset", "at"])
    op.create_index("ix_results_pair", "results", ["player", "opponent", "at"])
    op.create_table(
        "members",
        sa.Column("community", Text, nullable=False),
        sa.Column("player", Text, nullable=False),
        sa.Column("seen", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("community", "player", name="pk_members"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_members_player"),
        sa.CheckConstraint("length(community) = 32", name=op.f("ck_members_community")),
        sa.CheckConstraint(f"seen BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_members_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_members_player", "members", ["player"])

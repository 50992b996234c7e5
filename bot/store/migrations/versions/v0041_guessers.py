"""The sums of the guesses of each player in each chat are kept, for the list of those who guess best."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Billionths, Number, Text, UtcDateTime

revision = "0041"
down_revision = "0040"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """The sums follow from the guesses of which the turn has fallen."""
    op.create_table(
        "guessers",
        sa.Column("community", Text, nullable=False),
        sa.Column("player", Text, nullable=False),
        sa.Column("guessed", Number, nullable=False),
        sa.Column("weight", Billionths, nullable=False),
        sa.Column("right_weight", Billionths, nullable=False),
        sa.Column("seen", UtcDateTime, nullable=False),
        sa.Column("left_at", UtcDateTime),
        sa.PrimaryKeyConstraint("community", "player", name="pk_guessers"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_guessers_player"),
        sa.CheckConstraint("length(community) = 32", name=op.f("ck_guessers_community")),
        sa.CheckConstraint("guessed >= 0 AND right_weight BETWEEN 0 AND weight", name=op.f("ck_guessers_sums")),
        sa.CheckConstraint(
            f"seen BETWEEN 0 AND {LAST_MOMENT} AND left_at BETWEEN 0 AND {LAST_MOMENT}",
            name=op.f("ck_guessers_moments"),
        ),
        sqlite_strict=True,
    )
    op.create_index("ix_guessers_player", "guessers", ["player"])
    listed = ["community", "seen", "player", "guessed", "weight", "right_weight", "left_at"]
    op.create_index("ix_guessers_listed", "guessers", listed)
    op.execute(
        "INSERT INTO guessers (community, player, guessed, weight, right_weight, seen)"
        " SELECT community, player, count(*), CAST(sum(weight) AS BIGINT),"
        " CAST(sum(CASE WHEN hit = 1 THEN weight ELSE 0 END) AS BIGINT), max(at)"
        " FROM guesses WHERE hit IS NOT NULL GROUP BY community, player"
    )
    op.drop_index("ix_guesses_community", "guesses")
    op.create_index("ix_guesses_community", "guesses", ["community", "player", "hit", "weight", "at"])

"""Table talk: what people say beside a board until the next move, and who does not want that beside theirs."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, Text, UtcDateTime

revision = "0039"
down_revision = "0038"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """Nobody has said anything so far, and nobody has chosen."""
    op.add_column("players", sa.Column("table_talk", Text))
    op.create_table(
        "table_talk",
        sa.Column("match", Text, nullable=False),
        sa.Column("player", Text, nullable=False),
        sa.Column("turn", Number, nullable=False),
        sa.Column("sentence", Text, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.Column("shown", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("match", "player", name="pk_table_talk"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_table_talk_match"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_table_talk_player"),
        sa.CheckConstraint("turn >= 0 AND sentence <> ''", name=op.f("ck_table_talk_sentence")),
        sa.CheckConstraint("shown >= at", name=op.f("ck_table_talk_shown")),
        sa.CheckConstraint(
            f"at BETWEEN 0 AND {LAST_MOMENT} AND shown BETWEEN 0 AND {LAST_MOMENT}",
            name=op.f("ck_table_talk_moments"),
        ),
        sqlite_strict=True,
    )
    op.create_index("ix_table_talk_player", "table_talk", ["player"])
    op.create_index("ix_table_talk_shown", "table_talk", ["shown"])

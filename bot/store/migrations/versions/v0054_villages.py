"""All in a chat may be one player."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Number, Span, Text, UtcDateTime

revision = "0054"
down_revision = "0053"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """No village has played so far."""
    op.create_table(
        "villages",
        *(sa.Column(name, Text, nullable=False) for name in ("player", "community", "platform", "account")),
        *(sa.Column(name, Text, nullable=False) for name in ("chat", "thread")),
        sa.PrimaryKeyConstraint("player", name="pk_villages"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_villages_player"),
        sa.CheckConstraint("length(community) = 32", name=op.f("ck_villages_community")),
        sqlite_strict=True,
    )
    op.create_index("ix_villages_community", "villages", ["community"], unique=True)
    op.create_table(
        "polls",
        *(sa.Column(name, Text, nullable=False) for name in ("match", "village")),
        sa.Column("lasts", Span, nullable=False),
        sa.Column("ply", Number, nullable=False),
        sa.Column("closes", UtcDateTime),
        sa.Column("again", Flag, nullable=False),
        sa.Column("before", Number, nullable=False),
        sa.Column("shown", UtcDateTime),
        sa.PrimaryKeyConstraint("match", name="pk_polls"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_polls_match"),
        sa.ForeignKeyConstraint(["village"], ["players.id"], name="fk_polls_village"),
        sa.CheckConstraint("lasts > 0 AND ply >= 0 AND before >= 0", name=op.f("ck_polls_lasts")),
        sa.CheckConstraint("again IN (0, 1)", name=op.f("ck_polls_again")),
        sa.CheckConstraint(
            f"closes BETWEEN 0 AND {LAST_MOMENT} AND shown BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_polls_moments")
        ),
        sqlite_strict=True,
    )
    op.create_index("ix_polls_village", "polls", ["village"])
    open_one = sa.text("closes IS NOT NULL")
    op.create_index("ix_polls_closes", "polls", ["closes"], sqlite_where=open_one, postgresql_where=open_one)
    op.create_table(
        "votes",
        sa.Column("match", Text, nullable=False),
        sa.Column("ply", Number, nullable=False),
        *(sa.Column(name, Text, nullable=False) for name in ("player", "choice")),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("match", "ply", "player", name="pk_votes"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_votes_match"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_votes_player"),
        sa.CheckConstraint("ply >= 0 AND choice <> ''", name=op.f("ck_votes_choice")),
        sa.CheckConstraint(f"at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_votes_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_votes_player", "votes", ["player"])

"""One host may play many boards."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Number, Text, UtcDateTime

revision = "0056"
down_revision = "0055"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """No simul has been played so far."""
    op.create_table(
        "simuls",
        *(sa.Column(name, Text, nullable=False) for name in ("id", "community", "platform", "account", "chat")),
        *(sa.Column(name, Text, nullable=False) for name in ("thread", "language")),
        sa.Column("threads", Flag, nullable=False),
        sa.Column("host", Text),
        *(sa.Column(name, Text, nullable=False) for name in ("ruleset", "side")),
        sa.Column("pace", Text),
        sa.Column("seats", Number, nullable=False),
        sa.Column("state", Text, nullable=False),
        sa.Column("made", UtcDateTime, nullable=False),
        sa.Column("message", Text),
        sa.Column("version", Number, nullable=False),
        sa.Column("shown", Number, nullable=False),
        sa.Column("edited", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_simuls"),
        sa.ForeignKeyConstraint(["host"], ["players.id"], name="fk_simuls_host"),
        sa.CheckConstraint("length(community) = 32", name=op.f("ck_simuls_community")),
        sa.CheckConstraint("seats BETWEEN 2 AND 30", name=op.f("ck_simuls_seats")),
        sa.CheckConstraint("side IN ('first', 'second', 'turns')", name=op.f("ck_simuls_side")),
        sa.CheckConstraint("state IN ('open', 'playing', 'closed')", name=op.f("ck_simuls_state")),
        sa.CheckConstraint("threads IN (0, 1)", name=op.f("ck_simuls_threads")),
        sa.CheckConstraint("shown BETWEEN 0 AND version", name=op.f("ck_simuls_shown")),
        sa.CheckConstraint(
            f"made BETWEEN 0 AND {LAST_MOMENT} AND edited BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_simuls_moments")
        ),
        sqlite_strict=True,
    )
    op.create_index("ix_simuls_community", "simuls", ["community", "state"])
    op.create_index("ix_simuls_host", "simuls", ["host", "state"])
    behind = sa.text("shown < version")
    op.create_index("ix_simuls_behind", "simuls", ["edited"], sqlite_where=behind, postgresql_where=behind)
    op.create_table(
        "simul_entrants",
        *(sa.Column(name, Text, nullable=False) for name in ("simul", "player")),
        sa.Column("joined", UtcDateTime, nullable=False),
        sa.Column("match", Text),
        sa.Column("refused", Flag, nullable=False),
        sa.Column("note", Text, nullable=False),
        sa.PrimaryKeyConstraint("simul", "player", name="pk_simul_entrants"),
        sa.ForeignKeyConstraint(["simul"], ["simuls.id"], name="fk_simul_entrants_simul"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_simul_entrants_player"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_simul_entrants_match"),
        sa.CheckConstraint("refused IN (0, 1)", name=op.f("ck_simul_entrants_refused")),
        sa.CheckConstraint(f"joined BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_simul_entrants_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_simul_entrants_player", "simul_entrants", ["player"])
    op.create_index("ix_simul_entrants_match", "simul_entrants", ["match"], unique=True)

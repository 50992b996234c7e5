"""People report others in a match to the hosts of a place."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Text, UtcDateTime

revision = "0053"
down_revision = "0052"

LAST_MOMENT = 253_402_300_799_999_999
REASONS = "('leaves', 'stalls', 'rude', 'program', 'gives', 'other')"
ACTS = "('first', 'second', 'draw', 'none', 'pause', 'resume', 'names', 'ban', 'unban', 'reported', 'noted')"


def upgrade() -> None:
    """Nobody has reported anything so far."""
    op.create_table(
        "reports",
        *(sa.Column(name, Text, nullable=False) for name in ("community", "match", "player", "subject")),
        *(sa.Column(name, Text, nullable=False) for name in ("reason", "words")),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.Column("done", Flag, nullable=False),
        sa.PrimaryKeyConstraint("community", "match", "player", name="pk_reports"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_reports_match"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_reports_player"),
        sa.ForeignKeyConstraint(["subject"], ["players.id"], name="fk_reports_subject"),
        sa.CheckConstraint("length(community) = 32", name=op.f("ck_reports_community")),
        sa.CheckConstraint(f"reason IN {REASONS}", name=op.f("ck_reports_reason")),
        sa.CheckConstraint("done IN (0, 1)", name=op.f("ck_reports_done")),
        sa.CheckConstraint(f"at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_reports_moments")),
        sqlite_strict=True,
    )
    for name in ("player", "subject", "match"):
        op.create_index(f"ix_reports_{name}", "reports", [name])
    with op.batch_alter_table("rulings", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_rulings_act"), type_="check")
        table.create_check_constraint(op.f("ck_rulings_act"), f"act IN {ACTS}")

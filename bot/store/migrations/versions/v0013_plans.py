"""Players plan answers to the moves they expect."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Number, Text

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """No move so far was planned."""
    op.add_column("matches", sa.Column("by_plan", Flag, nullable=False, server_default="0"))
    with op.batch_alter_table("matches", table_kwargs={"sqlite_strict": True}) as table:
        table.create_check_constraint(op.f("ck_matches_by_plan"), "by_plan = 0 OR (by_plan = 1 AND ply > 1)")
    op.create_table(
        "plans",
        sa.Column("match", Text, nullable=False),
        sa.Column("player", Text, nullable=False),
        sa.Column("ply", Number, nullable=False),
        sa.Column("lines", Text, nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_plans"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_plans_match"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_plans_player"),
        sa.CheckConstraint("ply >= 0 AND lines <> ''", name=op.f("ck_plans_lines")),
        sqlite_strict=True,
    )
    op.create_index("ix_plans_player", "plans", ["player"])

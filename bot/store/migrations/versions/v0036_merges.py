"""Two players who are one person become one, and can be two again for a week."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Text, UtcDateTime

revision = "0036"
down_revision = "0035"

LAST_MOMENT = 253_402_300_799_999_999
UNCOUNTED = "('short', 'often', 'unproven', 'left', 'hints', 'position', 'same', 'ruled')"


def upgrade() -> None:
    """Nobody has become one with another so far, and no result was counted again for it."""
    op.create_table(
        "merges",
        *(sa.Column(name, Text, nullable=False) for name in ("younger", "older")),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.Column("rows", Text, nullable=False),
        sa.PrimaryKeyConstraint("younger", name="pk_merges"),
        sa.ForeignKeyConstraint(["younger"], ["players.id"], name="fk_merges_younger"),
        sa.ForeignKeyConstraint(["older"], ["players.id"], name="fk_merges_older"),
        sa.CheckConstraint("younger <> older", name=op.f("ck_merges_younger")),
        sa.CheckConstraint(f"at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_merges_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_merges_older", "merges", ["older", "at"])
    with op.batch_alter_table("results", table_kwargs={"sqlite_strict": True}) as table:
        table.add_column(sa.Column("recounted", Flag, nullable=False, server_default="0"))
        table.create_check_constraint(op.f("ck_results_recounted"), "recounted IN (0, 1)")
        table.drop_constraint(op.f("ck_results_uncounted"), type_="check")
        table.create_check_constraint(op.f("ck_results_uncounted"), f"uncounted IN {UNCOUNTED}")

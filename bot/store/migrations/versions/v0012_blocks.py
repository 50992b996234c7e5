"""People choose who may invite them, and block others."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text, UtcDateTime

revision = "0012"
down_revision = "0011"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """Everybody may invite everybody as before, and nobody is blocked yet."""
    op.add_column("players", sa.Column("invited_by", Text))
    with op.batch_alter_table("players", table_kwargs={"sqlite_strict": True}) as table:
        table.create_check_constraint(op.f("ck_players_invited_by"), "invited_by IN ('everybody', 'played', 'nobody')")
    op.create_table(
        "blocks",
        sa.Column("player", Text, nullable=False),
        sa.Column("other", Text, nullable=False),
        sa.Column("since", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("player", "other", name="pk_blocks"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_blocks_player"),
        sa.ForeignKeyConstraint(["other"], ["players.id"], name="fk_blocks_other"),
        sa.CheckConstraint("other <> player", name=op.f("ck_blocks_other")),
        sa.CheckConstraint(f"since BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_blocks_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])

"""People choose how they are told of their turn, in general and in one match."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text

revision = "0006"
down_revision = "0005"

WAYS = "('here', 'private', 'both', 'silent')"


def upgrade() -> None:
    """Nobody has chosen anything yet."""
    op.add_column("players", sa.Column("told", Text))
    with op.batch_alter_table("players", table_kwargs={"sqlite_strict": True}) as table:
        table.create_check_constraint(op.f("ck_players_told"), f"told IN {WAYS}")
    op.create_table(
        "tells",
        sa.Column("match", Text, nullable=False),
        sa.Column("player", Text, nullable=False),
        sa.Column("how", Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "player", name="pk_tells"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_tells_match"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_tells_player"),
        sa.CheckConstraint(f"how IN {WAYS}", name=op.f("ck_tells_how")),
        sqlite_strict=True,
    )
    op.create_index("ix_tells_player", "tells", ["player"])

"""People may share a side."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, Text

revision = "0057"
down_revision = "0056"


def upgrade() -> None:
    """Nobody has shared a side so far."""
    op.create_table(
        "teams",
        *(sa.Column(name, Text, nullable=False) for name in ("player", "way")),
        *(sa.Column(name, Text, nullable=False) for name in ("platform", "account", "chat", "thread")),
        *(sa.Column(name, Number, nullable=False) for name in ("last", "silent")),
        sa.PrimaryKeyConstraint("player", name="pk_teams"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_teams_player"),
        sa.CheckConstraint("way IN ('turn', 'vote')", name=op.f("ck_teams_way")),
        sa.CheckConstraint("last >= 0 AND silent BETWEEN 0 AND 5", name=op.f("ck_teams_silent")),
        sqlite_strict=True,
    )
    op.create_index("ix_teams_account", "teams", ["platform", "account"])
    op.create_table(
        "team_members",
        *(sa.Column(name, Text, nullable=False) for name in ("team", "player")),
        sa.Column("number", Number, nullable=False),
        sa.PrimaryKeyConstraint("team", "player", name="pk_team_members"),
        sa.ForeignKeyConstraint(["team"], ["players.id"], name="fk_team_members_team"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_team_members_player"),
        sa.CheckConstraint("number > 0", name=op.f("ck_team_members_number")),
        sqlite_strict=True,
    )
    op.create_index("ix_team_members_number", "team_members", ["team", "number"], unique=True)
    op.create_index("ix_team_members_player", "team_members", ["player"])

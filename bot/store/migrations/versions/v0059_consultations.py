"""A team may choose its turns in consultation; its members draw on the board and show lines to each other."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, Text

revision = "0059"
down_revision = "0058"


def upgrade() -> None:
    """All teams so far choose in turn or by vote, and nothing is drawn or shown."""
    with op.batch_alter_table("teams", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_teams_way"), type_="check")
        table.create_check_constraint(op.f("ck_teams_way"), "way IN ('turn', 'vote', 'consultation')")
    op.create_table(
        "seat_marks",
        *(sa.Column(name, Text, nullable=False) for name in ("match", "player")),
        sa.Column("ply", Number, nullable=False),
        *(sa.Column(name, Text, nullable=False) for name in ("marks", "line")),
        sa.PrimaryKeyConstraint("match", "player", name="pk_seat_marks"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_seat_marks_match"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_seat_marks_player"),
        sa.CheckConstraint("(marks <> '' OR line <> '') AND ply >= 0", name=op.f("ck_seat_marks_marks")),
        sqlite_strict=True,
    )
    op.create_index("ix_seat_marks_player", "seat_marks", ["player"])

"""The shield of a ladder is held by whoever stands first when a month ends."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, Text, UtcDateTime

revision = "0048"
down_revision = "0047"

LAST_MOMENT = 253_402_300_799_999_999
UNDER_WAY = sa.text("changes IS NULL")


def upgrade() -> None:
    """The first month of a ladder that is there is the one in which its card was last edited."""
    op.create_table(
        "shields",
        *(sa.Column(name, Text, nullable=False) for name in ("ladder", "month")),
        sa.Column("ends", UtcDateTime, nullable=False),
        sa.Column("changes", Number),
        sa.Column("player", Text),
        sa.PrimaryKeyConstraint("ladder", "month", name="pk_shields"),
        sa.ForeignKeyConstraint(["ladder"], ["ladders.id"], name="fk_shields_ladder"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_shields_player"),
        sa.CheckConstraint("length(month) = 7", name=op.f("ck_shields_month")),
        sa.CheckConstraint("changes >= 0 OR player IS NULL", name=op.f("ck_shields_held")),
        sa.CheckConstraint(f"ends BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_shields_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_shields_player", "shields", ["player"])
    op.create_index("ix_shields_under_way", "shields", ["ends"], sqlite_where=UNDER_WAY, postgresql_where=UNDER_WAY)
    op.create_table(
        "shield_marks",
        *(sa.Column(name, Text, nullable=False) for name in ("ladder", "account", "mark", "state")),
        sa.PrimaryKeyConstraint("ladder", name="pk_shield_marks"),
        sa.ForeignKeyConstraint(["ladder"], ["ladders.id"], name="fk_shield_marks_ladder"),
        sa.CheckConstraint("account <> '' AND mark <> ''", name=op.f("ck_shield_marks_mark")),
        sa.CheckConstraint("state IN ('giving', 'given', 'refused')", name=op.f("ck_shield_marks_state")),
        sqlite_strict=True,
    )
    ladders = sa.table("ladders", sa.column("id", Text), sa.column("edited", UtcDateTime))
    names = ("ladder", "month")
    shields = sa.table("shields", *(sa.column(name, Text) for name in names), sa.column("ends", UtcDateTime))
    for row in op.get_bind().execute(sa.select(ladders)).all():
        first = row.edited.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        years, months = divmod(first.month, 12)
        ends = first.replace(year=first.year + years, month=months + 1)
        op.execute(shields.insert().values(ladder=row.id, month=f"{first:%Y-%m}", ends=ends))

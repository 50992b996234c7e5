"""Chats have ladders, and a match tells of which contest it is."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, Text, UtcDateTime

revision = "0042"
down_revision = "0041"

LAST_MOMENT = 253_402_300_799_999_999
CAUSES = "('joined', 'left', 'banned', 'gone', 'deleted', 'won', 'unanswered', 'sank', 'merged', 'became', 'restored')"
OUTCOMES = "('won', 'held', 'unanswered', 'void')"
NOT_SHOWN = sa.text("shown < version")
UNDECIDED = sa.text("outcome IS NULL")


def upgrade() -> None:
    """No chat has a ladder so far, and no match is of a contest."""
    for name in ("event_kind", "event_code"):
        op.add_column("matches", sa.Column(name, Text))
    texts = ("community", "ruleset", "platform", "account", "chat", "thread", "language")
    op.create_table(
        "ladders",
        sa.Column("id", Text, nullable=False),
        *(sa.Column(name, Text, nullable=False) for name in texts),
        sa.Column("message", Text),
        *(sa.Column(name, Number, nullable=False) for name in ("changes", "version", "shown")),
        sa.Column("edited", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_ladders"),
        sa.CheckConstraint("length(community) = 32", name=op.f("ck_ladders_community")),
        sa.CheckConstraint("changes >= 0 AND shown BETWEEN 0 AND version", name=op.f("ck_ladders_shown")),
        sa.CheckConstraint(f"edited BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_ladders_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_ladders_community", "ladders", ["community", "ruleset"], unique=True)
    op.create_index("ix_ladders_not_shown", "ladders", ["edited"], sqlite_where=NOT_SHOWN, postgresql_where=NOT_SHOWN)
    op.create_table(
        "rungs",
        *(sa.Column(name, Text, nullable=False) for name in ("ladder", "player")),
        sa.Column("rung", Number, nullable=False),
        *(sa.Column(name, UtcDateTime, nullable=False) for name in ("since", "due")),
        sa.PrimaryKeyConstraint("ladder", "player", name="pk_rungs"),
        sa.ForeignKeyConstraint(["ladder"], ["ladders.id"], name="fk_rungs_ladder"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_rungs_player"),
        sa.CheckConstraint("rung > 0", name=op.f("ck_rungs_rung")),
        sa.CheckConstraint(
            f"since BETWEEN 0 AND {LAST_MOMENT} AND due BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_rungs_moments")
        ),
        sqlite_strict=True,
    )
    op.create_index("ix_rungs_rung", "rungs", ["ladder", "rung", "player"])
    op.create_index("ix_rungs_player", "rungs", ["player"])
    op.create_index("ix_rungs_due", "rungs", ["due"])
    op.create_table(
        "challenges",
        *(sa.Column(name, Text, nullable=False) for name in ("match", "ladder", "challenger", "challenged")),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.Column("outcome", Text),
        sa.PrimaryKeyConstraint("match", name="pk_challenges"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_challenges_match"),
        sa.ForeignKeyConstraint(["ladder"], ["ladders.id"], name="fk_challenges_ladder"),
        *(
            sa.ForeignKeyConstraint([name], ["players.id"], name=f"fk_challenges_{name}")
            for name in ("challenger", "challenged")
        ),
        sa.CheckConstraint(f"outcome IN {OUTCOMES}", name=op.f("ck_challenges_outcome")),
        sa.CheckConstraint("challenger <> challenged", name=op.f("ck_challenges_two")),
        sa.CheckConstraint(f"at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_challenges_moments")),
        sqlite_strict=True,
    )
    for name in ("challenger", "challenged"):
        op.create_index(f"ix_challenges_{name}", "challenges", [name, "ladder"])
    op.create_index(
        "ix_challenges_undecided", "challenges", ["ladder"], sqlite_where=UNDECIDED, postgresql_where=UNDECIDED
    )
    op.create_table(
        "rung_changes",
        sa.Column("ladder", Text, nullable=False),
        sa.Column("nth", Number, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        *(sa.Column(name, Text, nullable=False) for name in ("cause", "player")),
        *(sa.Column(name, Number) for name in ("rung_before", "rung_after")),
        *(sa.Column(name, Text) for name in ("other", "match")),
        sa.PrimaryKeyConstraint("ladder", "nth", name="pk_rung_changes"),
        sa.ForeignKeyConstraint(["ladder"], ["ladders.id"], name="fk_rung_changes_ladder"),
        *(
            sa.ForeignKeyConstraint([name], ["players.id"], name=f"fk_rung_changes_{name}")
            for name in ("player", "other")
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_rung_changes_match"),
        sa.CheckConstraint(f"cause IN {CAUSES}", name=op.f("ck_rung_changes_cause")),
        sa.CheckConstraint("nth > 0", name=op.f("ck_rung_changes_nth")),
        sa.CheckConstraint(f"at BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_rung_changes_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_rung_changes_player", "rung_changes", ["player"])
    op.create_index("ix_rung_changes_match", "rung_changes", ["match"])

"""Whoever waits in a match may nudge the other; the match keeps when that was done last."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import UtcDateTime

revision = "0007"
down_revision = "0006"

CHANGED = {
    "happened": (
        "(status = 'invited' AND happened IN ('invited')) OR (status = 'playing' AND happened IN ('accepted', "
        "'begun', 'moved', 'hint taken', 'undone', 'takeback asked', 'takeback allowed', 'takeback refused', "
        "'draw offered', 'draw refused', 'ready', 'both ready', 'time over', 'time given', 'nudged', 'pause "
        "asked', 'paused', 'pause refused', 'went away', 'unreachable', 'left', 'goes on')) OR (status = 'over' "
        "AND happened IN ('accepted', 'begun', 'moved', 'draw agreed', 'resigned', 'lost on time', 'rematch "
        "asked', 'rematch refused', 'rematch begun')) OR (status = 'declined' AND happened IN ('declined')) OR "
        "(status = 'withdrawn' AND happened IN ('withdrawn')) OR (status = 'expired' AND happened IN "
        "('expired')) OR (status = 'called off' AND happened IN ('called off', 'rematch asked', 'rematch "
        "refused', 'rematch begun'))"
    ),
    "moments": (
        "created BETWEEN 0 AND 253402300799999999 AND changed BETWEEN 0 AND 253402300799999999 AND expires "
        "BETWEEN 0 AND 253402300799999999 AND moved_at BETWEEN 0 AND 253402300799999999 AND runs_since BETWEEN "
        "0 AND 253402300799999999 AND halt_until BETWEEN 0 AND 253402300799999999 AND pause_until BETWEEN 0 "
        "AND 253402300799999999 AND wake BETWEEN 0 AND 253402300799999999 AND nudged_at BETWEEN 0 AND "
        "253402300799999999"
    ),
}
"""Rules that stand for others of the same names."""
NUDGED = (
    "(nudged_at IS NULL OR status IN ('playing', 'over', 'called off')) AND (NOT happened IN ('nudged') OR (nudged_at "
    "IS NOT NULL AND nudged_at = changed))"
)


def upgrade() -> None:
    """Nobody has been nudged yet."""
    op.add_column("matches", sa.Column("nudged_at", UtcDateTime))
    with op.batch_alter_table("matches", table_kwargs={"sqlite_strict": True}) as table:
        for rule, sql in CHANGED.items():
            table.drop_constraint(op.f(f"ck_matches_{rule}"), type_="check")
            table.create_check_constraint(op.f(f"ck_matches_{rule}"), sql)
        table.create_check_constraint(op.f("ck_matches_nudged"), NUDGED)

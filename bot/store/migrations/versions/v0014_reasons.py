"""Who declines an invitation may say why; and people choose how they move, and how boards are labelled."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text

revision = "0014"
down_revision = "0013"

HAPPENED = (
    "(status = 'invited' AND happened IN ('invited')) OR (status = 'playing' AND happened IN ('accepted', "
    "'begun', 'moved', 'hint taken', 'undone', 'takeback asked', 'takeback allowed', 'takeback refused', "
    "'draw offered', 'draw refused', 'ready', 'both ready', 'time over', 'time given', 'nudged', 'pause asked', "
    "'paused', 'pause refused', 'went away', 'unreachable', 'left', 'goes on')) OR (status = 'over' AND "
    "happened IN ('accepted', 'begun', 'moved', 'draw agreed', 'resigned', 'lost on time', 'rematch "
    "asked', 'rematch refused', 'rematch begun')) OR (status = 'declined' AND happened IN ('declined', "
    "'declined for now', 'declined the game', 'declined the pace', 'declined challenges')) OR "
    "(status = 'withdrawn' AND happened IN ('withdrawn')) OR (status = 'expired' AND happened IN "
    "('expired')) OR (status = 'called off' AND happened IN ('called off', 'rematch asked', 'rematch "
    "refused', 'rematch begun'))"
)


def upgrade() -> None:
    """Nobody has given a reason or chosen anything so far."""
    for name in ("labels", "asks", "forced"):
        op.add_column("players", sa.Column(name, Text))
    with op.batch_alter_table("matches", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_matches_happened"), type_="check")
        table.create_check_constraint(op.f("ck_matches_happened"), HAPPENED)

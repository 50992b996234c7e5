"""Two people can exchange their sides in the middle of a match."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, SmallInt, Text

revision = "0048"
down_revision = "0046"

HAPPENED = (
    "(status = 'invited' AND happened IN ('invited')) OR (status = 'playing' AND happened IN ('accepted',"
    " 'begun', 'moved', 'hint taken', 'undone', 'takeback asked', 'takeback allowed', 'takeback refused',"
    " 'swap asked', 'swapped', 'swap refused', 'draw offered', 'draw refused', 'ready', 'both ready', "
    "'time over', 'time given', 'nudged', 'pause asked', 'paused', 'pause refused', 'went away', "
    "'unreachable', 'left', 'goes on', 'offer withdrawn', 'paused by staff')) OR (status = 'over' AND "
    "happened IN ('accepted', 'begun', 'moved', 'draw agreed', 'resigned', 'lost on time', 'ruled', "
    "'rematch asked', 'rematch refused', 'offer withdrawn', 'rematch begun')) OR (status = 'declined' AND"
    " happened IN ('declined', 'declined for now', 'declined the game', 'declined the pace', 'declined "
    "challenges')) OR (status = 'withdrawn' AND happened IN ('withdrawn')) OR (status = 'expired' AND "
    "happened IN ('expired')) OR (status = 'called off' AND happened IN ('called off', 'ruled', 'rematch "
    "asked', 'rematch refused', 'offer withdrawn', 'rematch begun'))"
)
SWAP = "swap IS NULL OR (swap IN (0, 1) AND status = 'playing' AND swap_asked IS NOT NULL AND swap_asked = ply)"
SWAP_ASKED = "swap_asked IS NULL OR (status IN ('playing', 'over', 'called off') AND swap_asked BETWEEN 0 AND ply)"
SWAPS = (
    "swaps IS NULL OR (swaps <> '' AND swap_asked IS NOT NULL AND rated = 0 AND mirror_of IS NULL AND our_number = 0"
    " AND bid IS NULL AND event_kind IS NULL)"
)
SWAP_HAPPENED = (
    "(happened <> 'swap asked' OR (swap IS NOT NULL AND actor = CASE swap WHEN 0 THEN seat_0 ELSE seat_1 "
    "END)) AND (NOT happened IN ('swapped') OR swaps IS NOT NULL) AND (NOT happened IN ('swapped', 'swap "
    "refused') OR swap IS NULL)"
)


def upgrade() -> None:
    """No sides have been exchanged so far."""
    with op.batch_alter_table("matches", table_kwargs={"sqlite_strict": True}) as table:
        table.add_column(sa.Column("swap", SmallInt))
        table.add_column(sa.Column("swap_asked", Number))
        table.add_column(sa.Column("swaps", Text))
        table.drop_constraint(op.f("ck_matches_happened"), type_="check")
        rules = {"happened": HAPPENED, "swap": SWAP, "swap_asked": SWAP_ASKED}
        for name, rule in (rules | {"swaps": SWAPS, "swap_happened": SWAP_HAPPENED}).items():
            table.create_check_constraint(op.f(f"ck_matches_{name}"), rule)

"""The finished matches of a player are read in their order."""

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """The index of each seat goes on by time, so that a page need not sort all that a player has finished."""
    for seat in ("seat_0", "seat_1"):
        op.drop_index(f"ix_matches_{seat}", table_name="matches")
        op.create_index(f"ix_matches_{seat}", "matches", [seat, "status", "changed", "code"])

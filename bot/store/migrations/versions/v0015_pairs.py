"""How two players stand against each other is counted from their matches."""

from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """The matches of two players are found by an index."""
    op.create_index("ix_matches_pair", "matches", ["seat_0", "seat_1"])

"""The finished matches of a player are read in their order."""

from alembic import op

revision = "0018"
down_revision = "0017"


_BY_TIME = ("status", "changed", "code")
INDEXES = {
    "ix_matches_seat_0": ("seat_0", *_BY_TIME),
    "ix_matches_seat_1": ("seat_1", *_BY_TIME, "seat_0"),
    "ix_matches_pair": ("seat_0", "seat_1", *_BY_TIME),
}


def upgrade() -> None:
    """The indexes of the seats go on by time, so that a page need not sort all that a player has finished."""
    for name, columns in INDEXES.items():
        op.drop_index(name, table_name="matches")
        op.create_index(name, "matches", [*columns])

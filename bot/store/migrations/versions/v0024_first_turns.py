"""A match that is over tells its first moves in its row, and the indexes of the seats have them."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text

revision = "0024"
down_revision = "0023"

INDEXES = {
    "ix_matches_seat_0": ("seat_0", "status", "changed", "code", "first_turns"),
    "ix_matches_seat_1": ("seat_1", "status", "changed", "code", "seat_0", "first_turns"),
}
JOINED = {
    "sqlite": "SELECT group_concat(text, ' ') FROM (SELECT text FROM moves WHERE {} ORDER BY ply)",
    "postgresql": "SELECT string_agg(text, ' ' ORDER BY ply) FROM moves WHERE {}",
}


def upgrade() -> None:
    """Take the first four moves of each match that is over from its record."""
    op.add_column("matches", sa.Column("first_turns", Text))
    joined = JOINED[op.get_bind().dialect.name].format("moves.match = matches.code AND moves.ply <= 4")
    op.execute(f"UPDATE matches SET first_turns = ({joined}) WHERE status = 'over'")
    for name, columns in INDEXES.items():
        op.drop_index(name, table_name="matches")
        op.create_index(name, "matches", [*columns])

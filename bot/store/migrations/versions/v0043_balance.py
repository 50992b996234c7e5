"""How a game stands between the people of a chat is counted from an index."""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"

FROM_START = sa.text("status = 'over' AND start IS NULL")


def upgrade() -> None:
    """The index of the matches that are over and began where their game does."""
    op.create_index(
        "ix_matches_balance",
        "matches",
        ["ruleset", "code", "winner", "seat_0", "seat_1", "ply"],
        sqlite_where=FROM_START,
        postgresql_where=FROM_START,
    )

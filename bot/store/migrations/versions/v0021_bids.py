"""Two people may agree on how many pieces the hunted side has in hand."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import SmallInt

revision = "0021"
down_revision = "0020"

BID = "bid IS NULL OR (bid BETWEEN 1 AND 99 AND rated = 0 AND mirror = 0)"


def upgrade() -> None:
    """No match so far has begun by a bid."""
    op.add_column("matches", sa.Column("bid", SmallInt))
    with op.batch_alter_table("matches", table_kwargs={"sqlite_strict": True}) as table:
        table.create_check_constraint(op.f("ck_matches_bid"), BID)

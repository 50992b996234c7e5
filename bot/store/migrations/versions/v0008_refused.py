"""What was refused cannot be asked for again at once."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Number

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Nothing has been refused yet; a takeback that is being asked for was asked for at this ply."""
    op.add_column("matches", sa.Column("takeback_asked_0", Number))
    op.add_column("matches", sa.Column("takeback_asked_1", Number))
    op.add_column("matches", sa.Column("rematch_refused", Flag, nullable=False, server_default="0"))
    for side in (0, 1):
        op.execute(f"UPDATE matches SET takeback_asked_{side} = ply WHERE takeback = {side}")

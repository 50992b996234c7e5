"""How many hints each side has taken, and whether the computer may resign to a player."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nobody has taken a hint so far, and the computer plays to the end."""
    for side in (0, 1):
        op.add_column("matches", sa.Column(f"hints_{side}", Number, nullable=False, server_default="0"))
    op.add_column("players", sa.Column("resigns", Text))

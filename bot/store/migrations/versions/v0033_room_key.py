"""Who manages the common room of the web room has entered its key."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Nobody has entered a key so far."""
    op.add_column("room_people", sa.Column("key_hash", Text))

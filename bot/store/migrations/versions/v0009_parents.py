"""A view in a thread has the channel of the thread, where its match goes on when the thread is gone."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Of no thread is it known yet."""
    op.add_column("views", sa.Column("parent", Text, nullable=False, server_default=""))

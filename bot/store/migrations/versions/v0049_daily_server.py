"""The puzzle of the day knows the server whose hosts choose how it looks."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text

revision = "0049"
down_revision = "0048"


def upgrade() -> None:
    """Of those asked for before, the server is known once somebody changes them."""
    op.add_column("dailies", sa.Column("server", Text, nullable=False, server_default=""))
    with op.batch_alter_table("dailies", table_kwargs={"sqlite_strict": True}) as batch:
        batch.alter_column("server", server_default=None)

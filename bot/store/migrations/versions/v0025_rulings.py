"""The matches of a chat are found with those in its threads."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0023"

BELOW = sa.text("parent <> ''")


def upgrade() -> None:
    """The boards that stand below a channel are found by it."""
    op.create_index("ix_views_parent", "views", ["parent", "platform"], sqlite_where=BELOW, postgresql_where=BELOW)

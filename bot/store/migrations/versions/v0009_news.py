"""What has happened in a match last, boards that were left behind, what they show for a while,
and what the threads of matches say."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Text, UtcDateTime

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """What happened in an earlier version follows from the status; every board stands where people look."""
    op.add_column("matches", sa.Column("happened", Text, nullable=False, server_default="moved"))
    op.execute(
        "UPDATE matches SET happened = CASE"
        " WHEN status IN ('invited', 'declined', 'withdrawn', 'expired', 'called off') THEN status"
        " WHEN ending = 'resignation' THEN 'resigned' WHEN ending = 'agreement' THEN 'draw agreed'"
        " WHEN ply = 0 THEN 'accepted' ELSE 'moved' END"
    )
    op.add_column("views", sa.Column("left_behind", Flag, nullable=False, server_default="0"))
    op.add_column("views", sa.Column("lapses", UtcDateTime))
    op.add_column("views", sa.Column("thread_shows", Text))
    at_bottom = sa.text("left_behind = 0 AND message IS NOT NULL")
    op.create_index(
        "ix_views_at_bottom", "views", ["chat", "platform"], sqlite_where=at_bottom, postgresql_where=at_bottom
    )
    lapsing = sa.text("lapses IS NOT NULL")
    in_thread = sa.text("thread_shows <> 'archived'")
    op.create_index("ix_views_thread_shows", "views", ["match"], sqlite_where=in_thread, postgresql_where=in_thread)
    op.create_index("ix_views_lapses", "views", ["lapses"], sqlite_where=lapsing, postgresql_where=lapsing)

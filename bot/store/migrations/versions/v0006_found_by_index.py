"""What is left to do is found by an index, however many matches have ended."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Every view learns which version its match is at."""
    op.add_column("views", sa.Column("match_version", Number, nullable=False, server_default="0"))
    op.execute("UPDATE views SET match_version = (SELECT version FROM matches WHERE code = views.match)")
    behind = sa.text("frozen = 0 AND (message IS NULL OR shown_version < match_version)")
    op.create_index("ix_views_behind", "views", ["match"], sqlite_where=behind, postgresql_where=behind)
    op.create_index("ix_matches_changed", "matches", ["changed"])
    op.create_index("ix_room_messages_picture", "room_messages", ["picture_hash"])
    op.drop_index("ix_views_retry_at", "views")

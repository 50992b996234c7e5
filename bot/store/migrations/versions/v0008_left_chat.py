"""A clock is stopped too when the player to move has left the chats of the match."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

HALT = "halt IN ('ready', 'away', 'pause', 'frozen', 'left chat', 'left') AND (halt IS NULL OR status = 'playing')"


def upgrade() -> None:
    """No clock is stopped for that yet."""
    left_chat = sa.text("halt = 'left chat'")
    op.create_index("ix_matches_left_chat", "matches", ["halt"], sqlite_where=left_chat, postgresql_where=left_chat)
    with op.batch_alter_table("matches", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_matches_halt"), type_="check")
        table.create_check_constraint(op.f("ck_matches_halt"), HALT)

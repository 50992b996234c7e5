"""What has happened in a match last, boards that were left behind, what they show for a while,
and what the threads of matches say."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Text, UtcDateTime

revision = "0009"
down_revision = "0008"

_HAPPENED = (
    "CASE WHEN status IN ('invited', 'declined', 'withdrawn', 'expired', 'called off') THEN status"
    " WHEN ending = 'resignation' THEN 'resigned' WHEN ending = 'agreement' THEN 'draw agreed'"
    " WHEN ply = 0 THEN 'accepted' ELSE 'moved' END"
)


def upgrade() -> None:
    """What happened in an earlier version follows from the status; every board stands where people look."""
    op.add_column("matches", sa.Column("happened", Text, nullable=False, server_default="moved"))
    if op.get_bind().dialect.name == "postgresql":
        # A row that breaks a rule of its table from before cannot be changed there; it keeps what is there.
        op.execute(
            f"DO $$ DECLARE each record; BEGIN UPDATE matches SET happened = {_HAPPENED};"
            " EXCEPTION WHEN check_violation THEN FOR each IN SELECT code FROM matches LOOP"
            f" BEGIN UPDATE matches SET happened = {_HAPPENED} WHERE code = each.code;"
            " EXCEPTION WHEN check_violation THEN NULL; END; END LOOP; END $$"
        )
    else:
        op.execute(f"UPDATE matches SET happened = {_HAPPENED}")
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

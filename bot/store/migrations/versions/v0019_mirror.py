"""Two people may play a mirror match: two at once, sides swapped."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Text

revision = "0019"
down_revision = "0018"

MIRROR = "mirror = 0 OR (mirror = 1 AND (pace IS NULL OR pace NOT IN ('blitz', 'sitting')))"
MIRROR_OF = (
    "(mirror_of IS NOT NULL) = (mirror = 1 AND status IN ('playing', 'over', 'called off'))"
    " AND (mirror_of IS NULL OR mirror_of <> code)"
)


def upgrade() -> None:
    """No match so far has another half."""
    op.add_column("matches", sa.Column("mirror_of", Text))
    op.add_column("matches", sa.Column("mirror", Flag, nullable=False, server_default="0"))
    with op.batch_alter_table("matches", table_kwargs={"sqlite_strict": True}) as table:
        table.create_check_constraint(op.f("ck_matches_mirror"), MIRROR)
        table.create_check_constraint(op.f("ck_matches_mirror_of"), MIRROR_OF)

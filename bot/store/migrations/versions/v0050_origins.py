"""A match that goes on from another one knows from which, and after how many of its turns."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Number, Text

revision = "0050"
down_revision = "0049"

RULE = "(origin IS NULL) = (origin_ply IS NULL) AND (origin IS NULL OR (origin <> code AND origin_ply > 0))"


def upgrade() -> None:
    """Of the matches so far only their position was kept."""
    with op.batch_alter_table("matches", table_kwargs={"sqlite_strict": True}) as table:
        table.add_column(sa.Column("origin", Text))
        table.add_column(sa.Column("origin_ply", Number))
        table.create_check_constraint(op.f("ck_matches_origin"), RULE)

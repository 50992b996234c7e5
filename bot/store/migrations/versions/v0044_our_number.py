"""Two people can play for the number of pieces in hand at which they are even."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag

revision = "0044"
down_revision = "0043"

RULE = "our_number = 0 OR (our_number = 1 AND rated = 0 AND mirror = 0 AND bid IS NULL)"
FOR_NUMBER = sa.text("status = 'over' AND our_number = 1")


def upgrade() -> None:
    """No match so far was for it."""
    with op.batch_alter_table("matches", table_kwargs={"sqlite_strict": True}) as table:
        table.add_column(sa.Column("our_number", Flag, nullable=False, server_default="0"))
        table.create_check_constraint(op.f("ck_matches_our_number"), RULE)
    op.create_index(
        "ix_matches_our_number",
        "matches",
        ["seat_0", "seat_1", "ruleset", "created", "code", "winner", "watched"],
        sqlite_where=FOR_NUMBER,
        postgresql_where=FOR_NUMBER,
    )

"""People of the web room change their names, and those they had are kept from others for a while."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text, UtcDateTime

revision = "0003"
down_revision = "0002"

RULES = {
    "name": "folded <> '' AND person <> ''",
    "moments": "given_up BETWEEN 0 AND 253402300799999999",
}


def upgrade() -> None:
    """Nobody has changed their name yet."""
    op.create_table(
        "room_names",
        sa.Column("folded", Text, nullable=False),
        sa.Column("person", Text, nullable=False),
        sa.Column("given_up", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("folded", name="pk_room_names"),
        *(sa.CheckConstraint(sql, name=op.f(f"ck_room_names_{rule}")) for rule, sql in RULES.items()),
        sqlite_strict=True,
    )
    op.create_index("ix_room_names_person", "room_names", ["person"])

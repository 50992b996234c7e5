"""How often the work of an update was begun, and whether it was given up."""

import sqlalchemy as sa
from alembic import op

from bot.store.add_rules import add_rules
from bot.store.types import Flag, Number

revision = "0012"
down_revision = "0011"

RULES = {
    "inbox": {
        "tries": "tries >= 0",
        "set_aside": "set_aside = 0 OR (set_aside = 1 AND tries > 0 AND done IS NOT NULL)",
    },
}


def upgrade() -> None:
    """What an earlier version has left may be tried as often as what comes now."""
    op.add_column("inbox", sa.Column("tries", Number, nullable=False, server_default="0"))
    op.add_column("inbox", sa.Column("set_aside", Flag, nullable=False, server_default="0"))
    add_rules(RULES)

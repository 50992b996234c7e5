"""Of an update that is worked off only its number is kept."""

import sqlalchemy as sa
from alembic import op

from bot.store.add_rules import add_rules
from bot.store.types import Text, UtcDateTime

revision = "0015"
down_revision = "0014"

RULES = {"inbox": {"payload": "done IS NULL OR payload = ''"}}


def upgrade() -> None:
    """Empty those that are kept."""
    inbox = sa.table("inbox", sa.column("payload", Text), sa.column("done", UtcDateTime))
    op.get_bind().execute(sa.update(inbox).where(inbox.c.done.is_not(None)).values(payload=""))
    add_rules(RULES)

"""People may be told of all matches that wait for them by one message at hours that they choose."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text

revision = "0052"
down_revision = "0051"

TOLD = "('here', 'private', 'both', 'silent', 'digest')"
HOURS = (
    "('18', '6', '7', '8', '9', '10', '12', '14', '16', '17', '19', '20', '21', '22',"
    " '6 18', '7 17', '7 19', '8 17', '8 20', '9 18', '9 21', '12 18', '12 20')"
)


def upgrade() -> None:
    """Nobody has chosen it yet."""
    op.add_column("players", sa.Column("digest_hours", Text))
    with op.batch_alter_table("players", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_players_told"), type_="check")
        table.create_check_constraint(op.f("ck_players_told"), f"told IN {TOLD}")
        table.create_check_constraint(op.f("ck_players_digest_hours"), f"digest_hours IN {HOURS}")
    with op.batch_alter_table("tells", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_tells_how"), type_="check")
        table.create_check_constraint(op.f("ck_tells_how"), f"how IN {TOLD}")

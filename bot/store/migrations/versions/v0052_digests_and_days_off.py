"""People may be told of their turns by one message at hours that they choose, and have days off each week."""

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

DAYS = (
    "('0', '1', '2', '3', '4', '5', '6', '0 1', '0 2', '0 3', '0 4', '0 5', '0 6', '1 2', '1 3', '1 4', '1 5', '1 6',"
    " '2 3', '2 4', '2 5', '2 6', '3 4', '3 5', '3 6', '4 5', '4 6', '5 6')"
)


def upgrade() -> None:
    """Nobody has chosen either yet."""
    for name in ("digest_hours", "days_off"):
        op.add_column("players", sa.Column(name, Text))
    with op.batch_alter_table("players", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_players_told"), type_="check")
        table.create_check_constraint(op.f("ck_players_told"), f"told IN {TOLD}")
        table.create_check_constraint(op.f("ck_players_digest_hours"), f"digest_hours IN {HOURS}")
        days = f"days_off IS NULL OR (zone IS NOT NULL AND days_off IN {DAYS})"
        table.create_check_constraint(op.f("ck_players_days_off"), days)
    with op.batch_alter_table("tells", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_tells_how"), type_="check")
        table.create_check_constraint(op.f("ck_tells_how"), f"how IN {TOLD}")

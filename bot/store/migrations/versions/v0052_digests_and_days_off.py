"""People may be told of their turns by one message at hours that they choose, have days off, and plan days away."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text, UtcDateTime

revision = "0052"
down_revision = "0051"

LAST_MOMENT = 253_402_300_799_999_999
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
    for name in ("planned_from", "planned_until"):
        op.add_column("players", sa.Column(name, UtcDateTime))
    with op.batch_alter_table("players", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_players_told"), type_="check")
        table.create_check_constraint(op.f("ck_players_told"), f"told IN {TOLD}")
        table.create_check_constraint(op.f("ck_players_digest_hours"), f"digest_hours IN {HOURS}")
        days = f"days_off IS NULL OR (zone IS NOT NULL AND days_off IN {DAYS})"
        table.create_check_constraint(op.f("ck_players_days_off"), days)
        pair = "(planned_from IS NULL) = (planned_until IS NULL) AND coalesce(planned_from < planned_until, 1 = 1)"
        table.create_check_constraint(op.f("ck_players_planned"), pair)
        table.drop_constraint(op.f("ck_players_moments"), type_="check")
        moments = " AND ".join(
            f"{name} BETWEEN 0 AND {LAST_MOMENT}" for name in ("created", "away_until", "planned_from", "planned_until")
        )
        table.create_check_constraint(op.f("ck_players_moments"), moments)
    ahead = sa.text("planned_from IS NOT NULL")
    op.create_index("ix_players_planned", "players", ["planned_from"], sqlite_where=ahead, postgresql_where=ahead)
    with op.batch_alter_table("tells", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_tells_how"), type_="check")
        table.create_check_constraint(op.f("ck_tells_how"), f"how IN {TOLD}")

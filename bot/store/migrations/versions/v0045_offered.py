"""A mistake of somebody's own tells when they were told of it unasked."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import UtcDateTime

revision = "0045"
down_revision = "0044"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """Nobody has been told of any so far."""
    with op.batch_alter_table("mistakes", table_kwargs={"sqlite_strict": True}) as batch:
        batch.add_column(sa.Column("offered", UtcDateTime))
        batch.drop_constraint(op.f("ck_mistakes_moments"), type_="check")
        batch.create_check_constraint(
            op.f("ck_mistakes_moments"),
            f"due BETWEEN 0 AND {LAST_MOMENT} AND offered BETWEEN 0 AND {LAST_MOMENT}",
        )

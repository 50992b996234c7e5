"""A team may choose its turns in consultation."""

from alembic import op

revision = "0059"
down_revision = "0057"


def upgrade() -> None:
    """All teams so far choose in turn or by vote."""
    with op.batch_alter_table("teams", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_teams_way"), type_="check")
        table.create_check_constraint(op.f("ck_teams_way"), "way IN ('turn', 'vote', 'consultation')")

"""A tournament may be a Swiss, whose first round is paired a moment after it has begun."""

from alembic import op

revision = "0061"
down_revision = "0060"


def upgrade() -> None:
    """No Swiss has been played so far."""
    with op.batch_alter_table("tournaments", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_tournaments_form"), type_="check")
        table.create_check_constraint(op.f("ck_tournaments_form"), "form IN ('round-robin', 'swiss', 'knockout')")
        table.drop_constraint(op.f("ck_tournaments_state"), type_="check")
        table.create_check_constraint(
            op.f("ck_tournaments_state"),
            "round >= 0 AND (state IN ('open', 'closed') OR (state IN ('playing', 'over') AND "
            "(round > 0 OR form = 'swiss')))",
        )

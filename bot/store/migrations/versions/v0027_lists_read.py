"""The lists of a month and a season, and what somebody has won or lost, are read from indexes that hold it all."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

COUNTED = sa.text("uncounted IS NULL")
OF_MATCHES = {
    "ix_matches_seat_0": ("seat_0", "status", "changed", "code", "winner", "first_turns"),
    "ix_matches_seat_1": ("seat_1", "status", "changed", "code", "seat_0", "winner", "first_turns"),
}
OF_RESULTS = ("ruleset", "player", "at", "points", "match", "uncounted")


def upgrade() -> None:
    """The rows stay as they are."""
    op.drop_index("ix_results_counted", table_name="results")
    op.create_index("ix_results_counted", "results", [*OF_RESULTS], sqlite_where=COUNTED, postgresql_where=COUNTED)
    for name, columns in OF_MATCHES.items():
        op.drop_index(name, table_name="matches")
        op.create_index(name, "matches", [*columns])

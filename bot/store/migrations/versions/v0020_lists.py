"""The lists of the strongest are read from indexes that hold all that is asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

CHOSEN, COUNTED = sa.text("listed IS NOT NULL"), sa.text("uncounted IS NULL")


def upgrade() -> None:
    """The rows stay as they are."""
    op.create_index("ix_players_listed", "players", ["listed", "id"], sqlite_where=CHOSEN, postgresql_where=CHOSEN)
    op.create_index("ix_members_seen", "members", ["community", "seen", "player"])
    op.drop_index("ix_ratings_ruleset", table_name="ratings")
    op.create_index("ix_ratings_game", "ratings", ["ruleset", "player", "side", "rating", "played", "deviation"])
    op.drop_index("ix_results_ruleset", table_name="results")
    in_lists = ["ruleset", "at", "player", "opponent", "points", "match"]
    op.create_index("ix_results_counted", "results", in_lists, sqlite_where=COUNTED, postgresql_where=COUNTED)

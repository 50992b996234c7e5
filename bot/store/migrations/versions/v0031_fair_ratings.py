"""Ratings that cannot be given away: who has met whom is counted, and lists are those of a whole server or group."""

import hashlib

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Number

revision = "0031"
down_revision = "0030"

ACTS = "('first', 'second', 'draw', 'none', 'pause', 'resume', 'names', 'ban', 'unban', 'noted')"
UNCOUNTED = "('short', 'often', 'unproven', 'left', 'hints', 'position', 'ruled')"
MET = """
UPDATE ratings SET opponents = (
    SELECT count(DISTINCT results.opponent) FROM results
    WHERE results.player = ratings.player AND results.ruleset = ratings.ruleset AND results.side = ratings.side
    AND results.uncounted IS NULL
)
"""
SHOWN = """
SELECT results.player, views.platform, views.server, views.parent, views.chat, max(results.at) AS seen
FROM results JOIN views ON views."match" = results."match"
WHERE results.uncounted IS NULL AND views.private = 0
GROUP BY results.player, views.platform, views.server, views.parent, views.chat
"""
MEMBER = """
INSERT INTO members (community, player, seen) VALUES (:community, :player, :seen)
ON CONFLICT (community, player) DO UPDATE SET seen = excluded.seen WHERE excluded.seen > members.seen
"""


def upgrade() -> None:
    """Opponents are counted from the ledger. Who belongs to a place is read from the boards of matches that counted:
    until now each channel was one.
    """
    with op.batch_alter_table("ratings", table_kwargs={"sqlite_strict": True}) as table:
        table.add_column(sa.Column("opponents", Number, nullable=False, server_default="0"))
    op.execute(MET)
    with op.batch_alter_table("ratings", table_kwargs={"sqlite_strict": True}) as table:
        table.create_check_constraint(op.f("ck_ratings_opponents"), "opponents BETWEEN 0 AND played")
        table.drop_index("ix_ratings_game")
    op.create_index(
        "ix_ratings_game", "ratings", ["ruleset", "player", "side", "rating", "played", "deviation", "opponents"]
    )
    with op.batch_alter_table("results", table_kwargs={"sqlite_strict": True}) as table:
        table.add_column(sa.Column("untested", Flag, nullable=False, server_default="0"))
        table.create_check_constraint(op.f("ck_results_untested"), "untested IN (0, 1)")
        table.drop_constraint(op.f("ck_results_uncounted"), type_="check")
        table.create_check_constraint(op.f("ck_results_uncounted"), f"uncounted IN {UNCOUNTED}")
    with op.batch_alter_table("rulings", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_rulings_act"), type_="check")
        table.create_check_constraint(op.f("ck_rulings_act"), f"act IN {ACTS}")
    connection = op.get_bind()
    found = connection.execute(sa.text(SHOWN)).all()
    connection.execute(sa.text("DELETE FROM members"))
    for row in found:
        community = digest(row.platform, row.server or row.parent or row.chat)
        connection.execute(sa.text(MEMBER), {"community": community, "player": row.player, "seen": row.seen})


def digest(*parts: str) -> str:
    """The name under which a place is kept."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]

"""The decisions of the staff of a chat: rulings in matches, and who plays there no more; and what is reported to it."""

from sqlalchemy import Column, ForeignKey, Index, PrimaryKeyConstraint, text

from bot.store.tables.base import match, player, table
from bot.store.types import Flag, Text, UtcDateTime

UNTOLD = text("done = 1 AND told = 0")
"""A ruling is to be told in the log channel of its community."""

rulings = table(
    "rulings",
    Column("id", Text, nullable=False),
    Column("community", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    player("staff"),
    Column("act", Text, nullable=False),
    Column("match", Text, ForeignKey("matches.code")),
    player("subject"),
    Column("why", Text, nullable=False),
    Column("until", UtcDateTime),
    Column("done", Flag, nullable=False),
    Column("told", Flag, nullable=False, server_default="1"),
    PrimaryKeyConstraint("id"),
    Index("ix_rulings_community", "community", "at"),
    Index("ix_rulings_match", "match"),
    Index("ix_rulings_staff", "staff"),
    Index("ix_rulings_subject", "subject"),
    Index("ix_rulings_told", "at", sqlite_where=UNTOLD, postgresql_where=UNTOLD),
)
"""What was decided in a ``community``, a digest as in ``members``: about a match, or about a ``subject``. One that is
not ``done`` waits to be confirmed by the ``staff`` who asked for it. ``until`` is the end of a ban, if it has one. One
that is ``told`` stands in the log channel, or never will."""

bans = table(
    "bans",
    Column("community", Text, nullable=False),
    player("player", required=True),
    Column("until", UtcDateTime),
    Column("why", Text, nullable=False),
    PrimaryKeyConstraint("community", "player"),
    Index("ix_bans_player", "player"),
)
"""Who does not play in a community, for how long (no moment: for good), and why."""

reports = table(
    "reports",
    Column("community", Text, nullable=False),
    match(),
    player("player", required=True),
    player("subject", required=True),
    Column("reason", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("done", Flag, nullable=False),
    PrimaryKeyConstraint("community", "match", "player"),
    Index("ix_reports_player", "player"),
    Index("ix_reports_subject", "subject"),
    Index("ix_reports_match", "match"),
)
"""What a ``player`` has reported about a ``subject`` in a match to the hosts of a ``community``, a digest as above: the
key of a reason, and words or none. One with which the hosts are through is ``done``."""

"""The ladders of chats: who stands where, who has challenged whom, and what has ever moved anybody."""

from sqlalchemy import Column, ForeignKey, Index, PrimaryKeyConstraint, text

from bot.store.tables.base import player, table
from bot.store.types import Number, Text, UtcDateTime

UNDECIDED = text("outcome IS NULL")
"""A challenge is open: as the index says it, for SQLite takes it only where a query says the very same."""
UNDER_WAY = text("changes IS NULL")
"""A month has not ended yet, or it is not written yet who stood first then: the same."""
NOT_SHOWN = text("shown < version")
"""The card of a ladder shows another one: as the index says it."""

ladders = table(
    "ladders",
    Column("id", Text, primary_key=True),
    Column("community", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("platform", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("message", Text),
    Column("changes", Number, nullable=False),
    Column("version", Number, nullable=False),
    Column("shown", Number, nullable=False),
    Column("edited", UtcDateTime, nullable=False),
    Index("ix_ladders_community", "community", "ruleset", unique=True),
    Index("ix_ladders_not_shown", "edited", sqlite_where=NOT_SHOWN, postgresql_where=NOT_SHOWN),
)
"""The ladder of a game in a ``community``, a digest as in ``members``, which is ``account`` on its platform, after so
many ``changes`` of rungs. Its card is the ``message`` in a chat; it has ``shown`` the ladder at one of its versions,
and was last ``edited`` then."""

rungs = table(
    "rungs",
    Column("ladder", Text, ForeignKey("ladders.id"), nullable=False),
    player("player", required=True),
    Column("rung", Number, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("due", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("ladder", "player"),
    Index("ix_rungs_rung", "ladder", "rung", "player"),
    Index("ix_rungs_player", "player"),
    Index("ix_rungs_due", "due"),
)
"""Who stands on which rung, 1 being the first, and ``since`` when they are on the ladder. When it is ``due`` they sink,
unless they have played."""

challenges = table(
    "challenges",
    Column("match", Text, ForeignKey("matches.code"), primary_key=True),
    Column("ladder", Text, ForeignKey("ladders.id"), nullable=False),
    player("challenger", required=True),
    player("challenged", required=True),
    Column("at", UtcDateTime, nullable=False),
    Column("outcome", Text),
    Index("ix_challenges_challenger", "challenger", "ladder"),
    Index("ix_challenges_challenged", "challenged", "ladder"),
    Index("ix_challenges_undecided", "ladder", sqlite_where=UNDECIDED, postgresql_where=UNDECIDED),
)
"""A match that decides who has a rung, and how it has: without an ``outcome`` it goes on, or waits to be accepted."""

rung_changes = table(
    "rung_changes",
    Column("ladder", Text, ForeignKey("ladders.id"), nullable=False),
    Column("nth", Number, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("cause", Text, nullable=False),
    player("player", required=True),
    Column("rung_before", Number),
    Column("rung_after", Number),
    player("other"),
    Column("match", Text, ForeignKey("matches.code")),
    PrimaryKeyConstraint("ladder", "nth"),
    Index("ix_rung_changes_player", "player"),
    Index("ix_rung_changes_match", "match"),
)
"""All that has ever changed a ladder, in its order: the rungs follow from it. No row is changed."""

shields = table(
    "shields",
    Column("ladder", Text, ForeignKey("ladders.id"), nullable=False),
    Column("month", Text, nullable=False),
    Column("ends", UtcDateTime, nullable=False),
    Column("changes", Number),
    player("player"),
    PrimaryKeyConstraint("ladder", "month"),
    Index("ix_shields_player", "player"),
    Index("ix_shields_under_way", "ends", sqlite_where=UNDER_WAY, postgresql_where=UNDER_WAY),
)
"""The months of a ladder, as ``2026-11``, and the moment when each ends. It ended after so many ``changes`` of rungs;
the player who stood first then has its shield for good: nobody where nobody stood there, the ladder was switched off,
or whoever had it has had their data deleted."""

shield_marks = table(
    "shield_marks",
    Column("ladder", Text, ForeignKey("ladders.id"), primary_key=True),
    Column("account", Text, nullable=False),
    Column("mark", Text, nullable=False),
    Column("state", Text, nullable=False),
)
"""The account that wears the ``mark`` of the shield of a ladder in its chat, a role by its id, or the text of a tag; or
is to be given it, or cannot be (``state``)."""

"""Simuls: one host plays many boards, which are opened together."""

from sqlalchemy import Column, ForeignKey, Index, PrimaryKeyConstraint, text

from bot.store.tables.base import player, table
from bot.store.types import Flag, Number, Text, UtcDateTime

CARD_BEHIND = text("shown < version")
"""The card of a simul shows another state of it: as the index says it, for SQLite takes it only where a query says the
very same."""

simuls = table(
    "simuls",
    Column("id", Text, primary_key=True),
    Column("community", Text, nullable=False),
    Column("platform", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("threads", Flag, nullable=False),
    Column("language", Text, nullable=False),
    player("host"),
    Column("ruleset", Text, nullable=False),
    Column("side", Text, nullable=False),
    Column("pace", Text),
    Column("seats", Number, nullable=False),
    Column("state", Text, nullable=False),
    Column("made", UtcDateTime, nullable=False),
    Column("message", Text),
    Column("version", Number, nullable=False),
    Column("shown", Number, nullable=False),
    Column("edited", UtcDateTime, nullable=False),
    Index("ix_simuls_community", "community", "state"),
    Index("ix_simuls_host", "host", "state"),
    Index("ix_simuls_behind", "edited", sqlite_where=CARD_BEHIND, postgresql_where=CARD_BEHIND),
)
"""A simul in a ``community``, a digest as in ``members``, which is ``account`` on its platform; nobody hosts it where
the host has had their data deleted. Its card is the ``message`` in a chat, as for
ladders; ``threads``: each board may have a thread there."""

simul_entrants = table(
    "simul_entrants",
    Column("simul", Text, ForeignKey("simuls.id"), nullable=False),
    player("player", required=True),
    Column("joined", UtcDateTime, nullable=False),
    Column("match", Text, ForeignKey("matches.code")),
    Column("refused", Flag, nullable=False),
    Column("note", Text, nullable=False),
    PrimaryKeyConstraint("simul", "player"),
    Index("ix_simul_entrants_player", "player"),
    Index("ix_simul_entrants_match", "match", unique=True),
)
"""Who has joined a simul, and the match that is their board once it has begun; ``refused``: they could not be seated.
The host has written the ``note`` under their board."""

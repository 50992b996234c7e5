"""Duplicate: the same positions in all chats, in a week."""

from sqlalchemy import Column, ForeignKey, Index, PrimaryKeyConstraint

from bot.store.tables.base import player, table
from bot.store.tables.simuls import CARD_BEHIND
from bot.store.types import Flag, Number, Text, UtcDateTime

duplicate_weeks = table(
    "duplicate_weeks",
    Column("week", Text, primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("positions", Text, nullable=False),
    Column("until", UtcDateTime, nullable=False),
    Column("state", Text, nullable=False),
    Index("ix_duplicate_weeks_state", "state", "until"),
)
"""The game and the positions of a week (*2026-W49*), a line each, drawn when the first in any chat joins."""

duplicates = table(
    "duplicates",
    Column("id", Text, primary_key=True),
    Column("week", Text, ForeignKey("duplicate_weeks.week"), nullable=False),
    Column("community", Text, nullable=False),
    Column("platform", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("threads", Flag, nullable=False),
    Column("language", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("place", Number),
    Column("message", Text),
    Column("version", Number, nullable=False),
    Column("shown", Number, nullable=False),
    Column("edited", UtcDateTime, nullable=False),
    Index("ix_duplicates_community", "community", "week"),
    Index("ix_duplicates_week", "week"),
    Index("ix_duplicates_behind", "edited", sqlite_where=CARD_BEHIND, postgresql_where=CARD_BEHIND),
)
"""The duplicate of a ``community`` in a week, and its card, as for simuls. ``place`` is that among the chats, once the
week is over and enough people of it were compared."""

duplicate_entrants = table(
    "duplicate_entrants",
    Column("duplicate", Text, ForeignKey("duplicates.id"), nullable=False),
    Column("number", Number, nullable=False),
    player("player", required=True),
    Column("joined", UtcDateTime, nullable=False),
    Column("pair", Number),
    Column("gone", Flag, nullable=False),
    Column("made", Number),
    Column("possible", Number),
    Column("place", Number),
    PrimaryKeyConstraint("duplicate", "number"),
    Index("ix_duplicate_entrants_player", "player"),
)
"""Those who have joined, under a ``number`` to which results belong, and the ``pair`` that they are one of. ``gone``:
they begin nothing more. Once the week is over: match points, how many were possible, and the place in the chat."""

duplicate_games = table(
    "duplicate_games",
    Column("duplicate", Text, ForeignKey("duplicates.id"), nullable=False),
    Column("pair", Number, nullable=False),
    Column("position", Number, nullable=False),
    Column("leg", Number, nullable=False),
    Column("first", Number, nullable=False),
    Column("second", Number, nullable=False),
    Column("match", Text, ForeignKey("matches.code")),
    Column("refused", Flag, nullable=False),
    Column("worth", Number),
    PrimaryKeyConstraint("duplicate", "pair", "position", "leg"),
    Index("ix_duplicate_games_match", "match", unique=True),
)
"""One of the two matches of a pair from a position: the number of who has the first side, and hosts it, and that of the
other. ``worth``: what it is worth to the first in halves of a point, once the week is over, where it was over then."""

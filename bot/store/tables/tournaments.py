"""Tournaments: whoever enters plays the others of a chat, round by round."""

from sqlalchemy import Column, ForeignKey, Index, PrimaryKeyConstraint, text

from bot.store.tables.base import player, table
from bot.store.tables.simuls import CARD_BEHIND
from bot.store.types import Flag, Number, Text, UtcDateTime

HOLDS_NUMBER = text("number IS NOT NULL AND replaced = 0")
"""Somebody plays under a number: one at a time."""

tournaments = table(
    "tournaments",
    Column("id", Text, primary_key=True),
    Column("community", Text, nullable=False),
    Column("platform", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("threads", Flag, nullable=False),
    Column("language", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("form", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("round", Number, nullable=False),
    Column("until", UtcDateTime, nullable=False),
    Column("message", Text),
    Column("version", Number, nullable=False),
    Column("shown", Number, nullable=False),
    Column("edited", UtcDateTime, nullable=False),
    Index("ix_tournaments_community", "community", "state"),
    Index("ix_tournaments_state", "state", "until"),
    Index("ix_tournaments_behind", "edited", sqlite_where=CARD_BEHIND, postgresql_where=CARD_BEHIND),
)
"""A tournament of a ``community`` and its card, as for simuls. ``round`` is the latest that has begun, 0 before the
first, which that of a Swiss is for a moment. ``until``: as long as people join, the moment at which it is called off;
then the moment at which the time of the round is over; then that at which the tournament was."""

tournament_entrants = table(
    "tournament_entrants",
    Column("tournament", Text, ForeignKey("tournaments.id"), nullable=False),
    player("player", required=True),
    Column("joined", UtcDateTime, nullable=False),
    Column("number", Number),
    Column("withdrawn", Flag, nullable=False),
    Column("replaced", Flag, nullable=False),
    Column("place", Number),
    PrimaryKeyConstraint("tournament", "player"),
    Index("ix_tournament_entrants_player", "player"),
    Index(
        "ix_tournament_entrants_number",
        *("tournament", "number"),
        unique=True,
        sqlite_where=HOLDS_NUMBER,
        postgresql_where=HOLDS_NUMBER,
    ),
)
"""Who has entered, with the ``number`` that they have once it has begun. ``withdrawn``: they play no further game;
``replaced``: somebody else goes on under their number. ``place`` is the final one, once it is over."""

tournament_games = table(
    "tournament_games",
    Column("tournament", Text, ForeignKey("tournaments.id"), nullable=False),
    Column("round", Number, nullable=False),
    Column("board", Number, nullable=False),
    Column("leg", Number, nullable=False),
    Column("attempt", Number, nullable=False),
    Column("first", Number, nullable=False),
    Column("second", Number),
    Column("match", Text, ForeignKey("matches.code")),
    Column("awarded", Text),
    Column("judged", Flag, nullable=False),
    Column("dropped", Flag, nullable=False),
    PrimaryKeyConstraint("tournament", "round", "board", "leg", "attempt"),
    Index("ix_tournament_games_match", "match", unique=True),
)
"""A game of a pairing: the numbers of both entrants, ``second`` None for who has nobody to play in that round, and its
match once it is open. ``awarded`` is what it is worth without having been played to its end, as *2-0* in halves of a
point, and ``judged`` where the computer has decided that; ``dropped``: the next ``attempt`` stands in its place."""

"""The strength of players, the effect of each rated match on it, and who has played rated or guessed in which chat."""

from sqlalchemy import Column, Index, PrimaryKeyConstraint, text

from bot.store.tables.base import match, player, table
from bot.store.types import Billionths, Flag, Number, SmallInt, Text, UtcDateTime

COUNTED = text("uncounted IS NULL")
"""A result counts: as the index says it, for SQLite takes the index only where a query says the very same."""
_IN_LISTS = ("ruleset", "player", "at", "points", "match", "uncounted")

ratings = table(
    "ratings",
    player("player", required=True),
    Column("ruleset", Text, nullable=False),
    Column("side", SmallInt, nullable=False),
    Column("rating", Billionths, nullable=False),
    Column("deviation", Billionths, nullable=False),
    Column("volatility", Billionths, nullable=False),
    Column("played", Number, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("opponents", Number, nullable=False, server_default="0"),
    PrimaryKeyConstraint("player", "ruleset", "side"),
    Index("ix_ratings_game", "ruleset", "player", "side", "rating", "played", "deviation", "opponents"),
)
"""A player's rating in a game, on a side where its sides are not alike (else 0), since the last match that counted, and
how many ``opponents`` they have met in those that did."""

results = table(
    "results",
    match(),
    player("player", required=True),
    player("opponent", required=True),
    Column("ruleset", Text, nullable=False),
    Column("side", SmallInt, nullable=False),
    Column("points", SmallInt, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("uncounted", Text),
    Column("number", Number),
    Column("rating_before", Billionths),
    Column("deviation_before", Billionths),
    Column("volatility_before", Billionths),
    Column("against", Billionths),
    Column("against_deviation", Billionths),
    Column("rating", Billionths),
    Column("deviation", Billionths),
    Column("volatility", Billionths),
    Column("untested", Flag, nullable=False, server_default="0"),
    Column("recounted", Flag, nullable=False, server_default="0"),
    PrimaryKeyConstraint("match", "player"),
    Index("ix_results_player", "player", "ruleset", "side", "number"),
    Index("ix_results_counted", *_IN_LISTS, sqlite_where=COUNTED, postgresql_where=COUNTED),
    Index("ix_results_pair", "player", "opponent", "at"),
)
"""What a rated match has done to the rating of each of its players, or why nothing (``uncounted``). ``points`` are 2
for a win and 1 for a draw; ``number`` counts the matches of that rating; an ``untested`` opponent had met nobody else.
A row holds all that its rating follows from, so that an opponent's data can be deleted. One that was ``recounted`` once
its player was found to be one person with another begins with another rating than the opponent's row says."""

members = table(
    "members",
    Column("community", Text, nullable=False),
    player("player", required=True),
    Column("seen", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("community", "player"),
    Index("ix_members_player", "player"),
    Index("ix_members_seen", "community", "seen", "player"),
)
"""Who has played a rated match that stood in a chat, kept as a digest of the chat, and when last."""

pair_numbers = table(
    "pair_numbers",
    Column("community", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    player("one", required=True),
    player("two", required=True),
    Column("next", Number, nullable=False),
    Column("half_pieces", Number, nullable=False),
    PrimaryKeyConstraint("community", "ruleset", "one", "two"),
    Index("ix_pair_numbers_one", "one"),
    Index("ix_pair_numbers_two", "two"),
    Index("ix_pair_numbers_listed", "community", "ruleset", "half_pieces", "one", "two", "next"),
)
"""The number of pieces in hand with which the next match of two begins, and the halves at which they are even, in each
chat in which a match for it stood; one row has no chat. ``one`` sorts before ``two``."""

guessers = table(
    "guessers",
    Column("community", Text, nullable=False),
    player("player", required=True),
    Column("guessed", Number, nullable=False),
    Column("weight", Billionths, nullable=False),
    Column("right_weight", Billionths, nullable=False),
    Column("seen", UtcDateTime, nullable=False),
    Column("left_at", UtcDateTime),
    PrimaryKeyConstraint("community", "player"),
    Index("ix_guessers_player", "player"),
    Index("ix_guessers_listed", "community", "seen", "player", "guessed", "weight", "right_weight", "left_at"),
)
"""The sums of the guesses that a player has made in a chat and of which the turn has fallen: how many they are, the
weight of all and of those that were right, and when the last was made. Where the player was found to have left the
chat, ``left_at`` says when; a later guess says that they are back."""

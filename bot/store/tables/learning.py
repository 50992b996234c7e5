"""Puzzles that somebody has tried, the first try of each person, the puzzles of the site's own, and that of a day."""

from sqlalchemy import Column, ForeignKey, ForeignKeyConstraint, Index, PrimaryKeyConstraint, text

from bot.store.tables.base import match, player, table
from bot.store.types import Billionths, Flag, Number, SmallInt, Text, UtcDateTime

ON = text("due IS NOT NULL")
"""A chat gets a puzzle a day: as the index says it, for SQLite takes it only where a query says the very same."""
OPEN = text("closed = 0")
"""The message of a day may still change: as the index says it."""

puzzles = table(
    "puzzles",
    Column("id", Text, primary_key=True),
    Column("rating", Billionths, nullable=False),
    Column("deviation", Billionths, nullable=False),
    Column("volatility", Billionths, nullable=False),
    Column("tried", Number, nullable=False),
    Column("solved", Number, nullable=False),
    Column("disliked", Number, nullable=False),
)
"""How a puzzle differs from its start, once somebody has tried it: how many have, how many have solved it
at the first try, and how many of the first ones dislike it."""

attempts = table(
    "attempts",
    player("player", required=True),
    Column("puzzle", Text, ForeignKey("puzzles.id"), nullable=False),
    Column("number", Number, nullable=False),
    Column("nth", Number, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("solved", Flag, nullable=False),
    Column("disliked", Flag, nullable=False),
    Column("rating_before", Billionths, nullable=False),
    Column("rating", Billionths, nullable=False),
    Column("deviation", Billionths, nullable=False),
    Column("volatility", Billionths, nullable=False),
    PrimaryKeyConstraint("player", "puzzle"),
    Index("ix_attempts_number", "player", "number", unique=True),
)
"""A player's first try at a puzzle: it is their ``number``-th puzzle, they are the ``nth`` to try it. The latest holds
their rating."""

mistakes = table(
    "mistakes",
    player("player", required=True),
    Column("puzzle", Text, nullable=False),
    match(),
    Column("ply", Number, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("line", Text, nullable=False),
    Column("due", UtcDateTime, nullable=False),
    Column("done", Flag, nullable=False),
    Column("offered", UtcDateTime),
    PrimaryKeyConstraint("player", "puzzle"),
)
"""A turn of a player that turned a match of theirs, as a puzzle for them alone from when it is ``due``: the position
before it, and the better turn with its like (with slashes). ``offered``: when they were told of it unasked, once."""

site_puzzles = table(
    "site_puzzles",
    Column("id", Text, primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("goal", Text, nullable=False),
    Column("line", Text, nullable=False),
    Column("themes", Text, nullable=False),
    Column("rating", Number, nullable=False),
    Column("found_at", UtcDateTime, nullable=False),
    Index("ix_site_puzzles_ruleset", "ruleset", "id"),
)
"""A puzzle mined from a match that ended here, as one that ships stands in its file. Nothing tells which match it is
of, nor who has played it."""

mining = table(
    "mining",
    Column("id", SmallInt, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
    Column("nth", Number, nullable=False),
)
"""One row: how far the matches that ended here were looked at. Of those that changed last ``at`` that very moment the
first ``nth`` were, in the order of their codes."""

dailies = table(
    "dailies",
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("zone", Text, nullable=False),
    Column("hour", SmallInt, nullable=False),
    Column("games", Text, nullable=False),
    Column("due", UtcDateTime),
    Column("server", Text, nullable=False),
    PrimaryKeyConstraint("platform", "chat"),
    Index("ix_dailies_due", "due", sqlite_where=ON, postgresql_where=ON),
)
"""A chat that has asked for a puzzle a day: at which hour of its zone, of which games (keys with commas; none for all),
and when the next is ``due``; NULL where it is switched off. ``server`` is that of a channel; empty where there is none,
or it is not known."""

weeklies = table(
    "weeklies",
    Column("community", Text, primary_key=True),
    Column("platform", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("due", UtcDateTime),
    Column("at", UtcDateTime),
    Index("ix_weeklies_due", "due"),
    Index("ix_weeklies_at", "at"),
)
"""A community, a digest as in ``members``, whose hosts have asked for a card a week, which comes to a chat: when the
next is ``due``, NULL where it is switched off, and of which moment the one is that is to be sent now, NULL for none."""

refused_moves = table(
    "refused_moves",
    Column("community", Text, ForeignKey("weeklies.community"), nullable=False),
    Column("week", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("count", Number, nullable=False),
    PrimaryKeyConstraint("community", "week", "ruleset", "reason"),
)
"""The number of moves of a game that were refused in such a chat for a reason, until the day on which its next card
comes. Nothing tells whose they were."""

daily_puzzles = table(
    "daily_puzzles",
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("puzzle", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("until", UtcDateTime, nullable=False),
    Column("message", Text),
    Column("shown", Text, nullable=False),
    Column("closed", Flag, nullable=False),
    PrimaryKeyConstraint("platform", "chat", "day"),
    ForeignKeyConstraint(["platform", "chat"], ["dailies.platform", "dailies.chat"], name="fk_daily_puzzles_platform"),
    Index("ix_daily_puzzles_open", "platform", "chat", sqlite_where=OPEN, postgresql_where=OPEN),
)
"""The puzzle of a day in a chat, answered ``until`` its solution is told. ``message`` is where it stands, NULL until it
does; ``shown`` are the counts that stand there; ``closed``: nothing of it changes any more."""

holdouts = table(
    "holdouts",
    Column("week", Text, nullable=False),
    player("player", required=True),
    Column("ending", Text, nullable=False),
    Column("community", Text, nullable=False),
    Column("turns", Text, nullable=False),
    Column("held", Number),
    Column("practice", Text, nullable=False),
    Column("begun", UtcDateTime, nullable=False),
    Column("ended", UtcDateTime),
    PrimaryKeyConstraint("week", "player"),
    Index("ix_holdouts_record", "week", "community", "held"),
    Index("ix_holdouts_player", "player"),
)
"""A player's first try to hold out in the lost ending of a week, from when they ask for it in a chat or play: their own
turns so far, with spaces between them, and how many they have ``held`` out once it is over. ``community``, a digest as
in ``members``, is the chat for whose record it counts; empty for none. ``practice`` are the turns of a later try, which
does not count."""

daily_tries = table(
    "daily_tries",
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("day", Text, nullable=False),
    player("player", required=True),
    Column("puzzle", Text, nullable=False),
    Column("solved", Flag),
    PrimaryKeyConstraint("platform", "chat", "day", "player"),
    ForeignKeyConstraint(
        ["platform", "chat", "day"],
        ["daily_puzzles.platform", "daily_puzzles.chat", "daily_puzzles.day"],
        name="fk_daily_tries_platform",
    ),
    Index("ix_daily_tries_player", "player", "day"),
)
"""Who has opened the puzzle of a day from a chat, and whether they have solved it; NULL as long as they have not
finished their first try."""

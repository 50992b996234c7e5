"""The villages: chats in which all are one player, and what they vote on."""

from sqlalchemy import Column, Index, PrimaryKeyConstraint, text

from bot.store.tables.base import match, player, table
from bot.store.types import Flag, Number, Span, Text, UtcDateTime

VOTING = text("closes IS NOT NULL")
"""A village is to move: as the index says it, for SQLite takes it only where a query says the very same."""

villages = table(
    "villages",
    player("player", required=True),
    Column("community", Text, nullable=False),
    Column("platform", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("thread", Text, nullable=False),
    PrimaryKeyConstraint("player"),
    Index("ix_villages_community", "community", unique=True),
)
"""The player who is all of a ``community``, a digest as in ``members``, which is ``account`` on its platform. A chat
says where its latest match was begun."""

polls = table(
    "polls",
    match(),
    player("village", required=True),
    Column("lasts", Span, nullable=False),
    Column("ply", Number, nullable=False),
    Column("closes", UtcDateTime),
    Column("again", Flag, nullable=False),
    Column("before", Number, nullable=False),
    Column("shown", UtcDateTime),
    Column("frozen", UtcDateTime),
    PrimaryKeyConstraint("match", "village"),
    Index("ix_polls_village", "village"),
    Index("ix_polls_closes", "closes", sqlite_where=VOTING, postgresql_where=VOTING),
)
"""The vote of a village in a match, on its turn after ``ply`` turns, which ``lasts`` so long and ``closes`` then: never
where it is not to move. ``again``: nobody had voted in time. ``before`` people had a voice in the last vote.
Boards show from ``shown`` on how many there are in this one. Since ``frozen`` no board of it can be reached."""

votes = table(
    "votes",
    match(),
    Column("ply", Number, nullable=False),
    player("player", required=True),
    Column("choice", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("match", "ply", "player"),
    Index("ix_votes_player", "player"),
)
"""The turn after ``ply`` turns that somebody wants their village to play, in canonical notation, or how they want it to
end the match; and since when."""

villagers = table(
    "villagers",
    player("village", required=True),
    player("player", required=True),
    Column("since", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("village", "player"),
    Index("ix_villagers_player", "player"),
)
"""Who has been counted in, or has voted, for a village, and since when: they have a vote against other chats."""

chat_challenges = table(
    "chat_challenges",
    player("village", required=True),
    Column("code", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("until", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("village"),
    Index("ix_chat_challenges_code", "code", unique=True),
)
"""The game to which a village challenges whatever other chat has the ``code``, until a moment; in the ``language`` of
whoever did it its board is shown, where hosts have chosen none."""

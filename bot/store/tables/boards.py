"""Boards matches: the people of two chats play each other one by one."""

from sqlalchemy import Column, ForeignKey, Index, PrimaryKeyConstraint, text

from bot.store.tables.base import player, table
from bot.store.tables.simuls import CARD_BEHIND
from bot.store.types import Flag, Number, Text, UtcDateTime

AT_BOARD = text("board IS NOT NULL AND late = 0")
"""Somebody plays on a board: one of each chat."""

boards_matches = table(
    "boards_matches",
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("until", UtcDateTime, nullable=False),
    Column("stopped_by", Number),
    Index("ix_boards_matches_code", "code", unique=True),
    Index("ix_boards_matches_state", "state", "until"),
)
"""A boards match; another chat accepts it by its ``code``. As long as it is open, it is called off at the moment
``until``. Those who organise on the side ``stopped_by`` have called it off; None where nobody has."""

boards_sides = table(
    "boards_sides",
    Column("boards", Text, ForeignKey("boards_matches.id"), nullable=False),
    Column("side", Number, nullable=False),
    Column("community", Text, nullable=False),
    Column("platform", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("threads", Flag, nullable=False),
    Column("language", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("ready", Flag, nullable=False),
    Column("message", Text),
    Column("version", Number, nullable=False),
    Column("shown", Number, nullable=False),
    Column("edited", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("boards", "side"),
    Index("ix_boards_sides_community", "community"),
    Index("ix_boards_sides_behind", "edited", sqlite_where=CARD_BEHIND, postgresql_where=CARD_BEHIND),
)
"""A chat in a boards match, that which challenged being 0: a ``community``, as for simuls, what it is called, and its
card; ``ready``: those who organise there want it to begin."""

boards_line = table(
    "boards_line",
    Column("boards", Text, ForeignKey("boards_matches.id"), nullable=False),
    player("player", required=True),
    Column("side", Number, nullable=False),
    Column("joined", UtcDateTime, nullable=False),
    Column("place", Number),
    Column("board", Number),
    Column("late", Flag, nullable=False),
    PrimaryKeyConstraint("boards", "player"),
    Index("ix_boards_line_player", "player"),
    Index(
        "ix_boards_line_board",
        *("boards", "board", "side"),
        unique=True,
        sqlite_where=AT_BOARD,
        postgresql_where=AT_BOARD,
    ),
)
"""The line of a chat: who has joined on a side, their ``place`` where those who organise have put people in order, and
the ``board`` at which they play, the first one being 0; ``late``: somebody else plays there in their place."""

boards_games = table(
    "boards_games",
    Column("boards", Text, ForeignKey("boards_matches.id"), nullable=False),
    Column("board", Number, nullable=False),
    Column("leg", Number, nullable=False),
    Column("attempt", Number, nullable=False),
    Column("match", Text, ForeignKey("matches.code")),
    Column("refused", Flag, nullable=False),
    Column("dropped", Flag, nullable=False),
    PrimaryKeyConstraint("boards", "board", "leg", "attempt"),
    Index("ix_boards_games_match", "match", unique=True),
)
"""A match on a board: of two, the one in which the first chat has the first side is ``leg`` 0. ``refused``: it could
not be opened; ``dropped``: somebody was late, and the next ``attempt`` stands in its place."""

"""The teams: people who share a side."""

from sqlalchemy import Column, Index, PrimaryKeyConstraint

from bot.store.tables.base import match, player, table
from bot.store.types import Number, Text

teams = table(
    "teams",
    player("player", required=True),
    Column("way", Text, nullable=False),
    *(Column(name, Text, nullable=False) for name in ("platform", "account", "chat", "thread")),
    Column("last", Number, nullable=False),
    Column("silent", Number, nullable=False),
    PrimaryKeyConstraint("player"),
    Index("ix_teams_account", "platform", "account"),
)
"""The player who is a team, which has gathered in a place of the community that is ``account`` on its platform, and the
``way`` in which it chooses. The latest turn was that of member ``last``, and so many have been ``silent`` since."""

team_members = table(
    "team_members",
    player("team", required=True),
    player("player", required=True),
    Column("number", Number, nullable=False),
    PrimaryKeyConstraint("team", "player"),
    Index("ix_team_members_number", "team", "number", unique=True),
    Index("ix_team_members_player", "player"),
)
"""Those who are a team, numbered in the order in which they joined."""

seat_marks = table(
    "seat_marks",
    match(),
    player("player", required=True),
    Column("ply", Number, nullable=False),
    *(Column(name, Text, nullable=False) for name in ("marks", "line")),
    PrimaryKeyConstraint("match", "player"),
    Index("ix_seat_marks_player", "player"),
)
"""The arrows and rings that a member of a team has drawn for the others on its turn after ``ply`` turns: from point to
point by their numbers, as ``3-7 5-5``. The ``line`` that they show are turns from there on, by the points touched for
each in the same way; one of the two may be empty."""

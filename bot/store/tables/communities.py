"""The servers, groups and rooms whose hosts have chosen something, and the channels and roles that they have named."""

from sqlalchemy import Column, ForeignKey, Index, PrimaryKeyConstraint

from bot.store.tables.base import table
from bot.store.types import Number, Text, UtcDateTime

communities = table(
    "communities",
    Column("id", Text, primary_key=True),
    Column("platform", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("version", Number, nullable=False),
    Column("changed", UtcDateTime, nullable=False),
    Index("ix_communities_account", "account", "platform", unique=True),
)
"""What was chosen for a server, group or room: ``settings`` is JSON, a text by the name of a setting. ``version``
counts the changes. Who has made them is not kept."""

allowed = table(
    "allowed",
    Column("community", Text, ForeignKey("communities.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("may", Text, nullable=False),
    Column("name", Text, nullable=False),
    PrimaryKeyConstraint("community", "kind", "may", "account"),
)
"""A channel in which, or a role of those who, ``may`` do something there; ``name`` is what it was called then."""

topics = table(
    "topics",
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("name", Text, nullable=False),
    PrimaryKeyConstraint("chat", "thread", "platform"),
)
"""The topics of a forum that were seen; ``name`` is empty where only messages in it were."""

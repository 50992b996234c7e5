"""The tables that the processes share: events, updates, leases."""

from sqlalchemy import Column, Index, PrimaryKeyConstraint

from bot.store.tables.base import table
from bot.store.types import Flag, Number, SmallInt, Text, UtcDateTime

events = table(
    "events",
    Column("event", Text, primary_key=True),
    Column("match", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index("ix_events_at", "at"),
)
"""The effect of each platform event, so that a repeated one does nothing twice. ``event`` is one short text, made by
``bot.store.events.key_of``, whatever the platforms call their events."""

secrets = table("secrets", Column("name", Text, primary_key=True), Column("value", Text, nullable=False))
"""Secrets of the processes of this database, by name: random, 32 bytes as 64 digits; and the digest of the key of the
common room."""

inbox = table(
    "inbox",
    Column("platform", Text, nullable=False),
    Column("number", Number, nullable=False),
    Column("payload", Text, nullable=False),
    Column("received", UtcDateTime, nullable=False),
    Column("done", UtcDateTime),
    Column("holder", Text, nullable=False, server_default=""),
    Column("tries", Number, nullable=False, server_default="0"),
    Column("set_aside", Flag, nullable=False, server_default="0"),
    PrimaryKeyConstraint("platform", "number"),
    Index("ix_inbox_done", "platform", "done"),
)
"""Updates of a platform that forgets them once they are fetched, kept until they are worked off, by ``holder``.
``tries`` counts how often the work of one was begun; ``set_aside``: it was given up after too many tries, at ``done``.
"""

offsets = table(
    "offsets",
    Column("platform", Text, primary_key=True),
    Column("number", Number, nullable=False),
)
"""The next update to ask a platform for."""

processes = table(
    "processes",
    Column("id", Text, primary_key=True),
    Column("serves", Text, nullable=False),
    Column("until", UtcDateTime, nullable=False),
)
"""The processes that live, and what each of them can do. One that has not been heard of ``until`` then is dead."""

leases = table(
    "leases",
    Column("kind", Text, nullable=False),
    Column("share", Number, nullable=False),
    Column("holder", Text, nullable=False),
    PrimaryKeyConstraint("kind", "share"),
)
"""Work that is done by one process at a time, in shares; a share whose holder is dead is free."""

pulse = table(
    "pulse",
    Column("id", SmallInt, primary_key=True, autoincrement=False),
    Column("era", Number, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("gap_begin", UtcDateTime),
    Column("gap_end", UtcDateTime),
)
"""One row: when a Papan was last seen to run. From ``gap_begin`` to ``gap_end`` none did, and no clock counts that
time: a new ``era`` began then, into which every clock that ran is brought."""

requests = table(
    "requests",
    Column("who", Text, nullable=False),
    Column("minute", Number, nullable=False),
    Column("process", Text, nullable=False),
    Column("count", Number, nullable=False),
    PrimaryKeyConstraint("who", "minute", "process"),
    Index("ix_requests_minute", "minute"),
)
"""The requests of people in a minute, where they are many: ``who`` is a digest of platform and account."""

"""The web room: its people, its pictures, and what was said in it."""

from sqlalchemy import Column, ForeignKey, Index, UniqueConstraint

from bot.store.tables.base import table
from bot.store.types import Bytes, Flag, Number, Text, UtcDateTime

room_people = table(
    "room_people",
    Column("id", Text, primary_key=True),
    Column("secret_hash", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("seen", UtcDateTime, nullable=False),
    Column("key_hash", Text),
    UniqueConstraint("secret_hash"),
    UniqueConstraint("folded"),
)
"""People of the web room. ``folded`` is what all names that look like theirs have in common, ``seen`` when they were
last there, to the hour; ``key_hash`` is the digest of the key of the common room that they entered last."""

room_devices = table(
    "room_devices",
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("room_people.id"), nullable=False),
    Column("secret_hash", Text, nullable=False),
    Column("browser", Text, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("seen", UtcDateTime, nullable=False),
    Index("ix_room_devices_person", "person"),
    Index("ix_room_devices_secret_hash", "secret_hash", unique=True),
)
"""Devices on which a person of the room is too, besides the one with their first secret: each has a secret of its own.
``browser`` is what it says it is, and on which system."""

room_names = table(
    "room_names",
    Column("folded", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("given_up", UtcDateTime, nullable=False),
    Index("ix_room_names_person", "person"),
)
"""Names that people of the web room had before, so that nobody else takes them at once: ``folded`` as above."""

room_pictures = table(
    "room_pictures",
    Column("hash", Text, primary_key=True),
    Column("png", Bytes, nullable=False),
)
"""Pictures of the web room, by the hash of their content."""

room_messages = table(
    "room_messages",
    Column("id", Text, primary_key=True),
    Column("room", Text, nullable=False),
    Column("seq", Number, nullable=False),
    Column("author", Text),
    Column("only_for", Text),
    Column("body", Text, nullable=False),
    Column("picture_hash", Text, ForeignKey("room_pictures.hash")),
    Column("created", UtcDateTime, nullable=False),
    Column("changed_seq", Number, nullable=False),
    Column("deleted", Flag, nullable=False),
    UniqueConstraint("room", "seq"),
    Index("ix_room_messages_changed", "room", "changed_seq"),
    Index("ix_room_messages_picture", "picture_hash"),
)
"""The messages of a web room: ``seq`` orders the messages, ``changed_seq`` their latest changes."""

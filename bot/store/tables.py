"""The tables. The migrations beside this file build them; a test holds the two against each other.

Ids are made by us and are not sequential. Nothing cascades, and SQLite's tables are STRICT. What a row must fulfil by
itself stands in ``rules.py``.
"""

from sqlalchemy import (
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    text,
)
from sqlalchemy.sql.schema import SchemaItem

from bot.store.rules import ARCHIVED, checks
from bot.store.types import Bytes, Flag, Number, SmallInt, Text, UtcDateTime

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def _table(name: str, *items: SchemaItem) -> Table:
    return Table(name, metadata, *items, *checks(name), sqlite_strict=True)


def _player(name: str, *, required: bool = False) -> Column[str]:
    return Column(name, Text, ForeignKey("players.id"), nullable=not required)


def _match() -> Column[str]:
    return Column("match", Text, ForeignKey("matches.code"), nullable=False)


players = _table(
    "players",
    Column("id", Text, primary_key=True),
    Column("created", UtcDateTime, nullable=False),
    Column("language", Text),
    Column("theme", Text),
    Column("view", Text),
    Column("resigns", Text),
)
"""A person, opaque: what is known of them on a platform stands in ``accounts`` only."""

accounts = _table(
    "accounts",
    Column("platform", Text, nullable=False),
    Column("account", Text, nullable=False),
    _player("player", required=True),
    Column("name", Text, nullable=False),
    Column("handle", Text, nullable=False),
    Column("locale", Text, nullable=False),
    Column("updated", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("account", "platform"),
    Index("ix_accounts_handle", "handle", "platform"),
    Index("ix_accounts_player", "player"),
)
"""Who a player is on a platform."""

matches = _table(
    "matches",
    Column("code", Text, primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("start", Text),
    Column("status", Text, nullable=False),
    _player("host", required=True),
    Column("host_side", SmallInt),
    _player("invited"),
    Column("invited_platform", Text),
    Column("invited_handle", Text),
    _player("seat_0"),
    _player("seat_1"),
    Column("ply", Number, nullable=False),
    Column("turn", SmallInt, nullable=False),
    Column("ending", Text),
    Column("winner", SmallInt),
    Column("draw_offer", SmallInt),
    Column("draw_asked_0", Number),
    Column("draw_asked_1", Number),
    Column("takeback", SmallInt),
    _player("actor"),
    Column("version", Number, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("changed", UtcDateTime, nullable=False),
    Column("expires", UtcDateTime),
    Column("moved_at", UtcDateTime),
    Column("rematch_of", Text),
    _player("rematch_by"),
    Column("hints_0", Number, nullable=False, server_default="0"),
    Column("hints_1", Number, nullable=False, server_default="0"),
    Column("takeback_asked_0", Number),
    Column("takeback_asked_1", Number),
    Column("rematch_refused", Flag, nullable=False, server_default="0"),
    Column("happened", Text, nullable=False, server_default="moved"),
    Index("ix_matches_rematch_of", "rematch_of"),
    Index("ix_matches_host", "host", "status"),
    Index("ix_matches_created", "host", "created"),
    Index("ix_matches_invited", "invited", "status"),
    Index("ix_matches_handle", "invited_handle", "invited_platform"),
    Index("ix_matches_seat_0", "seat_0", "status"),
    Index("ix_matches_seat_1", "seat_1", "status"),
    Index("ix_matches_expires", "status", "expires"),
    Index("ix_matches_changed", "changed"),
)
"""``start`` is a position where the match does not begin at the ruleset's own. ``ply``, ``turn``, ``ending`` and
``winner`` say what replaying the moves gives; ``papan check`` holds them against it. ``rematch_of`` is the code of the
match before, whose row is locked while a rematch is made, so that there is one."""

moves = _table(
    "moves",
    _match(),
    Column("ply", Number, nullable=False),
    Column("text", Text, nullable=False),
    _player("player", required=True),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("match", "ply"),
)
"""The record: one row a turn in canonical notation, counted from 1. The key refuses a second move at the same ply."""

BEHIND = text("frozen = 0 AND (message IS NULL OR shown_version < match_version)")
"""A view is behind: as the index says it, for SQLite takes the index only where a query says the very same."""

AT_BOTTOM = text("left_behind = 0 AND message IS NOT NULL")
"""A board stands where people look, as far as is known."""

LAPSING = text("lapses IS NOT NULL")
"""Something that a view shows is true for a while only."""

IN_THREAD = text(f"thread_shows <> '{ARCHIVED}'")
"""A view stands in a thread that was opened for its match, and is not archived."""

views = _table(
    "views",
    Column("id", Text, nullable=False),
    _match(),
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("private", Flag, nullable=False),
    Column("can_post", Flag, nullable=False),
    Column("can_thread", Flag, nullable=False),
    Column("language", Text, nullable=False),
    _player("perspective"),
    Column("theme", Text),
    Column("message", Text),
    Column("shown_version", Number, nullable=False),
    Column("posts", Number, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("pinged_version", Number, nullable=False),
    Column("ping_message", Text),
    Column("frozen", Flag, nullable=False),
    Column("tries", Number, nullable=False),
    Column("retry_at", UtcDateTime),
    Column("match_version", Number, nullable=False, server_default="0"),
    Column("left_behind", Flag, nullable=False, server_default="0"),
    Column("lapses", UtcDateTime),
    Column("thread_shows", Text),
    PrimaryKeyConstraint("match", "id"),
    Index("ix_views_id", "id"),
    Index("ix_views_place", "chat", "thread", "platform"),
    Index("ix_views_message", "chat", "message", "platform"),
    Index("ix_views_behind", "match", sqlite_where=BEHIND, postgresql_where=BEHIND),
    Index("ix_views_at_bottom", "chat", "platform", sqlite_where=AT_BOTTOM, postgresql_where=AT_BOTTOM),
    Index("ix_views_thread_shows", "match", sqlite_where=IN_THREAD, postgresql_where=IN_THREAD),
    Index("ix_views_lapses", "lapses", sqlite_where=LAPSING, postgresql_where=LAPSING),
)
"""A message that shows a match. ``posts`` counts its messages before the present one, ``created`` is when that one was
asked for, before ``retry_at`` it is left alone. ``match_version`` is written whenever the match is, so that what is
behind is found without looking at every match there ever was. ``left_behind``: many messages stand below its message;
``lapses`` is when something that the message shows is no longer true. ``thread_shows`` is set in a thread that was
opened for the match: the status that its title tells, and the line where it hangs; empty for none yet, ``ARCHIVED`` at
the end."""

leftovers = _table(
    "leftovers",
    Column("match", Text, nullable=False),
    Column("view", Text, nullable=False),
    Column("message", Text, nullable=False),
    PrimaryKeyConstraint("match", "view", "message"),
    ForeignKeyConstraint(["match", "view"], ["views.match", "views.id"], name="fk_leftovers_view"),
)
"""Messages of a view that are to be taken away: a board that was posted again, an old ping."""

events = _table(
    "events",
    Column("event", Text, primary_key=True),
    Column("match", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index("ix_events_at", "at"),
)
"""What each platform event caused, so that a repeated one does nothing twice. ``event`` is ``bot.store.events.key_of``
it: one short text, whatever the platforms call their events."""

secrets = _table("secrets", Column("name", Text, primary_key=True), Column("value", Text, nullable=False))
"""What only the processes of this database know, by name: random, 32 bytes as 64 digits."""

inbox = _table(
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

offsets = _table(
    "offsets",
    Column("platform", Text, primary_key=True),
    Column("number", Number, nullable=False),
)
"""The next update to ask a platform for."""

room_people = _table(
    "room_people",
    Column("id", Text, primary_key=True),
    Column("secret_hash", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("seen", UtcDateTime, nullable=False),
    UniqueConstraint("secret_hash"),
    UniqueConstraint("folded"),
)
"""People of the web room. ``folded`` is what all names that look like theirs have in common, ``seen`` when they were
last there, to the hour."""

room_pictures = _table(
    "room_pictures",
    Column("hash", Text, primary_key=True),
    Column("png", Bytes, nullable=False),
)
"""Pictures of the web room, by the hash of their content."""

room_messages = _table(
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
"""What was said in a web room: ``seq`` orders the messages, ``changed_seq`` their latest changes."""

processes = _table(
    "processes",
    Column("id", Text, primary_key=True),
    Column("serves", Text, nullable=False),
    Column("until", UtcDateTime, nullable=False),
)
"""The processes that live, and what each of them can do. One that has not been heard of ``until`` then is dead."""

leases = _table(
    "leases",
    Column("kind", Text, nullable=False),
    Column("share", Number, nullable=False),
    Column("holder", Text, nullable=False),
    PrimaryKeyConstraint("kind", "share"),
)
"""What is done by one process at a time, in shares; a share whose holder is dead is free."""

requests = _table(
    "requests",
    Column("who", Text, nullable=False),
    Column("minute", Number, nullable=False),
    Column("process", Text, nullable=False),
    Column("count", Number, nullable=False),
    PrimaryKeyConstraint("who", "minute", "process"),
    Index("ix_requests_minute", "minute"),
)
"""How much people ask for in a minute, as far as it is much: ``who`` is a digest of platform and account."""

LASTING = tuple(table for table in metadata.sorted_tables if table not in (processes, leases, requests))
"""All but what says something of the present only: what goes into every copy."""

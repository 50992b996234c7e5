"""The messages that show matches."""

from sqlalchemy import Column, ForeignKeyConstraint, Index, PrimaryKeyConstraint, text

from bot.store.rules import ARCHIVED
from bot.store.tables.base import match, player, table
from bot.store.types import Flag, Number, Text, UtcDateTime

BEHIND = text("frozen = 0 AND (message IS NULL OR shown_version < match_version)")
"""A view is behind: as the index says it, for SQLite takes the index only where a query says the very same."""

AT_BOTTOM = text("left_behind = 0 AND message IS NOT NULL")
"""A board stands where people look, as far as is known."""

LAPSING = text("lapses IS NOT NULL")
"""Something that a view shows is true for a while only."""

BELOW = text("parent <> ''")
"""A view stands in a thread below a channel."""

IN_THREAD = text(f"thread_shows <> '{ARCHIVED}'")
"""A view stands in a thread that was opened for its match, and is not archived."""

views = table(
    "views",
    Column("id", Text, nullable=False),
    match(),
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("private", Flag, nullable=False),
    Column("can_post", Flag, nullable=False),
    Column("can_thread", Flag, nullable=False),
    Column("parent", Text, nullable=False, server_default=""),
    Column("server", Text, nullable=False, server_default=""),
    Column("language", Text, nullable=False),
    player("perspective"),
    Column("theme", Text),
    Column("message", Text),
    Column("shown_version", Number, nullable=False),
    Column("posts", Number, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("frozen", Flag, nullable=False),
    Column("tries", Number, nullable=False),
    Column("retry_at", UtcDateTime),
    Column("match_version", Number, nullable=False, server_default="0"),
    Column("left_behind", Flag, nullable=False, server_default="0"),
    Column("lapses", UtcDateTime),
    Column("thread_shows", Text),
    Column("copy", Flag, nullable=False, server_default="0"),
    Column("bottom", Number),
    Column("nameless", Flag, nullable=False, server_default="0"),
    Column("closed", Flag, nullable=False, server_default="0"),
    PrimaryKeyConstraint("match", "id"),
    Index("ix_views_id", "id"),
    Index("ix_views_place", "chat", "thread", "platform"),
    Index("ix_views_parent", "parent", "platform", sqlite_where=BELOW, postgresql_where=BELOW),
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
the end. ``copy``: it is only shown there, the match lives elsewhere. ``bottom`` is the side at the bottom where the
hosts have chosen one, 2 for the one to move. ``nameless``: the staff has hidden the names of those who play.
``closed``: by a ban the match is shown there no longer; once its last picture stands the view is frozen, and never
thaws by itself."""

leftovers = table(
    "leftovers",
    Column("match", Text, nullable=False),
    Column("view", Text, nullable=False),
    Column("message", Text, nullable=False),
    PrimaryKeyConstraint("match", "view", "message"),
    ForeignKeyConstraint(["match", "view"], ["views.match", "views.id"], name="fk_leftovers_view"),
)
"""Messages of a view that are to be taken away: a board that was posted again, an old notice."""

NOT_TOLD = text("told IS NULL")
"""A notice is still to be told."""

notices = table(
    "notices",
    match(),
    player("player", required=True),
    Column("kind", Text, nullable=False),
    Column("version", Number, nullable=False),
    Column("due", UtcDateTime, nullable=False),
    Column("told", UtcDateTime),
    Column("view", Text),
    Column("message", Text),
    Column("sent", Flag, nullable=False, server_default="0"),
    PrimaryKeyConstraint("match", "player", "kind", "version"),
    Index("ix_notices_due", "due", sqlite_where=NOT_TOLD, postgresql_where=NOT_TOLD),
    Index("ix_notices_player", "player", "told"),
)
"""What players are told of a match: the key is that each is told once. It is told from ``due`` on; at ``told`` that was
done: a message was ``sent``, or it was not true any more. ``message``, if it still stands, is the one that told it,
beside ``view``."""

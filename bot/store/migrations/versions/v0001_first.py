"""The first schema: players and their accounts, matches, moves, views, events, the inbox and the web room."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Bytes, Flag, Number, SmallInt, Text, UtcDateTime

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "inbox",
        sa.Column("platform", Text, nullable=False),
        sa.Column("number", Number, nullable=False),
        sa.Column("payload", Text, nullable=False),
        sa.Column("received", UtcDateTime(), nullable=False),
        sa.Column("done", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("platform", "number", name=op.f("pk_inbox")),
        sqlite_strict=True,
    )
    op.create_index("ix_inbox_done", "inbox", ["platform", "done"], unique=False)
    op.create_table(
        "offsets",
        sa.Column("platform", Text, nullable=False),
        sa.Column("number", Number, nullable=False),
        sa.PrimaryKeyConstraint("platform", name=op.f("pk_offsets")),
        sqlite_strict=True,
    )
    op.create_table(
        "players",
        sa.Column("id", Text, nullable=False),
        sa.Column("created", UtcDateTime(), nullable=False),
        sa.Column("language", Text, nullable=True),
        sa.Column("theme", Text, nullable=True),
        sa.Column("view", Text, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sqlite_strict=True,
    )
    op.create_table(
        "room_people",
        sa.Column("id", Text, nullable=False),
        sa.Column("secret_hash", Text, nullable=False),
        sa.Column("name", Text, nullable=False),
        sa.Column("language", Text, nullable=False),
        sa.Column("created", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_room_people")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_room_people_secret_hash")),
        sqlite_strict=True,
    )
    op.create_table(
        "room_pictures",
        sa.Column("hash", Text, nullable=False),
        sa.Column("png", Bytes, nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_room_pictures")),
        sqlite_strict=True,
    )
    op.create_table(
        "accounts",
        sa.Column("platform", Text, nullable=False),
        sa.Column("account", Text, nullable=False),
        sa.Column("player", Text, nullable=False),
        sa.Column("name", Text, nullable=False),
        sa.Column("handle", Text, nullable=False),
        sa.Column("locale", Text, nullable=False),
        sa.Column("updated", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_accounts_player")),
        sa.PrimaryKeyConstraint("platform", "account", name=op.f("pk_accounts")),
        sqlite_strict=True,
    )
    op.create_index("ix_accounts_handle", "accounts", ["platform", "handle"], unique=False)
    op.create_index("ix_accounts_player", "accounts", ["player"], unique=False)
    op.create_table(
        "matches",
        sa.Column("code", Text, nullable=False),
        sa.Column("ruleset", Text, nullable=False),
        sa.Column("start", Text, nullable=True),
        sa.Column("status", Text, nullable=False),
        sa.Column("host", Text, nullable=False),
        sa.Column("host_side", SmallInt, nullable=True),
        sa.Column("invited", Text, nullable=True),
        sa.Column("invited_platform", Text, nullable=True),
        sa.Column("invited_handle", Text, nullable=True),
        sa.Column("seat_0", Text, nullable=True),
        sa.Column("seat_1", Text, nullable=True),
        sa.Column("ply", Number, nullable=False),
        sa.Column("turn", SmallInt, nullable=False),
        sa.Column("ending", Text, nullable=True),
        sa.Column("winner", SmallInt, nullable=True),
        sa.Column("draw_offer", SmallInt, nullable=True),
        sa.Column("draw_asked_0", Number, nullable=True),
        sa.Column("draw_asked_1", Number, nullable=True),
        sa.Column("takeback", SmallInt, nullable=True),
        sa.Column("actor", Text, nullable=True),
        sa.Column("version", Number, nullable=False),
        sa.Column("created", UtcDateTime(), nullable=False),
        sa.Column("changed", UtcDateTime(), nullable=False),
        sa.Column("expires", UtcDateTime(), nullable=True),
        sa.Column("moved_at", UtcDateTime(), nullable=True),
        sa.Column("rematch_of", Text, nullable=True),
        sa.Column("rematch_by", Text, nullable=True),
        sa.CheckConstraint("turn IN (0, 1)", name=op.f("ck_matches_turn")),
        sa.CheckConstraint("version > 0", name=op.f("ck_matches_version")),
        sa.ForeignKeyConstraint(["actor"], ["players.id"], name=op.f("fk_matches_actor")),
        sa.ForeignKeyConstraint(["host"], ["players.id"], name=op.f("fk_matches_host")),
        sa.ForeignKeyConstraint(["invited"], ["players.id"], name=op.f("fk_matches_invited")),
        sa.ForeignKeyConstraint(["rematch_by"], ["players.id"], name=op.f("fk_matches_rematch_by")),
        sa.ForeignKeyConstraint(["rematch_of"], ["matches.code"], name=op.f("fk_matches_rematch_of")),
        sa.ForeignKeyConstraint(["seat_0"], ["players.id"], name=op.f("fk_matches_seat_0")),
        sa.ForeignKeyConstraint(["seat_1"], ["players.id"], name=op.f("fk_matches_seat_1")),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_matches")),
        sa.UniqueConstraint("rematch_of", name=op.f("uq_matches_rematch_of")),
        sqlite_strict=True,
    )
    op.create_index("ix_matches_expires", "matches", ["status", "expires"], unique=False)
    op.create_index("ix_matches_handle", "matches", ["invited_platform", "invited_handle"], unique=False)
    op.create_index("ix_matches_host", "matches", ["host", "status"], unique=False)
    op.create_index("ix_matches_invited", "matches", ["invited", "status"], unique=False)
    op.create_index("ix_matches_seat_0", "matches", ["seat_0", "status"], unique=False)
    op.create_index("ix_matches_seat_1", "matches", ["seat_1", "status"], unique=False)
    op.create_table(
        "room_messages",
        sa.Column("id", Text, nullable=False),
        sa.Column("room", Text, nullable=False),
        sa.Column("seq", Number, nullable=False),
        sa.Column("author", Text, nullable=True),
        sa.Column("only_for", Text, nullable=True),
        sa.Column("body", Text, nullable=False),
        sa.Column("picture_hash", Text, nullable=True),
        sa.Column("created", UtcDateTime(), nullable=False),
        sa.Column("changed_seq", Number, nullable=False),
        sa.Column("deleted", Flag(), nullable=False),
        sa.ForeignKeyConstraint(["picture_hash"], ["room_pictures.hash"], name=op.f("fk_room_messages_picture_hash")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_room_messages")),
        sa.UniqueConstraint("room", "seq", name=op.f("uq_room_messages_room")),
        sqlite_strict=True,
    )
    op.create_index("ix_room_messages_changed", "room_messages", ["room", "changed_seq"], unique=False)
    op.create_table(
        "events",
        sa.Column("platform", Text, nullable=False),
        sa.Column("event", Text, nullable=False),
        sa.Column("match", Text, nullable=False),
        sa.Column("outcome", Text, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name=op.f("fk_events_match")),
        sa.PrimaryKeyConstraint("platform", "event", name=op.f("pk_events")),
        sqlite_strict=True,
    )
    op.create_index("ix_events_at", "events", ["at"], unique=False)
    op.create_table(
        "moves",
        sa.Column("match", Text, nullable=False),
        sa.Column("ply", Number, nullable=False),
        sa.Column("text", Text, nullable=False),
        sa.Column("player", Text, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.CheckConstraint("ply > 0", name=op.f("ck_moves_ply")),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name=op.f("fk_moves_match")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_moves_player")),
        sa.PrimaryKeyConstraint("match", "ply", name=op.f("pk_moves")),
        sqlite_strict=True,
    )
    op.create_table(
        "views",
        sa.Column("id", Text, nullable=False),
        sa.Column("match", Text, nullable=False),
        sa.Column("platform", Text, nullable=False),
        sa.Column("chat", Text, nullable=False),
        sa.Column("thread", Text, nullable=False),
        sa.Column("private", Flag(), nullable=False),
        sa.Column("can_post", Flag(), nullable=False),
        sa.Column("can_thread", Flag(), nullable=False),
        sa.Column("language", Text, nullable=False),
        sa.Column("perspective", Text, nullable=True),
        sa.Column("theme", Text, nullable=True),
        sa.Column("message", Text, nullable=True),
        sa.Column("shown_version", Number, nullable=False),
        sa.Column("posts", Number, nullable=False),
        sa.Column("created", UtcDateTime(), nullable=False),
        sa.Column("pinged_version", Number, nullable=False),
        sa.Column("ping_message", Text, nullable=True),
        sa.Column("frozen", Flag(), nullable=False),
        sa.Column("tries", Number, nullable=False),
        sa.Column("retry_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name=op.f("fk_views_match")),
        sa.ForeignKeyConstraint(["perspective"], ["players.id"], name=op.f("fk_views_perspective")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_views")),
        sqlite_strict=True,
    )
    op.create_index("ix_views_match", "views", ["match"], unique=False)
    op.create_index("ix_views_message", "views", ["platform", "chat", "message"], unique=False)
    op.create_index("ix_views_place", "views", ["platform", "chat", "thread"], unique=False)
    op.create_index("ix_views_retry_at", "views", ["retry_at"], unique=False)
    op.create_table(
        "leftovers",
        sa.Column("view", Text, nullable=False),
        sa.Column("message", Text, nullable=False),
        sa.ForeignKeyConstraint(["view"], ["views.id"], name=op.f("fk_leftovers_view")),
        sa.PrimaryKeyConstraint("view", "message", name=op.f("pk_leftovers")),
        sqlite_strict=True,
    )

"""The first schema: players, their matches, the messages that show them, the web room, and the processes that live."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.sql.schema import SchemaItem

from bot.store.types import Bytes, Flag, Number, SmallInt, Text, UtcDateTime

revision = "0001"
down_revision = None

RULES = {
    "players": {"moments": "created BETWEEN 0 AND 253402300799999999"},
    "accounts": {
        "account": "platform <> '' AND account <> ''",
        "name": "name <> ''",
        "moments": "updated BETWEEN 0 AND 253402300799999999",
    },
    "matches": {
        "code": "code <> '' AND code = upper(code)",
        "status": "status IN ('invited', 'playing', 'over', 'declined', 'withdrawn', 'expired', 'called off')",
        "sides": "host_side IN (0, 1) AND winner IN (0, 1) AND draw_offer IN (0, 1) AND takeback IN (0, 1)",
        "turn": "turn IN (0, 1)",
        "version": "version > 0 AND version > ply",
        "counts": "ply >= 0 AND hints_0 >= 0 AND hints_1 >= 0",
        "seats": (
            "NOT (status IN ('playing', 'over', 'called off')) OR (seat_0 IS NOT NULL AND seat_1 IS NOT NULL AND "
            "invited IS NOT NULL AND ((seat_0 = host AND seat_1 = invited) OR (seat_0 = invited AND seat_1 = host)))"
        ),
        "free_seats": (
            "status IN ('playing', 'over', 'called off') OR ((seat_0 IS NULL) = (host_side IS NULL OR host_side <> 0) "
            "AND (seat_1 IS NULL) = (host_side IS NULL OR host_side <> 1) AND (seat_0 IS NULL OR seat_0 = host) AND "
            "(seat_1 IS NULL OR seat_1 = host))"
        ),
        "host_side": (
            "NOT (status IN ('playing', 'over', 'called off')) OR host_side IS NULL OR (host_side = 0 AND seat_0 = "
            "host) OR (host_side = 1 AND seat_1 = host)"
        ),
        "invited": "status IN ('playing', 'over', 'called off') OR invited IS NULL OR invited <> host",
        "handle": "(invited_handle IS NULL) = (invited_platform IS NULL)",
        "expires": "(status = 'invited') = (expires IS NOT NULL)",
        "lasts": "expires > created",
        "not_begun": (
            "status IN ('playing', 'over', 'called off') OR (ply = 0 AND draw_asked_0 IS NULL AND draw_asked_1 IS NULL "
            "AND hints_0 = 0 AND hints_1 = 0 AND moved_at IS NULL)"
        ),
        "moved": "moved_at IS NULL OR ply > 0",
        "ending": (
            "(ending IS NULL AND winner IS NULL) OR (ending IS NOT NULL AND ((ending IN ('no pieces', 'few left', "
            "'blocked', 'hand used up', 'resignation') AND winner IS NOT NULL) OR (ending IN ('material', 'stuck', "
            "'repetition', 'counter', 'agreement') AND winner IS NULL) OR ending = 'count-off'))"
        ),
        "over": (
            "(status <> 'over' OR ending IS NOT NULL) AND (status NOT IN ('playing', 'called off') OR ending IS NULL)"
        ),
        "offers": "status = 'playing' OR (draw_offer IS NULL AND takeback IS NULL)",
        "draw_asked": "draw_asked_0 BETWEEN 0 AND ply AND draw_asked_1 BETWEEN 0 AND ply",
        "draw_offer": (
            "draw_offer IS NULL OR (draw_offer = 0 AND draw_asked_0 IS NOT NULL) OR (draw_offer = 1 AND draw_asked_1 IS"
            " NOT NULL)"
        ),
        "takeback": "takeback IS NULL OR ply > 0",
        "actor": "actor IS NULL OR actor = host OR (invited IS NOT NULL AND actor = invited)",
        "closed": (
            "(status = 'expired') = (actor IS NULL) AND (status <> 'withdrawn' OR actor = host) AND (status <> "
            "'declined' OR actor = invited)"
        ),
        "rematch_by": (
            "rematch_by IS NULL OR (status IN ('over', 'called off') AND (rematch_by = seat_0 OR rematch_by = seat_1))"
        ),
        "rematch_of": "rematch_of IS NULL OR (rematch_of <> code AND status IN ('playing', 'over', 'called off'))",
        "happened": (
            "(status = 'invited' AND happened IN ('invited')) OR (status = 'playing' AND happened IN ('accepted', "
            "'begun', 'moved', 'hint taken', 'undone', 'takeback asked', 'takeback allowed', 'takeback refused', 'draw "
            "offered', 'draw refused')) OR (status = 'over' AND happened IN ('accepted', 'begun', 'moved', 'draw "
            "agreed', 'resigned', 'rematch asked', 'rematch refused', 'rematch begun')) OR (status = 'declined' AND "
            "happened IN ('declined')) OR (status = 'withdrawn' AND happened IN ('withdrawn')) OR (status = 'expired' "
            "AND happened IN ('expired')) OR (status = 'called off' AND happened IN ('called off', 'rematch asked', "
            "'rematch refused', 'rematch begun'))"
        ),
        "happened_counts": (
            "(NOT happened IN ('accepted', 'begun') OR ply = 0) AND (NOT happened IN ('moved') OR (ply > 0 AND (ending "
            "IS NULL OR ending NOT IN ('agreement', 'resignation')))) AND (NOT happened IN ('hint taken') OR hints_0 + "
            "hints_1 > 0) AND (NOT happened IN ('resigned') OR ending = 'resignation') AND (NOT happened IN ('draw "
            "agreed') OR ending IN ('agreement', 'count-off'))"
        ),
        "asked": (
            "(happened <> 'draw offered' OR (draw_offer IS NOT NULL AND actor = CASE draw_offer WHEN 0 THEN seat_0 ELSE"
            " seat_1 END)) AND (happened <> 'takeback asked' OR (takeback IS NOT NULL AND actor = CASE takeback WHEN 0 "
            "THEN seat_0 ELSE seat_1 END)) AND (NOT happened IN ('rematch asked') OR (rematch_by IS NOT NULL AND "
            "rematch_by = actor))"
        ),
        "answered": (
            "(NOT happened IN ('draw refused') OR draw_offer IS NULL) AND (NOT happened IN ('undone', 'takeback "
            "allowed', 'takeback refused') OR takeback IS NULL) AND (NOT happened IN ('rematch refused') OR "
            "rematch_refused = 1)"
        ),
        "takeback_asked": (
            "takeback_asked_0 BETWEEN 0 AND ply AND takeback_asked_1 BETWEEN 0 AND ply AND (status IN ('playing', "
            "'over', 'called off') OR (takeback_asked_0 IS NULL AND takeback_asked_1 IS NULL))"
        ),
        "takeback_side": (
            "takeback IS NULL OR (takeback = 0 AND takeback_asked_0 IS NOT NULL AND takeback_asked_0 = ply) OR "
            "(takeback = 1 AND takeback_asked_1 IS NOT NULL AND takeback_asked_1 = ply)"
        ),
        "rematch_refused": "rematch_refused = 0 OR (rematch_refused = 1 AND rematch_by IS NOT NULL)",
        "moments": (
            "created BETWEEN 0 AND 253402300799999999 AND changed BETWEEN 0 AND 253402300799999999 AND expires BETWEEN "
            "0 AND 253402300799999999 AND moved_at BETWEEN 0 AND 253402300799999999"
        ),
    },
    "moves": {"ply": "ply > 0", "moments": "at BETWEEN 0 AND 253402300799999999"},
    "views": {
        "place": "platform <> '' AND chat <> ''",
        "flags": "private IN (0, 1) AND can_post IN (0, 1) AND can_thread IN (0, 1) AND frozen IN (0, 1)",
        "counts": "posts >= 0 AND tries >= 0 AND pinged_version >= 0 AND match_version >= 0",
        "ping": "ping_message IS NULL OR pinged_version > 0",
        "left_behind": "left_behind IN (0, 1)",
        "copy": "copy IN (0, 1)",
        "thread_shows": (
            "thread_shows IN ('', 'archived', 'invited', 'playing', 'over', 'declined', 'withdrawn', 'expired', 'called"
            " off')"
        ),
    },
    "events": {"event": "length(event) = 32", "moments": "at BETWEEN 0 AND 253402300799999999"},
    "secrets": {"value": "length(value) = 64"},
    "inbox": {
        "number": "number >= 0",
        "tries": "tries >= 0",
        "payload": "done IS NULL OR payload = ''",
        "set_aside": "set_aside = 0 OR (set_aside = 1 AND tries > 0 AND done IS NOT NULL)",
        "moments": "received BETWEEN 0 AND 253402300799999999 AND done BETWEEN 0 AND 253402300799999999",
    },
    "offsets": {"number": "number >= 0"},
    "room_people": {
        "name": "name <> '' AND folded <> ''",
        "secret_hash": "length(secret_hash) = 64",
        "moments": "created BETWEEN 0 AND 253402300799999999 AND seen BETWEEN 0 AND 253402300799999999",
    },
    "room_pictures": {"hash": "length(hash) = 64"},
    "room_messages": {
        "seq": "seq > 0 AND changed_seq >= seq",
        "deleted": "deleted IN (0, 1)",
        "emptied": "deleted = 0 OR (body = '{}' AND picture_hash IS NULL)",
        "moments": "created BETWEEN 0 AND 253402300799999999",
    },
    "processes": {"id": "id <> ''", "moments": "until BETWEEN 0 AND 253402300799999999"},
    "leases": {"share": "kind <> '' AND share >= 0"},
    "requests": {"count": "minute >= 0 AND count >= 0"},
}


def upgrade() -> None:
    """Make every table."""
    _create(
        "players",
        sa.Column("id", Text, nullable=False),
        sa.Column("created", UtcDateTime, nullable=False),
        sa.Column("language", Text),
        sa.Column("theme", Text),
        sa.Column("view", Text),
        sa.Column("resigns", Text),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    _create(
        "accounts",
        sa.Column("platform", Text, nullable=False),
        sa.Column("account", Text, nullable=False),
        sa.Column("player", Text, sa.ForeignKey("players.id", name="fk_accounts_player"), nullable=False),
        sa.Column("name", Text, nullable=False),
        sa.Column("handle", Text, nullable=False),
        sa.Column("locale", Text, nullable=False),
        sa.Column("updated", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("account", "platform", name="pk_accounts"),
    )
    op.create_index("ix_accounts_handle", "accounts", ["handle", "platform"])
    op.create_index("ix_accounts_player", "accounts", ["player"])
    _create(
        "matches",
        sa.Column("code", Text, nullable=False),
        sa.Column("ruleset", Text, nullable=False),
        sa.Column("start", Text),
        sa.Column("status", Text, nullable=False),
        sa.Column("host", Text, sa.ForeignKey("players.id", name="fk_matches_host"), nullable=False),
        sa.Column("host_side", SmallInt),
        sa.Column("invited", Text, sa.ForeignKey("players.id", name="fk_matches_invited")),
        sa.Column("invited_platform", Text),
        sa.Column("invited_handle", Text),
        sa.Column("seat_0", Text, sa.ForeignKey("players.id", name="fk_matches_seat_0")),
        sa.Column("seat_1", Text, sa.ForeignKey("players.id", name="fk_matches_seat_1")),
        sa.Column("ply", Number, nullable=False),
        sa.Column("turn", SmallInt, nullable=False),
        sa.Column("ending", Text),
        sa.Column("winner", SmallInt),
        sa.Column("draw_offer", SmallInt),
        sa.Column("draw_asked_0", Number),
        sa.Column("draw_asked_1", Number),
        sa.Column("takeback", SmallInt),
        sa.Column("actor", Text, sa.ForeignKey("players.id", name="fk_matches_actor")),
        sa.Column("version", Number, nullable=False),
        sa.Column("created", UtcDateTime, nullable=False),
        sa.Column("changed", UtcDateTime, nullable=False),
        sa.Column("expires", UtcDateTime),
        sa.Column("moved_at", UtcDateTime),
        sa.Column("rematch_of", Text),
        sa.Column("rematch_by", Text, sa.ForeignKey("players.id", name="fk_matches_rematch_by")),
        sa.Column("hints_0", Number, nullable=False, server_default="0"),
        sa.Column("hints_1", Number, nullable=False, server_default="0"),
        sa.Column("takeback_asked_0", Number),
        sa.Column("takeback_asked_1", Number),
        sa.Column("rematch_refused", Flag, nullable=False, server_default="0"),
        sa.Column("happened", Text, nullable=False, server_default="moved"),
        sa.PrimaryKeyConstraint("code", name="pk_matches"),
    )
    op.create_index("ix_matches_changed", "matches", ["changed"])
    op.create_index("ix_matches_created", "matches", ["host", "created"])
    op.create_index("ix_matches_expires", "matches", ["status", "expires"])
    op.create_index("ix_matches_handle", "matches", ["invited_handle", "invited_platform"])
    op.create_index("ix_matches_host", "matches", ["host", "status"])
    op.create_index("ix_matches_invited", "matches", ["invited", "status"])
    op.create_index("ix_matches_rematch_of", "matches", ["rematch_of"])
    op.create_index("ix_matches_seat_0", "matches", ["seat_0", "status"])
    op.create_index("ix_matches_seat_1", "matches", ["seat_1", "status"])
    _create(
        "moves",
        sa.Column("match", Text, sa.ForeignKey("matches.code", name="fk_moves_match"), nullable=False),
        sa.Column("ply", Number, nullable=False),
        sa.Column("text", Text, nullable=False),
        sa.Column("player", Text, sa.ForeignKey("players.id", name="fk_moves_player"), nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("match", "ply", name="pk_moves"),
    )
    _create(
        "views",
        sa.Column("id", Text, nullable=False),
        sa.Column("match", Text, sa.ForeignKey("matches.code", name="fk_views_match"), nullable=False),
        sa.Column("platform", Text, nullable=False),
        sa.Column("chat", Text, nullable=False),
        sa.Column("thread", Text, nullable=False),
        sa.Column("private", Flag, nullable=False),
        sa.Column("can_post", Flag, nullable=False),
        sa.Column("can_thread", Flag, nullable=False),
        sa.Column("language", Text, nullable=False),
        sa.Column("perspective", Text, sa.ForeignKey("players.id", name="fk_views_perspective")),
        sa.Column("theme", Text),
        sa.Column("message", Text),
        sa.Column("shown_version", Number, nullable=False),
        sa.Column("posts", Number, nullable=False),
        sa.Column("created", UtcDateTime, nullable=False),
        sa.Column("pinged_version", Number, nullable=False),
        sa.Column("ping_message", Text),
        sa.Column("frozen", Flag, nullable=False),
        sa.Column("tries", Number, nullable=False),
        sa.Column("retry_at", UtcDateTime),
        sa.Column("match_version", Number, nullable=False, server_default="0"),
        sa.Column("left_behind", Flag, nullable=False, server_default="0"),
        sa.Column("lapses", UtcDateTime),
        sa.Column("thread_shows", Text),
        sa.Column("copy", Flag, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("match", "id", name="pk_views"),
    )
    _partial_index("ix_views_at_bottom", "views", ["chat", "platform"], "left_behind = 0 AND message IS NOT NULL")
    _partial_index(
        "ix_views_behind", "views", ["match"], "frozen = 0 AND (message IS NULL OR shown_version < match_version)"
    )
    op.create_index("ix_views_id", "views", ["id"])
    _partial_index("ix_views_lapses", "views", ["lapses"], "lapses IS NOT NULL")
    op.create_index("ix_views_message", "views", ["chat", "message", "platform"])
    op.create_index("ix_views_place", "views", ["chat", "thread", "platform"])
    _partial_index("ix_views_thread_shows", "views", ["match"], "thread_shows <> 'archived'")
    _create(
        "leftovers",
        sa.Column("match", Text, nullable=False),
        sa.Column("view", Text, nullable=False),
        sa.Column("message", Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "view", "message", name="pk_leftovers"),
        sa.ForeignKeyConstraint(["match", "view"], ["views.match", "views.id"], name="fk_leftovers_view"),
    )
    _create(
        "events",
        sa.Column("event", Text, nullable=False),
        sa.Column("match", Text, nullable=False),
        sa.Column("outcome", Text, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("event", name="pk_events"),
    )
    op.create_index("ix_events_at", "events", ["at"])
    _create(
        "secrets",
        sa.Column("name", Text, nullable=False),
        sa.Column("value", Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
    )
    _create(
        "inbox",
        sa.Column("platform", Text, nullable=False),
        sa.Column("number", Number, nullable=False),
        sa.Column("payload", Text, nullable=False),
        sa.Column("received", UtcDateTime, nullable=False),
        sa.Column("done", UtcDateTime),
        sa.Column("holder", Text, nullable=False, server_default=""),
        sa.Column("tries", Number, nullable=False, server_default="0"),
        sa.Column("set_aside", Flag, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("platform", "number", name="pk_inbox"),
    )
    op.create_index("ix_inbox_done", "inbox", ["platform", "done"])
    _create(
        "offsets",
        sa.Column("platform", Text, nullable=False),
        sa.Column("number", Number, nullable=False),
        sa.PrimaryKeyConstraint("platform", name="pk_offsets"),
    )
    _create(
        "room_people",
        sa.Column("id", Text, nullable=False),
        sa.Column("secret_hash", Text, nullable=False),
        sa.Column("name", Text, nullable=False),
        sa.Column("folded", Text, nullable=False),
        sa.Column("language", Text, nullable=False),
        sa.Column("created", UtcDateTime, nullable=False),
        sa.Column("seen", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_room_people"),
        sa.UniqueConstraint("folded", name="uq_room_people_folded"),
        sa.UniqueConstraint("secret_hash", name="uq_room_people_secret_hash"),
    )
    _create(
        "room_pictures",
        sa.Column("hash", Text, nullable=False),
        sa.Column("png", Bytes, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_room_pictures"),
    )
    _create(
        "room_messages",
        sa.Column("id", Text, nullable=False),
        sa.Column("room", Text, nullable=False),
        sa.Column("seq", Number, nullable=False),
        sa.Column("author", Text),
        sa.Column("only_for", Text),
        sa.Column("body", Text, nullable=False),
        sa.Column("picture_hash", Text, sa.ForeignKey("room_pictures.hash", name="fk_room_messages_picture_hash")),
        sa.Column("created", UtcDateTime, nullable=False),
        sa.Column("changed_seq", Number, nullable=False),
        sa.Column("deleted", Flag, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_room_messages"),
        sa.UniqueConstraint("room", "seq", name="uq_room_messages_room"),
    )
    op.create_index("ix_room_messages_changed", "room_messages", ["room", "changed_seq"])
    op.create_index("ix_room_messages_picture", "room_messages", ["picture_hash"])
    _create(
        "processes",
        sa.Column("id", Text, nullable=False),
        sa.Column("serves", Text, nullable=False),
        sa.Column("until", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    _create(
        "leases",
        sa.Column("kind", Text, nullable=False),
        sa.Column("share", Number, nullable=False),
        sa.Column("holder", Text, nullable=False),
        sa.PrimaryKeyConstraint("kind", "share", name="pk_leases"),
    )
    _create(
        "requests",
        sa.Column("who", Text, nullable=False),
        sa.Column("minute", Number, nullable=False),
        sa.Column("process", Text, nullable=False),
        sa.Column("count", Number, nullable=False),
        sa.PrimaryKeyConstraint("who", "minute", "process", name="pk_requests"),
    )
    op.create_index("ix_requests_minute", "requests", ["minute"])


def _create(name: str, *items: SchemaItem) -> None:
    rules = (sa.CheckConstraint(sql, name=op.f(f"ck_{name}_{rule}")) for rule, sql in RULES.get(name, {}).items())
    op.create_table(name, *items, *rules, sqlite_strict=True)


def _partial_index(name: str, table: str, columns: list[str], rows: str) -> None:
    where = sa.text(rows)
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)

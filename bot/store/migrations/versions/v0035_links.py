"""A person is one on several devices of the web room, and gets there by a code."""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Text, UtcDateTime

revision = "0035"
down_revision = "0034"

LAST_MOMENT = 253_402_300_799_999_999


def upgrade() -> None:
    """Nobody has asked for a code, and everybody has the one device with which they came."""
    op.create_table(
        "links",
        *(sa.Column(name, Text, nullable=False) for name in ("player", "code_hash", "platform")),
        sa.Column("until", UtcDateTime, nullable=False),
        *(sa.Column(name, Text) for name in ("ticket_hash", "joiner_platform", "joiner_account", "joiner_name")),
        sa.Column("answer", Flag),
        sa.PrimaryKeyConstraint("player", name="pk_links"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_links_player"),
        sa.CheckConstraint(
            "length(code_hash) = 64 AND (ticket_hash IS NULL OR length(ticket_hash) = 64)", name=op.f("ck_links_hash")
        ),
        sa.CheckConstraint(
            "(ticket_hash IS NULL) = (joiner_platform IS NULL) AND (ticket_hash IS NULL) = (joiner_account IS NULL)"
            " AND (ticket_hash IS NULL) = (joiner_name IS NULL) AND (answer IS NULL OR ticket_hash IS NOT NULL)",
            name=op.f("ck_links_joiner"),
        ),
        sa.CheckConstraint("answer IS NULL OR answer IN (0, 1)", name=op.f("ck_links_answer")),
        sa.CheckConstraint(f"until BETWEEN 0 AND {LAST_MOMENT}", name=op.f("ck_links_moments")),
        sqlite_strict=True,
    )
    op.create_index("ix_links_code_hash", "links", ["code_hash"], unique=True)
    op.create_index("ix_links_ticket_hash", "links", ["ticket_hash"])
    op.create_table(
        "room_devices",
        *(sa.Column(name, Text, nullable=False) for name in ("id", "person", "secret_hash", "browser")),
        *(sa.Column(name, UtcDateTime, nullable=False) for name in ("since", "seen")),
        sa.PrimaryKeyConstraint("id", name="pk_room_devices"),
        sa.ForeignKeyConstraint(["person"], ["room_people.id"], name="fk_room_devices_person"),
        sa.CheckConstraint("length(id) = 64", name=op.f("ck_room_devices_id")),
        sa.CheckConstraint("length(secret_hash) = 64", name=op.f("ck_room_devices_secret_hash")),
        sa.CheckConstraint(
            f"since BETWEEN 0 AND {LAST_MOMENT} AND seen BETWEEN 0 AND {LAST_MOMENT}",
            name=op.f("ck_room_devices_moments"),
        ),
        sqlite_strict=True,
    )
    op.create_index("ix_room_devices_person", "room_devices", ["person"])
    op.create_index("ix_room_devices_secret_hash", "room_devices", ["secret_hash"], unique=True)

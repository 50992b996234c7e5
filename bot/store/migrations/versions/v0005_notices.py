"""What players are told stands in a table of its own: it is told once, when they are awake, and as long as it is true.

What was noted at the boards before goes over: the messages that stand, and that people know the present state.
"""

import sqlalchemy as sa
from alembic import op

from bot.store.types import Flag, Number, Text, UtcDateTime

revision = "0005"
down_revision = "0004"

RULES = {
    "version": "version > 0",
    "message": "message IS NULL OR (told IS NOT NULL AND view IS NOT NULL)",
    "sent": "sent IN (0, 1) AND (sent = 0 OR told IS NOT NULL)",
    "moments": "due BETWEEN 0 AND 253402300799999999 AND told BETWEEN 0 AND 253402300799999999",
}

matches = sa.table("matches", *map(sa.column, ("code", "host", "invited", "actor", "happened", "version", "changed")))
views = sa.table("views", *map(sa.column, ("id", "match", "pinged_version", "ping_message")))
leftovers = sa.table("leftovers", *map(sa.column, ("match", "view", "message")))
notices = sa.table("notices", *map(sa.column, ("match", "player", "kind", "version", "due", "told", "view", "message")))


def upgrade() -> None:
    """Whom a message had told something was not noted: it was the player who had not made the change."""
    op.create_table(
        "notices",
        sa.Column("match", Text, nullable=False),
        sa.Column("player", Text, nullable=False),
        sa.Column("kind", Text, nullable=False),
        sa.Column("version", Number, nullable=False),
        sa.Column("due", UtcDateTime, nullable=False),
        sa.Column("told", UtcDateTime),
        sa.Column("view", Text),
        sa.Column("message", Text),
        sa.Column("sent", Flag, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("match", "player", "kind", "version", name="pk_notices"),
        sa.ForeignKeyConstraint(["match"], ["matches.code"], name="fk_notices_match"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_notices_player"),
        *(sa.CheckConstraint(sql, name=op.f(f"ck_notices_{rule}")) for rule, sql in RULES.items()),
        sqlite_strict=True,
    )
    not_told = sa.text("told IS NULL")
    op.create_index("ix_notices_due", "notices", ["due"], sqlite_where=not_told, postgresql_where=not_told)
    op.create_index("ix_notices_player", "notices", ["player", "told"])
    other = sa.case((matches.c.actor == matches.c.host, matches.c.invited), else_=matches.c.host)
    present = sa.and_(views.c.match == matches.c.code, views.c.pinged_version >= matches.c.version)
    first = sa.select(sa.func.min(views.c.id)).where(present).correlate(matches).scalar_subquery()
    told = (
        sa.select(
            *(matches.c.code, other, matches.c.happened, matches.c.version, matches.c.changed, matches.c.changed),
            *(sa.case((views.c.ping_message.is_not(None), views.c.id)), views.c.ping_message),
        )
        .select_from(matches.join(views, present))
        .where(views.c.id == first, other.is_not(None))
    )
    connection = op.get_bind()
    connection.execute(notices.insert().from_select([column.name for column in notices.c], told))
    moved = sa.exists().where(notices.c.view == views.c.id, notices.c.message == views.c.ping_message)
    known = sa.exists().where(leftovers.c.view == views.c.id, leftovers.c.message == views.c.ping_message)
    old = sa.select(views.c.match, views.c.id, views.c.ping_message).where(
        views.c.ping_message.is_not(None), ~moved, ~known
    )
    connection.execute(leftovers.insert().from_select(["match", "view", "message"], old))
    with op.batch_alter_table("views", table_kwargs={"sqlite_strict": True}) as table:
        table.drop_constraint(op.f("ck_views_ping"), type_="check")
        table.drop_constraint(op.f("ck_views_counts"), type_="check")
        table.drop_column("pinged_version")
        table.drop_column("ping_message")
        table.create_check_constraint(op.f("ck_views_counts"), "posts >= 0 AND tries >= 0 AND match_version >= 0")

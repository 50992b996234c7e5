"""Keys that a database of many machines can spread: see the text at the head of ``bot/store/tables.py``."""

import hashlib

import sqlalchemy as sa
from alembic import op

from bot.store.types import Text

revision = "0002"
down_revision = "0001"

STRICT = {"sqlite_strict": True}
AT_ONCE = 1000


def upgrade() -> None:
    """Rebuild the keys; every row is kept."""
    _drop_references()
    _accounts()
    _matches()
    _views()
    _events()
    _room_people()


def _drop_references() -> None:
    """What points at a key that is rebuilt."""
    with op.batch_alter_table("leftovers", table_kwargs=STRICT) as table:
        table.drop_constraint("fk_leftovers_view", type_="foreignkey")
    with op.batch_alter_table("events", table_kwargs=STRICT) as table:
        table.drop_constraint("fk_events_match", type_="foreignkey")


def _accounts() -> None:
    op.drop_index("ix_accounts_handle", "accounts")
    with op.batch_alter_table("accounts", table_kwargs=STRICT) as table:
        table.drop_constraint("pk_accounts", type_="primary")
        table.create_primary_key("pk_accounts", ["account", "platform"])
    op.create_index("ix_accounts_handle", "accounts", ["handle", "platform"])


def _matches() -> None:
    op.drop_index("ix_matches_handle", "matches")
    with op.batch_alter_table("matches", table_kwargs=STRICT) as table:
        table.drop_constraint("uq_matches_rematch_of", type_="unique")
        table.drop_constraint("fk_matches_rematch_of", type_="foreignkey")
    op.create_index("ix_matches_handle", "matches", ["invited_handle", "invited_platform"])
    op.create_index("ix_matches_rematch_of", "matches", ["rematch_of"])


def _views() -> None:
    for name in ("ix_views_match", "ix_views_place", "ix_views_message"):
        op.drop_index(name, "views")
    with op.batch_alter_table("views", table_kwargs=STRICT) as table:
        table.drop_constraint("pk_views", type_="primary")
        table.create_primary_key("pk_views", ["match", "id"])
    op.create_index("ix_views_id", "views", ["id"])
    op.create_index("ix_views_place", "views", ["chat", "thread", "platform"])
    op.create_index("ix_views_message", "views", ["chat", "message", "platform"])
    with op.batch_alter_table("leftovers", table_kwargs=STRICT) as table:
        table.add_column(sa.Column("match", Text))
    op.execute("UPDATE leftovers SET match = (SELECT views.match FROM views WHERE views.id = leftovers.view)")
    with op.batch_alter_table("leftovers", table_kwargs=STRICT) as table:
        table.alter_column("match", existing_type=Text, nullable=False)
        table.drop_constraint("pk_leftovers", type_="primary")
        table.create_primary_key("pk_leftovers", ["match", "view", "message"])
        table.create_foreign_key("fk_leftovers_view", "views", ["match", "view"], ["match", "id"])


def _events() -> None:
    op.add_column("events", sa.Column("key", Text))
    _fill_in_digests(sa.table("events", *(sa.column(name, Text) for name in ("platform", "event", "key"))))
    with op.batch_alter_table("events", table_kwargs=STRICT) as table:
        table.drop_constraint("pk_events", type_="primary")
        table.drop_column("platform")
        table.drop_column("event")
    with op.batch_alter_table("events", table_kwargs=STRICT) as table:
        table.alter_column("key", new_column_name="event", existing_type=Text, nullable=False)
    # On SQLite a key is lost that is made together with a new name of its column.
    with op.batch_alter_table("events", table_kwargs=STRICT) as table:
        table.create_primary_key("pk_events", ["event"])


def _fill_in_digests(events: sa.TableClause) -> None:
    """As long as the old key is there: it finds each row at once."""
    key = (events.c.platform, events.c.event)
    page = sa.select(*key).order_by(*key).limit(AT_ONCE)
    this = sa.and_(events.c.platform == sa.bindparam("p"), events.c.event == sa.bindparam("e"))
    connection = op.get_bind()
    rows = connection.execute(page).all()
    while rows:
        digests = [{"p": platform, "e": event, "k": _digest(platform, event)} for platform, event in rows]
        connection.execute(sa.update(events).where(this).values(key=sa.bindparam("k")), digests)
        rows = connection.execute(page.where(sa.tuple_(*key) > sa.tuple_(*rows[-1]))).all()


def _digest(platform: str, event: str) -> str:
    return hashlib.sha256(f"{platform}\0{event}".encode()).hexdigest()[:32]


def _room_people() -> None:
    op.add_column("room_people", sa.Column("folded", Text))
    people = sa.table("room_people", *(sa.column(name, Text) for name in ("id", "name", "folded")))
    connection = op.get_bind()
    for person, name in connection.execute(sa.select(people.c.id, people.c.name)).all():
        connection.execute(sa.update(people).where(people.c.id == person).values(folded=name.casefold()))
    with op.batch_alter_table("room_people", table_kwargs=STRICT) as table:
        table.alter_column("folded", existing_type=Text, nullable=False)
    op.create_index("ix_room_people_folded", "room_people", ["folded"])

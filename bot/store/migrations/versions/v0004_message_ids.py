"""The ids of messages of the web room do not tell any more whose they are; corners of nobody are gone."""

import hashlib
import re

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

OLD = re.compile(r"(?:a-)?([0-9a-f]{16}:[0-9a-zA-Z-]{8,64})")
LINK = re.compile(rf'"message": "({OLD.pattern})"')

people = sa.table("room_people", sa.column("id"))
said = sa.table("room_messages", *map(sa.column, ("id", "room", "body", "picture_hash")))
pictures = sa.table("room_pictures", sa.column("hash"))
views = sa.table("views", *map(sa.column, ("id", "message", "platform")))
leftovers = sa.table("leftovers", *map(sa.column, ("view", "message")))


def upgrade() -> None:
    """Give those messages the ids that the events by which they came would give them now."""
    connection = op.get_bind()
    here = sa.select(sa.literal("@") + people.c.id)
    connection.execute(said.delete().where(said.c.room.like("@%"), said.c.room.not_in(here)))
    for name in connection.execute(sa.select(said.c.id)).scalars().all():
        if OLD.fullmatch(name):
            connection.execute(said.update().where(said.c.id == name).values(id=_new(name)))
    linking = sa.select(said.c.id, said.c.body).where(said.c.body.like('%"message": "%:%'))
    for row in connection.execute(linking).all():
        body = LINK.sub(lambda found: f'"message": "{_new(found[1])}"', row.body)
        connection.execute(said.update().where(said.c.id == row.id).values(body=body))
    for table in (views, leftovers):
        found = sa.select(table.c.message).where(table.c.message.like("%:%")).distinct()
        for name in connection.execute(found).scalars().all():
            if OLD.fullmatch(name):
                connection.execute(table.update().where(table.c.message == name).values(message=_new(name)))
    shown = sa.exists().where(said.c.picture_hash == pictures.c.hash)
    connection.execute(pictures.delete().where(~shown))


def _new(name: str) -> str:
    found = OLD.fullmatch(name)
    return f"a-{hashlib.sha256(found[1].encode()).hexdigest()[:32]}" if found else name

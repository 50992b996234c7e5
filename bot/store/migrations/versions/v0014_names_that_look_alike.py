"""Each name of the web room looks different from all others, and belongs to a person until they are long gone."""

from collections.abc import Iterator
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from bot.matches.names import numbered, skeleton
from bot.store.add_rules import STRICT, add_rules
from bot.store.types import Text, UtcDateTime

revision = "0014"
down_revision = "0013"

LENGTH = 24
GUEST = "Guest"
"""Who has had the name of Papan, the computer or a former player, or one of no letters, is called so, with a number."""
RESERVED = ("Papan", "Computer", "Komputer", "Former player", "Bekas pemain", "Mantan pemain")
RULES = {
    "room_people": {
        "moments": ("created BETWEEN 0 AND 253402300799999999 AND seen BETWEEN 0 AND 253402300799999999"),
    },
}


def upgrade() -> None:
    """Of those whose names look alike the one who came first keeps it, the others get a number; all were seen now."""
    op.add_column("room_people", sa.Column("seen", UtcDateTime))
    columns = (sa.column("id", Text), sa.column("name", Text), sa.column("folded", Text))
    people = sa.table("room_people", *columns, sa.column("created", UtcDateTime), sa.column("seen", UtcDateTime))
    connection = op.get_bind()
    connection.execute(sa.update(people).values(seen=datetime.now(UTC)))
    everyone = connection.execute(sa.select(people.c.id, people.c.name).order_by(people.c.created, people.c.id)).all()
    holders: dict[str, tuple[str, str]] = {}
    others = []
    for person, name in everyone:
        if _is_reserved(name) or skeleton(name) in holders:
            others.append((person, GUEST if _is_reserved(name) else name))
        else:
            holders[skeleton(name)] = person, name
    candidates: dict[str, Iterator[str]] = {}
    for person, name in others:
        names = candidates.setdefault(name, numbered(name, LENGTH))
        free = next(other for other in names if skeleton(other) not in holders)
        holders[skeleton(free)] = person, free
    for looks, (person, name) in holders.items():
        connection.execute(sa.update(people).where(people.c.id == person).values(name=name, folded=looks))
    op.drop_index("ix_room_people_folded", "room_people")
    with op.batch_alter_table("room_people", table_kwargs=STRICT) as table:
        table.alter_column("seen", existing_type=UtcDateTime, nullable=False)
        table.create_unique_constraint(op.f("uq_room_people_folded"), ["folded"])
        table.drop_constraint(op.f("ck_room_people_moments"), type_="check")
    add_rules(RULES)


def _is_reserved(name: str) -> bool:
    """Is it one of those names, with or without a number, or one without letters and digits?"""
    return not skeleton(name) or skeleton(name.rstrip("0123456789 ")) in {skeleton(word) for word in RESERVED}

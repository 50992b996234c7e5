"""The names of the people of the web room: whose they are, and for how long."""

from datetime import datetime, timedelta

from sqlalchemy import and_, bindparam, delete, func, select, update

from bot.matches.names import NameTaken, RenamedTooOften, numbered, skeleton
from bot.store.connection import Connection
from bot.store.tables import accounts, room_names, room_people

NAME_LENGTH = 24
"""The letters of a name that was given instead of another."""
NAME_IS_KEPT = timedelta(days=30)
"""The time for which a name stays a person's own after their last visit, or after they have taken another one."""
MOST_NAMES = 3
"""The most names that are kept for one person beside the one they have."""
_BY_NAME = select(room_people).where(room_people.c.folded == bindparam("looks_like"))


async def rename(connection: Connection, person: str, name: str, now: datetime) -> str | None:
    """Give a person another name, and keep theirs from others; their language, None where there is no such person.

    A name that they had before is theirs to take again. Raises NameTaken, RenamedTooOften.
    """
    row = (await connection.execute(select(room_people).where(room_people.c.id == person))).first()
    if row is None:
        return None
    if skeleton(name) != row.folded:
        await free(connection, name, person, now)
        await connection.execute(delete(room_names).where(room_names.c.folded == skeleton(name)))
        kept = select(func.count()).select_from(room_names).where(room_names.c.person == person)
        if (await connection.execute(kept)).scalar_one() >= MOST_NAMES:
            raise RenamedTooOften(MOST_NAMES, NAME_IS_KEPT)
        await connection.execute(room_names.insert().values(folded=row.folded, person=person, given_up=now))
    await _set_name(connection, person, name)
    return str(row.language)


async def free(connection: Connection, name: str, person: str, now: datetime) -> None:
    """Take a name from whoever has not been there for long. Raises NameTaken where it is kept for somebody else."""
    await connection.execute(delete(room_names).where(room_names.c.given_up <= now - NAME_IS_KEPT))
    kept = select(room_names).where(room_names.c.folded == skeleton(name), room_names.c.person != person)
    if (await connection.execute(kept)).first():
        raise NameTaken
    if holder := (await connection.execute(_BY_NAME, {"looks_like": skeleton(name)})).first():
        if holder.seen > now - NAME_IS_KEPT:
            raise NameTaken
        for other in numbered(holder.name, NAME_LENGTH):
            if not (await connection.execute(_BY_NAME, {"looks_like": skeleton(other)})).first():
                await _set_name(connection, holder.id, other)
                return


async def _set_name(connection: Connection, person: str, name: str) -> None:
    values = {"name": name, "folded": skeleton(name)}
    await connection.execute(update(room_people).where(room_people.c.id == person).values(**values))
    here = and_(accounts.c.platform == "web", accounts.c.account == person)
    await connection.execute(update(accounts).where(here).values(name=name, handle=name.casefold()))

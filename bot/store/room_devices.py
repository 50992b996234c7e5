"""The devices on which a person of the web room is too, besides the one with their first secret."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, delete, or_, select, update

from bot.store.connection import Connection, unless_there
from bot.store.personal import moment
from bot.store.tables import room_devices, room_people

MOST = 12
"""The most devices of one person besides the first; of more, those not used for longest are signed out."""
FIRST = "first"
"""Stands for the device with the first secret of a person, of which nothing is kept but the secret."""


@dataclass(frozen=True)
class StoredDevice:
    """A device of a person: what its browser says it is, since when they are there, and when they were last.

    ``here``: it is the one from which they ask.
    """

    id: str
    browser: str
    since: datetime
    seen: datetime
    here: bool = False


async def put(connection: Connection, person: str, device: str, browser: str, secret_hash: str, now: datetime) -> bool:
    """Let a person in on a device by a secret, in place of the one that it had; False where they are not there any
    more.
    """
    here = select(room_people.c.id).where(room_people.c.id == person)
    if (await connection.execute(here.with_for_update(read=True, key_share=True))).first() is None:
        return False
    many = select(room_devices.c.id).where(room_devices.c.person == person, room_devices.c.id != device)
    unused = many.order_by(room_devices.c.seen.desc(), room_devices.c.id).offset(MOST - 1)
    await connection.execute(delete(room_devices).where(room_devices.c.id.in_(unused.scalar_subquery())))
    row = {"id": device, "person": person, "browser": browser, "secret_hash": secret_hash, "since": now, "seen": now}
    await connection.execute(unless_there(connection.dialect.name, room_devices), row)
    same = update(room_devices).where(room_devices.c.id == device, room_devices.c.person == person)
    return bool((await connection.execute(same.values(secret_hash=secret_hash))).rowcount)


async def of_person(connection: Connection, person: str, asking: str = "") -> list[StoredDevice]:
    """The devices of a person, who asks by a secret with the digest ``asking``: first the one with their first secret.

    Empty where there is no such person.
    """
    one = (await connection.execute(select(room_people).where(room_people.c.id == person))).first()
    if one is None:
        return []
    first = StoredDevice(FIRST, "", one.created, one.seen, one.secret_hash == asking)
    query = select(room_devices).where(room_devices.c.person == person)
    others = await connection.execute(query.order_by(room_devices.c.since, room_devices.c.id))
    return [
        first,
        *(StoredDevice(row.id, row.browser, row.since, row.seen, row.secret_hash == asking) for row in others),
    ]


def by_secret(secret_hash: str) -> ColumnElement[bool]:
    """Is a person of the room one of whom a device has this secret?"""
    others = select(room_devices.c.person).where(room_devices.c.secret_hash == secret_hash)
    return or_(room_people.c.secret_hash == secret_hash, room_people.c.id.in_(others))


async def saw(connection: Connection, secret_hash: str, now: datetime) -> None:
    """Note when a person was last on a device."""
    here = update(room_devices).where(room_devices.c.secret_hash == secret_hash)
    await connection.execute(here.values(seen=now))


async def sign_out(connection: Connection, person: str, device: str, unknown: str) -> bool:
    """Let nobody in by the secret of a device of a person any more; was it theirs?

    ``unknown`` is a digest of no secret, for the device with the first secret.
    """
    if device == FIRST:
        mine = update(room_people).where(room_people.c.id == person).values(secret_hash=unknown)
        return bool((await connection.execute(mine)).rowcount)
    theirs = delete(room_devices).where(room_devices.c.person == person, room_devices.c.id == device)
    return bool((await connection.execute(theirs)).rowcount)


async def told(connection: Connection, person: str) -> list[dict[str, str]]:
    """The devices of a person as plain values for JSON."""
    return [
        {"browser": each.browser, "since": moment(each.since), "seen": moment(each.seen)}
        for each in await of_person(connection, person)
        if each.id != FIRST
    ]

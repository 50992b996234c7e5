"""The web room's people and messages, stored so that neither a reload nor a restart loses any."""

import hashlib
import json
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    ScalarSelect,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)

from bot.matches.identity import CORNER
from bot.matches.names import in_text, skeleton
from bot.matches.status import LIVE
from bot.store import links, room_devices, room_key, room_names
from bot.store.connection import AnyRow, Connection
from bot.store.database import Database
from bot.store.personal import Leaver, PersonalData, moment
from bot.store.records import StoredMessage
from bot.store.room_devices import StoredDevice
from bot.store.set_aside import SetAside
from bot.store.tables import accounts, matches, room_messages, room_people, room_pictures, views
from bot.store.tables import room_devices as devices_table
from bot.store.tables import room_names as names_before
from bot.store.types import Bytes, Text
from bot.words import N_

KEPT_SHOWN = 200
"""The most messages of a room that are given at once, the newest."""
ROOM_MESSAGES = 2_000
"""The most messages of a room that are kept, the newest, besides the boards of live matches."""
DROP_EVERY = 100
"""After so many changes of a room it is looked for messages that are too many."""
SEEN_EVERY = timedelta(hours=1)
"""The precision with which it is known when a person was last there."""
_STANDS = room_messages.c.deleted == 0
Body = Mapping[str, object]
"""The content of a message as the page shows it: plain values for JSON."""


@dataclass(frozen=True)
class StoredMember:
    """A person of the room."""

    id: str
    name: str
    language: str


class RoomStore:
    """People, messages and pictures of the web room."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._database, self._clock = database, clock
        self._set_aside = SetAside("message")

    async def add_member(self, name: str, language: str) -> tuple[StoredMember, str]:
        """A new person with this name, and the secret that proves who they are.

        Raises NameTaken where a name that looks like it belongs to somebody else. A person who has not been there for
        ``room_names.NAME_IS_KEPT`` has a number behind their name from then on.
        """
        member, secret = StoredMember(secrets.token_hex(8), name, language), secrets.token_urlsafe(24)
        row = {"id": member.id, "secret_hash": _hash(secret.encode()), "name": name, "language": language}
        now = self._clock()

        async def work(connection: Connection) -> None:
            await room_names.free(connection, name, member.id, now)
            await connection.execute(room_people.insert().values(created=now, seen=now, folded=skeleton(name), **row))

        await self._database.write(work)
        return member, secret

    async def rename(self, person: str, name: str) -> StoredMember | None:
        """Give a person another name; None where there is no such person any more.

        The one they had is kept from others for ``room_names.NAME_IS_KEPT``, and they may go back to it. Raises
        NameTaken as ``add_member``, and RenamedTooOften for one who has ``room_names.MOST_NAMES`` such names.
        """
        now = self._clock()

        async def work(connection: Connection) -> StoredMember | None:
            language = await room_names.rename(connection, person, name, now)
            return None if language is None else StoredMember(person, name, language)

        return await self._database.write(work)

    async def set_language(self, person: str, language: str) -> StoredMember | None:
        """Have the room speak this language with a person; None where there is no such person any more."""

        async def work(connection: Connection) -> None:
            here = room_people.c.id == person
            await connection.execute(update(room_people).where(here).values(language=language))

        await self._database.write(work)
        return await self.member(person)

    async def member_by_secret(self, secret: str) -> StoredMember | None:
        """The person who has a device with this secret."""
        return await self._member(room_devices.by_secret(_hash(secret.encode())))

    async def is_there(self, person: str, secret: str) -> bool:
        """Is a person still there, and let in by this secret?"""
        mine = and_(room_people.c.id == person, room_devices.by_secret(_hash(secret.encode())))
        return await self._member(mine) is not None

    async def let_in(self, person: str, device: str, browser: str) -> str | None:
        """Let a person in on another device, called ``device`` here, with a ``browser``: its secret.

        A secret that the device had lets nobody in any more. None where there is no such person.
        """
        secret, now = secrets.token_urlsafe(24), self._clock()
        known, given = links.digest(device), _hash(secret.encode())

        async def work(connection: Connection) -> bool:
            return await room_devices.put(connection, person, known, browser, given, now)

        return secret if await self._database.write(work) else None

    async def devices(self, person: str, secret: str) -> list[StoredDevice]:
        """The devices of a person, who asks by a secret: the one with their first secret before the others."""
        asking = _hash(secret.encode())
        return await self._database.read(lambda connection: room_devices.of_person(connection, person, asking))

    async def sign_out(self, person: str, device: str) -> bool:
        """Let nobody in by the secret of a device of a person any more; was it theirs?"""
        unknown = _hash(secrets.token_bytes(32))
        return await self._database.write(lambda connection: room_devices.sign_out(connection, person, device, unknown))

    async def member(self, person: str) -> StoredMember | None:
        """A person by id."""
        return await self._member(room_people.c.id == person)

    async def member_by_name(self, name: str) -> StoredMember | None:
        """The person whose name looks like this."""
        return await self._member(room_people.c.folded == skeleton(name))

    async def manages(self, person: str) -> bool:
        """Has a person entered the key that the common room has now?"""
        mine = and_(room_people.c.id == person, room_key.is_present(room_people.c.key_hash))
        return await self._member(mine) is not None

    async def let_manage(self, person: str, key: str) -> bool:
        """Have a person manage the common room, if this is its key; is it?"""
        given = room_key.digest(key)
        mine = and_(room_people.c.id == person, room_key.present() == given)

        async def work(connection: Connection) -> bool:
            return bool((await connection.execute(update(room_people).where(mine).values(key_hash=given))).rowcount)

        return await self._database.write(work)

    async def note_seen(self, person: str, secret: str = "") -> None:
        """Note that a person is there, let in by a secret: their name is theirs for some time from now on."""
        now = self._clock()
        stale = and_(room_people.c.id == person, room_people.c.seen < now - SEEN_EVERY)

        async def is_stale(connection: Connection) -> bool:
            return (await connection.execute(select(room_people.c.id).where(stale))).first() is not None

        async def work(connection: Connection) -> None:
            await connection.execute(update(room_people).where(stale).values(seen=now))
            await room_devices.saw(connection, _hash(secret.encode()), now)

        if await self._database.read(is_stale):
            await self._database.write(work)

    async def add(
        self, message: str, room: str, author: str | None, only_for: str | None, body: Body, png: bytes | None = None
    ) -> StoredMessage:
        """Keep a new message; one with this id that is there already stays as it is.

        A message by or for a person who has had their data deleted meanwhile, or in their corner, is given back, but
        not kept.
        """
        now = self._clock()

        async def work(connection: Connection) -> StoredMessage:
            if known := (await connection.execute(_BY_ID, {"wanted": message})).first():
                # One that cannot be read says again what it is to say.
                said = self._read(known) or await self._changed(connection, known, {"body": json.dumps(body)}, png)
                return said or _message(known, body)
            named = {person for person in (author, only_for, _owner(room)) if person}
            here = select(room_people.c.id).where(room_people.c.id.in_(named))
            still = await connection.execute(here.with_for_update(read=True, key_share=True))
            kept = named == set(still.scalars())
            seq = (await connection.execute(_NEXT, {"in_room": room})).scalar_one()
            if not kept:
                return StoredMessage(message, room, seq, seq, author, only_for, body, None, False)
            values = {"id": message, "room": room, "seq": seq, "changed_seq": seq, "author": author}
            picture = await _keep_picture(connection, png)
            row = {**values, "only_for": only_for, "body": json.dumps(body), "picture_hash": picture, "deleted": False}
            await connection.execute(room_messages.insert().values(created=now, **row))
            if seq % DROP_EVERY == 0:
                await _drop(connection, room_messages.c.room == room, room_messages.c.seq <= _oldest_kept(room))
            return StoredMessage(message, room, seq, seq, author, only_for, body, picture, False)

        return await self._database.write(work)

    async def edit(self, message: str, body: Body, png: bytes | None = None) -> StoredMessage | None:
        """Bring a message to a new state; None if it is not there any more."""
        return await self._change(message, {"body": json.dumps(body)}, png)

    async def delete(self, message: str) -> StoredMessage | None:
        """Delete a message; None if it is not there any more."""
        return await self._change(message, {"body": "{}", "deleted": True}, None)

    async def delete_private(self, room: str, person: str) -> list[StoredMessage]:
        """Delete what only this person sees in a room; the deleted messages."""

        async def work(connection: Connection) -> list[str]:
            mine = and_(room_messages.c.room == room, room_messages.c.only_for == person, _STANDS)
            return list((await connection.execute(select(room_messages.c.id).where(mine))).scalars())

        taken = [await self.delete(message) for message in await self._database.read(work)]
        return [said for said in taken if said]

    async def get(self, message: str) -> StoredMessage | None:
        """A message that is still there."""

        async def work(connection: Connection) -> StoredMessage | None:
            row = (await connection.execute(_BY_ID, {"wanted": message})).first()
            return self._read(row) if row and not row.deleted else None

        return await self._database.read(work)

    async def changed_since(self, room: str, person: str, seq: int) -> list[StoredMessage]:
        """The messages of a room that this person sees and that have changed after ``seq``, in the order of saying.

        Messages that cannot be read are left out.
        """
        visible = or_(room_messages.c.only_for.is_(None), room_messages.c.only_for == person)
        wanted = and_(room_messages.c.room == room, visible, room_messages.c.changed_seq > seq)
        if seq == 0:
            wanted = and_(wanted, _STANDS)
        query = select(room_messages).where(wanted).order_by(room_messages.c.seq.desc()).limit(KEPT_SHOWN)

        async def work(connection: Connection) -> list[StoredMessage]:
            return [said for row in await connection.execute(query) if (said := self._read(row))]

        return (await self._database.read(work))[::-1]

    async def picture(self, name: str) -> bytes | None:
        """A picture by its hash."""

        async def work(connection: Connection) -> bytes | None:
            query = select(room_pictures.c.png).where(room_pictures.c.hash == name)
            return (await connection.execute(query)).scalar()

        return await self._database.read(work)

    async def _member(self, wanted: ColumnElement[bool]) -> StoredMember | None:
        async def work(connection: Connection) -> StoredMember | None:
            row = (await connection.execute(select(room_people).where(wanted))).first()
            return StoredMember(row.id, row.name, row.language) if row else None

        return await self._database.read(work)

    async def _change(self, message: str, values: dict[str, object], png: bytes | None) -> StoredMessage | None:
        async def work(connection: Connection) -> StoredMessage | None:
            known = (await connection.execute(_BY_ID, {"wanted": message})).first()
            return await self._changed(connection, known, values, png) if known and not known.deleted else None

        return await self._database.write(work)

    async def _changed(
        self, connection: Connection, known: AnyRow, values: dict[str, object], png: bytes | None
    ) -> StoredMessage | None:
        """Write a message anew, whatever it has said; what it says now, None if it has been deleted meanwhile."""
        new = {"message": known.id, "in_room": known.room, "deleted": False, **values}
        new["picture_hash"] = await _keep_picture(connection, png)
        changed = (await connection.execute(_CHANGE, new)).one_or_none()
        if changed is None:
            return None
        if known.picture_hash and known.picture_hash != changed.picture_hash:
            await connection.execute(_DROP_UNUSED, {"name": known.picture_hash})
        self._set_aside.clear(known.id)
        return _message(changed, json.loads(changed.body))

    def _read(self, row: AnyRow) -> StoredMessage | None:
        """The message of a row; None, and it is set aside, where what it says cannot be read."""
        try:
            body = json.loads(row.body)
        except (ValueError, RecursionError) as error:
            self._set_aside.note(row.id, str(error))
            return None
        if not isinstance(body, dict):
            self._set_aside.note(row.id, "what it says is no JSON object")
            return None
        return _message(row, body)


# What every change of a board needs is put together once, and is few statements.
_BY_ID = select(room_messages).where(room_messages.c.id == bindparam("wanted"))
_others = room_messages.alias()
_GIVEN: dict[str, BindParameter[object]] = {name: bindparam(name) for name in ("body", "deleted", "picture_hash")}
_NEXT = select(func.coalesce(func.max(_others.c.changed_seq), 0) + 1).where(_others.c.room == bindparam("in_room"))
_CHANGE = (
    update(room_messages)
    .where(room_messages.c.id == bindparam("message"), _STANDS)
    .values(
        changed_seq=_NEXT.scalar_subquery(), **{name: bindparam(name) for name in ("body", "deleted", "picture_hash")}
    )
    .returning(room_messages)
)
_KEEP_NEW = room_pictures.insert().from_select(
    ["hash", "png"],
    select(bindparam("name", type_=Text), bindparam("content", type_=Bytes)).where(
        ~exists().where(room_pictures.c.hash == bindparam("name"))
    ),
)
_DROP_UNUSED = room_pictures.delete().where(
    room_pictures.c.hash == bindparam("name"), ~exists().where(room_messages.c.picture_hash == bindparam("name"))
)


async def _forget(connection: Connection, people: Collection[str], names: Collection[str]) -> list[StoredMessage]:
    """Remove these people, their corners, and what they said and were told; and what Papan told others by these names.

    Gives the messages that others may have seen, emptied. Boards that a view shows stay: they are drawn anew.
    """
    # Whatever is said by them or for them meanwhile waits, and finds them gone.
    await connection.execute(select(room_people.c.id).where(room_people.c.id.in_(people)).with_for_update())
    corners = room_messages.c.room.in_([f"{CORNER}{person}" for person in people])
    shown = exists().where(views.c.message == room_messages.c.id, views.c.platform == "web")
    told = and_(room_messages.c.author.is_(None), _STANDS, ~shown)
    naming = [
        row.id
        for name in names
        for row in await connection.execute(
            select(room_messages).where(told, room_messages.c.body.icontains(json.dumps(name)[1:-1], autoescape=True))
        )
        if _names(row.body, name)
    ]
    said, heard = room_messages.c.author.in_(people), room_messages.c.only_for.in_(people)
    theirs = or_(corners, said, heard, room_messages.c.id.in_(naming))
    pictures = select(room_messages.c.picture_hash).where(theirs, room_messages.c.picture_hash.is_not(None)).distinct()
    unused = [{"name": name} for name in (await connection.execute(pictures)).scalars()]
    await connection.execute(delete(room_messages).where(corners))
    # The rows stay, so that pages that come back learn that these messages are gone.
    next_change = select(func.max(_others.c.changed_seq) + 1).where(_others.c.room == room_messages.c.room)
    emptied = {"author": None, "body": "{}", "picture_hash": None, "deleted": True}
    empty = update(room_messages).values(changed_seq=next_change.scalar_subquery(), **emptied)
    await connection.execute(empty.where(heard).values(only_for=None))
    gone = await connection.execute(empty.where(or_(said, room_messages.c.id.in_(naming))).returning(room_messages))
    found = [_message(row, {}) for row in gone]
    for each in unused:
        await connection.execute(_DROP_UNUSED, each)
    await connection.execute(delete(names_before).where(names_before.c.person.in_(people)))
    await connection.execute(delete(devices_table).where(devices_table.c.person.in_(people)))
    await connection.execute(delete(room_people).where(room_people.c.id.in_(people)))
    return found


def _names(body: str, name: str) -> bool:
    """Does a message bear a name, as a word of its own?"""

    def found(value: object) -> bool:
        if isinstance(value, str):
            return _bears(value.casefold(), name.casefold())
        if isinstance(value, Mapping):
            return any(map(found, value.values()))
        return isinstance(value, list) and any(map(found, value))

    try:
        return found(json.loads(body))
    except (ValueError, RecursionError):
        return True  # nobody can read it, and it may say anything


def _bears(text: str, word: str) -> bool:
    """Does a text have a word, which is no part of another one there?"""
    at = text.find(word)
    while at >= 0:
        beside = text[max(at - 1, 0) : at] + text[at + len(word) :][:1]
        if not any(letter.isalnum() or letter == "_" for letter in beside):
            return True
        at = text.find(word, at + 1)
    return False


async def forget(connection: Connection, before: datetime) -> None:
    """Drop the messages of all rooms that are older, but for the boards of live matches."""
    await _drop(connection, room_messages.c.created < before)


def _oldest_kept(room: str) -> ScalarSelect[Any]:
    """The place of the newest message of a room that is one too many; none where there are not so many."""
    query = select(_others.c.seq).where(_others.c.room == room).order_by(_others.c.seq.desc())
    return query.offset(ROOM_MESSAGES).limit(1).scalar_subquery()


async def _drop(connection: Connection, *which: ColumnElement[bool]) -> None:
    """Drop messages for good, and pictures that nothing shows any more.

    The latest change of a room stays, because the next one is counted from it.
    """
    board = exists().where(
        views.c.chat == room_messages.c.room,
        views.c.message == room_messages.c.id,
        matches.c.code == views.c.match,
        matches.c.status.in_([status.value for status in LIVE]),
    )
    latest = select(func.max(_others.c.changed_seq)).where(_others.c.room == room_messages.c.room).scalar_subquery()
    dropped = delete(room_messages).where(*which, ~board, room_messages.c.changed_seq < latest)
    found = await connection.execute(dropped.returning(room_messages.c.picture_hash))
    for name in sorted({name for name in found.scalars() if name}):
        await connection.execute(_DROP_UNUSED, {"name": name})


def _owner(room: str) -> str:
    """The person whose corner a room is; empty for a room of others."""
    return room.removeprefix(CORNER) if room.startswith(CORNER) else ""


async def _keep_picture(connection: Connection, png: bytes | None) -> str | None:
    if png is None:
        return None
    name = _hash(png)
    await connection.execute(_KEEP_NEW, {"name": name, "content": png})
    return name


def _message(row: AnyRow, body: Body) -> StoredMessage:
    return StoredMessage(
        row.id, row.room, row.seq, row.changed_seq, row.author, row.only_for, body, row.picture_hash, row.deleted
    )


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


async def _earlier_names(connection: Connection, player: str) -> list[dict[str, str]]:
    query = select(names_before).where(names_before.c.person.in_(_people(player))).order_by(names_before.c.given_up)
    return [{"name": row.folded, "given_up": moment(row.given_up)} for row in await connection.execute(query)]


async def _said(connection: Connection, player: str) -> list[dict[str, object]]:
    query = select(room_messages).where(room_messages.c.author.in_(_people(player))).order_by(room_messages.c.created)
    return [{"room": row.room, "said": row.body, "at": moment(row.created)} for row in await connection.execute(query)]


async def _here(connection: Connection, player: str) -> list[dict[str, str]]:
    query = select(room_people).where(room_people.c.id.in_(_people(player))).order_by(room_people.c.created)
    return [
        {"name": row.name, "language": row.language, "since": moment(row.created), "seen": moment(row.seen)}
        for row in await connection.execute(query)
    ]


def _people(player: str) -> Select[tuple[str]]:
    return select(accounts.c.account).where(accounts.c.player == player, accounts.c.platform == "web")


async def _erase(connection: Connection, leaver: Leaver) -> None:
    web = [row for row in leaver.accounts if row.platform == "web"]
    words = {word for row in web for word in _forms(row.name, row.handle)}
    if web:
        leaver.emptied.extend(await _forget(connection, [row.account for row in web], words))


def _forms(name: str, handle: str) -> tuple[str, ...]:
    """The ways in which Papan writes a name, and in which it is typed in a command."""
    return name, in_text(name), handle, name.replace(" ", "_")


async def _devices(connection: Connection, player: str) -> list[dict[str, str]]:
    found = (await connection.execute(_people(player))).scalars()
    return [each for person in found.all() for each in await room_devices.told(connection, person)]


PERSONAL = PersonalData(
    N_(
        "In the web room: your name, earlier names for 30 days, your devices, when you were there, and what you said, "
        "for a year."
    ),
    forgotten=(
        devices_table.c.person,
        *(room_people.c.id, room_people.c.name, room_people.c.folded, names_before.c.person, names_before.c.folded),
        *(room_messages.c.author, room_messages.c.only_for, room_messages.c.room, room_messages.c.body),
    ),
    export={
        "earlier_names_in_the_web_room": _earlier_names,
        "said_in_the_web_room": _said,
        "in_the_web_room": _here,
        "devices_in_the_web_room": _devices,
    },
    erase=_erase,
)

"""The key of the common room in the web room: whoever has entered it manages that room. Only its digest is kept.

People keep the digest of the key that they entered: with a new key nobody manages the room any more.
"""

import hashlib
import secrets as chance

from sqlalchemy import ColumnElement, ScalarSelect, select, text

from bot.store.connection import Connection
from bot.store.secrets import SecretName
from bot.store.tables import secrets

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""None of them looks like another."""
_GROUPS, _GROUP = 5, 4
_MAKE = text("INSERT INTO secrets (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING")
_SET = text(
    "INSERT INTO secrets (name, value) VALUES (:name, :value) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE secrets.value <> excluded.value"
)


def new_key() -> str:
    """A key that nobody can guess, in groups that can be copied by hand."""
    return "-".join("".join(chance.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS))


def digest(key: str) -> str:
    """The digest that is kept of a key. Large letters, blanks and hyphens do not matter."""
    plain = "".join(key.casefold().replace("-", "").split())
    return hashlib.sha256(plain.encode()).hexdigest()


async def first(connection: Connection, key: str) -> bool:
    """Have this be the key if there is none yet; was there none?"""
    done = await connection.execute(_MAKE, {"name": SecretName.ROOM_KEY, "value": digest(key)})
    return bool(done.rowcount)


async def change(connection: Connection, key: str) -> None:
    """Have this be the key; whoever has entered another one manages nothing any more."""
    await connection.execute(_SET, {"name": SecretName.ROOM_KEY, "value": digest(key)})


def present() -> ScalarSelect[str]:
    """The digest of the key, as a part of other statements."""
    return select(secrets.c.value).where(secrets.c.name == SecretName.ROOM_KEY).scalar_subquery()


def is_present(kept: ColumnElement[str]) -> ColumnElement[bool]:
    """Is a digest that is kept that of the key?"""
    return kept == present()

"""Secrets that only the processes of one database know."""

from enum import StrEnum
from secrets import token_hex

from sqlalchemy import select, text

from bot.store.connection import Connection
from bot.store.tables import secrets

BYTES = 32


class SecretName(StrEnum):
    """The purpose of a secret; its value is the key of its row."""

    BUTTONS = "buttons"
    WRONG_CODES = "wrong code"
    ROOM_KEY = "room key"


_MAKE = text("INSERT INTO secrets (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING")


async def secret(connection: Connection, name: SecretName) -> bytes:
    """The secret of a name, made the first time that one of the processes asks for it; to be committed."""
    await connection.execute(_MAKE, {"name": name, "value": token_hex(BYTES)})
    value: str = (await connection.execute(select(secrets.c.value).where(secrets.c.name == name))).scalar_one()
    return bytes.fromhex(value)

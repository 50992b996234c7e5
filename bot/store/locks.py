"""Locks on what has no row yet."""

import hashlib

from sqlalchemy import func, select

from bot.store.connection import Connection


async def lock_named(connection: Connection, *names: str) -> None:
    """Keep other transactions that lock the same names from going on until this one ends."""
    if connection.dialect.name == "postgresql":  # a file has one writer at a time
        digest = hashlib.sha256("\0".join(names).encode()).digest()
        await connection.execute(select(func.pg_advisory_xact_lock(int.from_bytes(digest[:8], signed=True))))

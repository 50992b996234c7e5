"""An aiosqlite connection on which a statement costs one trip to the connection's thread instead of four.

SQLAlchemy asks for a cursor, executes, fetches and closes, and aiosqlite sends its thread a message for each of them.
Between two threads of one interpreter such a trip costs more than most of our statements do. Here the four are one:
what SQLAlchemy asks for afterwards is at hand already.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

import aiosqlite

_CHUNK = 64
"""What aiosqlite itself takes for rows at a time; nobody iterates here."""


class OneTripConnection(aiosqlite.Connection):
    """Hands out cursors that bring everything along."""

    async def cursor(self) -> "OneTripCursor":  # type: ignore[override]  # the same to whoever awaits it
        """A cursor, without a trip."""
        return OneTripCursor(self)

    async def run(self, sql: str, parameters: Sequence[Any], many: bool) -> "Outcome":
        """Execute a statement, fetch all its rows and close its cursor, in one trip."""
        # aiosqlite has no types for its own way to the thread.
        outcome: Outcome = await self._execute(self._run, sql, parameters, many)  # type: ignore[no-untyped-call]
        return outcome

    def _run(self, sql: str, parameters: Sequence[Any], many: bool) -> "Outcome":
        cursor = self._conn.executemany(sql, parameters) if many else self._conn.execute(sql, parameters)
        try:
            return Outcome(cursor)
        finally:
            cursor.close()


class Outcome:
    """What a statement has left behind."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self.description = cursor.description
        self.rows = cursor.fetchall() if cursor.description else []
        self.lastrowid = cursor.lastrowid
        self.rowcount = cursor.rowcount


class OneTripCursor:
    """The part of a cursor that SQLAlchemy uses."""

    description: Any = None
    lastrowid: int | None = None
    rowcount = -1

    def __init__(self, connection: OneTripConnection) -> None:
        self._connection = connection
        self._rows: list[Any] = []

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        """Execute a statement."""
        self._keep(await self._connection.run(sql, parameters, many=False))

    async def executemany(self, sql: str, parameters: Sequence[Any]) -> None:
        """Execute a statement once for each row of parameters."""
        self._keep(await self._connection.run(sql, parameters, many=True))

    async def fetchall(self) -> list[Any]:
        """All rows, without a trip."""
        return self._rows

    async def close(self) -> None:
        """Nothing is left open."""

    def _keep(self, outcome: Outcome) -> None:
        self.description, self._rows = outcome.description, outcome.rows
        self.lastrowid, self.rowcount = outcome.lastrowid, outcome.rowcount


def connect(database: str, **options: Any) -> OneTripConnection:
    """A connection as ``aiosqlite.connect`` gives it, to be awaited."""
    connection = OneTripConnection(lambda: sqlite3.connect(database, **options), _CHUNK)
    # The program may end while a connection is open; SQLAlchemy asks for the same of aiosqlite's own.
    connection._thread.daemon = True
    return connection

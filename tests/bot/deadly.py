"""A database on which a process dies in the middle of a transaction."""

from collections.abc import Callable
from typing import Any, cast

from sqlalchemy import text

from bot.store import Database
from bot.store.connection import Connection, Work
from bot.store.database import Result


class KilledError(Exception):
    """A process has died at a statement."""


class DyingConnection:
    """A connection that dies before or after one of its statements."""

    def __init__(self, connection: Connection, at: int, before: bool, closes: bool) -> None:
        self._connection, self._left = connection, at
        self._before, self._closes = before, closes
        self.died = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    async def execute(self, *given: Any) -> Any:
        self._left -= 1
        if self._left == 0 and self._before:
            await self._die()
        done = await self._connection.execute(*given)
        if self._left == 0 and not self._before:
            await self._die()
        return done

    async def _die(self) -> None:
        self.died = True
        if self._closes:
            await self._connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
        raise KilledError


class DeadlyDatabase:
    """A database on which the next transaction dies, where that is wanted."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._next: tuple[int, bool, bool] | None = None
        self.deaths: list[int] = []
        """At which statements somebody has died."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    def arm(self, at: int, *, before: bool, closes: bool = False) -> None:
        """Let the next transaction die before or after its statement of this number, if it has so many; ``closes``: a
        server loses its connection then.
        """
        self._next = at, before, closes

    def disarm(self) -> None:
        """Let nobody die."""
        self._next = None

    async def write(
        self, work: Work[Result], committed: Callable[[Result], None] | None = None, *, may_wait: bool = False
    ) -> Result:
        async def dying(connection: Connection) -> Result:
            if self._next is None:
                return await work(connection)
            at, before, closes = self._next
            self._next = None
            deadly = DyingConnection(connection, at, before, closes and connection.dialect.name == "postgresql")
            try:
                return await work(cast("Connection", deadly))
            finally:
                self.deaths += [at] * deadly.died

        return await self._database.write(dying, committed, may_wait=may_wait)

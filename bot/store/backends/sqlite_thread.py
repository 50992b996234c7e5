"""A SQLite connection and its thread: whole transactions run there, one trip each.

A trip between two threads of one interpreter costs more than most of our statements do, and while the event loop is
busy each of them waits for its turn. So what works in a transaction runs in the thread of the connection, start to end.
"""

import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar, cast

import aiosqlite
import sqlalchemy
from sqlalchemy import Dialect, StaticPool, create_engine, event
from sqlalchemy.exc import OperationalError

from bot.store.connection import Work

Result = TypeVar("Result")
READING, WRITING = "BEGIN", "BEGIN IMMEDIATE"
_NO_UTF_8 = "Could not decode to UTF-8"
_CHUNK = 64
"""What aiosqlite itself takes for rows at a time; nobody iterates here."""


class CommitGuard(Protocol):
    """Is told of the transactions of a connection, in its thread."""

    def begin(self) -> None:
        """A transaction begins."""

    def before_commit(self) -> None:
        """It is to be committed; an exception undoes it."""

    def after_commit(self) -> None:
        """It is committed."""


class SqliteThread(aiosqlite.Connection):
    """A connection. ``await open_worker(...)`` makes one; one piece of work at a time."""

    _engine: sqlalchemy.Engine
    _guard: CommitGuard | None = None

    async def prepare(self, begin: str, prepare: Callable[[sqlite3.Connection], None]) -> None:
        """Make the connection ready; transactions are to begin like this."""

        def ready() -> None:
            prepare(self._conn)
            # Always the thread's own connection; errors never quote values.
            self._engine = create_engine(
                "sqlite://", creator=lambda: self._conn, poolclass=StaticPool, hide_parameters=True
            )
            event.listen(self._engine, "begin", lambda connection: connection.exec_driver_sql(begin))

        await self.run(ready)

    async def guard(self, made: Callable[[sqlite3.Connection], CommitGuard]) -> None:
        """Let a guard, made for the connection in its thread, watch all transactions from now on."""

        def begin() -> None:
            self._guard = guard = made(self._conn)
            event.listen(self._engine, "begin", lambda _: guard.begin())
            event.listen(self._engine, "commit", lambda _: guard.before_commit())

        await self.run(begin)

    def committed(self) -> None:
        """A transaction was committed; called in the thread."""
        if self._guard:
            self._guard.after_commit()

    async def run(self, work: Callable[[], Result]) -> Result:
        """Run something in the connection's thread."""
        # aiosqlite has no types for its own way to the thread.
        return cast(Result, await self._execute(work))  # type: ignore[no-untyped-call]

    async def read(self, work: Work[Result]) -> Result:
        """Run a piece of work that only reads, in one transaction."""

        def reading() -> Result:
            with self._engine.connect() as connection:
                return _driven(work(SyncConnection(connection)))

        return await self.run(lambda: self._leniently(reading))

    async def write(self, works: Sequence[Work[Any]]) -> list[Any]:
        """Run pieces of work in one transaction: the result of each, or the exception that has undone it alone.

        Raises what has undone them all.
        """

        def writing() -> list[Any]:
            with self._engine.begin() as connection:
                if len(works) == 1:
                    outcomes = [_driven(works[0](SyncConnection(connection)))]
                else:
                    outcomes = [self._apart(connection, work) for work in works]
            self.committed()
            return outcomes

        return await self.run(lambda: self._leniently(writing))

    async def open_transaction(self) -> "OpenTransaction":
        """A transaction that stays open while its owner does other things."""
        return OpenTransaction(self, await self.run(self._engine.connect))

    def _apart(self, connection: sqlalchemy.Connection, work: Work[Any]) -> Any:
        def nested() -> Any:
            with connection.begin_nested():
                return _driven(work(SyncConnection(connection)))

        try:
            return self._leniently(nested)
        except Exception as error:
            return error

    def _leniently(self, work: Callable[[], Result]) -> Result:
        """Run work again where a text is no UTF-8, and replace what cannot be read in it from then on.

        Such a text must not keep the rows beside it from being read. It is not read like this from the beginning,
        because it takes twice as long.
        """
        try:
            return work()
        except OperationalError as error:
            if _NO_UTF_8 not in str(error.orig) or self._conn.text_factory is not str:
                raise
        self._conn.text_factory = partial(str, encoding="utf-8", errors="replace")
        return work()


class OpenTransaction:
    """A transaction to which work is sent piece by piece, a trip each."""

    def __init__(self, thread: SqliteThread, connection: sqlalchemy.Connection) -> None:
        self._worker = thread
        self._connection = connection

    async def run(self, work: Work[Result]) -> Result:
        """Do a piece of work in it."""
        return await self._worker.run(lambda: _driven(work(SyncConnection(self._connection))))

    async def end(self, commit: bool) -> None:
        """End it, with or without what was written."""

        def end() -> None:
            with self._connection:
                if commit:
                    self._connection.commit()
            if commit:
                self._worker.committed()

        await self._worker.run(end)


class SyncConnection:
    """The transaction for work that runs in the thread: its coroutines never suspend."""

    def __init__(self, connection: sqlalchemy.Connection) -> None:
        self._connection = connection

    @property
    def dialect(self) -> Dialect:
        return self._connection.dialect

    async def execute(self, statement: Any, parameters: Any = None) -> Any:
        return self._connection.execute(statement, parameters)

    async def run_sync(self, fn: Any, *arg: Any) -> Any:
        return fn(self._connection, *arg)


async def open_worker(
    database: str, begin: str, prepare: Callable[[sqlite3.Connection], None] = lambda _: None, **options: Any
) -> SqliteThread:
    """A connection to a database file, its transactions beginning in this way, made ready by ``prepare``.

    ``options`` are those of ``sqlite3.connect``. Raises sqlite3.Error, and what ``prepare`` raises.
    """
    thread = SqliteThread(lambda: sqlite3.connect(database, isolation_level=None, **options), _CHUNK)
    # The program may end while a connection is open.
    thread._thread.daemon = True
    await thread
    try:
        await thread.prepare(begin, prepare)
    except BaseException:
        await thread.close()
        raise
    return thread


def _driven(work: Awaitable[Result]) -> Result:
    """The result of a piece of work that never suspends."""
    coroutine = cast(Coroutine[Any, Any, Result], work)
    try:
        coroutine.send(None)
    except StopIteration as done:
        return cast(Result, done.value)
    coroutine.close()
    raise RuntimeError("a transaction waits for something else than its connection")

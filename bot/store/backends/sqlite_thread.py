"""A SQLite connection and its thread: whole transactions run there, one trip each.

A trip between two threads of one interpreter costs more than most of our statements do, and while the event loop is
busy each of them waits for its turn. So what works in a transaction runs in the thread of the connection, start to end.
"""

import sqlite3
import threading
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from traceback import clear_frames
from typing import Protocol, TypeVar, cast

import aiosqlite
import sqlalchemy
from sqlalchemy import Dialect, Executable, NullPool, create_engine
from sqlalchemy.exc import DBAPIError, OperationalError

from bot.store.connection import AnyRows, Parameters, Work

Result = TypeVar("Result")
BUSY_SECONDS = 15
"""The most seconds to wait for another process that writes."""
READING, WRITING = "BEGIN", "BEGIN IMMEDIATE"
_NO_UTF_8 = "Could not decode to UTF-8"
_CHUNK = 64
"""The number of rows that aiosqlite fetches at a time by default; nobody iterates here."""


class _Own(threading.local):
    """A thread's own connection."""

    connection: sqlite3.Connection


_own = _Own()
# One for all connections: what it has compiled for one of them serves the others. Errors never quote values.
_engine = create_engine("sqlite://", creator=lambda: _own.connection, poolclass=NullPool, hide_parameters=True)


class CommitGuard(Protocol):
    """A listener to the transactions of a connection, called in its thread."""

    def begin(self) -> None:
        """A transaction begins."""

    def before_commit(self) -> None:
        """It is to be committed; an exception undoes it."""

    def after_commit(self) -> None:
        """It is committed."""


class SqliteThread(aiosqlite.Connection):
    """A connection. ``await open_worker(...)`` makes one; one piece of work at a time.

    Transactions are begun and ended by statements of our own. For SQLAlchemy, which takes longer for that than for most
    of what is done in them, a single one lasts as long as the connection.
    """

    _database: sqlalchemy.Connection
    _begin: str
    _is_prepared = False
    _guard: CommitGuard | None = None

    async def prepare(self, begin: str, prepare: Callable[[sqlite3.Connection], None]) -> None:
        """Make the connection ready; transactions are to begin like this."""

        def ready() -> None:
            prepare(self._conn)
            self._begin = begin
            _own.connection = self._conn
            self._database = _engine.connect()
            self._database.begin()
            self._is_prepared = True

        await self.run(ready)

    async def close(self) -> None:
        """Close it; SQLAlchemy gives up the connections it has lent out."""
        try:
            if self._is_prepared:
                self._is_prepared = False
                await self.run(self._database.close)
        finally:
            await super().close()

    async def guard(self, made: Callable[[sqlite3.Connection], CommitGuard]) -> None:
        """Let a guard, made for the connection in its thread, watch all transactions from now on."""

        def begin() -> None:
            self._guard = made(self._conn)

        await self.run(begin)

    async def run(self, work: Callable[[], Result]) -> Result:
        """Run a function in the connection's thread."""
        return cast(Result, await self._execute(work))  # type: ignore[no-untyped-call]  # aiosqlite does not type it

    async def read(self, work: Work[Result]) -> Result:
        """Run a piece of work that only reads, in one transaction."""

        def reading() -> Result:
            self._start()
            try:
                return self._driven(work)
            finally:
                self._undo()

        return await self.run(lambda: self._leniently(reading))

    async def write(self, works: Sequence[Work[object]]) -> list[object]:
        """Run pieces of work in one transaction: the result of each, or the exception that has undone it alone.

        Raises the exception that has undone them all.
        """

        def writing() -> list[object]:
            self._start()
            try:
                outcomes = [self._driven(works[0])] if len(works) == 1 else [self._apart(work) for work in works]
                self._commit()
            except BaseException as error:
                # Rows that were not read to their end go with the frames that hold them: as long as they are there,
                # no later transaction can set a savepoint.
                clear_frames(error.__traceback__)
                self._undo()
                raise
            return outcomes

        return await self.run(lambda: self._leniently(writing))

    async def open_transaction(self) -> "OpenTransaction":
        """A transaction that stays open while its owner does other things."""
        await self.run(self._start)
        return OpenTransaction(self)

    def _start(self) -> None:
        self._frame(self._begin)
        if self._guard:
            self._guard.begin()

    def _commit(self) -> None:
        if self._guard:
            self._guard.before_commit()
        self._frame("COMMIT")
        if self._guard:
            self._guard.after_commit()

    def _undo(self) -> None:
        # Some errors, such as a full disk, have ended the transaction already.
        if self._conn.in_transaction:
            self._frame("ROLLBACK")

    def _frame(self, statement: str) -> None:
        """Begin or end a transaction, or a part of it, without SQLAlchemy, which takes many times as long for that.

        Raises the same exceptions as it does.
        """
        try:
            self._conn.execute(statement)
        except sqlite3.Error as error:
            raise DBAPIError.instance(statement, None, error, sqlite3.Error, dialect=_engine.dialect) from error

    def _apart(self, work: Work[object]) -> object:
        def nested() -> object:
            self._frame("SAVEPOINT piece")
            try:
                outcome = self._driven(work)
            except BaseException:
                self._frame("ROLLBACK TO piece")
                raise
            finally:
                self._frame("RELEASE piece")
            return outcome

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

    def _driven(self, work: Work[Result]) -> Result:
        """The result of a piece of work, which never suspends."""
        coroutine = cast(Coroutine[None, None, Result], work(SyncConnection(self._database)))
        try:
            coroutine.send(None)
        except StopIteration as done:
            return cast(Result, done.value)
        coroutine.close()
        raise RuntimeError("a transaction waits for something else than its connection")


class OpenTransaction:
    """A transaction to which work is sent piece by piece, a trip each."""

    def __init__(self, thread: SqliteThread) -> None:
        self._thread = thread

    async def run(self, work: Work[Result]) -> Result:
        """Do a piece of work in it."""
        return await self._thread.run(lambda: self._thread._driven(work))

    async def end(self, commit: bool) -> None:
        """End it, with or without what was written."""

        def end() -> None:
            try:
                if commit:
                    self._thread._commit()
            finally:
                self._thread._undo()

        await self._thread.run(end)


class SyncConnection:
    """The transaction for work that runs in the thread: its coroutines never suspend."""

    def __init__(self, connection: sqlalchemy.Connection) -> None:
        self._connection = connection

    @property
    def dialect(self) -> Dialect:
        return self._connection.dialect

    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> AnyRows:
        return self._connection.execute(statement, parameters)

    async def run_sync(self, fn: Callable[..., Result], *arg: object) -> Result:
        return fn(self._connection, *arg)


async def open_worker(
    database: str, begin: str, prepare: Callable[[sqlite3.Connection], None] = lambda _: None, *, uri: bool = False
) -> SqliteThread:
    """A connection to a database file, its transactions beginning in this way, made ready by ``prepare``.

    ``uri``: the file is named by an address, which may ask to open it for reading only. Raises sqlite3.Error, and the
    exceptions of ``prepare``.
    """
    thread = SqliteThread(lambda: sqlite3.connect(database, BUSY_SECONDS, isolation_level=None, uri=uri), _CHUNK)
    # The program may end while a connection is open.
    thread._thread.daemon = True
    await thread
    try:
        await thread.prepare(begin, prepare)
    except BaseException:
        await thread.close()
        raise
    return thread

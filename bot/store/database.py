"""The way into the database: whole transactions only, each in a task of its own that nobody can cancel half-way."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store import migrate, sqlite
from bot.store.migrate import SchemaTooNew, UnusableDatabase

__all__ = ["Connection", "Database", "SchemaTooNew", "UnusableDatabase", "Work"]

Result = TypeVar("Result")
Connection = AsyncConnection
"""A transaction that is open: what the modules beside this one are given to speak SQL on."""
Work = Callable[[Connection], Awaitable[Result]]
"""What is to be done in one transaction. It may be run again, so it must not touch anything but the connection."""

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
ATTEMPTS = 12
AGAIN = {"40001", "40P01", "23505"}
"""Serialisation failure, deadlock, or somebody else wrote the same key first: the transaction did nothing; tried again,
it sees what the other one did."""
UPGRADE_LOCK = 5_072_616
"""Any number will do, as long as every Papan takes the same lock for an upgrade."""


class Database:
    """An open database. ``write`` and ``read`` each run one transaction; ``close`` waits for those under way."""

    def __init__(self, url: URL, writer: AsyncEngine, reader: AsyncEngine, lock: sqlite.FileLock | None = None) -> None:
        self._url = url
        self._writer = writer
        self._reader = reader
        self._lock = lock
        # A connection is a transaction: on SQLite the one writer connection is handed on in turn.
        self._turn = asyncio.Semaphore(1 if writer.dialect.name == "sqlite" else 20)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    @classmethod
    async def open(cls, url: str) -> "Database":
        """Open the database for writing and bring its schema up to date.

        Raises UnusableDatabase with a sentence for the one who starts Papan.
        """
        target = _target(url)
        with _explained(target):
            if target.get_backend_name() != "sqlite":
                return await _open_server(target)
            file = sqlite.file_of(target)
            file.parent.mkdir(parents=True, exist_ok=True)
            lock = sqlite.FileLock(file)
            lock.take()
            try:
                sqlite.warn_of_version()
                await sqlite.prepare(file)
            except BaseException:
                lock.release()
                raise
            return cls(target, sqlite.writer(file), sqlite.readers(file), lock)

    @classmethod
    async def look(cls, url: str) -> "Database":
        """Open an existing database for reading only, beside a Papan that may be running.

        Raises UnusableDatabase where there is none, or its schema is not the present one.
        """
        target = _target(url)
        with _explained(target):
            if target.get_backend_name() == "sqlite":
                file = sqlite.file_of(target)
                if not file.exists():
                    raise UnusableDatabase(f"there is no database {file}")
                engine = sqlite.onlooker(file)
            else:
                engine = create_async_engine(target)
            database = cls(target, engine, engine)
            try:
                found = await database.read(lambda connection: connection.run_sync(migrate.present))
                if found != migrate.newest():
                    raise UnusableDatabase(
                        "the database has an older schema; it is brought up to date when Papan starts"
                    )
            except BaseException:
                await database.close()
                raise
            return database

    @property
    def is_file(self) -> bool:
        """Is it a file of ours, and not a server?"""
        return self._writer.dialect.name == "sqlite"

    async def write(self, work: Work[Result], committed: Callable[[Result], None] | None = None) -> Result:
        """Run ``work`` in one transaction and give its result once that is committed; an exception undoes it all.

        ``committed`` is called with the result even where the caller has been cancelled meanwhile.
        """
        return await self._apart(self._write(work, committed))

    async def read(self, work: Work[Result]) -> Result:
        """Run ``work``, which only reads, in one transaction: it sees one state of the database."""
        return await self._apart(self._read(work))

    async def ping(self) -> None:
        """Ask the database for an answer; whatever it raises says what is wrong."""
        await self.read(lambda connection: connection.execute(text("SELECT 1")))

    async def backup(self, file: Path) -> None:
        """Write a consistent copy into a new file. Raises FileExistsError; UnusableDatabase on a database server."""
        if not self.is_file:
            raise UnusableDatabase("a database server is backed up with its own tools, as pg_dump")
        await self._apart(sqlite.copy(sqlite.file_of(self._url), file))

    async def close(self) -> None:
        """Wait for the transactions under way, close every connection, give the lock file back."""
        self._closing = True
        while self._tasks:
            await asyncio.wait(self._tasks)
        await self._writer.dispose()
        await self._reader.dispose()
        if self._lock:
            self._lock.release()

    async def _apart(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Wait for a task of its own: cancelling a coroutine inside a transaction would leave the connection stuck."""
        if self._closing:
            work.close()
            raise UnusableDatabase("the database is closed")
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _write(self, work: Work[Result], committed: Callable[[Result], None] | None) -> Result:
        attempt = 0
        while True:
            try:
                async with self._turn, self._writer.begin() as connection:
                    result = await work(connection)
            except DBAPIError as error:
                attempt += 1
                if getattr(error.orig, "sqlstate", None) not in AGAIN or attempt == ATTEMPTS:
                    raise
                await asyncio.sleep(random.uniform(0, 0.01 * 2**attempt))
                continue
            if committed:
                committed(result)
            return result

    async def _read(self, work: Work[Result]) -> Result:
        async with self._reader.connect() as connection:
            return await work(connection)


@contextmanager
def _explained(url: URL) -> Iterator[None]:
    """Turns what a driver raises while opening into one sentence, without the password of the address."""
    try:
        yield
    except (SQLAlchemyError, OSError, ModuleNotFoundError) as error:
        cause = getattr(error, "orig", None) or error
        where = url.render_as_string(hide_password=True)
        raise UnusableDatabase(f"the database {where} cannot be opened: {cause}") from error


def _target(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise UnusableDatabase("DATABASE_URL is not an address, as sqlite:///data/papan.sqlite") from None
    backend = parsed.drivername.partition("+")[0]
    if backend not in DRIVERS:
        raise UnusableDatabase(f"DATABASE_URL may begin with sqlite: or postgresql:, not {backend}:")
    return parsed.set(drivername=DRIVERS[backend])


async def _open_server(url: URL) -> Database:
    engine = create_async_engine(url, pool_pre_ping=True, pool_size=20)
    try:
        async with engine.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
            if await connection.run_sync(migrate.present) != migrate.newest():
                await connection.run_sync(migrate.upgrade)
    except BaseException:
        await engine.dispose()
        raise
    return Database(url, engine, engine)

"""SQLite used safely: one writer, a full WAL, foreign keys, migrations with a backup, copies by VACUUM."""

import asyncio
import fcntl
import os
import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import structlog
from sqlalchemy import URL, text
from sqlalchemy.exc import SQLAlchemyError

from bot.store import migrate
from bot.store.backends.group_commit import GroupCommit
from bot.store.backends.memory import PRIVATE, DatabaseVersion
from bot.store.backends.sqlite_memory import FileMemory, Guard, make_private, version_of
from bot.store.backends.sqlite_thread import BUSY_SECONDS, READING, WRITING, SqliteThread, open_worker
from bot.store.connection import Connection, Run, Work
from bot.store.migrate import UnusableDatabase, WrongAddress

Result = TypeVar("Result")

READERS = 4
LARGEST_JOURNAL = 8 << 20
"""Bytes that the journal beside a file keeps once its content is in the file, however large a long read has made it."""
WAL_RESET_FIXED = (3, 51, 3)
WAL_RESET_BACKPORTS = {(3, 44): 6, (3, 50): 7}
"""Earlier releases that have its repair, each from this patch on."""

_UNREADABLE = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
_OF_A_VALUE = re.compile(r" value in |^CHECK constraint failed")

log = structlog.get_logger()


class FileLock:
    """Keeps a second process away from a database file: SQLite's WAL is safe here with one writer only."""

    def __init__(self, file: Path) -> None:
        self.path = file.with_name(file.name + ".lock")
        self._handle: int | None = None

    def take(self) -> None:
        """Take the lock until ``release`` or the end of the process. Raises UnusableDatabase where another has it."""
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            file = self.path.with_suffix("")
            raise UnusableDatabase(f"another Papan is using the database {file}; stop it first") from None
        self._handle = handle

    def release(self) -> None:
        """Give the lock back."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def file_of(url: URL) -> Path:
    """The file of a SQLite URL. Raises WrongAddress for a database in memory."""
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise WrongAddress("the address of the database must name a file, as sqlite:///data/papan.db")
    return Path(url.database).absolute()


def tell_of_version() -> None:
    """Log it if this SQLite can lose what two writers write at once (https://sqlite.org/wal.html#walresetbug).

    Papan writes through one connection, and the lock file keeps a second Papan away, so nothing is wrong yet: only
    another program could bring it about.
    """
    version = sqlite3.sqlite_version_info
    backport = WAL_RESET_BACKPORTS.get(version[:2])
    if version < WAL_RESET_FIXED and (backport is None or version[2] < backport):
        log.info(
            "sqlite_wal_reset",
            version=sqlite3.sqlite_version,
            risk="a second program that writes to the file while Papan runs can damage it",
            advice="let only Papan write to it, copy it with `papan backup`; SQLite 3.51.3 has no such fault",
        )


class DatabaseFile:
    """A database in a file: one connection writes, others read beside it, each transaction from one snapshot."""

    def __init__(
        self,
        writer: SqliteThread,
        readers: Sequence[SqliteThread],
        lock: FileLock | None = None,
        guard: Guard | None = None,
    ) -> None:
        self._writer = writer
        self._guard = guard
        self._workers = {writer, *readers}
        self._group_commit = GroupCommit(writer)
        self._free: asyncio.LifoQueue[SqliteThread] = asyncio.LifoQueue()
        for reader in readers:
            self._free.put_nowait(reader)
        self._lock = lock

    @classmethod
    async def serve(cls, file: Path, *, anew: bool) -> "DatabaseFile":
        """Open a file for reading and writing, brought up to date; made if it is not there, in a folder that is.

        Raises UnusableDatabase; LostDatabase where it is not the remembered database, unless ``anew``: then nothing
        is remembered of it until ``accept``.
        """
        if not file.parent.is_dir():
            raise UnusableDatabase(
                f"the folder {file.parent} of the database is not there; make it, or correct DATABASE_URL"
            )
        lock = FileLock(file)
        lock.take()
        opened: list[SqliteThread] = []
        guards: list[Guard] = []

        def guarded(connection: sqlite3.Connection) -> Guard:
            guards.append(Guard(file, connection, remembers=not anew))
            return guards[0]

        try:
            tell_of_version()
            if not anew:
                await _compare(file)
            if make_private(file):
                log.warning("database_begun", file=str(file), hint="is another one meant? then correct DATABASE_URL")
            opened.append(await _prepared(file))
            await opened[0].guard(guarded)
            for _ in range(READERS):
                opened.append(await _worker(file, READING, "query_only=ON"))
        except BaseException:
            for thread in opened:
                await thread.close()
            lock.release()
            raise
        return cls(opened[0], opened[1:], lock, guards[0])

    @classmethod
    async def visit(cls, file: Path) -> "DatabaseFile":
        """Open a file for reading only, which another process may be writing to."""
        thread = await _onlooker(file)
        return cls(thread, [thread])

    async def read(self, work: Work[Result], *, several: bool = False) -> Result:
        """Run work that only reads, in one transaction."""
        del several
        async with self._reader() as reader:
            return await reader.read(work)

    async def write(self, work: Work[Result], *, may_wait: bool = False) -> Result:
        """Run work in one transaction; it may share its commit with others, and wait for some."""
        return await self._group_commit.run(work, may_wait=may_wait)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Run]:
        """A transaction that reads, to which work is sent piece by piece."""
        async with self._reader() as reader, _open(reader) as run:
            yield run

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Run]:
        """The same for one that writes; an exception undoes it."""
        async with self._group_commit.alone() as writer, _open(writer) as run:
            yield run

    async def empty_journal(self) -> bool:
        """Bring all that the journal holds into the file, and empty it; False where somebody reads from it."""

        def checkpoint() -> bool:
            connection = self._writer._conn
            connection.execute("PRAGMA busy_timeout=0")
            try:
                (is_busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                connection.execute(f"PRAGMA busy_timeout={1000 * BUSY_SECONDS}")
            return not is_busy

        async with self._group_commit.alone() as writer:
            return await writer.run(checkpoint)

    async def accept(self) -> None:
        """Remember the database as it is, in place of the one remembered before."""
        if self._guard:
            await self._writer.run(self._guard.accept)

    async def close(self) -> None:
        """Close every connection, give the lock file back."""
        for thread in self._workers:
            await thread.close()
        if self._lock:
            self._lock.release()

    @asynccontextmanager
    async def _reader(self) -> AsyncIterator[SqliteThread]:
        reader = await self._free.get()
        try:
            yield reader
        finally:
            self._free.put_nowait(reader)


@asynccontextmanager
async def _open(thread: SqliteThread) -> AsyncIterator[Run]:
    transaction = await thread.open_transaction()
    try:
        yield transaction.run
    except BaseException:
        await transaction.end(commit=False)
        raise
    await transaction.end(commit=True)


async def _writer(file: Path, foreign_keys: str, *more: str) -> SqliteThread:
    pragmas = (
        *("journal_mode=WAL", f"foreign_keys={foreign_keys}", "synchronous=FULL", "secure_delete=ON"),
        f"journal_size_limit={LARGEST_JOURNAL}",
    )
    return await _worker(file, WRITING, *pragmas, *more)


async def _onlooker(file: Path) -> SqliteThread:
    return await _worker(f"file:{quote(str(file))}?mode=ro", READING, uri=True)


async def _worker(file: Path | str, begin: str, *pragmas: str, uri: bool = False) -> SqliteThread:
    def ready(connection: sqlite3.Connection) -> None:
        for pragma in pragmas:
            _demand(connection, pragma)

    return await open_worker(str(file), begin, ready, uri=uri)


_MEANING: dict[str, object] = {"ON": 1, "OFF": 0, "FULL": 2, "WAL": "wal"}


def _demand(connection: sqlite3.Connection, pragma: str) -> None:
    """Set a pragma and check its value: SQLite ignores those it cannot set."""
    name, _, value = pragma.partition("=")
    connection.execute(f"PRAGMA {pragma}")
    found = connection.execute(f"PRAGMA {name}").fetchone()[0]
    if found != (int(value) if value.isdecimal() else _MEANING[value]):
        raise UnusableDatabase(f"SQLite does not accept {pragma} (it says {found})")


async def _compare(file: Path) -> None:
    """Raises LostDatabase where a file is not the one that is remembered."""
    memory = FileMemory(file)
    if (known := memory.must_exist()) is not None:
        memory.compare(await _version(file), known)


async def _version(file: Path, *, of_ours: bool = False) -> DatabaseVersion:
    """The version of a database in a file; ``of_ours`` refuses one whose schema cannot be used, as ``prepare`` does."""
    thread = await _onlooker(file)
    try:
        if of_ours:
            await thread.read(lambda connection: connection.run_sync(migrate.present))
        return await thread.run(lambda: version_of(thread._conn))
    finally:
        await thread.close()


async def adopt(file: Path) -> bool:
    """Remember a file as it is, or nothing where there is none; is there one?

    Raises UnusableDatabase where a Papan is using it, and UnknownSchema.
    """
    lock, memory = FileLock(file), FileMemory(file)
    lock.take()
    try:
        is_there = memory.has_database()
        if is_there:
            memory.write(await _version(file, of_ours=True))
        else:
            memory.forget()
        return is_there
    finally:
        lock.release()


async def _prepared(file: Path) -> SqliteThread:
    """The connection that writes, to a file whose schema is up to date. Raises UnusableDatabase, UnknownSchema."""
    thread = await _writer(file, "ON")
    try:
        found = await thread.read(lambda connection: connection.run_sync(migrate.present))
        if await thread.read(lambda connection: connection.run_sync(migrate.is_up_to_date, found)):
            return thread
    except BaseException:
        await thread.close()
        raise
    await thread.close()
    await _bring_up_to_date(file, found)
    return await _writer(file, "ON")


async def _bring_up_to_date(file: Path, found: str | None) -> None:
    """Take the steps that a schema lacks, with a backup beside the file first, and foreign keys off meanwhile."""
    if found is not None:
        await copy(file, _free_name(file, f"schema-{found}", ".backup"))
    # A row that breaks a rule of its table shall not keep all others from the new schema: ``papan check`` names it.
    thread = await _writer(file, "OFF", "ignore_check_constraints=ON")
    try:
        await thread.write([partial(_upgrade, found)])
    finally:
        await thread.close()


def _free_name(file: Path, what: str, ending: str = "") -> Path:
    """A name beside a file that is still free: an earlier attempt may have left one."""
    names = (
        file.with_name(f"{file.name}.{what}{suffix}{ending}") for suffix in ("", *map("-{}".format, range(2, 1000)))
    )
    return next(name for name in names if not name.exists())


async def _upgrade(found: str | None, connection: Connection) -> None:
    before = await _dangling(connection)
    await connection.run_sync(migrate.bring_up_to_date, found)
    # What was broken already is not the upgrade's doing, and must not keep Papan from starting.
    if broken := await _dangling(connection) - before:
        raise UnusableDatabase(f"the upgrade would leave table {min(broken)[0]} pointing at rows that are not there")


async def _dangling(connection: Connection) -> Counter[tuple[str, str]]:
    """The number of rows of a table that point at missing rows of another."""
    return Counter((row[0], row[2]) for row in await connection.execute(text("PRAGMA foreign_key_check")))


def tells_damage(error: BaseException) -> bool:
    """Has SQLite met a page that is damaged, or cannot be read? That goes away by itself no more."""
    cause = getattr(error, "orig", error)
    code = getattr(cause, "sqlite_errorcode", None) or 0
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or code in _UNREADABLE


async def damage_of_pages(file: Path) -> str:
    """The damage to the pages of a file, by a look at each; empty where they are whole. Raises sqlite3.Error."""
    thread = await _onlooker(file)
    try:
        await thread.execute_fetchall("PRAGMA ignore_check_constraints=ON")
        lines = [str(row[0]) for row in await thread.execute_fetchall("PRAGMA quick_check")]
    finally:
        await thread.interrupt()
        await thread.close()
    # A value that breaks a rule of its table is for ``papan check``: it keeps nobody from playing.
    return next((line.splitlines()[-1] for line in lines if line != "ok" and not _OF_A_VALUE.search(line)), "")


async def is_ours_alone(file: Path) -> bool:
    """Has a file with a journal beside it a schema of Papan's, if that journal is left out?"""
    if not file.with_name(f"{file.name}-wal").exists():
        return False
    thread = await _worker(f"file:{quote(str(file))}?immutable=1", READING, uri=True)
    try:
        return await thread.read(lambda connection: connection.run_sync(migrate.present)) is not None
    except (UnusableDatabase, SQLAlchemyError, sqlite3.Error):
        return False
    finally:
        await thread.close()


def replace(file: Path, whole: Path) -> Path:
    """Put a whole database in the place of one that cannot be used; the name under which that one is kept.

    What SQLite keeps beside a file goes with it, under names that fit, and first: it must never come to stand beside
    the new one. Raises UnusableDatabase where a Papan is using it, and OSError; what was there is there then, too.
    """
    lock = FileLock(file)
    lock.take()
    try:
        aside = _free_name(file, "damaged")
        for beside in ("-wal", "-shm", "-journal", ""):
            part = file.with_name(f"{file.name}{beside}")
            if part.exists():
                part.rename(aside.with_name(f"{aside.name}{beside}"))
        whole.rename(file)
        folder = os.open(file.parent, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        return aside
    finally:
        lock.release()


async def copy(source: Path, file: Path) -> None:
    """A consistent copy of a whole database in a new file, safely on the disk when this returns.

    Raises FileExistsError, OSError where it cannot be written, and sqlite3.Error; nothing is left of it then.
    """
    part = _fresh(file)
    try:
        thread = await _onlooker(source)
        try:
            # Outside a transaction, as VACUUM must be.
            await thread.execute_fetchall("VACUUM INTO ?", (str(part),))
        finally:
            await thread.close()
        _settle(part, file)
    except BaseException:
        for left in (part, part.with_name(f"{part.name}-journal")):
            left.unlink(missing_ok=True)
        raise


def _fresh(file: Path) -> Path:
    """The path at which to write a database that is to become ``file``."""
    if file.exists():
        raise FileExistsError(f"{file} is there already")
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    # SQLite would only say that it cannot write there, not why; and it would let others read it.
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, PRIVATE))
    return part


def _settle(part: Path, file: Path) -> None:
    with part.open("rb") as written:
        os.fsync(written.fileno())
    part.rename(file)

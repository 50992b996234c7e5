"""What SQLite needs to be safe: one writer, a full WAL, foreign keys, migrations with a backup, copies by VACUUM."""

import fcntl
import os
import sqlite3
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import URL, event, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store import migrate, trips
from bot.store.migrate import UnusableDatabase, WrongAddress

BUSY_SECONDS = 15
READERS = 4
SAFE_WITH_MANY_WRITERS = (3, 51, 3)

log = structlog.get_logger()


class FileLock:
    """Keeps a second process away from a database file: SQLite's WAL is only safe here with one writer."""

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
            raise UnusableDatabase(f"another Papan is using the database {self.path.with_suffix('')}") from None
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


def warn_of_version() -> None:
    """Say so in the log where this SQLite still has the WAL-reset error; one writer and the lock keep it harmless."""
    if sqlite3.sqlite_version_info < SAFE_WITH_MANY_WRITERS:
        log.warning(
            "sqlite_wal_reset", version=sqlite3.sqlite_version, advice="never open the file with a second writer"
        )


def writer(file: Path) -> AsyncEngine:
    """The engine with the one connection that writes."""
    return _engine(file, 1, "foreign_keys=ON", "synchronous=FULL", begin="BEGIN IMMEDIATE", wal=True)


def readers(file: Path) -> AsyncEngine:
    """An engine whose connections only read, each transaction from one snapshot."""
    return _engine(file, READERS, "query_only=ON", begin="BEGIN")


def onlooker(file: Path) -> AsyncEngine:
    """An engine that reads a file which another process may be writing to."""
    return _engine(Path(f"file:{file}?mode=ro&uri=true"), 1, begin="BEGIN")


def _engine(file: Path, size: int, *pragmas: str, begin: str, wal: bool = False) -> AsyncEngine:
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{file}",
        pool_size=size,
        max_overflow=0,
        hide_parameters=True,
        connect_args={"isolation_level": None, "timeout": BUSY_SECONDS, "async_creator_fn": trips.connect},
    )

    @event.listens_for(engine.sync_engine, "connect")
    def _prepare(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        if wal:
            _demand(cursor, "journal_mode=WAL", "wal")
        for pragma in pragmas:
            _demand(cursor, pragma, _MEANING[pragma.split("=")[1]])
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql(begin)

    return engine


_MEANING: dict[str, object] = {"ON": 1, "OFF": 0, "FULL": 2}


def _demand(cursor: Any, pragma: str, value: object) -> None:
    """Set a pragma and see that it holds: SQLite ignores what it cannot do."""
    cursor.execute(f"PRAGMA {pragma}")
    cursor.execute(f"PRAGMA {pragma.split('=')[0]}")
    found = cursor.fetchone()[0]
    if found != value:
        raise UnusableDatabase(f"SQLite does not accept {pragma} (it says {found})")


async def prepare(file: Path) -> None:
    """Bring the schema of a file up to date, with a backup beside it first, and foreign keys off meanwhile.

    Raises UnusableDatabase, SchemaTooNew.
    """
    engine = _engine(file, 1, "foreign_keys=OFF", "synchronous=FULL", begin="BEGIN IMMEDIATE", wal=True)
    try:
        async with engine.connect() as connection:
            found = await connection.run_sync(migrate.present)
        if found == migrate.newest():
            return
        if found is not None:
            await copy(file, _backup_name(file, found))
        async with engine.begin() as connection:
            await connection.run_sync(migrate.upgrade)
            await _check_foreign_keys(connection)
    finally:
        await engine.dispose()
    log.info("schema_upgraded", before=found, now=migrate.newest())


def _backup_name(file: Path, found: str) -> Path:
    """A name that is still free: an earlier attempt may have left its backup."""
    names = (
        file.with_name(f"{file.name}.schema-{found}{suffix}.backup")
        for suffix in ("", *map("-{}".format, range(2, 1000)))
    )
    return next(name for name in names if not name.exists())


async def _check_foreign_keys(connection: AsyncConnection) -> None:
    if broken := (await connection.execute(text("PRAGMA foreign_key_check"))).first():
        raise UnusableDatabase(f"the upgrade would leave table {broken[0]} pointing at rows that are not there")


async def copy(source: Path, file: Path) -> None:
    """A consistent copy of a whole database in a new file, safely on the disk when this returns.

    Raises FileExistsError, and OSError where it cannot be written.
    """
    part = _fresh(file)
    engine = onlooker(source)
    try:
        # Outside a transaction, as VACUUM must be: on the driver's own connection.
        async with engine.connect() as connection:
            raw = await connection.get_raw_connection()
            assert raw.driver_connection is not None, "it was connected just now"
            await raw.driver_connection.execute_fetchall("VACUUM INTO ?", (str(part),))
    finally:
        await engine.dispose()
    _settle(part, file)


def _fresh(file: Path) -> Path:
    """Where to write what is to become ``file``."""
    if file.exists():
        raise FileExistsError(f"{file} is there already")
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    part.touch()  # SQLite would only say that it cannot write there, not why
    return part


def _settle(part: Path, file: Path) -> None:
    with part.open("rb") as written:
        os.fsync(written.fileno())
    part.rename(file)

"""Access to the database by whole transactions, each in a task of its own that cannot be cancelled half-way."""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TypeVar

import structlog
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.foundation import metrics
from bot.foundation.errors import DatabaseBusy
from bot.store import health, migrate
from bot.store.backends import postgresql, sqlite
from bot.store.backends.memory import DatabaseVersion, Memory
from bot.store.connection import Run, Work
from bot.store.migrate import UnknownSchema, UnusableDatabase, WrongAddress

__all__ = ["Database", "UnknownSchema", "UnusableDatabase", "WrongAddress"]

Result = TypeVar("Result")

DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
JOURNAL_TRIES, JOURNAL_TRIED_AGAIN_AFTER = 50, 0.1
"""The number of tries to empty the journal while others read, and the seconds between two tries."""
CANNOT_WRITE = "cannot be written"
_MALFORMED = "malformed"
"""The word in the messages of SQLite for a broken file."""
_READS, _WRITES = (metrics.TRANSACTIONS.labels(kind) for kind in ("read", "write"))
LONGEST_WAIT = 0.5
"""Seconds between two attempts at a transaction."""

log = structlog.get_logger()


class Database:
    """An open database. ``write`` and ``read`` each run one transaction; ``close`` waits for those under way."""

    def __init__(
        self, url: URL, place: sqlite.DatabaseFile | postgresql.Server, remember: Callable[[], None] = lambda: None
    ) -> None:
        self._url = url
        self._remember = remember
        self._place = place
        self._tasks: set[asyncio.Task[object]] = set()
        self._closing = False
        self._outages = _OutageLog()
        self._seen: health.Fingerprint | None = None
        self._damage = ""
        self._serves = False

    @classmethod
    async def open(
        cls, url: str, name: str = postgresql.SERVING, *, anew: bool = False, state: Path | None = None
    ) -> "Database":
        """Open the database for writing and bring its schema up to date. ``name`` is what the server calls us.

        What is remembered of a server's database stands in the folder ``state``; without one nothing is.

        Raises UnusableDatabase with a sentence for the operator; LostDatabase where it is not the one that was kept in
        its place before, unless ``anew``: then nothing is remembered of it until ``accept``.
        """
        target = _target(url)
        with explained(_named(target)):
            if target.get_backend_name() == "sqlite":
                served = cls(target, await sqlite.DatabaseFile.serve(sqlite.file_of(target), anew=anew))
                served._serves = name == postgresql.SERVING
                return served
            memory = Memory.of_server(state, _named(target)) if state else None
            found = await postgresql.prepare(target, name, None if anew else memory)
            opened = cls(target, postgresql.Server(postgresql.engine(target, name)), lambda: _remember(memory, found))
            if not anew:
                await opened.accept()
            return opened

    @classmethod
    async def look(cls, url: str, *, older: bool = False) -> "Database":
        """Open an existing database for reading only, beside a Papan that may be running.

        Raises UnusableDatabase where there is none, or its schema is not the present one (nor, with ``older``, an
        older one).
        """
        target = _target(url)
        with explained(_named(target)):
            if target.get_backend_name() == "sqlite":
                file = sqlite.file_of(target)
                if not file.exists():
                    raise UnusableDatabase(f"there is no database {file}")
                database = cls(target, await sqlite.DatabaseFile.visit(file))
            else:
                database = cls(target, postgresql.Server(postgresql.engine(target, postgresql.VISITING)))
            try:
                found = await database.read(lambda connection: connection.run_sync(migrate.present))
                if found is None:
                    raise UnusableDatabase(f"the database {database.where} is empty")
                if not older and not await database.read(
                    lambda connection: connection.run_sync(migrate.is_up_to_date, found)
                ):
                    raise UnusableDatabase(
                        f"the database {database.where} has an older schema; it is brought up to date when Papan starts"
                    )
            except BaseException:
                await database.close()
                raise
            return database

    @property
    def is_file(self) -> bool:
        """Is it a file, and not a server?"""
        return isinstance(self._place, sqlite.DatabaseFile)

    async def write(
        self, work: Work[Result], committed: Callable[[Result], None] | None = None, *, may_wait: bool = False
    ) -> Result:
        """Run ``work`` in one transaction and give its result once that is committed; an exception undoes it all.

        ``committed`` is called with the result even where the caller has been cancelled meanwhile. What ``may_wait``
        a moment, because nobody does, shares a commit with what comes next where there is one commit at a time.
        """
        _WRITES.inc()
        return await self._apart(self._write(work, committed, may_wait))

    async def read(self, work: Work[Result], *, several: bool = False) -> Result:
        """Run ``work``, which only reads, in one transaction: it sees one state of the database.

        ``several``: it always asks more than one query, so a server need not find out.
        """
        _READS.inc()
        return await self._apart(self._persist(lambda: self._place.read(work, several=several)))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Run]:
        """A transaction that only reads; work is sent to it piece by piece, and other things may be done in between."""
        async with self._place.reading() as run:
            yield run

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Run]:
        """The same for one that writes. On a file there is no other writer meanwhile. An exception undoes it all."""
        async with self._place.writing() as run:
            yield run

    @classmethod
    async def adopt(cls, url: str, state: Path) -> str | None:
        """Go on with the database at an address, whatever was kept there before: its name, None where there is none.

        Raises UnusableDatabase, UnknownSchema.
        """
        target = _target(url)
        with explained(_named(target)):
            if target.get_backend_name() == "sqlite":
                return _named(target) if await sqlite.adopt(sqlite.file_of(target)) else None
            memory = Memory.of_server(state, _named(target))
            if (found := await postgresql.identity_of(target)) is None:
                memory.forget()
                return None
            _remember(memory, found)
            return _named(target)

    async def accept(self) -> None:
        """Remember the database as it is, whatever was kept in its place before."""
        if isinstance(self._place, sqlite.DatabaseFile):
            await self._place.accept()
        self._remember()

    async def overwrite_deleted(self) -> None:
        """Let nothing that was deleted be left in a file or beside it; what a server does with it is its own matter."""
        if not isinstance(self._place, sqlite.DatabaseFile):
            return
        try:
            for _ in range(JOURNAL_TRIES):
                if await self._apart(self._place.empty_journal()):
                    return
                await asyncio.sleep(JOURNAL_TRIED_AGAIN_AFTER)
            reason = "others read from it"
        except sqlite3.Error as error:
            reason = sentence_of(error)
        log.warning("journal_not_emptied", reason=reason)

    async def probe(self) -> None:
        """Write something and take it back. Raises UnusableDatabase where that cannot be done, this is not the
        database that was opened, or something in it was found damaged.
        """
        if self._damage:
            raise UnusableDatabase(
                f"the database {self.where} is damaged: {self._damage}; stop Papan, see what is wrong (papan check), "
                "and restore a backup (papan restore FILE --replace)"
            )
        with explained(self.where, CANNOT_WRITE):
            await self.write(health.write_something)
            now = await self.read(health.fingerprint_of)
        if self._seen is not None and not now.follows(self._seen):
            raise UnusableDatabase(f"the database {self.where} was emptied or replaced while Papan was using it")
        self._seen = now

    async def check_pages(self) -> None:
        """Look at every page of a file, and note damage for ``probe``; a server does that by itself."""
        if not self.is_file:
            return
        try:
            if damage := await sqlite.damage_of_pages(sqlite.file_of(self._url)):
                self._note_damage(damage)
        except sqlite3.Error as error:
            self._note_damage(sentence_of(error))

    def _note_damage(self, damage: str) -> None:
        if self._serves and not self._damage:  # a command tells it by itself
            log.error("database_damaged", reason=damage)
        self._damage = damage

    @property
    def where(self) -> str:
        """The database by name, without any password."""
        return _named(self._url)

    def connections_apart(self) -> AsyncEngine:
        """An engine of its own for a server, whose connections are not among those that transactions wait for."""
        return postgresql.engine(self._url, answer_within=None, connections=0)

    def beside(self, answer_within: float) -> "Database":
        """The same server by one connection more, which waits for none of those that are busy here."""
        other = Database(
            self._url,
            postgresql.Server(postgresql.engine(self._url, answer_within=answer_within, connections=1)),
        )
        other._outages = self._outages
        return other

    async def duplicate(self, file: Path) -> None:
        """Write a consistent copy of a file (``is_file``) into a new one. Raises FileExistsError."""
        await self._apart(sqlite.copy(sqlite.file_of(self._url), file))

    async def close(self) -> None:
        """Wait for the transactions under way, close every connection, give the lock file back."""
        self._closing = True
        while self._tasks:
            await asyncio.wait(self._tasks)
        await self._place.close()

    async def _apart(self, work: Coroutine[None, None, Result]) -> Result:
        """Wait for a task of its own: cancelling a coroutine inside a transaction would leave the connection stuck."""
        if self._closing:
            work.close()
            raise UnusableDatabase("the database is closed")
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(self._note_left)
            raise

    def _note_left(self, task: asyncio.Task[object]) -> None:
        """A transaction has ended that nobody waits for any more. That the server is away is told once for all."""
        if not task.cancelled() and (error := task.exception()) and not self._outages.away:
            log.warning("transaction_failed", reason=str(error))

    async def _write(self, work: Work[Result], committed: Callable[[Result], None] | None, may_wait: bool) -> Result:
        result = await self._persist(lambda: self._place.write(work, may_wait=may_wait))
        if committed:
            committed(result)
        return result

    async def _persist(self, once: Callable[[], Awaitable[Result]]) -> Result:
        """Repeat a transaction while it conflicts with others, and for a while if the server cannot be reached or
        others have locked what it needs. Raises DatabaseBusy after that.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + postgresql.PATIENCE
        attempt = 0
        while True:
            try:
                result = await once()
                self._outages.note(None)
                return result
            except (SQLAlchemyError, *postgresql.Refused) as error:
                if self.is_file:
                    if sqlite.tells_damage(error):
                        self._note_damage(sentence_of(error))
                    raise
                attempt += 1
                away = postgresql.is_away(error)
                if away and attempt > 1:  # a connection that was cut while nobody used it is no trouble yet
                    self._outages.note(error)
                if away or postgresql.is_locked_out(error):
                    if loop.time() >= until or self._closing:
                        said = f"the database {self.where} does not answer in time: {sentence_of(error)}"
                        raise DatabaseBusy(said) from error
                elif not postgresql.got_in_the_way(error) or attempt >= postgresql.ATTEMPTS:
                    raise
            await asyncio.sleep(random.uniform(0, min(LONGEST_WAIT, 0.01 * 2**attempt)))


class _OutageLog:
    """Logs one line when the server cannot be reached any more, and one when it can again."""

    def __init__(self) -> None:
        self.away = False

    def note(self, error: Exception | None) -> None:
        """A transaction could not reach the server; None: it could."""
        if (error is not None) == self.away:
            return
        self.away = error is not None
        if error is not None:
            log.warning("database_away", error=type((error.__cause__ and error.__cause__.__cause__) or error).__name__)
        else:
            log.info("database_back")


def _remember(memory: Memory | None, now: DatabaseVersion) -> None:
    """Remember a server's database, if that is wanted and it has an identity; where it cannot be, Papan runs all the
    same.
    """
    if memory is None or not now.identity:
        return
    try:
        memory.path.parent.mkdir(parents=True, exist_ok=True)
        memory.write(now)
    except OSError as error:
        log.warning("database_not_remembered", folder=str(memory.path.parent), reason=sentence_of(error))


@contextmanager
def explained(where: str, what: str = "cannot be opened") -> Iterator[None]:
    """Turns an exception of a driver into UnusableDatabase, one sentence for the operator."""
    try:
        yield
    except DatabaseBusy as error:
        raise UnusableDatabase(str(error)) from error
    except (SQLAlchemyError, sqlite3.Error, *postgresql.Refused) as error:
        said = sentence_of(error)
        raise UnusableDatabase(f"the database {where} {'is broken' if _MALFORMED in said else what}: {said}") from error
    except UnicodeDecodeError as error:
        raise UnusableDatabase(f"the database {where} is broken: names in it cannot be read") from error


def sentence_of(error: BaseException) -> str:
    """The message of a driver or the system, in one line."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    said = str(getattr(error, "orig", None) or error).splitlines()
    return said[0] if said else type(error).__name__


def file_at(url: str) -> Path | None:
    """The file of a database; None for one on a server. Raises WrongAddress."""
    target = _target(url)
    return sqlite.file_of(target) if target.get_backend_name() == "sqlite" else None


def _named(url: URL) -> str:
    """An address without what may be secret: the password, and whatever follows the question mark."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return f"{url.database or ''} on {url.host or 'this machine'}{f':{url.port}' if url.port else ''}"


def _target(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise WrongAddress(
            "the address of the database is not one; write sqlite:///papan.db or postgresql://user:password@host/name"
        ) from None
    backend = parsed.drivername.partition("+")[0]
    if backend not in DRIVERS:
        raise WrongAddress(f"the address of the database may begin with sqlite: or postgresql:, not {backend}:")
    if "@" in (parsed.host or ""):
        raise WrongAddress("in the address of the database the password must be percent-encoded, @ as %40 and / as %2F")
    return parsed.set(drivername=DRIVERS[backend])

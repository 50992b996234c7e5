"""PostgreSQL: transactions that read one state, and retries while the server cannot be reached."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

import asyncpg
import structlog
from sqlalchemy import URL, Dialect, ExceptionContext, Executable, NullPool, event, text
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store import migrate
from bot.store.backends import collations
from bot.store.backends.memory import RANGE, DatabaseVersion, LostDatabase, Memory
from bot.store.connection import AnyRows, Connection, Parameters, Run, Work

Result = TypeVar("Result")

CONNECTIONS = 10
"""The most connections of one process; a server takes 100 unless configured otherwise."""
CONNECT_WITHIN = 10.0
ANSWER_WITHIN = 30.0
"""Seconds for one statement; longer means that the server is gone without a word."""
IDLE_WITHIN, LOCK_WITHIN, TRANSACTION_WITHIN, RECEIVE_WITHIN = 5.0, 3.0, 12.0, 10.0
"""Seconds after which the server ends work of a running Papan, all below the lifetime of a lease: a process may be
frozen, or its machine gone, and its locks keep the others waiting. In turn: an idle transaction, a wait for a row that
another has locked (tried again), a whole transaction (from PostgreSQL 17 on), and a client that does not receive."""
CLOSE_WITHIN = 3.0
PREPARED = 500
"""Statements that a connection remembers: those about several matches differ by how many these are."""
PATIENCE = 10.0
"""Seconds for which a transaction is tried again while the server is away, as long as a restart of it takes, or while
another has locked what it needs."""
ATTEMPTS = 12
"""The most tries of a transaction that conflicts with others."""
ONE_STATE = "REPEATABLE READ"
"""The isolation level of a transaction that sees one state of the database."""
UPGRADE_LOCK = 5_072_616
"""The number of the lock for an upgrade; any will do, as long as it is the same in every Papan."""
SERVING, VISITING = "papan", "papan-tools"
"""The application names of connections: they tell a running Papan from a command that looks something up."""

_IDENTITY = "papan "
_AGAIN = {"40001", "40P01", "23505"}
"""Serialisation failure, deadlock, or somebody else wrote the same key first: the transaction did nothing; tried again,
it sees what the other one did."""
_AWAY = {"57P01", "57P02", "57P03", "53300", "25P03", "25P04"}
"""The server is told to stop, has crashed, is starting, has no connection free, or has ended a transaction that stood
still or took too long."""
_LOCKED = "55P03"
"""The code of an error: another transaction has held a needed lock for ``LOCK_WITHIN`` seconds."""
_FORBIDDEN = "42501"

Refused = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""The driver's exceptions while connecting, which SQLAlchemy hands on as they are; the last one comes where the server
ends a connection at the moment of a query.
"""

_SET_KNOWN = """
SELECT set_config(name, value, false)
FROM unnest($1::text[], $2::text[]) AS wanted (name, value) JOIN pg_settings USING (name)
"""
"""An older server does not know every setting, and a pool in between refuses those that come with the greeting."""

_QUOTED = re.compile(r"(query argument \$\d+): .*", re.DOTALL)

log = structlog.get_logger()


class Server:
    """A database on a server, by a few connections: each transaction that reads sees one state."""

    def __init__(self, made: AsyncEngine) -> None:
        self._writer = made
        self._reader = made.execution_options(isolation_level=ONE_STATE, postgresql_readonly=True)
        self._asker = made.execution_options(isolation_level="AUTOCOMMIT")
        # A few connections are left for reads.
        self._turn = asyncio.Semaphore(CONNECTIONS - 2)

    async def read(self, work: Work[Result], *, several: bool = False) -> Result:
        """Run work that only reads: by itself if it is a single query, which is one trip, else in one transaction.

        Work that is not said to be ``several`` queries, but is, asks the first one twice.
        """
        if not several:
            with suppress(_NeedsTransaction):
                async with self._asker.connect() as connection:
                    return await work(_Single(connection))
        async with self._reader.connect() as connection:
            return await work(connection)

    async def write(self, work: Work[Result], *, may_wait: bool = False) -> Result:
        """Run work in one transaction; none waits for others, which have connections of their own."""
        del may_wait
        async with self._turn, self._writer.begin() as connection:
            return await work(connection)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Run]:
        """A transaction that reads, to which work is sent piece by piece."""
        async with self._reader.connect() as connection:
            yield _in(connection)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Run]:
        """The same for one that writes; an exception undoes it."""
        async with self._turn, self._writer.begin() as connection:
            yield _in(connection)

    async def close(self) -> None:
        """Close every connection."""
        with suppress(TimeoutError):  # closing hangs if the server vanished without closing the connection
            async with asyncio.timeout(CLOSE_WITHIN):
                await self._writer.dispose()


class _NeedsTransaction(Exception):
    """The work needs more than one query, so it needs a transaction."""


class _Single:
    """A connection without a transaction, for one query."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._used = False

    @property
    def dialect(self) -> Dialect:
        return self._connection.dialect

    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> AnyRows:
        if self._used or not statement.is_select:
            raise _NeedsTransaction
        self._used = True
        return await self._connection.execute(statement, parameters)

    async def run_sync(self, fn: Callable[..., Result], *arg: object) -> Result:
        raise _NeedsTransaction


def _in(connection: Connection) -> Run:
    async def run(work: Work[Result]) -> Result:
        return await work(connection)

    return run


def engine(
    url: URL, name: str = SERVING, answer_within: float | None = ANSWER_WITHIN, connections: int = CONNECTIONS
) -> AsyncEngine:
    """An engine for the server that an address names; it reads the address as PostgreSQL's own programs do.

    ``name`` is ``SERVING`` or ``VISITING``; at most ``connections`` are kept open, and with 0 none is kept. The
    transactions of a running Papan are short, and the server ends those that are not; an upgrade, without
    ``answer_within``, and commands take their time.
    """
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    known = {
        "timeout": CONNECT_WITHIN,
        "dsn": address,
        "server_settings": {"application_name": name},
        "prepared_statement_cache_size": PREPARED,
    }
    made = create_async_engine(
        f"{url.drivername}://",
        hide_parameters=True,
        connect_args=known | {"command_timeout": answer_within},
        **({"pool_size": connections, "max_overflow": 0} if connections else {"poolclass": NullPool}),
    )
    event.listen(made.sync_engine, "handle_error", _without_rows)
    if name == SERVING and answer_within is not None:
        event.listen(made.sync_engine, "connect", _limit)
    return made


def _limit(connection: AsyncAdapt_asyncpg_connection, _record: object) -> None:
    """Set the time limits of the server for a new connection."""
    limits = {
        "idle_in_transaction_session_timeout": IDLE_WITHIN,
        "lock_timeout": LOCK_WITHIN,
        "transaction_timeout": TRANSACTION_WITHIN,
        "tcp_user_timeout": RECEIVE_WITHIN,
    }
    milliseconds = [f"{1000 * seconds:.0f}" for seconds in limits.values()]
    connection.run_async(lambda raw: raw.execute(_SET_KNOWN, [*limits], milliseconds))


class SharedConnections(migrate.UnusableDatabase):
    """A pool between Papan and the server hands the server's connections from client to client."""

    def __init__(self) -> None:
        super().__init__(
            "a pool in front of the server (PgBouncer) gives its connections away after each transaction: set it to "
            f"session mode (pool_mode = session), with at least {CONNECTIONS} connections for each process"
        )


async def _check_own_connections(opening: AsyncEngine) -> None:
    """Raises SharedConnections where two of our connections are the same one at the server.

    Time limits and prepared statements belong to a connection of the server: where a transaction may run on any of
    them, requests fail, or run without limits.
    """
    own = text("SELECT pg_backend_pid()")
    async with opening.connect() as first, opening.connect() as second:
        before = (await first.execute(own)).scalar_one()
        await first.commit()  # a pool may give its connection to somebody else now
        if (await second.execute(own)).scalar_one() == before:
            raise SharedConnections


async def prepare(url: URL, name: str, memory: Memory | None = None) -> DatabaseVersion:
    """Bring the schema of a database up to date. Of several processes that start at once, one does it, the others wait.

    Gives its identity. Raises UnusableDatabase, SharedConnections, UnknownSchema, and LostDatabase, with nothing done,
    where it is not the one that is remembered.
    """
    known = memory and memory.read()
    opening = engine(url, name, answer_within=None, connections=0)
    try:
        await _check_own_connections(opening)
        # Both looks see one state, whatever another process creates in between.
        async with opening.execution_options(isolation_level=ONE_STATE).connect() as connection:
            found, identity = await connection.run_sync(migrate.present), await _identity_of(connection)
            if memory and known and identity != known.identity:
                lost = "is another one than Papan has kept here" if found else "is empty, and was not when Papan saw it"
                raise LostDatabase(memory.where, lost)
            for sentence in await connection.run_sync(collations.changed):
                log.warning("sorted_otherwise", reason=sentence)
            if identity and await connection.run_sync(migrate.is_up_to_date, found):
                return DatabaseVersion(identity)
        async with opening.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
            found = await connection.run_sync(migrate.present)
            await connection.run_sync(migrate.bring_up_to_date, found)
            if not (identity := await _identity_of(connection)):
                identity = await _identify(connection)
    finally:
        await opening.dispose()
    return DatabaseVersion(identity)


async def _identify(connection: AsyncConnection) -> int:
    """Give a database an identity; 0 where that is not ours to do: the tables may belong to another user."""
    identity = 1 + secrets.randbelow(RANGE - 1)
    try:
        async with connection.begin_nested():
            await connection.execute(text(f"COMMENT ON TABLE alembic_version IS '{_IDENTITY}{identity:08x}'"))
    except DBAPIError:
        return 0
    return identity


async def identity_of(url: URL) -> DatabaseVersion | None:
    """The identity of a database; None where it has none yet.

    Raises UnusableDatabase, UnknownSchema.
    """
    looking = engine(url, VISITING, connections=0)
    try:
        async with looking.connect() as connection:
            await connection.run_sync(migrate.present)
            found = await _identity_of(connection)
    finally:
        await looking.dispose()
    return DatabaseVersion(found) if found else None


async def _identity_of(connection: Connection) -> int:
    """The identity that a database carries, as a comment on the table that tells its schema, which goes into every copy
    that the server's own programs make; 0 where it has none yet.
    """
    query = "SELECT obj_description(to_regclass('alembic_version'), 'pg_class')"
    said = str((await connection.execute(text(query))).scalar_one_or_none() or "")
    return int(said.removeprefix(_IDENTITY), 16) if said.startswith(_IDENTITY) else 0


async def served(connection: Connection) -> bool:
    """Is a running Papan connected to this database?"""
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name"
    return bool((await connection.execute(text(query), {"name": SERVING})).scalar_one())


def got_in_the_way(error: Exception) -> bool:
    """Did this transaction fail because of a conflict with another?"""
    return _state_of(error) in _AGAIN


def is_locked_out(error: Exception) -> bool:
    """Has another transaction held for long what this one needs?"""
    return _state_of(error) == _LOCKED


def is_forbidden(error: Exception) -> bool:
    """Does this user lack the right to that?"""
    return _state_of(error) == _FORBIDDEN


def is_away(error: Exception) -> bool:
    """Can the server not be reached at present, or was the connection lost?"""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    if isinstance(error, OSError | asyncpg.InternalClientError):
        return True
    return _state_of(error) in _AWAY or _state_of(error)[:2] == "08"


def _state_of(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlstate", None) or ""


def _without_rows(context: ExceptionContext) -> None:
    """The server and its driver quote refused values; names of people must not get into a log that way."""
    told = context.original_exception
    raw = told.__cause__
    if isinstance(raw, asyncpg.PostgresError):
        raw.detail = None
        raw.args = (_QUOTED.sub(r"\1", raw.args[0]),)
        told.args = (f"{type(raw).__name__}: {raw}",)
        if context.sqlalchemy_exception is not None:
            context.sqlalchemy_exception.args = (f"({type(told).__name__}) {told.args[0]}",)

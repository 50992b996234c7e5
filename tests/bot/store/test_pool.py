"""PostgreSQL behind a pool of connections (PgBouncer), as some hosts of databases have it."""

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from bot.store import Database, UnusableDatabase
from bot.store.backends.postgresql import CONNECTIONS, LOCK_WITHIN
from bot.store.connection import Connection
from loopback import pgbouncer
from loopback.pgbouncer import MissingPgBouncer, pooled
from loopback.postgresql import PostgreSQL
from tests.suites import deep

REQUESTS = 40


@pytest.fixture(scope="module")
def own() -> Iterator[PostgreSQL]:
    with PostgreSQL() as started:
        yield started


@pytest.fixture
def address(own: PostgreSQL, request: pytest.FixtureRequest) -> Iterator[str]:
    """A new database behind a pool of the mode that the test names."""
    name = own.create()
    try:
        with pooled(own, request.param, name) as found:
            yield found
    except MissingPgBouncer as missing:
        pytest.skip(str(missing))


@deep("a pool is a program that few machines have")
@pytest.mark.parametrize("address", ["transaction"], indirect=True)
async def test_a_pool_that_gives_connections_away_is_refused_at_the_start(own: PostgreSQL, address: str) -> None:
    with pytest.raises(UnusableDatabase, match=f"session mode.*at least {CONNECTIONS} connections"):
        await Database.open(address)
    name = address.rpartition("/")[2]
    assert own.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", name) == "0", "nothing was done"


@deep("a pool is a program that few machines have")
@pytest.mark.parametrize("address", ["session"], indirect=True)
async def test_behind_a_pool_of_sessions_all_requests_are_answered_within_their_limits(address: str) -> None:
    assert pgbouncer.CONNECTIONS == CONNECTIONS, "that many are enough"
    database = await Database.open(address)

    async def limit(connection: Connection) -> str:
        return str((await connection.execute(text("SELECT current_setting('lock_timeout')"))).scalar_one())

    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(ask(limit)) for ask in (database.read, database.write) for _ in range(REQUESTS // 2)]
    assert [each.result() for each in asked] == [f"{LOCK_WITHIN:.0f}s"] * REQUESTS
    await database.close()

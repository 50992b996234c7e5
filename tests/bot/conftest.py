"""The store and the services as the program builds them, on both kinds of databases, with a clock that tests set."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import pytest

import bot.app.entry.actions  # noqa: F401  # its commands are known to whatever is tested, alone or after others
from bot.services.services import Services
from bot.store import Database
from bot.store.backends import sqlite
from bot.workers.views import pings
from loopback.postgresql import NoPostgreSQL, PostgreSQL
from loopback.waiting import block_until
from tests.bot.database_files import file_in
from tests.bot.fake_platform import FakePlatform
from tests.bot.kit import Clock
from tests.bot.lived_in import Town
from tests.shared import made_once

FILE = "papan.sqlite"


@pytest.fixture(params=["sqlite", "postgresql"])
def backend(request: pytest.FixtureRequest) -> str:
    """The kind of database: a test that uses a database runs on each."""
    return str(request.param)


@pytest.fixture
def empty_url(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database in which there is nothing yet: a file that is not there, a new database of a server."""
    if backend == "sqlite":
        yield f"sqlite:///{tmp_path}/{FILE}"
    else:
        yield from _on_server(request, "template0")


@pytest.fixture
def url(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database with the tables and without any rows; to copy one is faster than to make the tables."""
    if backend == "sqlite":
        yield file_in(tmp_path, FILE)
    else:
        yield from _on_server(request, request.getfixturevalue("migrated"))


@pytest.fixture(scope="session")
def migrated(postgresql: PostgreSQL) -> str:
    """A database of the server that holds the tables; it is copied, never used."""
    name = postgresql.create()

    async def migrate() -> None:
        await (await Database.open(postgresql.address(name))).close()

    # On a loop of its own, which leaves the one of the tests alone.
    with asyncio.Runner() as runner:
        runner.run(migrate())
    # A database is copied only while nobody is connected to it, and a busy server takes its time to let a session go.
    sessions = f"SELECT backend_type, state, query FROM pg_stat_activity WHERE datname = '{name}'"
    block_until(lambda: not postgresql.execute(sessions), lambda: postgresql.execute(sessions))
    return name


def _on_server(request: pytest.FixtureRequest, template: str) -> Iterator[str]:
    server: PostgreSQL = request.getfixturevalue("postgresql")
    name = server.create(template)
    yield server.address(name)
    server.drop(name)


@pytest.fixture
def sql(url: str, backend: str, request: pytest.FixtureRequest) -> Callable[[str], str]:
    """Runs a statement outside Papan, whatever the rules of the tables say.

    Its result: a line for each row, columns with | between.
    """
    if backend == "postgresql":
        server: PostgreSQL = request.getfixturevalue("postgresql")
        return partial(on_server, server, url.rpartition("/")[2])
    return partial(in_file, Path(url.removeprefix("sqlite:///")))


_BROKEN_RULE = re.compile('relation "(.+?)" violates check constraint "(.+?)"')


def on_server(server: PostgreSQL, name: str, statement: str) -> str:
    """Run a statement in a database of a server; a rule that forbids it is there again after it, for new rows."""
    dropped: list[str] = []
    result: str | None = None
    while result is None:
        try:
            result = server.execute(statement, name)
        except NoPostgreSQL as error:
            if not (broken := _BROKEN_RULE.search(str(error))):
                raise
            table, rule = broken[1], broken[2]
            meaning = server.execute(
                f"SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = '{rule}'", name
            )
            server.execute(f"ALTER TABLE {table} DROP CONSTRAINT {rule}", name)
            meaning = meaning.removesuffix(" NOT VALID")
            dropped.append(f"ALTER TABLE {table} ADD CONSTRAINT {rule} {meaning} NOT VALID")
    for restore in dropped:
        server.execute(restore, name)
    return result


def in_file(file: Path, statement: str) -> str:
    """Run a statement on a SQLite file, with SQLite's own driver, whatever the rules of the tables say."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints=ON")
        rows = connection.execute(statement).fetchall()
    return "\n".join("|".join("" if value is None else str(value) for value in row) for row in rows)


@pytest.fixture(autouse=True)
def few_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each connection is a thread to start, and no test reads as much at a time as many people do."""
    monkeypatch.setattr(sqlite, "READERS", 2)


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """An open database with nothing in it."""
    opened = await Database.open(url)
    yield opened
    await opened.close()


@pytest.fixture(scope="session")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database in which people have played; it is copied, never used."""
    folder = tmp_path_factory.mktemp("town")
    with ZipFile(BytesIO(made_once("town.zip", _lived))) as kept:
        kept.extractall(folder)
    return folder


def _lived() -> bytes:
    """Such a folder as one file, for all workers of a run: years are lived in it."""
    made = BytesIO()
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        runner.run(_live(file_in(Path(folder), FILE)))
        with ZipFile(made, "w") as kept:
            for file in Path(folder).iterdir():
                kept.write(file, file.name)
    return made.getvalue()


@pytest.fixture
async def town(url: str, backend: str, lived_in: Path) -> str:
    """A database in which people have played; its address."""
    if backend == "sqlite":
        copytree(lived_in, Path(url.removeprefix("sqlite:///")).parent, dirs_exist_ok=True)
    else:
        await _live(url)
    return url


async def _live(url: str) -> None:
    database = await Database.open(url)
    await Town(database).live()
    await database.close()


@pytest.fixture
def clock() -> Clock:
    """A clock that tests move forward."""
    return Clock()


@pytest.fixture
def live_boards() -> dict[str, int]:
    """The number of live matches that can be shown in a group, by platform."""
    return {"telegram": 3}


@pytest.fixture
def services(database: Database, clock: Clock, live_boards: dict[str, int]) -> Services:
    """The services on that database."""
    return Services.over(database, clock, Random(7), live_boards)


@pytest.fixture
def platform() -> FakePlatform:
    """A chat platform."""
    return FakePlatform()


@pytest.fixture(autouse=True)
def absent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is called at once, however often: tests move faster than people."""
    monkeypatch.setattr(pings, "PRESENT_FOR", timedelta(0))
    for limit in ("MOST_LATELY", "MOST_IN_AN_HOUR"):
        monkeypatch.setattr(pings, limit, 10_000)

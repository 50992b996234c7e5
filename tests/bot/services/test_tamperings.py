"""Two hundred tamperings: the tables refuse them, or ``papan check`` names them, and it never stumbles."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.services.integrity import check
from bot.store import Database
from loopback.postgresql import NoPostgreSQL, PostgreSQL
from tests.bot.services.tampered_town import TamperedTown
from tests.bot.services.tamperings import UNKNOWABLE, tamperings
from tests.suites import deep

pytestmark = pytest.mark.timeout(600)

PARTS = 40
"""What one test looks at is a part of all."""


async def town_in(url: str) -> dict[str, str]:
    """Fill a database with a row of every kind; the keys of its rows."""
    database = await Database.open(url)
    try:
        names = await TamperedTown(database).live()
        assert await check(database) == []
        return names
    finally:
        await database.close()


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A file with a row of every kind, which is copied and never used, and the keys of its rows."""
    file = tmp_path_factory.mktemp("town") / "papan.sqlite"
    # On a loop of its own, which leaves the one of the tests alone.
    with asyncio.Runner() as runner:
        return file, runner.run(town_in(f"sqlite:///{file}"))


async def problems_of(url: str) -> list[str]:
    """The problems that ``papan check`` finds in a database that nobody else uses."""
    database = await Database.look(url)
    try:
        return [str(problem) for problem in await check(database)]
    finally:
        await database.close()


def is_named(what: str, said: list[str]) -> bool:
    """Is a tampering named, and by a sentence?"""
    return any(what in problem for problem in said) and not any("Error" in problem for problem in said)


def test_no_tampering_is_there_twice() -> None:
    statements = [statement for statement, _ in tamperings()] + [*UNKNOWABLE]
    assert len({*statements}) == len(statements) >= 200
    assert len(UNKNOWABLE) < 10


def tampered(file: Path, statement: str, *, keys: bool) -> bool:
    """Run a statement on a file, with its rules and foreign keys or without; False where they forbid it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA foreign_keys={int(keys)}")
        connection.execute(f"PRAGMA ignore_check_constraints={int(not keys)}")
        try:
            with connection:
                assert connection.execute(statement).rowcount > 0, statement
        except sqlite3.IntegrityError:
            assert keys, statement
            return False
        return True


@pytest.mark.parametrize("part", range(PARTS))
@deep("a tampered row of each kind is named in test_integrity")
async def test_on_a_file_every_tampering_is_named_whether_it_is_forbidden_or_not(
    town: tuple[Path, dict[str, str]], part: int, tmp_path: Path
) -> None:
    (original, names), file = town, tmp_path / "tampered.sqlite"
    chosen = [*tamperings()][part::PARTS]
    forbidden, missed = 0, []
    for template, what in chosen:
        statement = template.format(**names, bytes="BLOB")
        shutil.copy(original, file)
        forbidden += not tampered(file, statement, keys=True)
        shutil.copy(original, file)
        tampered(file, statement, keys=False)
        said = await problems_of(f"sqlite:///{file}")
        if not is_named(what, said):
            missed.append((statement, what, said))
    print(f"{len(chosen)} tamperings: {len(chosen) - len(missed)} named, {forbidden} forbidden by the tables")
    assert missed == []


@deep("what can be known is named")
async def test_what_nobody_can_know_is_not_named(town: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    (original, names), file = town, tmp_path / "tampered.sqlite"
    for template in UNKNOWABLE:
        shutil.copy(original, file)
        assert tampered(file, template.format(**names), keys=True)
        assert await problems_of(f"sqlite:///{file}") == []


def take_keys(server: PostgreSQL, name: str) -> None:
    """Take every rule and foreign key from a database of the server."""
    there = server.execute(
        "SELECT conrelid::regclass || ' ' || conname FROM pg_constraint WHERE contype IN ('c', 'f')"
        " AND connamespace = 'public'::regnamespace",
        name,
    )
    drops = (line.partition(" ") for line in there.splitlines())
    server.execute("; ".join(f"ALTER TABLE {table} DROP CONSTRAINT {key}" for table, _, key in drops), name)


def refused(server: PostgreSQL, statement: str, name: str) -> bool:
    """Run a statement in a database of the server; True where its rules and keys forbid it."""
    try:
        server.execute(statement, name)
    except NoPostgreSQL as error:
        if "violates" not in str(error):
            raise
        return True
    return False


@deep("the check is the same on a file")
async def test_on_a_server_a_part_of_them_is_forbidden_or_named(postgresql: PostgreSQL) -> None:
    original = postgresql.create()
    names = await town_in(postgresql.address(original))
    without_keys = postgresql.create(original)
    take_keys(postgresql, without_keys)
    chosen = [*tamperings()][::PARTS]
    forbidden, missed = 0, []
    for template, what in chosen:
        statement = template.format(**names, bytes="BYTEA")
        copy = postgresql.create(original)
        if refused(postgresql, statement, copy):
            forbidden += 1
            postgresql.drop(copy)
            copy = postgresql.create(without_keys)
            postgresql.execute(statement, copy)
        said = await problems_of(postgresql.address(copy))
        if not is_named(what, said):
            missed.append((statement, what, said))
        postgresql.drop(copy)
    for name in (original, without_keys):
        postgresql.drop(name)
    print(f"{len(chosen)} tamperings: {len(chosen) - len(missed)} named, {forbidden} forbidden by the tables")
    assert missed == []

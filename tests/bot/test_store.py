"""The database itself: schema, migrations, locks, copies, and what it refuses."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection as SyncConnection
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError

from bot.service import MatchService
from bot.store import Database, SchemaTooNew, UnusableDatabase, migrate
from bot.store.database import Connection
from bot.store.tables import metadata, moves
from tests.bot.kit import begun, person, play


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def files(folder: Path, pattern: str) -> list[Path]:
    return list(folder.glob(pattern))


def in_file(file: Path, query: str) -> list[Any]:
    """What a query gives beside Papan, with SQLite's own driver."""
    with closing(sqlite3.connect(file)) as connection, connection:
        return connection.execute(query).fetchall()


async def scalar(database: Database, query: str) -> object:
    async def work(connection: Connection) -> object:
        return (await connection.execute(text(query))).scalar_one()

    return await database.read(work)


async def test_migrations_make_the_tables_of_the_code(database: Database, url: str) -> None:
    def differences(connection: SyncConnection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    assert await database.read(lambda connection: connection.run_sync(differences)) == []
    tables = in_file(file_of(url), "PRAGMA table_list")
    strict = {row[1]: row[5] for row in tables if row[0] == "main" and not row[1].startswith("sqlite_")}
    assert set(strict) == {*metadata.tables, "alembic_version"}
    assert all(strict[name] for name in metadata.tables)
    schema = " ".join(row[0] or "" for row in in_file(file_of(url), "SELECT sql FROM sqlite_master"))
    assert "CASCADE" not in schema


async def test_each_connection_is_safe(database: Database) -> None:
    async def pragmas(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [(await connection.execute(text(f"PRAGMA {name}"))).scalar_one() for name in names]

    assert await database.write(pragmas) == ["wal", 2, 1]
    with pytest.raises(Exception, match="readonly"):
        await database.read(lambda connection: connection.execute(text("DELETE FROM players")))


async def test_opening_again_changes_nothing(url: str) -> None:
    for _ in range(2):
        database = await Database.open(url)
        assert await scalar(database, "SELECT version_num FROM alembic_version") == migrate.newest()
        await database.close()
    assert not files(file_of(url).parent, "*.backup")


async def test_an_older_schema_is_backed_up_and_brought_up_to_date(
    url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    database = await Database.open(url)
    service = MatchService(database, lambda: datetime.now(UTC), Random(1))
    match, adi, siti, _ = await begun(service)
    match = await play(service, match, adi, siti, moves=3)
    await database.close()
    # A next step, as a later version of Papan would bring: it rebuilds a table that others point at.
    steps = tmp_path / "migrations"
    steps.joinpath("versions").mkdir(parents=True)
    known = Path(migrate.__file__).with_name("migrations")
    steps.joinpath("env.py").write_text(known.joinpath("env.py").read_text())
    for step in known.joinpath("versions").glob("*.py"):
        steps.joinpath("versions", step.name).write_text(step.read_text())
    steps.joinpath("versions", "v9999_next.py").write_text(
        f"""
import sqlalchemy as sa
from alembic import op
revision = "9999"
down_revision = {migrate.newest()!r}
def upgrade():
    with op.batch_alter_table("players", recreate="always") as table:
        table.add_column(sa.Column("colour", sa.Text()))
    with op.batch_alter_table("matches", recreate="always") as table:
        table.add_column(sa.Column("pace", sa.Text()))
"""
    )
    older = migrate.newest()
    monkeypatch.setattr(migrate, "STEPS", steps)
    database = await Database.open(url)
    assert await MatchService(database, lambda: datetime.now(UTC), Random(1)).match(match.code) == match
    assert await scalar(database, "SELECT count(*) FROM pragma_table_info('players') WHERE name = 'colour'") == 1
    await database.close()
    (backup,) = files(tmp_path, "*.backup")
    assert in_file(backup, "SELECT version_num FROM alembic_version") == [(older,)]
    assert in_file(backup, "SELECT count(*) FROM moves") == [(3,)]


async def test_a_newer_schema_is_refused(url: str) -> None:
    await (await Database.open(url)).close()
    in_file(file_of(url), "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(SchemaTooNew, match="newer Papan"):
        await Database.open(url)
    with pytest.raises(SchemaTooNew):
        await Database.look(url)
    # A refused start gives the lock back.
    with pytest.raises(SchemaTooNew):
        await Database.open(url)


async def test_a_second_process_is_kept_away(database: Database, url: str) -> None:
    with pytest.raises(UnusableDatabase, match="another Papan"):
        await Database.open(url)
    script = f"import asyncio; from bot.store import Database; asyncio.run(Database.open({url!r}))"
    other = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", script], capture_output=True, text=True)
    assert "another Papan is using the database" in other.stderr
    beside = await Database.look(url)
    assert await scalar(beside, "SELECT count(*) FROM matches") == 0
    await beside.close()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("sqlite://", "must name a file"),
        ("sqlite:///:memory:", "must name a file"),
        ("mysql://host/papan", "sqlite: or postgresql:"),
        ("nonsense", "not an address"),
        ("sqlite:////dev/null/papan.sqlite", "cannot be opened"),
    ],
)
async def test_an_unusable_address_is_explained(address: str, said: str) -> None:
    with pytest.raises(UnusableDatabase, match=said):
        await Database.open(address)


async def test_a_password_is_never_told() -> None:
    with pytest.raises(UnusableDatabase) as caught:
        await Database.open("postgresql://papan:s3cret@127.0.0.1:1/papan")
    assert "s3cret" not in str(caught.value)


async def test_other_files_are_left_alone(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("not a database\n" * 100)
    with pytest.raises(UnusableDatabase, match="not a database"):
        await Database.open(f"sqlite:///{notes}")
    assert notes.read_text().startswith("not a database")
    engine = create_engine(f"sqlite:///{tmp_path}/other.sqlite")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (name TEXT)"))
    engine.dispose()
    with pytest.raises(UnusableDatabase, match="recipes"):
        await Database.open(f"sqlite:///{tmp_path}/other.sqlite")
    with pytest.raises(UnusableDatabase, match="no database"):
        await Database.look(f"sqlite:///{tmp_path}/none.sqlite")


async def test_backup_is_whole_and_replaces_nothing(database: Database, service: MatchService, tmp_path: Path) -> None:
    match, adi, siti, _ = await begun(service)
    target = tmp_path / "copy.sqlite"
    playing = asyncio.create_task(play(service, match, adi, siti, moves=20))
    await database.backup(target)
    await playing
    with pytest.raises(FileExistsError):
        await database.backup(target)
    copy = await Database.open(f"sqlite:///{target}")
    kept = await MatchService(copy, lambda: datetime.now(UTC), Random(1)).match(match.code)
    now = await service.match(match.code)
    assert kept.game.moves == now.game.moves[: kept.game.ply]
    await copy.close()
    assert not files(tmp_path, "*.part")


async def test_the_database_itself_refuses_a_second_move_at_a_ply(database: Database, service: MatchService) -> None:
    match, adi, siti, _ = await begun(service)
    match = await play(service, match, adi, siti)
    row = {"match": match.code, "ply": 1, "text": "a3-b4", "player": siti.id, "at": datetime.now(UTC)}
    with pytest.raises(IntegrityError):
        await database.write(lambda connection: connection.execute(moves.insert().values(**row)))
    with pytest.raises(IntegrityError):
        await database.write(
            lambda connection: connection.execute(moves.insert().values(**row | {"ply": 2, "player": "nobody"}))
        )
    with pytest.raises(Exception, match="time zone"):
        await database.write(
            lambda connection: connection.execute(moves.insert().values(**row | {"at": datetime(2026, 1, 1)}))  # noqa: DTZ001
        )


async def test_a_failed_transaction_leaves_nothing(database: Database, service: MatchService) -> None:
    await service.player(person("Adi"))

    async def half(connection: Connection) -> None:
        await connection.execute(text("DELETE FROM accounts"))
        raise LookupError

    with pytest.raises(LookupError):
        await database.write(half)
    assert await scalar(database, "SELECT count(*) FROM accounts") == 1


async def test_a_cancelled_caller_still_commits_and_tells(database: Database) -> None:
    entered, told = asyncio.Event(), asyncio.Event()

    async def slow(connection: Connection) -> None:
        await connection.execute(text("INSERT INTO offsets VALUES ('web', 1)"))
        entered.set()
        await asyncio.sleep(0.05)

    caller = asyncio.create_task(database.write(slow, lambda _: told.set()))
    await entered.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    await told.wait()
    assert await scalar(database, "SELECT number FROM offsets") == 1


async def test_closing_waits_for_what_is_under_way(url: str) -> None:
    database = await Database.open(url)
    entered = asyncio.Event()

    async def slow(connection: Connection) -> None:
        entered.set()
        await asyncio.sleep(0.05)
        await connection.execute(text("INSERT INTO offsets VALUES ('web', 1)"))

    writing = asyncio.create_task(database.write(slow))
    await entered.wait()
    await database.close()
    await writing
    with pytest.raises(UnusableDatabase, match="closed"):
        await database.ping()
    again = await Database.open(url)
    assert await scalar(again, "SELECT number FROM offsets") == 1
    await again.ping()
    await again.close()

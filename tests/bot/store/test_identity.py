"""A database that is not the one Papan has kept in its place is told, and nothing is begun over it."""

import asyncio
import shutil
import signal
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError

from bot.services.services import Services
from bot.store import Database, LostDatabase, UnusableDatabase
from bot.store.backends.memory import DatabaseVersion
from bot.store.backends.sqlite_memory import FileMemory
from loopback.postgresql import PostgreSQL
from loopback.waiting import patience
from tests.bot.cli.test_database import Papan, complained, everything, went_well
from tests.bot.cli.test_database import papan as papan
from tests.bot.conftest import in_file
from tests.bot.kit import begun, play
from tests.suites import deep, quick_first

Sql = Callable[[str], str]


@pytest.fixture
def backend() -> str:
    """A file has a memory beside it; what a server can tell is tested at the end."""
    return "sqlite"


@pytest.fixture
def file(url: str) -> Path:
    """The database's file."""
    return Path(url.removeprefix("sqlite:///"))


def remove(file: Path) -> None:
    file.unlink()


def rename(file: Path) -> None:
    file.rename(file.with_suffix(".old"))


def rename_back(file: Path) -> None:
    file.with_suffix(".old").rename(file)


def empty(file: Path) -> None:
    file.write_bytes(b"")


def another(file: Path) -> None:
    """A database of Papan's, but not this one."""
    in_file(file, "PRAGMA application_id = 7")


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder, except those that whoever looks at a database makes."""
    return {
        each.name: each.read_bytes() for each in folder.iterdir() if not each.name.endswith(("lock", "-wal", "-shm"))
    }


LOST: dict[Callable[[Path], None], str] = {
    remove: "is gone",
    rename: "is gone",
    empty: "has been emptied",
    another: "is another one",
}


@pytest.mark.parametrize("lose", quick_first(LOST, "a file that is gone is the plainest case"))
async def test_no_database_is_begun_in_the_place_of_one_that_was_known(
    papan: Papan, town: str, file: Path, lose: Callable[[Path], None]
) -> None:
    lose(file)
    left = contents(file.parent)
    with pytest.raises(LostDatabase, match=LOST[lose]) as told:
        await Database.open(town)
    assert "papan adopt" in str(told.value)
    assert "\n" not in str(told.value)
    assert contents(file.parent) == left
    went_well(papan("adopt", url=town))
    await (await Database.open(town)).close()


async def test_what_is_put_back_is_gone_on_with(town: str, file: Path) -> None:
    before = await everything(town)
    rename(file)
    with pytest.raises(LostDatabase):
        await Database.open(town)
    rename_back(file)
    await (await Database.open(town)).close()
    assert await everything(town) == before


@deep("broken backups change nothing in test_broken_backups")
async def test_a_backup_takes_the_place_of_a_lost_database_and_a_broken_one_changes_nothing(
    papan: Papan, town: str, file: Path, tmp_path: Path
) -> None:
    before = await everything(town)
    went_well(papan("backup", str(tmp_path / "kept.db"), url=town))
    remove(file)
    (tmp_path / "broken.db").write_text("no database\n" * 100)
    complained(papan("restore", str(tmp_path / "broken.db"), url=town), 1)
    with pytest.raises(LostDatabase):
        await Database.open(town)
    went_well(papan("restore", str(tmp_path / "kept.db"), url=town))
    await (await Database.open(town)).close()
    assert await everything(town) == before


@deep("another database in the place of the known one is told in the quick suite")
async def test_an_old_copy_put_there_by_hand_is_told(papan: Papan, town: str, file: Path, tmp_path: Path) -> None:
    went_well(papan("backup", str(tmp_path / "kept.db"), url=town))
    database = await Database.open(town)
    await database.probe()
    await database.close()
    shutil.copy(tmp_path / "kept.db", file)
    with pytest.raises(LostDatabase, match=r"has gone back to version \d+ from \d+"):
        await Database.open(town)
    assert went_well(papan("adopt", url=town)) == f"Papan goes on with {file} as it is now\n"
    await (await Database.open(town)).close()


@deep("a copy of a file is begun with in test_database")
async def test_a_copied_database_is_begun_with_wherever_it_is(papan: Papan, town: str, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    target = f"sqlite:///{tmp_path}/elsewhere/papan.db"
    went_well(papan("copy", town, target))
    for url in (target, town):
        await (await Database.open(url)).close()
    shutil.move(tmp_path / "elsewhere", tmp_path / "moved")
    await (await Database.open(f"sqlite:///{tmp_path}/moved/papan.db")).close()


PLAYS = """
import asyncio, sys
from bot.store import Database
async def main():
    database = await Database.open(sys.argv[1])
    for number in range(20):
        await database.probe()
    print("written", flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


@deep("a database that is emptied or replaced is told of in the quick suite")
@pytest.mark.parametrize("loses_wal", [False, True])
async def test_a_wal_that_is_gone_after_a_kill_is_told(url: str, file: Path, loses_wal: bool) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PLAYS, url, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    assert process.stdout
    async with patience("twenty writes"):
        while await process.stdout.readline() != b"written\n":
            assert process.returncode is None
    process.send_signal(signal.SIGKILL)
    await process.wait()
    wal = file.with_name(f"{file.name}-wal")
    if not loses_wal:
        await (await Database.open(url)).close()
        return
    wal.rename(file.with_name("kept-wal"))
    with pytest.raises(LostDatabase, match=r"has gone back|is another one"):
        await Database.open(url)
    file.with_name("kept-wal").rename(wal)
    await (await Database.open(url)).close()


@deep("a database that is emptied or replaced is told of in the quick suite")
@pytest.mark.parametrize("lose", [remove, rename, empty])
async def test_nothing_is_written_into_a_file_that_was_moved_or_emptied_under_a_running_papan(
    database: Database, services: Services, file: Path, lose: Callable[[Path], None]
) -> None:
    match, adi, siti, _ = await begun(services)
    lose(file)
    told = "malformed" if lose is empty else "was moved, replaced or emptied while Papan was using it"
    with pytest.raises((UnusableDatabase, SQLAlchemyError), match=told):
        await play(services, match, adi, siti)
    with pytest.raises(UnusableDatabase, match=told):
        await database.probe()
    if lose is rename:
        rename_back(file)
        assert (await play(services, match, adi, siti)).game.ply == 1


async def test_matches_that_vanish_under_a_running_papan_are_told(
    database: Database, services: Services, sql: Sql
) -> None:
    await begun(services)
    await database.probe()
    for table in ("views", "events", "matches"):
        sql(f"DELETE FROM {table}")
    with pytest.raises(UnusableDatabase, match="was emptied or replaced"):
        await database.probe()


def test_versions_go_on_from_zero_after_the_last_one() -> None:
    last, first = DatabaseVersion(1, 2**32 - 1), DatabaseVersion(1, 0)
    assert last.is_behind(first)
    assert not first.is_behind(last)
    assert not first.is_behind(first)


async def test_the_last_version_is_followed_by_the_first(url: str, file: Path) -> None:
    await (await Database.open(url)).close()
    in_file(file, "PRAGMA user_version = -1")
    assert await Database.adopt(url, file.parent)
    database = await Database.open(url)
    await database.probe()
    await database.close()
    assert in_file(file, "PRAGMA user_version") == "0"
    await (await Database.open(url)).close()


async def test_a_memory_that_cannot_be_read_is_told_and_one_never_written_is_none(url: str, file: Path) -> None:
    await (await Database.open(url)).close()
    memory = FileMemory(file)
    memory.path.write_text("papan?\n")
    with pytest.raises(LostDatabase, match="which cannot be read"):
        await Database.open(url)
    memory.path.write_text("")
    await (await Database.open(url)).close()
    known = memory.read()
    assert known
    assert known.identity


async def test_a_database_in_use_is_not_adopted(papan: Papan, url: str, database: Database) -> None:
    said = complained(papan("adopt", url=url), 1)
    assert "another Papan is using" in said
    assert "stop it first" in said
    await database.probe()


async def test_reads_and_refused_transactions_make_no_version(database: Database, file: Path) -> None:
    before = in_file(file, "PRAGMA user_version")

    async def nothing(_: object) -> None:
        return None

    await database.write(nothing)
    await database.read(nothing)
    assert in_file(file, "PRAGMA user_version") == before


@deep("a file that is lost is told of in the quick suite")
async def test_a_servers_database_that_is_emptied_or_replaced_is_told(postgresql: PostgreSQL) -> None:
    name = postgresql.create()
    url = postgresql.address(name)
    database = await Database.open(url)
    await database.probe()
    await database.probe()
    postgresql.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public", name)
    with pytest.raises(UnusableDatabase, match="cannot be written"):
        await database.probe()
    await (await Database.open(url)).close()
    with pytest.raises(UnusableDatabase, match="was emptied or replaced"):
        await database.probe()
    await database.close()
    postgresql.drop(name)


def modes(folder: Path, names: str) -> list[int]:
    return [stat.S_IMODE(each.stat().st_mode) for each in folder.glob(names)]


def renewed(server: PostgreSQL, name: str) -> None:
    """Lose a database, and make an empty one under its name."""
    server.drop(name)
    server.execute(f"CREATE DATABASE {name}")


def renamed(server: PostgreSQL, name: str) -> None:
    """Give the name of a database to an empty one."""
    server.execute(f"ALTER DATABASE {name} RENAME TO {name}_away")
    server.execute(f"CREATE DATABASE {name}")


def emptied(server: PostgreSQL, name: str) -> None:
    server.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public", name)


@deep("a database that is emptied or replaced is told of in the quick suite")
@pytest.mark.parametrize("lose", quick_first([renamed, renewed, emptied], "each leaves an empty database"))
async def test_no_database_is_begun_on_a_server_in_the_place_of_one_that_was_known(
    papan: Papan, postgresql: PostgreSQL, lose: Callable[[PostgreSQL, str], None], tmp_path: Path
) -> None:
    name = postgresql.create()
    url = postgresql.address(name)
    for _ in range(2):
        await (await Database.open(url, state=tmp_path)).close()
    assert modes(tmp_path, "*.known") == [0o600]
    lose(postgresql, name)
    with pytest.raises(LostDatabase, match=r"is empty.*papan adopt") as told:
        await Database.open(url, state=tmp_path)
    assert "\n" not in str(told.value)
    assert "password" not in str(told.value)
    assert postgresql.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", name) == "0"
    assert went_well(papan("adopt", url=url)).startswith("there is no database")
    await (await Database.open(url, state=tmp_path)).close()
    for gone in (name, f"{name}_away"):
        postgresql.execute(f"DROP DATABASE IF EXISTS {gone}")


@deep("a database that is emptied or replaced is told of in the quick suite")
async def test_another_database_on_a_server_is_told_and_a_copy_of_the_known_one_is_gone_on_with(
    papan: Papan, postgresql: PostgreSQL, tmp_path: Path
) -> None:
    known, other = postgresql.create(), postgresql.create()
    url = postgresql.address(known)
    await (await Database.open(url, state=tmp_path)).close()
    await (await Database.open(postgresql.address(other))).close()
    postgresql.execute(f"ALTER DATABASE {known} RENAME TO {known}_away; ALTER DATABASE {other} RENAME TO {known}")
    with pytest.raises(LostDatabase, match="is another one"):
        await Database.open(url, state=tmp_path)
    assert went_well(papan("adopt", url=url)).startswith("Papan goes on with")
    await (await Database.open(url, state=tmp_path)).close()
    postgresql.drop(known)
    postgresql.execute(f"CREATE DATABASE {known} TEMPLATE {known}_away")
    assert "is another one" in str((await lost(url, tmp_path)).value), "what was adopted is what is known"
    went_well(papan("adopt", url=url))
    postgresql.drop(known)
    postgresql.execute(f"CREATE DATABASE {known} TEMPLATE {known}_away")
    await (await Database.open(url, state=tmp_path)).close()
    for gone in (known, f"{known}_away"):
        postgresql.drop(gone)


async def lost(url: str, state: Path) -> pytest.ExceptionInfo[LostDatabase]:
    """The refusal to open a database."""
    with pytest.raises(LostDatabase) as told:
        await Database.open(url, state=state)
    return told


@deep("a database that is emptied or replaced is told of in the quick suite")
async def test_a_restore_into_a_new_database_of_a_server_is_what_is_known_from_then_on(
    papan: Papan, town: str, postgresql: PostgreSQL, tmp_path: Path
) -> None:
    name = postgresql.create()
    url = postgresql.address(name)
    await (await Database.open(url, state=tmp_path)).close()
    renewed(postgresql, name)
    await lost(url, tmp_path)
    went_well(papan("backup", str(tmp_path / "kept.db"), url=town))
    went_well(papan("restore", "kept.db", url=url))
    await (await Database.open(url, state=tmp_path)).close()
    postgresql.drop(name)


async def test_where_nothing_can_be_remembered_of_postgresql_papan_runs_all_the_same(
    postgresql: PostgreSQL, tmp_path: Path
) -> None:
    name = postgresql.create()
    (tmp_path / "file").write_text("")
    await (await Database.open(postgresql.address(name), state=tmp_path / "file")).close()
    postgresql.drop(name)


async def test_a_full_disk_is_no_reason_to_refuse_what_was_committed(url: str, file: Path) -> None:
    """The memory beside may be older than the database: it could not be written."""
    database = await Database.open(url)
    memory = FileMemory(file)
    memory.path.rename(file.with_name("aside"))
    memory.path.mkdir()
    await database.probe()
    await database.close()
    memory.path.rmdir()
    file.with_name("aside").rename(memory.path)
    await (await Database.open(url)).close()

"""Backups broken in any way are refused with one sentence, and nothing is left of what could not be made."""

import os
import re
import resource
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from bot.store import Database
from loopback.postgresql import PostgreSQL
from tests.bot.cli.test_database import Papan, complained, everything, went_well
from tests.bot.cli.test_database import papan as papan
from tests.bot.conftest import in_file
from tests.bot.database_files import file_in
from tests.suites import deep

Breaks = Callable[[Path], object]


def cut(file: Path) -> None:
    with file.open("r+b") as open_file:
        open_file.truncate(file.stat().st_size * 2 // 3)


def garbage(file: Path) -> None:
    file.write_bytes(b"\xff" * 100 + file.read_bytes()[100:])


def another(file: Path) -> None:
    file.unlink()
    in_file(file, "CREATE TABLE songs (name TEXT)")


def flipped(file: Path) -> None:
    """A byte in every second page of the later half, in which the tables have their rows."""
    said = bytearray(file.read_bytes())
    for at in range(len(said) // 8192 * 4096 + 5, len(said), 8192):
        said[at] ^= 0xFF
    file.write_bytes(said)


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


BROKEN: dict[str, tuple[Breaks, str]] = {
    "empty": (lambda file: file.write_bytes(b""), "is empty"),
    "cut off": (cut, "malformed"),
    "only the first page": (lambda file: os.truncate(file, 4096), "malformed"),
    "another header": (garbage, "file is not a database"),
    "another program's": (another, "holds tables that are not Papan's"),
    "a text": (lambda file: file.write_text("no database\n" * 500), "file is not a database"),
    "a folder": (folder, "there is no file"),
    "an unknown version": (
        lambda file: in_file(file, "UPDATE alembic_version SET version_num = '9999'"), "which this Papan does not know"
    ),
    "no version": (lambda file: in_file(file, "DELETE FROM alembic_version"), "tables that are not Papan's"),
    "two versions": (
        lambda file: in_file(file, "INSERT INTO alembic_version VALUES ('0001')"), "does not say which schema"
    ),
    "bits flipped": (flipped, "is broken: "),
    "a table is missing": (lambda file: in_file(file, "DROP TABLE moves"), "it lacks moves"),
    "a column is missing": (lambda file: in_file(file, "ALTER TABLE moves DROP COLUMN text"), "it lacks moves.text"),
    "no text": (
        lambda file: in_file(file, "UPDATE players SET theme = CAST(x'ff' AS TEXT)"), "decode to UTF-8"
    ),
}  # fmt: skip

QUICK = ("cut off", "a column is missing")
LIKE_THOSE = deep("refused by the same looks at a backup as others")


@pytest.mark.parametrize("what", [pytest.param(what, marks=() if what in QUICK else LIKE_THOSE) for what in BROKEN])
async def test_a_broken_backup_is_refused_with_one_sentence(papan: Papan, town: str, what: str, tmp_path: Path) -> None:
    file = tmp_path / "kept.db"
    went_well(papan("backup", str(file), url=town))
    breaks, sentence = BROKEN[what]
    breaks(file)
    before = await everything(town)
    assert sentence in complained(papan("restore", str(file), "--replace", url=town), 2 if what == "a folder" else 1)
    assert await everything(town) == before


@deep("broken in every way by name in the quick suite")
async def test_a_backup_cut_or_flipped_anywhere_ends_in_a_sentence_or_in_the_truth(
    papan: Papan, town: str, tmp_path: Path
) -> None:
    """All is restored where a flipped byte changes no structure, and its meaning is checked."""
    file, chance, refused = tmp_path / "kept.db", Random(9), 0
    went_well(papan("backup", str(file), url=town))
    whole = file.read_bytes()
    target = f"sqlite:///{tmp_path}/other.db"
    for number in range(12):
        said = bytearray(whole)
        if number % 3:
            for at in chance.sample(range(len(whole)), 3):
                said[at] ^= 1 << chance.randrange(8)
        else:
            del said[chance.randrange(1, len(said)) :]
        file.write_bytes(said)
        done = papan("restore", str(file), "--replace", url=target)
        assert done.stderr.count("\n") <= 1
        assert done.stderr.startswith("papan: ") or done.stdout.startswith("restored")
        refused += bool(done.stderr)
    assert refused > 3


@pytest.mark.parametrize("column", ["views.created", "views.lapses", "moves.at"])
@pytest.mark.parametrize("moment", [2**63 - 1, -1])
@deep("a server's types are the deep suite's")
def test_a_moment_that_is_none_is_not_brought_to_a_server(
    papan: Papan, town: str, postgresql: PostgreSQL, column: str, moment: int, tmp_path: Path
) -> None:
    table, _, name = column.partition(".")
    went_well(papan("backup", str(tmp_path / "kept.db"), url=town))
    in_file(tmp_path / "kept.db", f"UPDATE {table} SET {name} = {moment}")
    database = postgresql.create()
    server = postgresql.address(database)
    for command in (("restore", "kept.db"), ("copy", f"sqlite:///{tmp_path}/kept.db", server)):
        said = complained(papan(*command, url=server, cwd=tmp_path), 1)
        assert f"{name} {moment}, which is no moment" in said
        assert postgresql.execute("SELECT count(*) FROM matches", database) == "0"
    postgresql.drop(database)


@contextmanager
def small_files() -> Iterator[None]:
    """No file can grow beyond 64 KB: the system refuses to write, as on a full disk, to whoever runs the tests."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (65536, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def full_disk(place: Path) -> Iterator[None]:
    """A disk of its own with no room left; it needs the rights to mount one."""
    place.mkdir()
    if os.system(f"mount -t tmpfs -o size=64k none {place} 2> /dev/null"):
        pytest.skip("this user cannot mount a disk")
    try:
        yield
    finally:
        os.system(f"umount {place}")


@pytest.mark.parametrize("disk", ["limited", "full"])
def test_a_backup_on_a_full_disk_ends_in_a_sentence_and_leaves_nothing(
    papan: Papan, town: str, disk: str, tmp_path: Path
) -> None:
    place = tmp_path / "disk"
    with full_disk(place) if disk == "full" else small_files():
        place.mkdir(exist_ok=True)
        said = complained(papan("backup", str(place / "kept.db"), url=town), 1)
        assert said.startswith(f"no backup was made in {place}/kept.db: ")
        assert "full" in said or disk == "limited"
        assert list(place.iterdir()) == []
    if disk == "limited":
        went_well(papan("backup", str(place / "kept.db"), url=town))


def test_a_restore_into_a_full_disk_ends_in_a_sentence(papan: Papan, town: str, tmp_path: Path) -> None:
    went_well(papan("backup", str(tmp_path / "kept.db"), url=town))
    with small_files():
        complained(papan("restore", "kept.db", url=f"sqlite:///{tmp_path}/other.db", cwd=tmp_path), 1)
    went_well(papan("restore", "kept.db", url=f"sqlite:///{tmp_path}/other.db", cwd=tmp_path))


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: mode(file) for file in folder.iterdir()}


@contextmanager
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


async def test_nobody_else_can_read_a_database_what_stands_beside_it_or_a_backup(papan: Papan, tmp_path: Path) -> None:
    with usual_umask():
        database = await Database.open(f"sqlite:///{tmp_path}/papan.db")
        try:
            await database.probe()
            went_well(papan("backup", "kept.db", url=f"sqlite:///{tmp_path}/papan.db"))
            files = modes(tmp_path)
        finally:
            await database.close()
    names = ("papan.db", "papan.db-wal", "papan.db-shm", "papan.db.lock", "papan.db.known", "kept.db")
    assert files == dict.fromkeys(names, 0o600)


async def test_a_file_that_was_open_to_all_is_closed_to_others_and_stays_open_to_its_group(tmp_path: Path) -> None:
    url, file = file_in(tmp_path), tmp_path / "papan.db"
    file.chmod(0o644)
    await (await Database.open(url)).close()
    assert mode(file) == 0o640


@deep("a backup of a file is looked at in the quick suite")
async def test_a_backup_of_a_server_can_be_read_by_nobody_else(
    papan: Papan, postgresql: PostgreSQL, tmp_path: Path
) -> None:
    name = postgresql.create()
    with usual_umask():
        await (await Database.open(postgresql.address(name))).close()
        went_well(papan("backup", "kept.db", url=postgresql.address(name)))
    assert mode(tmp_path / "kept.db") == 0o600
    postgresql.drop(name)


@deep("settings are read from both in test_settings")
def test_addresses_come_from_the_environment_or_a_file(
    papan: Papan, town: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLD_ADDRESS", town)
    (tmp_path / "new").write_text(f"sqlite:///{tmp_path}/other.db\n")
    said = went_well(papan("copy", "env:OLD_ADDRESS", f"file:{tmp_path}/new"))
    copied = re.match(r"copied ([1-9]\d*) players, [1-9]", said)
    assert copied, said
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        assert other.execute("SELECT count(*) FROM players").fetchone() == (int(copied[1]),)
    (tmp_path / "two").write_text("sqlite:///a.db\nsqlite:///b.db\n")
    for given, said in {
        "env:NO_ADDRESS": "the variable NO_ADDRESS of the environment is not set",
        "file:nothing": "no address can be read from nothing (No such file or directory)",
        f"file:{tmp_path}/two": f"{tmp_path}/two must hold one address and nothing else",
    }.items():
        assert complained(papan("copy", given, town), 2) == said

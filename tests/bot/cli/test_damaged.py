"""A database that cannot be used any more, and a disk that takes nothing: what is told, and what is kept."""

import ctypes
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest

from tests.bot.cli.test_broken_backups import another, cut, flipped, garbage, small_files
from tests.bot.cli.test_database import Papan, complained, went_well
from tests.bot.cli.test_database import papan as papan
from tests.bot.conftest import in_file
from tests.bot.database_files import file_in
from tests.suites import deep


def foreign_journal(file: Path) -> None:
    """The journal of another program's file comes to stand beside it, as by a copy into the wrong folder."""
    other = file.with_name("songs.db")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.executescript("CREATE TABLE songs (name TEXT); INSERT INTO songs VALUES ('Rasa sayang')")
        for end in ("-wal", "-shm"):
            copyfile(f"{other}{end}", f"{file}{end}")


DAMAGE: dict[str, Callable[[Path], object]] = {
    "cut off": cut,
    "another header": garbage,
    "bits flipped": flipped,
    "a text": lambda file: file.write_text("no database\n" * 500),
    "a foreign journal": foreign_journal,
}


def kept(folder: Path) -> dict[str, bytes]:
    """The files of a database and those kept of it, by name; the shared memory beside a journal says nothing."""
    return {
        file.name: file.read_bytes()
        for file in folder.glob("papan.db*")
        if file.is_file() and file.stat().st_size and not file.name.endswith(("-shm", ".lock", ".last"))
    }


QUICK = ("cut off",)
LIKE_THOSE = deep("set aside for what SQLite says of it, as others")


@pytest.mark.parametrize("what", [pytest.param(what, marks=() if what in QUICK else LIKE_THOSE) for what in DAMAGE])
def test_a_backup_replaces_a_damaged_database_which_is_set_aside(papan: Papan, what: str, tmp_path: Path) -> None:
    url = file_in(tmp_path)
    went_well(papan("backup", "good.db", url=url))
    file = tmp_path / "papan.db"
    DAMAGE[what](file)
    before = kept(tmp_path)
    complained(papan("restore", "good.db", url=url), 1)
    assert kept(tmp_path) == before
    told = went_well(papan("restore", "good.db", "--replace", url=url))
    assert f"what was there is kept as {file}.damaged (" in told
    after = kept(tmp_path)
    for name, content in before.items():
        assert after[name.replace("papan.db", "papan.db.damaged")] == content
    assert in_file(file, "PRAGMA integrity_check") == "ok"
    went_well(papan("check", url=url))
    cut(file)
    assert f"kept as {file}.damaged-2 (" in went_well(papan("restore", "good.db", "--replace", url=url))


def test_neither_a_broken_backup_nor_a_full_disk_moves_a_damaged_database(papan: Papan, tmp_path: Path) -> None:
    url = file_in(tmp_path)
    went_well(papan("backup", "good.db", url=url))
    (tmp_path / "bad.db").write_bytes((tmp_path / "good.db").read_bytes()[:9000])
    cut(tmp_path / "papan.db")
    before = kept(tmp_path)
    complained(papan("restore", "bad.db", "--replace", url=url), 1)
    assert kept(tmp_path) == before
    with small_files():
        complained(papan("restore", "good.db", "--replace", url=url), 1)
    assert kept(tmp_path) == before
    assert not [each for each in tmp_path.iterdir() if each.is_dir()], "nothing is left of what was begun"


def test_a_whole_database_of_another_program_is_not_set_aside(papan: Papan, tmp_path: Path) -> None:
    url = file_in(tmp_path)
    went_well(papan("backup", "good.db", url=url))
    another(tmp_path / "papan.db")
    assert "not Papan's" in complained(papan("restore", "good.db", "--replace", url=url), 1)
    assert in_file(tmp_path / "papan.db", "SELECT count(*) FROM songs") == "0"
    assert not (tmp_path / "papan.db.damaged").exists()


LEAVE_OUT_RIGHT, OF_ROOT_TO_WRITE = 24, 1
"""Of Linux: PR_CAPBSET_DROP, and CAP_DAC_OVERRIDE, by which permissions do not bind root."""


def papan_with(limit: Callable[[], object], folder: Path, *arguments: str) -> tuple[str, int]:
    """The words of ``papan`` about ``papan.db`` in a folder, in a process limited like this, and its exit status."""
    done = subprocess.run(
        [Path(sys.executable).with_name("papan"), *arguments],
        capture_output=True, text=True, timeout=60, check=False, cwd=folder,
        # What Python keeps of its modules would be cut off too, and stay so.
        env={
            "PATH": os.environ["PATH"],
            "PYTHONDONTWRITEBYTECODE": "1",
            "DATABASE_URL": f"sqlite:///{folder}/papan.db",
            "PAPAN_WEB": "127.0.0.1:0",
        },
        preexec_fn=limit,
    )  # fmt: skip
    return done.stderr, done.returncode


def bound_by_permissions() -> None:
    """Let permissions bind the program that is run next, also where it is root's; nobody else can or has to do it."""
    ctypes.CDLL(None).prctl(LEAVE_OUT_RIGHT, OF_ROOT_TO_WRITE, 0, 0, 0)


def no_larger_than(size: int) -> Callable[[], None]:
    """Let no file grow beyond a size in bytes."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def in_one_sentence(done: tuple[str, int]) -> str:
    """The one sentence, behind lines of the log, with which a command has failed."""
    said, status = done
    *log, last, _ = said.split("\n")
    assert all(line.startswith("{") for line in log), f"no traceback: {said}"
    assert status == 1
    return last


@deep("a damaged database is met in the quick suite")
def test_a_start_on_a_full_disk_ends_in_one_sentence(tmp_path: Path) -> None:
    file_in(tmp_path)
    limit = no_larger_than((tmp_path / "papan.db").stat().st_size // 8)
    said = in_one_sentence(papan_with(limit, tmp_path, "run"))
    assert said.startswith(f"papan: the database {tmp_path}/papan.db cannot be written: ")


@deep("a program that starts on a full disk ends in one sentence in the quick suite")
def test_a_start_on_a_file_that_may_only_be_read_ends_in_one_sentence(tmp_path: Path) -> None:
    file_in(tmp_path)
    (tmp_path / "papan.db").chmod(0o400)
    said = in_one_sentence(papan_with(bound_by_permissions, tmp_path, "run"))
    assert said == (f"papan: the database {tmp_path}/papan.db cannot be opened: attempt to write a readonly database")


@deep("a program that starts on a full disk ends in one sentence in the quick suite")
@pytest.mark.parametrize("command", ["run", "adopt"])
def test_so_does_one_in_a_folder_that_may_only_be_read(command: str, tmp_path: Path) -> None:
    file_in(tmp_path)
    (tmp_path / "papan.db.lock").unlink(missing_ok=True)
    tmp_path.chmod(0o500)
    try:
        said = in_one_sentence(papan_with(bound_by_permissions, tmp_path, command))
    finally:
        tmp_path.chmod(0o700)
    assert said == f"papan: the database {tmp_path}/papan.db cannot be opened: Permission denied"


@deep("a program that starts on a full disk ends in one sentence in the quick suite")
def test_a_backup_that_can_be_copied_nowhere_is_told_in_one_sentence(tmp_path: Path) -> None:
    file_in(tmp_path)
    (tmp_path / "papan.db").rename(tmp_path / "good.db")
    said = in_one_sentence(papan_with(no_larger_than(0), tmp_path, "restore", "good.db"))
    assert said.startswith("papan: the backup good.db cannot be copied into a temporary folder: ")
    assert not (tmp_path / "papan.db").exists()

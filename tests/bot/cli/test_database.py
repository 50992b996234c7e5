"""``papan check``, ``backup``, ``restore`` and ``copy`` as an operator runs them, on both kinds of databases."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest
import structlog

from bot.__main__ import main
from bot.store import Database
from bot.store.tables import LASTING
from bot.store.types import Flag
from loopback.postgresql import PASSWORD, PostgreSQL
from tests.bot.conftest import in_file
from tests.bot.database_files import tables_at_once
from tests.bot.lived_in import rows_of
from tests.bot.store.steps import with_next_step
from tests.suites import deep, quick_first

Sql = Callable[[str], str]

OURS = re.compile("PAPAN|DATABASE|DISCORD|TELEGRAM")
FINE = "all stored matches replay as recorded\n"


@dataclass(frozen=True)
class Done:
    """A command that has ended."""

    returncode: int
    stdout: str
    stderr: str


class Papan(Protocol):
    """Runs a command to its end in a folder, with ``url`` for DATABASE_URL."""

    def __call__(self, *arguments: str, url: str = "", cwd: Path | None = None) -> Done:
        """Its output, and its exit status."""


@pytest.fixture
def papan(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Papan]:
    """The command line in this process: a second quicker than a process of its own."""
    tables_at_once(monkeypatch)
    before = structlog.get_config()
    for name in filter(OURS.match, [*os.environ]):
        monkeypatch.delenv(name)

    def run(arguments: tuple[str, ...]) -> int:
        try:
            return main([*arguments])
        except SystemExit as end:
            return int(end.code or 0)

    def papan(*arguments: str, url: str = "", cwd: Path | None = None) -> Done:
        capsys.readouterr()
        # On a thread: it runs a loop of its own, and the tests have one here.
        with monkeypatch.context() as environment, chdir(cwd or tmp_path), ThreadPoolExecutor(1) as thread:
            environment.setenv("DATABASE_URL", url)
            status = thread.submit(run, arguments).result()
        return _without_password(Done(status, *capsys.readouterr()))

    yield papan
    structlog.configure(**before)


def process(*arguments: str, url: str, cwd: Path) -> Done:
    """The same as a process of its own."""
    environment = {name: value for name, value in os.environ.items() if not OURS.match(name)}
    done = subprocess.run(
        [Path(sys.executable).with_name("papan"), *arguments],
        capture_output=True, text=True, timeout=60, cwd=cwd, env=environment | {"DATABASE_URL": url}, check=False,
    )  # fmt: skip
    return _without_password(Done(done.returncode, done.stdout, done.stderr))


def _without_password(done: Done) -> Done:
    assert PASSWORD not in done.stdout + done.stderr
    return done


def went_well(done: Done) -> str:
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def names_in(folder: Path) -> set[str]:
    return {file.name for file in folder.glob("kept*")}


def complained(done: Done, status: int) -> str:
    """The one line of an error."""
    assert (done.returncode, done.stdout) == (status, "")
    assert re.fullmatch(r"papan: [^\n]+\n", done.stderr)
    return done.stderr.removeprefix("papan: ").strip()


@pytest.fixture(params=quick_first(("to postgresql", "to sqlite"), "it comes back from the server in the same test"))
def other(request: pytest.FixtureRequest, tmp_path: Path, postgresql: PostgreSQL) -> Iterator[str]:
    """The address of another database, with nothing in it."""
    if request.param == "to sqlite":
        (tmp_path / "other").mkdir()
        yield f"sqlite:///{tmp_path}/other/papan.db"
        return
    name = postgresql.create()
    yield postgresql.address(name)
    postgresql.drop(name)


async def everything(url: str) -> dict[str, list[dict[str, object]]]:
    """Every row of every table, read apart from the code that copies."""
    database = await Database.look(url)
    try:
        rows = await database.read(rows_of)
    finally:
        await database.close()
    assert set(rows) == {table.name for table in LASTING}
    return {table: sorted(kept, key=repr) for table, kept in rows.items()}


def counted(rows: dict[str, list[dict[str, object]]]) -> str:
    """The words of a command about these rows."""
    counts = ", ".join(f"{len(rows[table])} {table}" for table in ("players", "matches", "moves"))
    return f"{counts}, {sum(map(len, rows.values()))} rows in all"


@deep("a backup comes back whole in the quick suite")
async def test_a_copy_lacks_nothing_and_neither_does_its_copy(
    papan: Papan, town: str, other: str, tmp_path: Path
) -> None:
    before = await everything(town)
    assert all(before.values())
    told = went_well(papan("copy", town, other))
    assert told == f"copied {counted(before)}\n{FINE}"
    assert await everything(other) == before
    aside = "update 3000000001 of telegram was set aside: it ended Papan at each try\n"
    assert went_well(papan("check", url=other)) == aside + FINE
    back = f"sqlite:///{tmp_path}/back.db"
    assert went_well(process("copy", other, back, url=other, cwd=tmp_path)) == told
    assert await everything(back) == before
    assert await everything(town) == before


@deep("a backup comes back into a file in the quick suite")
@pytest.mark.long("programs are started")
async def test_a_backup_is_a_file_and_comes_back_into_either_kind(
    papan: Papan, town: str, other: str, tmp_path: Path
) -> None:
    before = await everything(town)
    assert went_well(papan("backup", "kept.db", url=town, cwd=tmp_path)) == "backed up to kept.db\n"
    assert in_file(tmp_path / "kept.db", "PRAGMA integrity_check") == "ok"
    assert names_in(tmp_path) == {"kept.db"}
    kept = (tmp_path / "kept.db").read_bytes()
    told = went_well(papan("restore", "kept.db", url=other, cwd=tmp_path))
    assert told == f"restored {counted(before)}\n{FINE}"
    assert await everything(other) == before
    assert (tmp_path / "kept.db").read_bytes() == kept
    assert names_in(tmp_path) == {"kept.db"}


@deep("broken backups overwrite nothing in the quick suite")
async def test_matches_are_overwritten_only_when_that_is_said(
    papan: Papan, town: str, sql: Sql, tmp_path: Path
) -> None:
    file = str(tmp_path / "kept.db")
    went_well(papan("backup", file, url=town))
    before = await everything(town)
    sql("UPDATE players SET theme = 'changed'")
    after = await everything(town)
    for command in (["restore", file], ["copy", f"sqlite:///{file}", town]):
        said = complained(papan(*command, url=town), 1)
        assert said.endswith("holds matches already: say --replace if all that is in it may be lost")
        assert await everything(town) == after
    went_well(papan("restore", file, "--replace", url=town))
    assert await everything(town) == before
    sql("DELETE FROM moves")
    went_well(papan("copy", f"sqlite:///{file}", town, "--replace"))
    assert await everything(town) == before


@deep("backups of the present schema are made and restored in the quick suite")
async def test_a_backup_of_an_earlier_schema_can_be_restored(
    papan: Papan, town: str, other: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = await everything(town)
    file = tmp_path / "kept.db"
    went_well(papan("backup", str(file), url=town))
    kept = file.read_bytes()
    with_next_step(monkeypatch, tmp_path)
    assert went_well(papan("restore", str(file), url=other)) == f"restored {counted(before)}\n{FINE}"
    after = await everything(other)
    assert {row.pop("colour") for row in after["players"]} == {"green"}
    assert after == {**before, "players": after["players"]}
    assert sorted(after["players"], key=repr) == before["players"]
    assert file.read_bytes() == kept


@deep("a broken backup is refused with one sentence in the quick suite")
async def test_what_is_wrong_in_a_backup_is_said_after_it_is_restored(
    papan: Papan, town: str, other: str, tmp_path: Path
) -> None:
    file = tmp_path / "kept.db"
    before = await everything(town)
    went_well(papan("backup", str(file), url=town))
    in_file(file, "UPDATE matches SET turn = 1 - turn WHERE code = (SELECT min(code) FROM matches)")
    done = papan("restore", str(file), url=other)
    assert (done.returncode, done.stderr) == (1, "")
    restored, problem, count = done.stdout.splitlines()
    assert restored == f"restored {counted(before)}"
    assert re.fullmatch(r"match \w+: says turn \d, the moves give \d", problem)
    assert count == "1 problem"


async def test_a_backup_that_points_nowhere_is_not_restored(papan: Papan, town: str, tmp_path: Path) -> None:
    file = tmp_path / "kept.db"
    went_well(papan("backup", str(file), url=town))
    before = await everything(town)
    in_file(file, "DELETE FROM players")
    said = complained(papan("restore", str(file), "--replace", url=town), 1)
    assert "foreign key" in said.lower()
    assert await everything(town) == before


def test_a_copy_that_did_not_arrive_whole_is_told(papan: Papan, town: str, tmp_path: Path) -> None:
    leaky = f"sqlite:///{tmp_path}/leaky.db"
    went_well(papan("copy", town, leaky))
    drop = "CREATE TRIGGER drops BEFORE INSERT ON moves WHEN NEW.ply = 2 BEGIN SELECT RAISE(IGNORE); END"
    in_file(tmp_path / "leaky.db", drop)
    said = complained(papan("copy", town, leaky, "--replace"), 1)
    assert said.startswith("not every row arrived in")
    assert said.endswith("see: moves")


def test_wrong_command_lines_end_with_status_2(papan: Papan, town: str, tmp_path: Path) -> None:
    for arguments, said in {
        ("restore", "nothing.db"): "there is no file nothing.db",
        ("restore", "."): "there is no file .",
        ("copy", town, town): "a database cannot be copied into itself",
        ("copy", "nonsense", town): "the address of the database is not one; write sqlite:///papan.db or "
        "postgresql://user:password@host/name",
        ("copy", town, "mysql://h/x"): "the address of the database may begin with sqlite: or postgresql:, not mysql:",
        ("copy", town, "sqlite://"): "the address of the database must name a file, as sqlite:///data/papan.db",
        ("backup", "."): ". exists already; name a new file",
        ("backup", "none/kept.db"): "none/kept.db cannot be written (No such file or directory)",
    }.items():
        assert complained(papan(*arguments, url=town, cwd=tmp_path), 2) == said
    for unclear in (["restore"], ["copy", town], ["copy", town, town, town], ["backup"]):
        done = papan(*unclear, url=town)
        assert done.returncode == 2
        assert done.stderr.startswith("usage: papan")


def test_a_remark_of_the_check_is_no_problem(papan: Papan, town: str, sql: Sql) -> None:
    sql("UPDATE accounts SET updated = 1 WHERE platform = 'web'")
    *_, remark, last = went_well(papan("check", url=town)).splitlines(keepends=True)
    assert re.match(r"row \w+ web of accounts: was updated before its player ", remark)
    assert last == FINE


def test_what_is_no_database_is_told_in_a_line(papan: Papan, url: str, tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("no database\n" * 100)
    assert complained(papan("restore", str(text), url=url), 1).endswith("cannot be opened: file is not a database")
    nowhere = f"sqlite:///{tmp_path}/nothing.db"
    assert complained(papan("copy", nowhere, url), 1) == f"there is no database {tmp_path}/nothing.db"
    assert complained(papan("check", url=nowhere), 1) == f"there is no database {tmp_path}/nothing.db"


def test_an_empty_postgresql_is_no_source(papan: Papan, postgresql: PostgreSQL, tmp_path: Path) -> None:
    name = postgresql.create()
    for arguments in (["check"], ["backup", "kept.db"], ["copy", postgresql.address(name), "sqlite:///other.db"]):
        said = complained(papan(*arguments, url=postgresql.address(name), cwd=tmp_path), 1)
        assert said == f"the database {name} on 127.0.0.1:{postgresql.port} is empty"
    assert list(tmp_path.iterdir()) == []
    postgresql.drop(name)


@deep("an unknown schema is refused in test_migrations")
def test_an_unknown_schema_ends_every_command_with_one_line(papan: Papan, town: str, sql: Sql, tmp_path: Path) -> None:
    went_well(papan("backup", "kept.db", url=town, cwd=tmp_path))
    sql("UPDATE alembic_version SET version_num = '9999'")
    in_file(tmp_path / "kept.db", "UPDATE alembic_version SET version_num = '9999'")
    for arguments in (
        ["run"],
        ["check"],
        ["adopt"],
        ["backup", "new.db"],
        ["restore", "kept.db"],
        ["copy", town, "sqlite:///x.db"],
    ):
        done = process("run", url=town, cwd=tmp_path) if arguments == ["run"] else papan(*arguments, url=town)
        assert done.returncode == 1
        assert "start the Papan that wrote it" in done.stderr.splitlines()[-1]
        if arguments != ["run"]:
            assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "new.db").exists()
    assert not (tmp_path / "x.db").exists()


async def test_each_flag_is_copied(papan: Papan, town: str, sql: Sql, other: str, tmp_path: Path) -> None:
    """A flag that stands at its default in every row could be left out of a copy, and no other test would see it.

    Those of matches hang together with the rest of their row.
    """
    flags = [
        (table.name, column.name, str(getattr(column.server_default, "arg", "")))
        for table in LASTING
        if table.name != "matches"
        for column in table.columns
        if isinstance(column.type, Flag) and column.server_default is not None
    ]
    assert {("rulings", "told", "1"), ("views", "closed", "0")} <= {*flags}
    for table, flag, usual in flags:
        sql(f"UPDATE {table} SET {flag} = 1 - {flag} WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE {flag} <> {usual})")
    before = await everything(town)
    for table, flag, usual in flags:
        assert any(int(str(row[flag])) != int(usual) for row in before[table]), (table, flag)
    went_well(papan("backup", "kept.db", url=town, cwd=tmp_path))
    papan("restore", "kept.db", url=other, cwd=tmp_path)  # the check after it names rows that the flags do not suit
    assert await everything(other) == before

"""Every night there is a copy that can be restored, whatever the operator does; the old ones go."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.foundation.shared_work import SingleProcess
from bot.services.services import Services
from bot.store import Database
from bot.workers.nightly_backup import HOUR, NightlyBackup
from loopback.waiting import until
from tests.bot.kit import begun, come_in
from tests.suites import deep

NIGHT = datetime(2026, 11, 28, HOUR, 5)  # noqa: DTZ001 - the machine's own time


class Machine:
    """The clock of a machine, set by the test."""

    def __init__(self) -> None:
        self.now = NIGHT

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


@pytest.fixture
def nightly(url: str, folder: Path, machine: Machine) -> NightlyBackup:
    return NightlyBackup(url, folder, 2, SingleProcess(), machine)


def make(folder: Path, *names: str) -> None:
    folder.mkdir()
    for name in names:
        (folder / name).touch()


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir()) if folder.exists() else []


@deep("copies are made and checked by a command in the quick suite")
@pytest.mark.long("the program makes a copy and checks it, in two processes")
async def test_there_is_a_copy_every_night_and_the_old_ones_go(
    services: Services, database: Database, nightly: NightlyBackup, folder: Path, machine: Machine
) -> None:
    match, *_ = await begun(services)
    await come_in(database)
    make(folder, "papan-2026-11-25.db", "papan-2026-11-26.db", "papan-2026-11-27.db", "papan-2026-13-77.db", "mine.db")
    for left in ("papan-2026-11-20.part", "papan-2026-11-20.part-journal"):  # of a night in which Papan was killed
        (folder / left).touch()
    machine.now = NIGHT - timedelta(hours=1)
    await nightly.make_if_due()
    assert "papan-2026-11-28.db" not in files(folder), "it is not yet late enough"
    machine.now = NIGHT
    with capture_logs() as logs:
        await nightly.make_if_due()
        await nightly.make_if_due()
    # Two days are kept; what is not one of Papan's copies is left alone.
    assert files(folder) == ["mine.db", "papan-2026-11-27.db", "papan-2026-11-28.db", "papan-2026-13-77.db"]
    assert [(each["event"], each.get("removed")) for each in logs] == [("backup_made", 2)]
    with closing(sqlite3.connect(folder / "papan-2026-11-28.db")) as copy:
        assert copy.execute("SELECT code FROM matches").fetchall() == [(match.code,)]


async def test_a_copy_that_cannot_be_made_is_told_of_and_tried_again_after_an_hour(
    nightly: NightlyBackup, folder: Path, machine: Machine
) -> None:
    make(folder.parent / "elsewhere", "file")
    (folder.parent / "elsewhere" / "file").rename(folder)
    with capture_logs() as logs:
        await nightly.make_if_due()
        await nightly.make_if_due()
        assert [each["event"] for each in logs] == ["backup_failed"]
        machine.now += timedelta(hours=1)
        await nightly.make_if_due()
    assert [each["event"] for each in logs] == ["backup_failed"] * 2
    assert "File exists" in logs[0]["problem"]


@deep("it starts the program twice more")
async def test_faults_of_the_database_are_told_of_and_the_copy_is_kept(
    services: Services, database: Database, nightly: NightlyBackup, folder: Path, sql: Callable[[str], str]
) -> None:
    match, *_ = await begun(services)
    await come_in(database)
    sql(f"UPDATE matches SET ply = 7 WHERE code = '{match.code}'")
    with capture_logs() as logs:
        await nightly.make_if_due()
    assert [(each["event"], each["problem"]) for each in logs] == [("backup_has_faults", "3 problems")]
    assert files(folder) == ["papan-2026-11-28.db"]


@deep("it starts the program, which is killed")
async def test_nothing_is_left_of_a_copy_that_papan_did_not_wait_for(
    services: Services, database: Database, nightly: NightlyBackup, folder: Path
) -> None:
    await begun(services)
    await come_in(database)
    making = asyncio.create_task(nightly.make_if_due())
    await until(lambda: files(folder))
    making.cancel()
    with pytest.raises(asyncio.CancelledError):
        await making
    assert files(folder) == []


async def test_a_process_without_the_lease_makes_none(url: str, folder: Path, machine: Machine) -> None:
    class Others(SingleProcess):
        def holds(self, kind: str, key: str = "") -> bool:
            return False

    nightly = NightlyBackup(url, folder, 2, Others(), machine)
    with capture_logs() as logs:
        await nightly.make_if_due()
    assert (logs, files(folder)) == ([], [])


@deep("it starts the program once more")
async def test_where_there_is_no_database_nothing_is_left(tmp_path: Path, folder: Path, machine: Machine) -> None:
    nightly = NightlyBackup(f"sqlite:///{tmp_path}/none.db", folder, 2, SingleProcess(), machine)
    old = ["papan-2026-11-01.db", "papan-2026-11-02.db"]
    make(folder, *old)
    with capture_logs() as logs:
        await nightly.make_if_due()
    assert [each["event"] for each in logs] == ["backup_failed"]
    assert files(folder) == old, "while no copy can be made, none is thrown away"
    assert not (tmp_path / "none.db").exists()

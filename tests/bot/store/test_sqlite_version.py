"""The line in the log about the SQLite library at the start."""

import sqlite3
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.store import Database
from tests.bot.database_files import file_in

WITH_THE_FAULT = ["3.7.0", "3.40.1", "3.44.5", "3.46.1", "3.50.6", "3.51.2"]
WITHOUT_IT = ["3.44.6", "3.50.7", "3.51.3", "3.53.0"]


async def start(version: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """The lines that a start with this version logs about it."""
    monkeypatch.setattr(sqlite3, "sqlite_version", version)
    monkeypatch.setattr(sqlite3, "sqlite_version_info", tuple(map(int, version.split("."))))
    with capture_logs() as lines:
        await (await Database.open(file_in(folder))).close()
    return [dict(line) for line in lines if line["event"] == "sqlite_wal_reset"]


@pytest.mark.parametrize("version", WITH_THE_FAULT)
async def test_one_line_says_what_could_happen_and_what_to_do(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (line,) = await start(version, tmp_path, monkeypatch)
    assert line["log_level"] == "info", "Papan writes through one connection and is not hit: nothing is wrong"
    assert line["version"] == version
    assert line["risk"] == "a second program that writes to the file while Papan runs can damage it"
    assert line["advice"] == "let only Papan write to it, copy it with `papan backup`; SQLite 3.51.3 has no such fault"


@pytest.mark.parametrize("version", WITHOUT_IT)
async def test_nothing_is_said_of_a_library_without_the_fault(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await start(version, tmp_path, monkeypatch) == []

"""Endgame tablebases from the command line to the search pool: built, found, and ignored when damaged."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from structlog.testing import capture_logs

from bot.__main__ import main
from bot.computer import search_pool
from bot.computer.search_pool import SearchWorker
from engine.games import find_ruleset
from engine.search.protocol import Protocol
from engine.search.tablebase.building import build
from engine.search.tablebase.files import file_of, tablebase_of
from tests.suites import deep

WON = "4/4/4/m3/4/4/1K2/K3 b"


@pytest.fixture(autouse=True)
def priority(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command lowers the priority of its process for good; the tests that follow here are to keep theirs."""
    monkeypatch.setattr("os.nice", lambda by: by)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder for tables, and empty caches."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for remembered in (tablebase_of, search_pool._tablebase):
        remembered.cache_clear()
    yield tmp_path
    for remembered in (tablebase_of, search_pool._tablebase):
        remembered.cache_clear()


@deep("tables are built in test_tablebase of the search")
def test_tables_are_built_told_of_and_found(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset = find_ruleset("malaysian-checkers-strict")
    assert tablebase_of(ruleset) is None
    tablebase_of.cache_clear()
    assert main(["tables", "dam-strict", "tapal"]) == 0
    told, nothing = capsys.readouterr().out.splitlines()
    assert told.startswith("malaysian-checkers-strict: 3 pieces, 16 materials, 2,537,760 positions (")
    assert " MB, " in told
    assert nothing == "main-tapal-empat: too many pieces are left to the end"
    assert [file.name for file in (folder / "endgames").iterdir()] == ["malaysian-checkers-strict.tables"]
    worker = SearchWorker(Event())
    assert worker.searcher(ruleset).tablebase is tablebase_of(ruleset)
    assert worker.searcher(ruleset).tablebase is not None


def test_damaged_tables_are_told_of_once_and_left_aside(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset = find_ruleset("dam-8-strict")
    file = file_of(ruleset)
    assert file
    build(ruleset, 2).save(file)
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    with capture_logs() as logs:
        assert SearchWorker(Event()).searcher(ruleset).tablebase is None
        assert SearchWorker(Event()).searcher(ruleset).tablebase is None
    assert [(each["event"], each["ruleset"]) for each in logs] == [("tablebase_ignored", ruleset.key)]
    assert "checksum" in logs[0]["reason"]
    assert main(["analyse", "dam-8-strict", "--position", WON, "--seconds", "0.1"]) == 0
    shown = capsys.readouterr()
    assert "checksum" in shown.err
    assert shown.err.endswith("make it again with: papan tables malaysian-checkers-8-strict\n")
    assert shown.out
    said: list[str] = []
    protocol = Protocol(said.append)
    for line in (f"position dam-8-strict text {WON}", "go depth 2"):
        assert protocol.handle(line)
    protocol.wait()
    assert "checksum" in said[0]
    assert said[-1].startswith("bestmove ")


def test_no_folder_no_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    tablebase_of.cache_clear()
    assert tablebase_of(find_ruleset("dam-8")) is None
    assert main(["tables", "dam-8"]) == 1
    assert "NUMBA_CACHE_DIR" in capsys.readouterr().err
    tablebase_of.cache_clear()

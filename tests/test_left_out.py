"""Tests that need Chromium or PostgreSQL are left out and counted where there is none; in CI they fail."""

import re
import subprocess
from pathlib import Path
from shutil import which

import pytest

from loopback import programs
from loopback.postgresql import PostgreSQL
from loopback.programs import CHROMIUM, MissingProgram
from tests.suites import deep

ROOT = Path(__file__).parents[1]
SELECTION = """
    import asyncio
    import pytest
    from loopback.programs import MissingProgram

    def lacks(name):
        raise MissingProgram(name, f"there is no {name}")

    async def lack():
        lacks("Chromium")

    async def tasks(*others):
        async with asyncio.TaskGroup() as group:
            for each in (lack, *others):
                group.create_task(each())

    async def fails():
        raise ValueError("a fault")

    @pytest.fixture(scope="session")
    def server():
        lacks("PostgreSQL")

    def test_passes(): pass
    def test_browser(): lacks("Chromium")
    def test_in_a_task(): asyncio.run(tasks())
    @pytest.mark.parametrize("number", range(3))
    def test_server(server, number): pass
"""
FAULT = """
    def test_with_a_fault_too(): asyncio.run(tasks(fails))
"""
LINE = "left out: 2 tests that need Chromium, 3 that need PostgreSQL"


@pytest.fixture(autouse=True)
def alone(pytester: pytest.Pytester) -> None:
    """A folder of tests with the plugin."""
    pytester.makeconftest("""
        from tests.left_out import LeftOut

        def pytest_configure(config):
            config.pluginmanager.register(LeftOut())
    """)
    pytester.makeini(f"[pytest]\npythonpath = {ROOT}\nasyncio_default_fixture_loop_scope = function")


@pytest.mark.parametrize("workers", ["0", pytest.param("1", marks=deep("a worker counts them as one process does"))])
def test_they_are_counted(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, workers: str) -> None:
    monkeypatch.delenv("CI", raising=False)
    pytester.makepyfile(SELECTION)
    done = pytester.runpytest_inprocess("-n", workers)
    done.assert_outcomes(passed=1, skipped=5)
    assert LINE in done.outlines


def test_what_fails_beside_it_fails(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    pytester.makepyfile(SELECTION + FAULT)
    done = pytester.runpytest_inprocess()
    done.assert_outcomes(passed=1, skipped=5, failed=1)


def test_in_ci_all_of_them_fail(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    pytester.makepyfile(SELECTION)
    done = pytester.runpytest_inprocess()
    done.assert_outcomes(passed=1, failed=2, errors=3)
    assert not [line for line in done.outlines if line.startswith("left out")]


def test_ci_run_sets_ci() -> None:
    assert re.search(r"^export CI=true\b", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)


def test_a_machine_without_the_programs_is_told_from_one_on_which_they_fail(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingProgram, match="no Chromium"):
        programs.chromium()
    monkeypatch.setattr(Path, "glob", lambda *_: iter(()))
    with pytest.raises(MissingProgram, match="no PostgreSQL"):
        PostgreSQL()


class TestInstalling:
    """`.ci/chromium` on a machine that has only what the test gives it."""

    @pytest.fixture
    def machine(self, tmp_path: Path) -> Path:
        """A folder with the commands of a machine that has no browser, whose tests are run by an ordinary user."""
        commands = tmp_path / "commands"
        commands.mkdir()
        for name in ("sh", "dirname"):
            (commands / name).symlink_to(which(name) or "")
        _command(commands / "id", "echo 1000")
        return commands

    def test_a_browser_that_is_there_is_taken(self, machine: Path) -> None:
        _command(machine / CHROMIUM[-1], "exit 1")
        assert _install(machine) == (0, "")

    def test_an_ordinary_user_is_told_what_will_be_left_out(self, machine: Path) -> None:
        status, said = _install(machine)
        assert (status, said.count("\n")) == (0, 1)
        assert "that need Chromium will be left out: it is not installed" in said

    def test_in_ci_that_is_a_failure(self, machine: Path) -> None:
        status, said = _install(machine, CI="true")
        assert (status, said.count("\n")) == (1, 1)
        assert "need Chromium: it is not installed" in said

    def test_root_is_told_what_is_installed(self, machine: Path) -> None:
        _command(machine / "id", "echo 0")
        _command(machine / "apt-get", f'echo "$*" >>{machine}/asked')
        status, said = _install(machine)
        assert (status, said.count("\n")) == (0, 1)
        assert "on this machine" in said
        assert "the package chromium" in said
        assert (machine / "asked").read_text().splitlines()[-1].endswith(" chromium-headless-shell")

    def test_an_older_system_gets_the_whole_browser(self, machine: Path) -> None:
        _command(machine / "id", "echo 0")
        refused = 'case "$*" in *-shell) exit 100;; esac'
        _command(machine / "apt-get", f'echo "$*" >>{machine}/asked\n{refused}')
        assert _install(machine)[0] == 0
        assert (machine / "asked").read_text().splitlines()[-1].endswith(" chromium")

    @pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
    def test_root_without_a_network_too(self, machine: Path, ci: str, status: int) -> None:
        _command(machine / "id", "echo 0")
        _command(machine / "apt-get", "exit 100")
        ended, said = _install(machine, CI=ci)
        assert ended == status
        assert said.endswith("apt-get cannot install the package chromium-headless-shell.\n")


def _command(path: Path, does: str) -> None:
    path.write_text(f"#!/bin/sh\n{does}\n")
    path.chmod(0o755)


def _install(machine: Path, **environment: str) -> tuple[int, str]:
    """The status of `.ci/chromium`, and what it says."""
    done = subprocess.run(
        [ROOT / ".ci" / "chromium"],
        env={"PATH": str(machine), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout

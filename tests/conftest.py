"""The fixtures of every test folder."""

import fcntl
import gc
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import structlog
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

from loopback.postgresql import PostgreSQL, memory_folder
from tests.left_out import LeftOut
from tests.processor_time import ProcessorTime
from tests.shared import FOLDER
from tests.slices import TOGETHER, Slice, file_of, read_slice
from tests.suites import divide

ROOT = Path(__file__).parents[1]
BROWSERS = "tests/conversation/"
"""Browsers take more memory than all else, so their tests run one after another."""
SOURCES = {
    "tests/bot/app/test_callback_data.py",
    "tests/bot/words/test_catalogues.py",
    "tests/bot/words/test_native_words.py",
    "tests/test_bounds.py",
    "tests/test_code_names.py",
    "tests/test_game_words.py",
    "tests/test_names.py",
}
"""Files whose tests read all sources of the program, which one process does once for them."""

ROOM = 1 << 30
"""Bytes of memory that the files of the tests take at most; each test's go with it."""


for _name in (
    *("DISCORD_TOKEN", "DISCORD_CLIENT_SECRET", "TELEGRAM_TOKEN", "DATABASE_URL"),
    *("PAPAN_APP_URL", "PAPAN_APP_LISTEN", "TELEGRAM_WEBHOOK_URL", "TELEGRAM_WEBHOOK_SECRET"),
):
    # Programs that tests start read no token, and no address of a database, from the .env of this checkout.
    os.environ[_name] = ""


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--deep``: the other suite; ``--slice``: a part of it."""
    parser.addoption("--deep", action="store_true", help="what the quick suite leaves out, and all examples")
    parser.addoption("--slice", metavar="WHICH", help="one slice of that: its number, a date, or `today`")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the suite; compile the computer player and the tests, once for all workers, before any needs them.

    Files of tests stand in memory where there is room: a test with a database takes an eighth less time.
    """
    # The other way of showing an exception takes a second or two of processor time for each.
    *processors, _ = structlog.get_config()["processors"]
    plain = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*processors, plain])
    if chosen := config.getoption("--slice"):
        # Said once: the workers are given the date, whatever day it is when they begin.
        config.stash[SLICE] = found = read_slice(chosen, datetime.now(UTC).date())
        config.option.deep, config.option.slice = True, found.named
        config.option.loadscopereorder = False  # xdist would begin with what has the most cases
    is_deep = config.getoption("--deep")
    settings.load_profile("deep" if is_deep else "quick")
    if not is_deep:
        config.pluginmanager.register(ProcessorTime())
    config.pluginmanager.register(LeftOut())
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        memory = memory_folder(ROOM)
        if memory:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))
        if FOLDER not in os.environ:
            shared = TemporaryDirectory(prefix="papan-tests-", dir=memory)
            patch = pytest.MonkeyPatch()
            patch.setenv(FOLDER, shared.name)
            config.add_cleanup(patch.undo)
            config.add_cleanup(shared.cleanup)
        with prepared():
            compile_kernel()


@contextmanager
def prepared() -> Iterator[None]:
    """In a fresh checkout, make once what otherwise each worker would make for itself: compiled files of the tests and
    of all that they import, and tables of Unicode. It is done beside the block, which has one processor busy.
    """
    if sys.dont_write_bytecode or any((ROOT / "tests" / "bot" / "__pycache__").glob("test_*-pytest-*")):
        yield
        return
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    commands = (
        ["-m", "pytest", "--collect-only", "-qq"],
        ["-c", "from hypothesis.strategies import text; text().validate()"],
    )
    started = [
        subprocess.Popen([sys.executable, *command], cwd=ROOT, env=plain, stdout=subprocess.DEVNULL)
        for command in commands
    ]
    try:
        yield
    finally:
        for each in started:
            each.wait()


def compile_kernel() -> None:
    """Compile the computer player, or load it compiled; a second run of this checkout waits meanwhile.

    Not ``papan warm``, whose low priority would keep everybody waiting on a busy machine.
    """
    checkout = hashlib.sha256(f"{os.getuid()} {ROOT}".encode()).hexdigest()[:16]
    with Path(tempfile.gettempdir(), f"papan-kernel-{checkout}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run([sys.executable, "-c", "from engine.search import warm; warm()"], check=True, cwd=ROOT)


def pytest_report_header(config: pytest.Config) -> str | None:
    """The slice that is run."""
    return str(config.stash[SLICE]) if SLICE in config.stash else None


LEFT_OUT = pytest.StashKey[int]()
SLICE = pytest.StashKey[Slice]()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is of the other suite."""
    chosen, left_out = divide(items, deep=config.getoption("--deep"))
    items[:] = config.stash[SLICE].cut(chosen) if SLICE in config.stash else chosen
    config.stash[LEFT_OUT] = len(left_out)
    if hasattr(config, "workeroutput"):
        config.workeroutput["left_out"] = len(left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: WorkerController) -> None:
    """Each worker has left out the same."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell how many tests this suite has left out, and which command runs them."""
    if left_out := config.stash.get(LEFT_OUT, 0):
        is_deep = config.getoption("--deep")
        other = "`make test`" if is_deep else "`make test-deep`"
        terminalreporter.line(f"{left_out} tests are left to {other}")
    if SLICE in config.stash:
        terminalreporter.line(f"This was {config.stash[SLICE]}")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collecting tests makes next to no garbage, but so many objects that looking for some takes its time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Freeze the collected tests: they live as long as the run, and need not be looked through again and again.

    What a test makes is mostly gone with it, so garbage is looked for more seldom than in a program that runs for days.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Freeze what is left: it has been looked through for errors, and that takes a second each time."""
    gc.freeze()


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Gives each test with all its cases to whichever worker is free, so that none has much left when the others end;
    the files ``TOGETHER``, the files ``SOURCES`` and the tests of ``BROWSERS`` come first, each of them whole, and in
    the quick suite so do those that have PostgreSQL in their names: one server is started for all of them.
    """

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(BROWSERS):
            return BROWSERS
        if "postgresql" in nodeid and not self.config.getoption("--deep"):
            return "postgresql"
        file = file_of(nodeid)
        if file in SOURCES:
            return "sources"
        return file if file in TOGETHER else nodeid.partition("[")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling:
    """The scheduler that shares tests out among workers."""
    return Scheduling(config, log)


_TESTS = count()


@pytest.fixture(autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is remembered of a server's database in a folder of the test, not where the tests are run.

    The folder is made by the test that remembers something: nearly none does.
    """
    monkeypatch.setenv("PAPAN_STATE", str(tmp_path_factory.getbasetemp() / f"state{next(_TESTS)}"))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A running PostgreSQL for all tests."""
    with PostgreSQL() as server:
        yield server

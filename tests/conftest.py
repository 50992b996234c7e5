"""What every test folder shares."""

import shutil
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from loopback.postgresql import NoPostgreSQL, PostgreSQL

# Time on a shared machine says nothing about the code, so no example fails for having been slow; the examples are the
# same on every run, so a test that fails here fails everywhere.
settings.register_profile(
    "papan", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("papan")

TOGETHER = {
    "tests/bot/platforms/test_discord_faults.py",
    "tests/bot/platforms/test_telegram_faults.py",
    "tests/bot/store/test_postgresql.py",
    "tests/bot/store/test_starts_at_once.py",
    "tests/engine/search/test_tablebase.py",
}
"""Files whose tests share something that is expensive to make."""


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Gives each test to whichever worker is free, so that none has much left when the others end; the files
    ``TOGETHER`` come first, each of them whole.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if file in TOGETHER else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling:
    """How tests are shared out among workers."""
    return Scheduling(config, log)


@pytest.fixture(autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered of a server's database stands in a folder of the test, not where the tests are run."""
    monkeypatch.setenv("PAPAN_STATE", str(tmp_path_factory.mktemp("state")))


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser that Playwright is to drive (``executable_path``); without one the test fails."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    pytest.fail("There is no Chromium to test the web room in; `make test` installs it, or says how.")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A running PostgreSQL for all tests; without one on this machine the test fails."""
    try:
        with PostgreSQL() as server:
            yield server
    except NoPostgreSQL as problem:
        pytest.fail(str(problem))

"""Several processes that start at once on a server bring the schema up to date together."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple, TextIO

import pytest

from loopback.postgresql import PostgreSQL
from tests.bot.store.steps import NEXT, add_next_step
from tests.suites import deep

STARTS = """
import asyncio, sys
from pathlib import Path
from bot.store import Database, migrate
migrate.STEPS = Path(sys.argv[1])
async def start(url):
    database = await Database.open(url)
    await database.probe()
    await database.close()
for line in sys.stdin:
    asyncio.run(start(line.strip()))
    print("started", flush=True)
"""
PROCESSES = 4


class Starting(NamedTuple):
    """A process that opens each database it is told to, as a Papan that starts does."""

    process: subprocess.Popen[str]
    log: TextIO

    def begin(self, url: str) -> None:
        """Tell it to open a database."""
        assert self.process.stdin
        print(url, file=self.process.stdin, flush=True)

    def end(self) -> str:
        """Its output until it has opened the database and closed it again."""
        assert self.process.stdout
        said = []
        while (line := self.process.stdout.readline()) != "started\n":
            assert line, f"the process has failed: {Path(self.log.name).read_text()}"
            said.append(line)
        return "".join(said)


@pytest.fixture(scope="module")
def starting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Starting]]:
    """Some processes that stand ready: Python starts once for all databases."""
    with ExitStack() as stack:
        started = []
        steps = add_next_step(tmp_path_factory.mktemp("steps"))
        for number in range(PROCESSES):
            log = stack.enter_context((tmp_path_factory.getbasetemp() / f"starting-{number}.log").open("w"))
            process = stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", STARTS, str(steps)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                )
            )
            started.append(Starting(process, log))
        yield started
        for each in started:
            each.process.communicate()
            assert each.process.returncode == 0


@pytest.fixture(params=["postgresql"])
def backend(request: pytest.FixtureRequest) -> str:
    """A file has one process."""
    return str(request.param)


@pytest.mark.parametrize("before", ["empty_url", "town"])
@deep("tables that another makes meanwhile are tested in test_migrations")
def test_many_processes_may_start_at_once_on_a_server(
    postgresql: PostgreSQL, starting: list[Starting], before: str, request: pytest.FixtureRequest
) -> None:
    url: str = request.getfixturevalue(before)
    for each in starting:
        each.begin(url)
    outputs = [each.end() for each in starting]
    assert sum(output.count("schema_upgraded") for output in outputs) == 1
    assert postgresql.execute("SELECT version_num FROM alembic_version", url.rpartition("/")[2]) == NEXT

"""Several processes that start at once on a server bring the schema up to date together."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple, TextIO

import pytest

from bot.store import migrate
from loopback.postgresql import PostgreSQL
from tests.bot.store.test_migrations import EARLIER, at_schema, kept_rows
from tests.suites import deep

STARTS = """
import asyncio, sys
from bot.store import Database
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
        """What it has said until it had opened the database and closed it again."""
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
        for number in range(PROCESSES):
            log = stack.enter_context((tmp_path_factory.getbasetemp() / f"starting-{number}.log").open("w"))
            process = stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", STARTS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
                )
            )
            started.append(Starting(process, log))
        yield started
        for each in started:
            each.process.communicate()
            assert each.process.returncode == 0


@pytest.mark.parametrize("earlier", [None, *EARLIER])
@deep("tables that another makes meanwhile are tested in test_migrations")
async def test_many_processes_may_start_at_once_on_a_server(
    postgresql: PostgreSQL, starting: list[Starting], earlier: str | None
) -> None:
    name = postgresql.create()
    url = postgresql.address(name)
    if earlier:
        await at_schema(url, earlier, kept_rows(earlier))
    for each in starting:
        each.begin(url)
    outputs = [each.end() for each in starting]
    assert sum(output.count("schema_upgraded") for output in outputs) == 1
    assert postgresql.execute("SELECT version_num FROM alembic_version", name) == migrate.newest()
    postgresql.drop(name)

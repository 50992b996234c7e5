"""The health page of a running Papan: whether it is well, and its metrics."""

import asyncio
import re
import resource
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import ClientSession
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from bot.bootstrap.assembly import RunningApp, run_app, tell_version
from bot.bootstrap.settings import Address, Settings
from bot.chat import Request
from bot.foundation.errors import CannotStart
from bot.foundation.monitoring.health import HealthPage
from bot.foundation.monitoring.probe import ask
from bot.foundation.version import this_version
from bot.matches.identity import Person
from bot.store import Database, UnusableDatabase
from bot.store.tables import blocks
from loopback.ports import hand_out
from loopback.postgresql import PostgreSQL
from loopback.waiting import eventually
from tests.bot.app.seen import seen
from tests.bot.database_files import file_in
from tests.bot.kit import ROOM, event
from tests.suites import deep


@dataclass
class Watcher:
    running: RunningApp
    url: str
    session: ClientSession

    async def reads(self, name: str, **labels: str) -> float:
        """The value of one line of /metrics; 0 where there is none."""
        async with self.session.get(f"{self.url}/metrics") as response:
            assert response.status == 200
            text = await response.text()
        for line in text.splitlines():
            found = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line)
            if found and found[1] == name and dict(re.findall(r'(\w+)="([^"]*)"', found[2] or "")) == labels:
                return float(found[3])
        return 0.0

    async def says(self, name: str, command: str, **given: str | Person) -> str:
        answer = seen(
            await self.running.papan.command(
                Request(event(), Person("web", name.casefold(), name), ROOM), command, given
            )
        )
        return answer.title + answer.text


@pytest.fixture
def port() -> int:
    return hand_out()


@pytest.fixture
async def watcher(tmp_path: Path, port: int) -> AsyncIterator[Watcher]:
    settings = Settings(
        database_url=file_in(tmp_path),
        papan_web=Address("127.0.0.1", 0),
        papan_health=Address("127.0.0.1", port),
    )
    async with run_app(settings) as running, ClientSession() as session:
        yield Watcher(running, f"http://127.0.0.1:{port}", session)


async def test_a_papan_that_is_well_says_so(watcher: Watcher, port: int) -> None:
    async with watcher.session.get(f"{watcher.url}/healthz") as response:
        assert (response.status, await response.json()) == (200, {"status": "ok"})
    assert await asyncio.to_thread(ask, "127.0.0.1", port) == "ok"


@pytest.mark.parametrize("page", ["healthz", "metrics"])
async def test_the_pages_answer_to_their_own_address_only(watcher: Watcher, page: str) -> None:
    async with watcher.session.get(f"{watcher.url}/{page}", headers={"Host": "evil.example"}) as response:
        assert response.status == 421


async def test_moves_refusals_requests_and_pictures_are_counted(watcher: Watcher) -> None:
    names = ("papan_moves_total", "papan_draw_seconds_count")
    before = {name: await watcher.reads(name) for name in names}
    refused = await watcher.reads("papan_refusals_total", reason="NotYourTurn")
    asked = await watcher.reads("papan_request_seconds_count", platform="web", kind="command")
    siti = Person("web", "siti", "Siti")
    code = (await watcher.says("Adi", "play", game="dam-8", side="first", opponent=siti)).split()[0]
    await watcher.says("Siti", "join", code=code)
    await watcher.says("Adi", "move", move="c3-d4")
    assert "not your turn" in await watcher.says("Adi", "move", move="a3-b4")
    await watcher.says("Siti", "move", move="b6-a5")
    await watcher.says("Siti", "rules", game="dam-8")
    assert await watcher.reads("papan_moves_total") == before["papan_moves_total"] + 2
    assert await watcher.reads("papan_draw_seconds_count") > before["papan_draw_seconds_count"]
    assert await watcher.reads("papan_refusals_total", reason="NotYourTurn") == refused + 1
    assert await watcher.reads("papan_request_seconds_count", platform="web", kind="command") == asked + 6


async def test_the_version_is_a_metric(watcher: Watcher) -> None:
    tell_version()
    found = this_version()
    labels = {"version": found.number, "commit": found.commit, "date": found.date}
    assert await watcher.reads("papan_build_info", **labels) == 1


async def test_boards_behind_are_counted_until_they_are_shown(watcher: Watcher) -> None:
    siti = Person("web", "siti", "Siti")
    await watcher.says("Adi", "play", game="dam-8", opponent=siti)
    assert await watcher.reads("papan_views_behind") == 1, "its first message was made here, and stands nowhere"
    (view,) = await watcher.running.services.views.behind(["web"])
    await watcher.running.papan.shown(view.key, "m1")
    assert await watcher.reads("papan_views_behind") == 0


async def test_no_label_names_a_person_or_a_match(watcher: Watcher) -> None:
    code = (await watcher.says("Zulkhairi-Q", "play", game="tabal", side="first")).split()[0]
    async with watcher.session.get(f"{watcher.url}/metrics") as response:
        text = await response.text()
    assert "papan_request_seconds_count" in text
    assert "zulkhairi" not in text.casefold()
    assert code not in text


async def test_a_database_that_does_not_answer_is_told(port: int) -> None:
    async def away() -> str:
        raise ConnectionError

    async def unknown() -> int:
        raise ConnectionError

    page = HealthPage({"database": away}, unknown, "127.0.0.1", port)
    await page.start()
    try:
        async with ClientSession() as session, session.get(f"http://127.0.0.1:{port}/healthz") as response:
            said = (await response.json())["status"]
            assert (response.status, said) == (503, "the database does not answer (ConnectionError)")
        assert await asyncio.to_thread(ask, "127.0.0.1", port) == said
        async with ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as response:
            assert "papan_views_behind NaN" in await response.text()
    finally:
        await page.stop()


async def test_an_address_that_is_taken_ends_the_start_with_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        settings = Settings(
            database_url=file_in(tmp_path),
            papan_web=Address("127.0.0.1", 0),
            papan_health=Address("127.0.0.1", taken.getsockname()[1]),
        )
        with pytest.raises(CannotStart, match="PAPAN_HEALTH: cannot serve on") as refused:
            async with run_app(settings):
                pass
    assert "\n" not in str(refused.value)


async def healthz(watcher: Watcher) -> tuple[int, str]:
    async with watcher.session.get(f"{watcher.url}/healthz") as response:
        return response.status, (await response.json())["status"]


async def test_a_disk_on_which_nothing_can_be_written_is_told(watcher: Watcher) -> None:
    assert await healthz(watcher) == (200, "ok")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        status, said = await healthz(watcher)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert status == 503
    assert re.fullmatch(r"the database .*papan.db cannot be written: .*", said)
    assert await healthz(watcher) == (200, "ok")
    assert await watcher.reads("papan_unhealthy", part="database") == 0


async def test_a_damaged_page_is_told(tmp_path: Path, port: int) -> None:
    """The damage may be found by the look at all pages after the start, or by a reader."""
    url = file_in(tmp_path)
    settings = Settings(database_url=url, papan_web=Address("127.0.0.1", 0), papan_health=Address("127.0.0.1", port))
    file = tmp_path / "papan.db"
    with closing(sqlite3.connect(file)) as looking:
        (number,) = looking.execute("SELECT rootpage FROM sqlite_master WHERE name = 'blocks'").fetchone()
    whole = file.read_bytes()
    file.write_bytes(whole[: (number - 1) * 4096] + b"\xff" * 4096 + whole[number * 4096 :])
    async with run_app(settings) as running, ClientSession() as session:
        watcher = Watcher(running, f"http://127.0.0.1:{port}", session)
        _, said = await eventually(lambda: healthz(watcher), lambda found: found[0] == 503)
        assert re.fullmatch(r"the database .*papan.db is damaged: .*; stop Papan, see what is wrong .*", said)
    database = await Database.open(url)
    await database.probe()
    with pytest.raises(SQLAlchemyError):
        await database.read(lambda connection: connection.execute(select(blocks)))
    with pytest.raises(UnusableDatabase, match="is damaged: database disk image is malformed"):
        await database.probe()
    await database.close()


@deep("it waits for a real time-out")
async def test_a_file_that_another_program_keeps_locked_is_told(watcher: Watcher, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "papan.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        first, second = await asyncio.gather(healthz(watcher), healthz(watcher))
        assert first == second == (503, "the database does not answer")
        assert await watcher.reads("papan_unhealthy", part="database") == 1
        assert await watcher.reads("papan_unhealthy", part="boards") == 0
        other.execute("ROLLBACK")
    assert await healthz(watcher) == (200, "ok")


@deep("a database that is away is told of in the quick suite")
async def test_a_server_that_can_only_be_read_is_told(postgresql: PostgreSQL, port: int) -> None:
    name = postgresql.create()
    settings = Settings(
        database_url=postgresql.address(name),
        papan_web=Address("127.0.0.1", 0),
        papan_health=Address("127.0.0.1", port),
    )
    read_only = "ALTER DATABASE {} SET default_transaction_read_only = {}"
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()"
    async with run_app(settings) as running, ClientSession() as session:
        watcher = Watcher(running, f"http://127.0.0.1:{port}", session)
        assert await healthz(watcher) == (200, "ok")
        postgresql.execute(read_only.format(name, "on"))
        postgresql.execute(cut)
        status, said = await healthz(watcher)
        assert (status, "in a read-only transaction" in said) == (503, True)
        postgresql.execute(read_only.format(name, "off"))
        postgresql.execute(cut)
        assert await healthz(watcher) == (200, "ok")
    postgresql.drop(name)

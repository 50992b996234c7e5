"""A process that is frozen in the middle of a transaction holds up nobody, and writes nothing once it runs again."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from structlog.testing import capture_logs

from bot.app.entry.app import App
from bot.app.pictures.images import ImageRenderer
from bot.app.requests.context import AppServices
from bot.computer.search_pool import SearchPool
from bot.matches.match import Match
from bot.services.match.matches import Player
from bot.services.services import Services
from bot.store import Database
from bot.store.backends import postgresql
from bot.store.connection import Connection
from engine.notation import format_move
from tests.bot.app.visitors import Visitor
from tests.bot.kit import begun, play
from tests.suites import deep

ROOT = Path(__file__).parents[3]


@pytest.fixture(params=["postgresql"])
def backend(request: pytest.FixtureRequest) -> str:
    """A file has one process."""
    return str(request.param)


@contextmanager
def frozen(url: str, match: Match, player: Player, *, patience: float) -> Iterator["subprocess.Popen[str]"]:
    """A process that stands still while it resigns a match for a player, until it gets SIGCONT."""
    command = [sys.executable, "-m", "tests.bot.store.frozen", url, match.code, player.id, "0.5", f"{patience}"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            # Returns when it is stopped, or has ended.
            _, status = os.waitpid(process.pid, os.WUNTRACED)
            assert os.WIFSTOPPED(status), process.stderr and process.stderr.read()
            yield process
        finally:
            process.kill()


@deep("a process that stood still begins anew in the quick suite")
async def test_a_frozen_process_holds_no_match(url: str, services: Services) -> None:
    match, adi, siti, _ = await begun(services)
    with frozen(url, match, siti, patience=0.1) as process:
        after = await play(services, match, adi, siti)
        process.send_signal(signal.SIGCONT)
        said, log = await asyncio.to_thread(process.communicate)
    assert said.split() == ["DatabaseBusy", f"{after.version}"], "it writes nothing, and goes on"
    assert process.returncode == 0
    assert "never retrieved" not in log
    assert "Traceback" not in log


@deep("what is written by a process that was frozen for longer is nothing")
async def test_who_was_frozen_for_a_moment_acts_on_what_is_stored_now(url: str, services: Services) -> None:
    match, adi, siti, _ = await begun(services)
    with frozen(url, match, siti, patience=100.0) as process:
        after = await play(services, match, adi, siti)
        process.send_signal(signal.SIGCONT)
        said, _ = await asyncio.to_thread(process.communicate)
    assert said.split() == [f"{after.version + 1}"] * 2


@deep("a process that stood still begins anew in the quick suite")
async def test_who_waits_too_long_reads_that_it_takes_a_moment(
    url: str, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "PATIENCE", 0.2)
    monkeypatch.setattr(postgresql, "LOCK_WITHIN", 0.05)
    match, _, _, _ = await begun(services)
    images = ImageRenderer()
    adi = Visitor(App(AppServices(services, images, SearchPool())), "Adi")
    line = f"/move {format_move(match.game.ruleset, match.game.legal_moves[0])}"
    holder = postgresql.engine(make_url(url).set(drivername="postgresql+asyncpg"), postgresql.VISITING)
    async with holder.begin() as connection:
        await connection.execute(text("SELECT * FROM matches FOR UPDATE"))
        with capture_logs() as logs:
            answer = await adi.types(line)
    assert answer.text == "This takes a moment longer than usual. Nothing is lost; please try again in a moment."
    assert [each["event"] for each in logs] == ["request_not_in_time"]
    assert "You played" in (await adi.types(line)).text
    await holder.dispose()
    images.close()


LIMITS = ("idle_in_transaction_session_timeout", "lock_timeout", "tcp_user_timeout")


async def limits(connection: Connection) -> list[str]:
    return [str((await connection.execute(text(f"SHOW {name}"))).scalar_one()) for name in LIMITS]


async def test_only_a_running_papan_is_limited(url: str, database: Database) -> None:
    assert await database.write(limits) == ["5s", "3s", "10000"]
    visitor = await Database.open(url, postgresql.VISITING)
    async with visitor.writing() as run:
        copying = await run(limits)
    await visitor.close()
    upgrades = database.connections_apart()
    async with upgrades.connect() as connection:
        upgrading = await limits(connection)
    assert copying == upgrading == ["0", "0", "0"], "what takes its time is not ended"
    await upgrades.dispose()


TOLD = """
CREATE SCHEMA pretended;
CREATE TABLE pretended.told (name text, value text);
CREATE VIEW pretended.pg_settings AS SELECT text 'transaction_timeout' AS name UNION SELECT 'lock_timeout';
CREATE FUNCTION pretended.set_config(text, text, boolean) RETURNS void LANGUAGE sql
    AS 'INSERT INTO pretended.told VALUES ($1, $2)';
ALTER DATABASE {name} SET search_path = pretended, pg_catalog
"""
"""Stands in for what a server from 17 on knows, and notes what it is told."""


async def test_a_server_is_told_the_limits_that_it_knows_and_no_others(url: str, sql: Callable[[str], str]) -> None:
    for statement in TOLD.format(name=url.rpartition("/")[2]).split(";\n"):
        sql(statement)
    newer = postgresql.engine(make_url(url).set(drivername="postgresql+asyncpg"))
    async with newer.connect():
        pass
    await newer.dispose()
    assert sql("SELECT * FROM pretended.told ORDER BY name").splitlines() == [
        "lock_timeout|3000",
        "transaction_timeout|12000",
    ]


async def test_a_whole_transaction_is_limited_where_the_server_can_do_that(
    database: Database, sql: Callable[[str], str]
) -> None:
    async def limit(connection: Connection) -> str:
        return str((await connection.execute(text("SELECT current_setting('transaction_timeout', true)"))).scalar_one())

    can = int(sql("SHOW server_version_num")) >= 170_000
    assert await database.write(limit) == ("12s" if can else "None")

"""A PostgreSQL that fails: connections cut before and after the commit, the server stopped, others in the way."""

import asyncio
import gc
import os
import re
import signal
import sys
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, MutableMapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from sqlalchemy import select, text
from structlog.testing import capture_logs

from bot.bootstrap import assembly as bootstrap
from bot.matches.invitation import Invitation
from bot.matches.match import Match
from bot.services.services import Services
from bot.store import Database, UnusableDatabase, notify, transfer
from bot.store.backends import postgresql as server
from bot.store.connection import Connection
from bot.store.moves import moves_of
from bot.store.tables import matches
from bot.workers.leases import LeaseHolder
from loopback.postgresql import PASSWORD, PostgreSQL
from loopback.telegram import TelegramServer
from loopback.waiting import eventually, patience, until
from tests.bot.connected import to_telegram
from tests.bot.kit import IN_ROOM, Clock, begun, check, event, moving, play
from tests.suites import deep, quick_first

Result = TypeVar("Result")
PAPAN = str(Path(sys.executable).with_name("papan"))


@pytest.fixture(scope="module")
def own() -> Iterator[PostgreSQL]:
    """A server that may be stopped."""
    with PostgreSQL() as started:
        yield started


@pytest.fixture
async def database(own: PostgreSQL) -> AsyncIterator[Database]:
    """A database there."""
    name = own.create()
    opened = await Database.open(own.address(name))
    yield opened
    await opened.close()
    own.drop(name)


async def cut_connections(own: PostgreSQL) -> None:
    await asyncio.to_thread(
        own.execute, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'papan'"
    )


async def whole(match: Match, services: Services, database: Database, clock: Clock, plies: int) -> None:
    """Do the rows have that state, read without a cache?"""
    stored = await Services.over(database, clock, Random(1)).matches.get(match.code)
    assert stored == await services.matches.get(match.code)
    assert stored.game.ply == plies
    assert await check(database) == []


@deep("a server that stops and comes back is seen in the quick suite")
async def test_connections_that_are_cut_are_not_noticed(
    own: PostgreSQL, database: Database, services: Services, clock: Clock
) -> None:
    match, adi, siti, _ = await begun(services)
    for _ in range(30):  # one cut a move: cuts without end could outlast the patience of any move
        match, _ = await asyncio.gather(play(services, match, adi, siti), cut_connections(own))
    await whole(match, services, database, clock, 30)


@deep("a transaction that fails is tried again in the quick suite")
@pytest.mark.long("a server that stops leaves its own time to whoever waits for it")
async def test_the_server_is_stopped_at_once_and_comes_back(
    own: PostgreSQL, database: Database, services: Services, clock: Clock
) -> None:
    match, adi, siti, _ = await begun(services)
    with capture_logs() as logs:
        for times in range(3):
            playing = asyncio.create_task(play(services, match, adi, siti, moves=10))
            read, before = partial(services.matches.get, match.code), match.version
            await eventually(read, lambda now, before=before: now.version > before)  # type: ignore[misc]
            own.stop(signal.SIGQUIT)
            await until(lambda times=times: len(logs) > 2 * times, lambda: logs)  # type: ignore[misc]
            own.start()
            match = await playing
    await whole(match, services, database, clock, 30)
    said = [line["event"] for line in logs]
    assert said == ["database_away", "database_back"] * 3, "each time is told once, however many wait for the server"


@deep("a transaction that fails is tried again in the quick suite")
@pytest.mark.long("a server that stops leaves its own time to whoever waits for it")
async def test_a_restart_is_one_sentence_also_where_nobody_waits_any_more(
    own: PostgreSQL, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.3)
    unretrieved: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unretrieved.append(context["message"]))
    beside = database.beside(answer_within=10.0)
    both = (database, beside)
    for each in both:
        await each.probe()
    with capture_logs() as logs:
        own.stop(signal.SIGQUIT)
        waiting = asyncio.gather(*(each.probe() for each in both))
        await until(lambda: logs)
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting
        del waiting
        await until(lambda: not any(each._tasks for each in both))
        gc.collect()  # an exception that nobody has asked for is told with its task's end
        own.start()
        for each in both:
            await each.probe()
    await beside.close()
    assert unretrieved == []
    assert [line["event"] for line in logs] == ["database_away", "database_back"]


@deep("a server that stops and comes back is seen in the quick suite")
async def test_no_task_of_a_running_papan_fails_unheard_while_the_server_restarts(
    own: PostgreSQL, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bootstrap, "LeaseHolder", partial(LeaseHolder, lifetime=3600.0, renew_every=0.1))
    monkeypatch.setattr(notify, "LONGEST_PAUSE", 0.2)
    monkeypatch.setattr(server, "PATIENCE", 0.3)
    unheard: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
    name = own.create()
    try:
        async with TelegramServer() as telegram:
            adi = telegram.person("Adi", started=True)
            with capture_logs() as logs:
                async with bootstrap.run_app(to_telegram(telegram, own.address(name))):
                    adi.say(adi.private, "/play dam-8")
                    adi.press(await adi.gets(adi.private, key="Practice board"), "Practice board")
                    await adi.gets(adi.private, key="Your move")
                    for move, how in (("c3-d4", signal.SIGQUIT), ("f6-g5", signal.SIGINT)):
                        own.stop(how)
                        adi.say(adi.private, f"/move {move}")
                        await until(partial(_says, logs, "leases_not_renewed", "updates_not_kept"), lambda: logs[-5:])
                        logs.clear()
                        own.start()
                        await until(partial(_says, logs, "database_back"), lambda: logs[-5:])
                        await adi.gets(adi.private, text=move)
                    own.stop(signal.SIGQUIT)
                    await until(partial(_says, logs, "leases_not_renewed"), lambda: logs[-5:])
    finally:
        own.start()
    gc.collect()  # an exception that nobody has asked for is told with its task's end
    assert unheard == []
    assert [record for record in caplog.records if record.name == "asyncio"] == []
    own.drop(name)


def _says(logs: list[MutableMapping[str, Any]], *events: str) -> bool:
    return {line["event"] for line in logs} >= {*events}


@asynccontextmanager
async def cutting_at_commit(own: PostgreSQL, name: str, after: bool) -> AsyncIterator[tuple[str, list[int]]]:
    """A connection to the server that is cut at a commit, just before it arrives or before its response does.

    Gives the address, and a list: put a number into it, and so many commits are cut.
    """
    due: list[int] = []
    tasks: set[asyncio.Task[None]] = set()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", own.port)
        answering = asyncio.create_task(_pump(there, writer))
        tasks.add(answering)
        try:
            while said := await reader.read(65536):
                if due and b"COMMIT" in said:
                    due.pop()
                    if after:
                        answering.cancel()
                        back.write(said)
                        await there.readuntil(b"COMMIT\0")
                    return
                back.write(said)
        finally:
            answering.cancel()
            writer.close()
            back.close()

    proxy = await asyncio.start_server(carry, "127.0.0.1", 0)
    port = proxy.sockets[0].getsockname()[1]
    try:
        yield own.address(name).replace(f":{own.port}/", f":{port}/"), due
    finally:
        proxy.close()
        for task in tasks:
            task.cancel()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while said := await reader.read(65536):
            writer.write(said)
    writer.close()


@pytest.mark.parametrize(
    "after", quick_first((True, False), "after it there is a move to be made twice"), ids=["after it", "before it"]
)
async def test_a_move_is_made_once_though_its_commit_is_cut_off(own: PostgreSQL, clock: Clock, after: bool) -> None:
    name = own.create()
    async with cutting_at_commit(own, name, after) as (address, due):
        database = await Database.open(address)
        services = Services.over(database, clock, Random(7))
        match, adi, siti, _ = await begun(services)
        for ply in range(4):
            due.append(ply)
            mover = (adi, siti)[match.game.turn]
            match = await services.matches.act(event(), mover, match.code, moving(mover, match.game.legal_moves[0]))
            assert due == []
            assert match.game.ply == ply + 1
        due.append(0)
        again, _ = await services.opening.open(event(), adi, Invitation(match.game.ruleset, None, 0), IN_ROOM)
        assert again.code in {each.code for each in await services.matches.of_player(adi.id)}
        await whole(match, services, database, clock, 4)
        assert len(await services.matches.of_player(adi.id)) == 2
        await database.close()
    own.drop(name)


async def test_two_queries_see_one_state(database: Database, clock: Clock) -> None:
    services = Services.over(database, clock, Random(1))
    match, adi, siti, _ = await begun(services)

    async def work(connection: Connection) -> tuple[int, int]:
        ply = (await connection.execute(select(matches.c.ply))).scalar_one()
        await play(services, await services.matches.get(match.code), adi, siti)
        return ply, len((await moves_of(connection, [match.code]))[match.code])

    ply, written = await database.read(work)
    assert ply == written


@deep("races between transactions are run in the tests of the services")
async def test_who_gets_in_the_way_of_another_tries_again(database: Database) -> None:
    await database.write(
        lambda connection: connection.execute(text("INSERT INTO offsets VALUES ('one', 0), ('two', 0)"))
    )
    both = asyncio.Barrier(2)

    def adding(first: str, second: str) -> Callable[[Connection], Awaitable[None]]:
        tries = 0

        async def work(connection: Connection) -> None:
            nonlocal tries
            tries += 1
            for name in (first, second):
                await connection.execute(text(f"UPDATE offsets SET number = number + 1 WHERE platform = '{name}'"))
                if tries == 1 and name == first:
                    await both.wait()

        return work

    await asyncio.gather(database.write(adding("one", "two")), database.write(adding("two", "one")))
    query = text("SELECT number FROM offsets")
    assert await database.read(lambda connection: _scalars(connection, query)) == [2, 2]


async def _scalars(connection: Connection, query: object) -> list[object]:
    return list((await connection.execute(query)).scalars())  # type: ignore[call-overload]


@pytest.mark.parametrize("state", quick_first(["40001", "40P01", "23505"], "all of them are tried again alike"))
async def test_a_transaction_that_could_not_be_is_tried_again_but_not_for_ever(database: Database, state: str) -> None:
    tries = 0

    def failing(times: int) -> Callable[[Connection], Awaitable[str]]:
        async def work(connection: Connection) -> str:
            nonlocal tries
            tries += 1
            if tries <= times:
                await connection.execute(text(f"DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$"))
            return "done"

        return work

    assert await database.write(failing(3)) == "done"
    assert tries == 4
    tries = 0
    with pytest.raises(Exception, match="no"):
        await database.write(failing(1000))
    assert tries == server.ATTEMPTS


@deep("a transaction that fails is tried again in the quick suite")
@pytest.mark.long("a server that stops leaves its own time to whoever waits for it")
async def test_a_server_that_stays_away_is_told_after_a_while(
    own: PostgreSQL, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.3)
    own.stop()
    try:
        with pytest.raises(Exception, match=r"refused|Connect call failed|closed") as caught:
            await database.probe()
        assert PASSWORD not in "".join(traceback.format_exception(caught.value))
        monkeypatch.setattr(server, "PATIENCE", 1000.0)
        is_away, refused = server.is_away, list[Exception]()

        def noted(error: Exception) -> bool:
            refused.append(error)
            return is_away(error)

        monkeypatch.setattr(server, "is_away", noted)
        waiting = asyncio.create_task(database.probe())
        await until(lambda: refused)
        # Whoever is told to stop does not wait for a server.
        async with patience("the database to be closed"):
            await database.close()
        with pytest.raises(UnusableDatabase):
            await waiting
    finally:
        own.start()


@deep("a transaction that fails is tried again in the quick suite")
async def test_a_database_in_use_is_not_overwritten(own: PostgreSQL, database: Database, tmp_path: Path) -> None:
    await database.probe()
    name = own.execute("SELECT max(datname) FROM pg_stat_activity WHERE application_name = 'papan'")
    source = await Database.open(f"sqlite:///{tmp_path}/papan.db")
    target = await Database.open(own.address(name), server.VISITING)
    with pytest.raises(UnusableDatabase, match=r"another Papan is using the database papan_\d+ on 127.0.0.1"):
        await transfer.transfer(source, target, replace=True)
    await target.close()
    await source.close()


SLOW_TO_REFUSE = deep("it is tried for ten seconds")


@pytest.mark.parametrize(
    "change",
    [
        (PASSWORD, "wr0ng-s3cret"),
        ("/papan_", "/nothing_papan_"),
        pytest.param(("127.0.0.1", "nowhere.invalid"), marks=SLOW_TO_REFUSE),
        ("?", "?sslmode=s3cret"),
        pytest.param(("?", "?sslmode=require&password=s3cret"), marks=SLOW_TO_REFUSE),
        ("?", "?s3cret=s3cret"),
    ],
    ids=str,
)
@pytest.mark.parametrize("opening", [Database.open, Database.look])
async def test_no_password_is_told_when_a_server_does_not_let_us_in(
    own: PostgreSQL, opening: Callable[[str], Awaitable[Database]], change: tuple[str, str]
) -> None:
    address = f"{own.address('papan_0')}?".replace(*change)
    with pytest.raises(UnusableDatabase) as caught:
        await opening(address)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200
    assert PASSWORD not in str(caught.value)
    assert "wr0ng" not in str(caught.value)
    assert "password=s3cret" not in str(caught.value)


@deep("no error tells it in the quick suite")
async def test_a_running_papan_never_tells_the_password(own: PostgreSQL, tmp_path: Path) -> None:
    name = own.create()
    environment = {
        key: value for key, value in os.environ.items() if not re.match("PAPAN|DATABASE|DISCORD|TELEGRAM", key)
    }
    papan = await asyncio.create_subprocess_exec(
        PAPAN, "run", cwd=tmp_path, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        env=environment | {"DATABASE_URL": own.address(name), "PAPAN_WEB": "127.0.0.1:0"},
    )  # fmt: skip
    said = b""

    async def says(words: bytes) -> None:
        nonlocal said
        async with patience(words, lambda: said):
            while words not in said:
                line = await papan.stdout.readline()  # type: ignore[union-attr]  # it has been given one
                assert line, said
                said += line

    await says(b"Papan is ready")
    own.stop(signal.SIGQUIT)
    await says(b"database_away")
    own.start()
    await says(b"database_back")
    papan.terminate()
    rest, _ = await papan.communicate()
    assert papan.returncode == 0, said + rest
    assert PASSWORD.encode() not in said + rest
    own.drop(name)

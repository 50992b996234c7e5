"""The database itself, file and server alike: locks, copies, transactions, and what it refuses."""

import asyncio
import gc
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from weakref import WeakSet

import pytest
import sqlalchemy
from sqlalchemy import bindparam, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.services.services import Services
from bot.store import Database, UnusableDatabase, WrongAddress, transfer
from bot.store.backends import sqlite
from bot.store.connection import Connection
from bot.store.matches import Matches
from bot.store.moves import moves_of
from bot.store.tables import BEHIND, inbox, matches, moves, players
from bot.store.types import EPOCH, Number
from loopback.waiting import until
from tests.bot.conftest import in_file
from tests.bot.database_files import file_in
from tests.bot.kit import begun, person, play
from tests.suites import deep

Sql = Callable[[str], str]
SECRET = "s3cret"


def files(folder: Path, pattern: str) -> list[Path]:
    return list(folder.glob(pattern))


def connections() -> list[sqlalchemy.Connection]:
    """The connections of SQLAlchemy that are held by anything."""
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, sqlalchemy.Connection)]


async def scalar(database: Database, query: str) -> object:
    async def work(connection: Connection) -> object:
        return (await connection.execute(text(query))).scalar_one()

    return await database.read(work)


async def test_each_connection_to_a_file_is_safe(database: Database, backend: str) -> None:
    async def pragmas(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [(await connection.execute(text(f"PRAGMA {name}"))).scalar_one() for name in names]

    if backend == "sqlite":
        assert await database.write(pragmas) == ["wal", 2, 1]


async def test_who_reads_cannot_write(database: Database) -> None:
    with pytest.raises(Exception, match=r"readonly|read-only"):
        await database.read(lambda connection: connection.execute(text("DELETE FROM players")))


async def test_who_reads_sees_one_state(database: Database, services: Services) -> None:
    match, adi, siti, _ = await begun(services)

    async with database.reading() as run:
        ply = await run(ply_of_all)
        await play(services, match, adi, siti)
        texts = await run(lambda connection: moves_of(connection, [match.code]))
    assert (ply, len(texts[match.code])) == (0, 0)
    assert (await services.matches.get(match.code)).game.ply == 1


async def ply_of_all(connection: Connection) -> int:
    return int((await connection.execute(select(matches.c.ply))).scalar_one())


@deep("every transaction that moves takes this lock in the quick suite")
async def test_nobody_changes_a_match_that_is_locked(database: Database, services: Services) -> None:
    match, adi, siti, _ = await begun(services)
    locked, moved, told = asyncio.Event(), asyncio.Event(), []

    async def holding() -> None:
        async with database.writing() as run:
            await run(lambda connection: Matches().load(connection, match.code, lock=True))
            locked.set()
            with suppress(TimeoutError):
                await asyncio.wait_for(moved.wait(), 0.7)
            told.append("let go")

    async def moving() -> None:
        await locked.wait()
        await play(services, match, adi, siti)
        told.append("moved")
        moved.set()

    await asyncio.gather(holding(), moving())
    assert told == ["let go", "moved"]


@deep("a lease keeps a second process away in the quick suite")
async def test_a_second_process_is_kept_away_from_a_file(database: Database, url: str, backend: str) -> None:
    script = f"import asyncio; from bot.store import Database; asyncio.run((lambda: Database.open({url!r}))())"
    run = [sys.executable, "-W", "ignore", "-c", script]
    other = await asyncio.to_thread(subprocess.run, run, capture_output=True, text=True)
    if backend == "sqlite":
        with pytest.raises(UnusableDatabase, match="another Papan"):
            await Database.open(url)
        assert "another Papan is using the database" in other.stderr
    else:
        assert other.returncode == 0
    beside = await Database.look(url)
    assert await scalar(beside, "SELECT count(*) FROM matches") == 0
    await beside.close()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("sqlite://", "must name a file"),
        ("sqlite:///:memory:", "must name a file"),
        ("mysql://host/papan", "sqlite: or postgresql:"),
        ("cockroachdb://host/papan", "sqlite: or postgresql:"),
        ("nonsense", "is not one"),
        ("postgresql://papan:s3cret@host:port/papan", "is not one"),
        ("postgresql://papan:s3@cret@host/papan", "percent-encoded"),
        ("sqlite:////dev/null/papan.sqlite", "the folder /dev/null of the database is not there"),
    ],
)
async def test_an_unusable_address_is_explained(address: str, said: str) -> None:
    with pytest.raises(UnusableDatabase, match=said) as caught:
        await Database.open(address)
    assert isinstance(caught.value, WrongAddress) == ("/dev/null/" not in address)
    assert "cret" not in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_the_journal_shrinks_after_a_long_read(tmp_path: Path) -> None:
    database = await Database.open(file_in(tmp_path))
    journal = tmp_path / "papan.db-wal"

    async def write(connection: Connection, size: int) -> None:
        row = {"platform": "test", "number": size, "payload": "x" * size, "received": EPOCH}
        await connection.execute(inbox.insert().values(row))

    try:
        async with database.reading() as run:
            await run(lambda connection: connection.execute(select(inbox)))
            await database.write(partial(write, size=3 * sqlite.LARGEST_JOURNAL))
        assert journal.stat().st_size > 3 * sqlite.LARGEST_JOURNAL
        for size in (1, 2):  # the first brings all into the file, the second begins the journal anew
            await database.write(partial(write, size=size))
        assert journal.stat().st_size <= sqlite.LARGEST_JOURNAL
    finally:
        await database.close()


async def test_other_files_are_left_alone(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("not a database\n" * 100)
    with pytest.raises(UnusableDatabase, match="not a database"):
        await Database.open(f"sqlite:///{notes}")
    assert notes.read_text().startswith("not a database")
    with pytest.raises(UnusableDatabase, match="no database"):
        await Database.look(f"sqlite:///{tmp_path}/none.sqlite")


@deep("whoever gives Papan a foreign database does so once, at its first start; all others are opened by each test")
async def test_a_database_with_the_tables_of_others_is_left_alone(empty_url: str, backend: str, tmp_path: Path) -> None:
    database = await Database.open(empty_url)

    async def stranger(connection: Connection) -> None:
        await connection.execute(text("DROP TABLE alembic_version"))
        await connection.execute(text("CREATE TABLE recipes (name TEXT)"))

    await database.write(stranger)
    await database.close()
    for opening in (Database.open, Database.look):
        with pytest.raises(UnusableDatabase, match="not Papan's"):
            await opening(empty_url)


async def test_backup_is_whole_and_replaces_nothing(database: Database, services: Services, tmp_path: Path) -> None:
    match, adi, siti, _ = await begun(services)
    target = tmp_path / "copy.sqlite"
    playing = asyncio.create_task(play(services, match, adi, siti, moves=20))
    await transfer.backup(database, target)
    await playing
    with pytest.raises(FileExistsError):
        await transfer.backup(database, target)
    copy = await Database.open(f"sqlite:///{target}")
    kept = await Services.over(copy, lambda: datetime.now(UTC), Random(1)).matches.get(match.code)
    now = await services.matches.get(match.code)
    assert kept.game.moves == now.game.moves[: kept.game.ply]
    await copy.close()
    assert not files(tmp_path, "*.part")
    assert in_file(target, "SELECT count(*) FROM players") == "2"


async def test_the_database_itself_refuses_a_second_move_at_a_ply(database: Database, services: Services) -> None:
    match, adi, siti, _ = await begun(services)
    match = await play(services, match, adi, siti)
    row = {"match": match.code, "ply": 1, "text": "a3-b4", "player": siti.id, "at": datetime.now(UTC)}

    async def insert(**changes: object) -> None:
        await database.write(lambda connection: connection.execute(moves.insert().values(**row | changes)))

    refused: list[dict[str, object]] = [{}, {"ply": 2, "player": "nobody"}, {"ply": 2, "match": "GONE"}, {"ply": 0}]
    for wrong in refused:
        with pytest.raises(IntegrityError):
            await insert(**wrong)
    with pytest.raises(Exception, match="time zone"):
        await insert(at=datetime(2026, 1, 1))  # noqa: DTZ001


async def test_a_failed_transaction_leaves_nothing(database: Database, services: Services) -> None:
    await services.people.player(person("Adi"))

    async def half(connection: Connection) -> None:
        await connection.execute(text("DELETE FROM accounts"))
        raise LookupError

    with pytest.raises(LookupError):
        await database.write(half)
    assert await scalar(database, "SELECT count(*) FROM accounts") == 1


async def add_player(connection: Connection, number: int, fails: bool = False) -> int:
    """Write a row, and perhaps fail after that."""
    await connection.execute(players.insert().values(id=f"p{number:02}", created=datetime.now(UTC)))
    if fails:
        raise ValueError(number)
    return number


async def test_of_many_at_once_one_that_fails_undoes_nothing_but_itself(database: Database) -> None:
    writes = [database.write(partial(add_player, number=number, fails=number % 3 == 0)) for number in range(40)]
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    done = [number for number in range(40) if number % 3]
    assert [outcome for outcome in outcomes if isinstance(outcome, int)] == done
    assert sum(isinstance(outcome, ValueError) for outcome in outcomes) == 40 - len(done)
    assert await scalar(database, "SELECT count(*) FROM players") == len(done)


async def test_a_commit_that_fails_is_told_to_all_who_share_it(database: Database, backend: str) -> None:
    async def breaks_at_the_end(connection: Connection) -> None:
        if backend == "sqlite":
            await connection.execute(text("PRAGMA defer_foreign_keys = ON"))
        await connection.execute(text("INSERT INTO leftovers (match, view, message) VALUES ('none', 'none', 'none')"))

    told: list[int] = []
    first = asyncio.create_task(database.write(partial(add_player, number=1), told.append))
    bad = asyncio.create_task(database.write(breaks_at_the_end))
    good = asyncio.create_task(database.write(partial(add_player, number=2), told.append))
    await asyncio.wait([first, bad, good])
    assert isinstance(bad.exception(), IntegrityError)
    stand = [task.result() for task in (first, good) if not task.exception()]
    assert sorted(told) == stand
    assert await scalar(database, "SELECT count(*) FROM players") == len(stand)
    assert await database.write(partial(add_player, number=3)) == 3


async def test_a_cancelled_caller_still_commits_and_tells(database: Database) -> None:
    told = asyncio.Event()
    caller = asyncio.create_task(database.write(note_one, lambda _: told.set()))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert not told.is_set(), "it was under way"
    await told.wait()
    assert await scalar(database, "SELECT number FROM offsets") == 1


async def note_one(connection: Connection) -> None:
    await connection.execute(text("INSERT INTO offsets VALUES ('web', 1)"))


async def test_what_may_wait_is_committed_with_what_comes_next(database: Database, backend: str) -> None:
    async def version(connection: Connection) -> int:
        return int((await connection.execute(text("PRAGMA user_version"))).scalar_one())

    before = await database.read(version) if backend == "sqlite" else 0
    waiting = asyncio.create_task(database.write(note_one, may_wait=True))
    await asyncio.sleep(0)
    await database.write(lambda connection: connection.execute(text("INSERT INTO offsets VALUES ('discord', 1)")))
    await waiting
    assert await scalar(database, "SELECT count(*) FROM offsets") == 2
    if backend == "sqlite":
        assert await database.read(version) == before + 1, "it was one commit"


async def test_what_may_wait_does_not_wait_for_ever(database: Database) -> None:
    await database.write(note_one, may_wait=True)
    assert await scalar(database, "SELECT number FROM offsets") == 1


async def test_nothing_is_told_before_others_can_read_it(
    database: Database, services: Services, sql: Callable[[str], str]
) -> None:
    match, adi, siti, _ = await begun(services)
    seen: list[str] = []
    services.news.matches.subscribe(lambda code: seen.append(sql(f"SELECT ply FROM matches WHERE code = '{code}'")))
    await play(services, match, adi, siti, moves=3)
    assert seen == ["1", "2", "3"]


async def test_what_is_behind_is_found_by_its_index(database: Database, backend: str) -> None:
    async def plan(connection: Connection) -> str:
        if backend == "postgresql":
            await connection.execute(text("SET LOCAL enable_seqscan = off"))
        explain = "EXPLAIN" if backend == "postgresql" else "EXPLAIN QUERY PLAN"
        rows = await connection.execute(text(f"{explain} SELECT match FROM views WHERE {BEHIND}"))
        return "\n".join(str(row) for row in rows)

    assert "ix_views_behind" in await database.read(plan)


async def test_on_a_file_a_transaction_waits_for_nothing_else(database: Database, backend: str) -> None:
    async def dreams(connection: Connection) -> None:
        await connection.execute(text("INSERT INTO offsets VALUES ('web', 1)"))
        await asyncio.sleep(0)

    if backend == "sqlite":
        with pytest.raises(RuntimeError):
            await database.write(dreams)
    assert await scalar(database, "SELECT count(*) FROM offsets") == 0


async def test_an_open_transaction_is_undone_by_an_exception(database: Database) -> None:
    async def broken_off() -> None:
        async with database.writing() as run:
            await run(note_one)
            assert await scalar(database, "SELECT count(*) FROM offsets") == 0
            raise LookupError

    with pytest.raises(LookupError):
        await broken_off()
    assert await scalar(database, "SELECT count(*) FROM offsets") == 0
    async with database.writing() as run:
        await run(note_one)
    assert await scalar(database, "SELECT count(*) FROM offsets") == 1


async def test_closing_waits_for_what_is_under_way(url: str) -> None:
    database = await Database.open(url)
    writing = asyncio.create_task(database.write(note_one))
    await asyncio.sleep(0)
    closing = asyncio.create_task(database.close())
    await writing
    await closing
    with pytest.raises(UnusableDatabase, match="closed"):
        await database.probe()
    again = await Database.open(url)
    assert await scalar(again, "SELECT number FROM offsets") == 1
    await again.probe()
    await again.close()


@deep("a leak of a few kilobytes for each database that is opened, which a program does once")
async def test_nothing_is_left_of_files_that_are_closed(tmp_path: Path) -> None:
    """A connection that something still held would keep all that was compiled and read for it."""
    before = WeakSet(connections())
    opened: WeakSet[sqlalchemy.Connection] = WeakSet()
    for _ in range(2):
        database = await Database.open(file_in(tmp_path))
        opened.update(each for each in connections() if each not in before)
        assert opened
        await database.close()
        await database.close()
        del database

    def left() -> int:
        gc.collect()
        return len(opened)

    # A thread lets go of its connection when it ends, which is a little after the connection is closed.
    await until(lambda: left() == 0, left)


async def test_an_error_quotes_neither_parameters_nor_rows(database: Database, services: Services) -> None:
    """A log gets the whole chain of an exception, as ``traceback`` prints it."""
    match, adi, *_ = await begun(services)
    row = {"match": match.code, "ply": 0, "text": SECRET, "player": adi.id, "at": datetime.now(UTC)}
    with pytest.raises(IntegrityError) as caught:
        await database.write(lambda connection: connection.execute(moves.insert().values(**row)))
    told = "".join(traceback.format_exception(caught.value))
    assert "ck_moves_ply" in told
    assert SECRET not in told
    assert adi.id not in told
    unfit = text("INSERT INTO offsets VALUES ('web', :number)").bindparams(bindparam("number", type_=Number))
    with pytest.raises(DBAPIError) as caught_too:
        await database.write(lambda connection: connection.execute(unfit, {"number": SECRET}))
    told = "".join(traceback.format_exception(caught_too.value))
    assert SECRET not in told

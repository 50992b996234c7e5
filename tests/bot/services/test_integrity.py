"""`papan check` names rows that contradict others; ``test_tamperings.py`` has all kinds of them."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.services import integrity
from bot.services.services import Services
from bot.store import Database
from bot.store.room import RoomStore
from tests.bot.kit import TABAL, Clock, begun, check, come_in, event, play
from tests.suites import quick_first

IN_A_FILE = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)

Sql = Callable[[str], str]


@pytest.mark.parametrize(
    ("statement", "what"),
    quick_first(
        [
            ("UPDATE moves SET text = 'a1-a2' WHERE match = :code AND ply = 2", "a1-a2 at ply 2 is not a legal move"),
            ("UPDATE moves SET text = 'C4-C5' WHERE match = :code AND ply = 1", "at ply 1 is not a legal move"),
            ("DELETE FROM moves WHERE match = :code AND ply = 3", "ply 3 is missing"),
            ("DELETE FROM moves WHERE match = :code AND ply = 5", "says ply 5, the moves give 4"),
            ("UPDATE matches SET turn = 0 WHERE code = :code", "says turn 0, the moves give 1"),
            (
                "UPDATE matches SET rematch_of = 'GONE' WHERE code = :code",
                "points at GONE in matches, which is not there",
            ),
            ("UPDATE events SET match = 'GONE' WHERE match = :code", "points at GONE in matches, which is not there"),
            ("UPDATE matches SET start = 'nonsense' WHERE code = :code", "cannot be read"),
            ("UPDATE matches SET ruleset = 'chess' WHERE code = :code", "cannot be read"),
            ("UPDATE views SET shown_version = 99 WHERE match = :code", "shows version 99, the match is at 7"),
            ("UPDATE notices SET version = 99 WHERE match = :code AND kind = 'accepted'", "is of version 99 of match"),
            ("UPDATE views SET match_version = 6 WHERE match = :code", "stands at version 6, the match is at 7"),
        ],
        "what test_tamperings.py has of every kind",
        quick=2,
    ),
)
async def test_a_tampered_row_is_named(
    services: Services, database: Database, sql: Sql, statement: str, what: str
) -> None:
    match, adi, siti, _ = await begun(services, TABAL)
    await play(services, match, adi, siti, moves=5)
    other, *_ = await begun(services)
    assert await check(database) == []
    before = sql("SELECT * FROM matches, moves, views, events, notices")
    sql(statement.replace(":code", f"'{match.code}'"))
    assert sql("SELECT * FROM matches, moves, views, events, notices") != before
    problems = await check(database)
    assert any(what in str(problem) for problem in problems)
    assert not any(other.code in str(problem) for problem in problems)


@pytest.mark.parametrize(
    ("statement", "what"),
    quick_first(
        [
            ("UPDATE players SET view = 'left'", "has view left, which there is not"),
            ("UPDATE players SET resigns = 'maybe'", "has resigns maybe, which there is not"),
            ("UPDATE players SET zone = 'Mars/Base'", "has zone Mars/Base, which there is not"),
            (
                "UPDATE views SET message = 'other'",
                "has message other in room, but that is gone, and its match is live",
            ),
            ("DELETE FROM room_messages", "has message board in room, but that is gone, and its match is live"),
            ('UPDATE room_messages SET body = \'{"text": "hello"}\'', "does not say of which kind it is"),
        ],
        "what test_tamperings.py has of every kind",
        quick=1,
    ),
)
async def test_what_only_a_person_or_the_room_shows_is_named(
    services: Services, database: Database, sql: Sql, statement: str, what: str
) -> None:
    match, _, _, view = await begun(services)
    await RoomStore(database).add("board", "room", None, None, {"kind": "board", "title": match.code})
    await services.views.updated(view, "board", match.version)
    assert await check(database) == []
    sql(statement)
    assert any(what in str(problem) for problem in await check(database))


async def test_a_board_that_is_gone_after_its_match_is_no_fault(
    services: Services, database: Database, sql: Sql
) -> None:
    match, adi, _, view = await begun(services)
    await services.views.updated(view, "board", match.version)
    assert len(await check(database)) == 1
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.call_off(adi.id, at))
    assert await check(database) == []


@pytest.mark.parametrize(
    "ending",
    quick_first(
        ["no pieces", "few left", "blocked", "repetition", "counter"],
        "an end that the moves do not give is named like another",
        2,
    ),
)
async def test_an_end_that_the_moves_do_not_give_is_no_agreement(
    services: Services, database: Database, sql: Sql, ending: str
) -> None:
    match, adi, siti, _ = await begun(services)
    await play(services, match, adi, siti, moves=3)
    await services.matches.act(event(), adi, match.code, lambda now_, at: now_.resign(adi.id, at))
    winner = "NULL" if ending in ("repetition", "counter") else "1"
    sql(f"UPDATE matches SET ending = '{ending}', winner = {winner} WHERE code = '{match.code}'")
    assert any(f"the moves do not end the game by {ending}" in str(problem) for problem in await check(database))


async def test_what_a_wrong_clock_has_left_is_a_remark(services: Services, database: Database, clock: Clock) -> None:
    match, adi, siti, _ = await begun(services)
    match = await play(services, match, adi, siti)
    clock.forward(days=2)
    match = await play(services, match, adi, siti)
    clock.forward(days=-2)
    await play(services, match, adi, siti, moves=2)
    (remark,) = await check(database)
    assert str(remark) == f"match {match.code}: ply 3 was made before what came before it"
    assert not remark.is_fault


async def test_a_database_that_is_only_looked_at_can_be_checked(
    services: Services, database: Database, url: str
) -> None:
    for _ in range(3):
        match, adi, siti, _ = await begun(services)
        await play(services, match, adi, siti, moves=2)
    await come_in(database)
    beside = await Database.look(url)
    assert await integrity.check(beside) == []
    await beside.close()


@IN_A_FILE
async def test_a_text_of_other_bytes_is_named_and_the_rest_is_checked(
    services: Services, database: Database, url: str
) -> None:
    match, adi, siti, _ = await begun(services)
    other, *_ = await begun(services)
    await play(services, match, adi, siti, moves=2)
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
        for statement in (
            "UPDATE accounts SET name = CAST(x'41ff' AS TEXT) WHERE account = 'adi'",
            f"UPDATE moves SET text = CAST(x'ff' AS TEXT) WHERE match = '{match.code}' AND ply = 1",
            f"UPDATE views SET id = CAST(x'ff' AS TEXT) WHERE match = '{other.code}'",
            f"UPDATE matches SET turn = 1 - turn WHERE code = '{other.code}'",
        ):
            connection.execute(statement)
    problems = [str(problem) for problem in await check(database)]
    assert "row adi web of accounts: name is not a text: its bytes are not UTF-8" in problems
    assert f"view \\xff of match {other.code}: id is not a text: its bytes are not UTF-8" in problems
    assert f"match {match.code}: \\xff at ply 1 is not a legal move" in problems
    assert f"match {other.code}: says turn 1, the moves give 0" in problems


def break_table(file: Path, table: str) -> None:
    """Overwrite the first page of a table."""
    with closing(sqlite3.connect(file)) as connection:
        page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = file.read_bytes()
    file.write_bytes(content[: (page - 1) * size] + b"\xff" * size + content[page * size :])


@IN_A_FILE
async def test_a_broken_file_is_checked_to_its_end(services: Services, database: Database, url: str) -> None:
    match, adi, siti, _ = await begun(services)
    await play(services, match, adi, siti, moves=5)
    await database.close()
    break_table(Path(url.removeprefix("sqlite:///")), "moves")
    beside = await Database.look(url)
    problems = [str(problem) for problem in await integrity.check(beside)]
    await beside.close()
    assert any(problem.startswith("file: ") for problem in problems)
    assert any(re.fullmatch("table moves: cannot be read to its end: .*malformed", problem) for problem in problems)


def behind_an_index(file: Path, index: str, statement: str) -> None:
    """Run a statement that an index does not learn of."""
    (taken,) = _of_schema(file, "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master WHERE name = ?", index)
    _of_schema(file, "DELETE FROM sqlite_master WHERE name = ?", index)
    _of_schema(file, statement)
    _of_schema(file, "INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", *taken)


def _of_schema(file: Path, statement: str, *values: object) -> list[tuple[object, ...]]:
    # Each on a connection of its own, for one that is open knows the schema already.
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA writable_schema=ON")
        return connection.execute(statement, values).fetchall()


@pytest.fixture
def blinded(sql: Sql, url: str, database: Database) -> Callable[[str, str], None]:
    """Runs a statement that an index, the first argument, does not learn of."""
    if database.is_file:
        return partial(behind_an_index, Path(url.removeprefix("sqlite:///")))

    def run(index: str, statement: str) -> None:
        ready = f"UPDATE pg_index SET indisready = {{}} WHERE indexrelid = '{index}'::regclass"
        for each in (ready.format(False), statement, ready.format(True)):
            sql(each)

    return run


async def test_an_index_that_lacks_a_row_is_named(
    services: Services, database: Database, blinded: Callable[[str, str], None], sql: Sql
) -> None:
    match, adi, siti, view = await begun(services)
    match = await play(services, match, adi, siti)
    await RoomStore(database).add("board", "room", None, None, {"kind": "board", "title": match.code})
    await services.views.updated(view, "board", match.version)
    blinded("ix_views_behind", "UPDATE views SET shown_version = 0")
    problems = [str(problem) for problem in await check(database)]
    assert problems
    assert all("ix_views_behind" in problem for problem in problems)
    if not database.is_file:
        assert sql("SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'") == "0", "it is not left behind"


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_indexes_that_cannot_be_compared_are_a_remark(database: Database, sql: Sql, url: str) -> None:
    # A name of its own: users belong to the whole server.
    visitor = f"visitor_of_{url.rpartition('/')[2]}"
    sql(f"CREATE ROLE {visitor} LOGIN PASSWORD 'visits'; GRANT pg_read_all_data TO {visitor}")
    beside = await Database.look(make_url(url).set(username=visitor, password="visits").render_as_string(False))
    try:
        (remark,) = await check(beside)
        assert not remark.is_fault
        assert str(remark).startswith("server: the indexes were not compared with their tables: ")
        sql("CREATE EXTENSION amcheck")
        assert await check(beside) == [remark], "it is there, but not for this user"
    finally:
        await beside.close()
        sql(f"DROP ROLE {visitor}")


async def test_two_people_of_one_name_are_named(database: Database, sql: Sql) -> None:
    await RoomStore(database).add_member("Siti", "en")
    # The key that keeps them apart goes, as with a table that was made anew by hand.
    for statement in (
        "CREATE TABLE others AS SELECT * FROM room_people",
        f"DROP TABLE room_people {'' if database.is_file else 'CASCADE'}",
        "CREATE TABLE room_people AS SELECT * FROM others",
        "UPDATE others SET id = 'twin', name = 'SITI'",
        "INSERT INTO room_people SELECT * FROM others",
    ):
        sql(statement)
    said = [str(problem) for problem in await check(database)]
    assert "row twin of room_people: has a name that looks like somebody else's" in said
    assert "table room_people: lacks the unique key of folded" in said


TRIGGERS = {
    True: "CREATE TRIGGER strange BEFORE UPDATE ON views BEGIN SELECT RAISE(IGNORE); END",
    False: "CREATE TRIGGER strange BEFORE UPDATE ON views EXECUTE FUNCTION suppress_redundant_updates_trigger()",
}


async def test_what_others_have_changed_in_the_tables_is_named(database: Database, sql: Sql) -> None:
    assert await check(database) == []
    for statement in (
        TRIGGERS[database.is_file],
        "DROP INDEX ix_views_behind",
        "DROP INDEX ix_matches_created",
        "CREATE INDEX ix_matches_created ON matches (created)",
    ):
        sql(statement)
    assert [str(problem) for problem in await check(database)] == [
        "table views: has a trigger that is not Papan's: strange",
        "table matches: has an index ix_matches_created that is not one of host, created",
        "table views: lacks index ix_views_behind",
    ]

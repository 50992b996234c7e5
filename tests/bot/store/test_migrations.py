"""The schema: created new, and brought to the next one without loss, on both kinds of database.

The next step is one that the tests add to those of Papan. A real one gets a test like theirs: see
docs/extending/change-the-tables.md.
"""

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import (
    CheckConstraint,
    ForeignKeyConstraint,
    UniqueConstraint,
    inspect,
    text,
)
from sqlalchemy import Connection as SyncConnection
from sqlalchemy.engine import Inspector

from bot.chat import Person, Place, Request
from bot.platforms.web.lines import message_id
from bot.services.services import Services
from bot.store import Database, UnknownSchema, UnusableDatabase, migrate, pair_numbers
from bot.store.connection import Connection
from bot.store.tables import LASTING, metadata
from loopback.postgresql import PostgreSQL
from tests.bot.conftest import FILE, in_file
from tests.bot.database_files import tables_at_once
from tests.bot.kit import TAPAL, begun, check, play
from tests.bot.lived_in import rows_of
from tests.bot.store.steps import NEXT, Rows, as_once, at_schema, with_next_step
from tests.suites import deep, either_database, quick_first

Sql = Callable[[str], str]

DIGESTS = Path(__file__).with_name("digests")
"""A line for each step, as sha256sum writes it."""

EITHER = pytest.mark.parametrize("backend", either_database(), indirect=True)
"""What every step does is seen on both kinds in the quick suite already."""
OLD = deep("steps of releases long past, which nobody changes; the next one is taken in the quick suite")


@pytest.fixture
def url(empty_url: str) -> str:
    """Here the tables are what is tested: no database has them yet."""
    return empty_url


def version(sql: Sql) -> str:
    return sql("SELECT version_num FROM alembic_version")


async def execute(connection: Connection, statement: str) -> None:
    await connection.execute(text(statement))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new file has the present tables at once: what is tested begins behind them."""
    tables_at_once(monkeypatch)


@pytest.fixture
async def rows(lived_in: Path, tmp_path: Path) -> Rows:
    """The rows of a database in which people have played: some in every table."""
    copy = copytree(lived_in, tmp_path / "lived in")
    database = await Database.look(f"sqlite:///{copy / FILE}")
    found = await database.read(rows_of)
    await database.close()
    assert set(found) == {table.name for table in LASTING}
    assert all(found.values()), "a table without rows proves nothing"
    return found


@pytest.mark.usefixtures("at_once")
async def test_the_next_step_keeps_all_rows(
    url: str, backend: str, sql: Sql, rows: Rows, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    earlier = migrate.newest()
    await at_schema(url, earlier, rows)
    with_next_step(monkeypatch, tmp_path)
    assert version(sql) == earlier
    with pytest.raises(UnusableDatabase, match="older schema"):
        await Database.look(url)
    database = await Database.open(url)
    try:
        assert version(sql) == NEXT
        assert await check(database) == []
        after = await database.read(rows_of)
        assert [row.pop("colour") for row in after["players"]] == ["green"] * len(rows["players"])
        assert after == rows
        for rule, broken in {"ck_players_colour": "colour = ''", "ck_players_moments": "created = -1"}.items():
            breaking = partial(execute, statement=f"UPDATE players SET {broken}")
            with pytest.raises(Exception, match=rule):
                await database.write(breaking)
    finally:
        await database.close()
    if backend == "sqlite":
        (backup,) = backups(tmp_path)
        assert in_file(backup, "SELECT version_num FROM alembic_version") == earlier
        assert in_file(backup, "SELECT count(*) FROM moves") == str(len(rows["moves"]))


@OLD
@EITHER
async def test_invitations_of_before_the_clocks_fall_due_when_they_expire(url: str, rows: Rows) -> None:
    timed = {row["code"] for row in rows["matches"] if row["pace"]}
    earlier = {
        table: [row for row in kept if row.get("match", row.get("code")) not in timed] for table, kept in rows.items()
    }
    await at_schema(url, "0001", earlier)
    database = await Database.open(url)
    try:
        assert await check(database) == []
        after = (await database.read(rows_of))["matches"]
        assert {row["status"] for row in after} >= {"invited", "playing", "over"}
        assert [row["wake"] for row in after] == [row["expires"] for row in after]
    finally:
        await database.close()


@OLD
@EITHER
async def test_ids_of_messages_of_before_tell_no_more_whose_they_are(url: str, rows: Rows) -> None:
    person, event = "0123456789abcdef", "deed-00000001"
    old = f"a-{person}:{event}"
    said = next(row for row in rows["room_messages"] if not row["deleted"])
    said |= {"id": old, "author": None, "only_for": None, "body": json.dumps({"links": [{"message": old}]})}
    rows["room_messages"] += [
        {**said, "id": f"{person}:{event}-2", "seq": 9001, "changed_seq": 9001, "body": "{}", "picture_hash": None},
        {**said, "id": "corner", "room": f"@{person}", "seq": 1, "changed_seq": 1, "picture_hash": None},
    ]
    view = rows["views"][0]
    view["message"] = old
    await at_schema(url, "0003", rows)
    database = await Database.open(url)
    try:
        after = await database.read(rows_of)
    finally:
        await database.close()
    assert person not in repr(after)
    (shown,) = [each for each in after["views"] if each["id"] == view["id"]]
    (board,) = [each for each in after["room_messages"] if each["id"] == shown["message"]]
    assert json.loads(str(board["body"])) == {"links": [{"message": board["id"]}]}
    request = Request(f"{person}:{event}", Person("web", person, "Siti"), Place("web", "serambi"))
    assert board["id"] == message_id(request), "what is sent again is known again"


@OLD
@EITHER
async def test_what_was_told_beside_a_board_is_told_still_and_old_messages_go(url: str, rows: Rows) -> None:
    of_match = {
        row["code"]: [view for view in rows["views"] if view["match"] == row["code"]] for row in rows["matches"]
    }
    code, shown = next((code, views) for code, views in of_match.items() if len(views) > 1)
    match = next(row for row in rows["matches"] if row["code"] == code)
    shown[0] |= {"pinged_version": match["version"], "ping_message": "call"}
    shown[1] |= {"pinged_version": match["version"] - 1, "ping_message": "old call"}
    await at_schema(url, "0004", rows)
    database = await Database.open(url)
    try:
        assert await check(database) == []
        after = await database.read(rows_of)
    finally:
        await database.close()
    (told,) = [row for row in after["notices"] if row["match"] == code]
    (waits,) = {match["seat_0"], match["seat_1"]} - {match["actor"]}
    assert (told["player"], told["kind"], told["version"]) == (waits, match["happened"], match["version"])
    assert (told["view"], told["message"]) == (shown[0]["id"], "call")
    assert told["told"] == match["changed"]
    assert (code, shown[1]["id"], "old call") in {
        (row["match"], row["view"], row["message"]) for row in after["leftovers"]
    }


@OLD
@EITHER
async def test_whoever_was_there_before_is_told_here_and_may_choose(url: str, rows: Rows) -> None:
    await at_schema(url, "0005", rows)
    database = await Database.open(url)
    try:
        assert await check(database) == []
        after = await database.read(rows_of)
        assert after["players"] == [{**row, "told": None} for row in rows["players"]]
        assert after["tells"] == []
        code, player = rows["matches"][0]["code"], rows["players"][0]["id"]
        for rule, broken in {
            "ck_players_told": "UPDATE players SET told = 'aloud'",
            "ck_tells_how": f"INSERT INTO tells VALUES ('{code}', '{player}', 'aloud')",
        }.items():
            with pytest.raises(Exception, match=rule):
                await database.write(partial(execute, statement=broken))
    finally:
        await database.close()


@OLD
@EITHER
async def test_a_clock_may_be_stopped_because_somebody_has_left_the_chat(url: str, rows: Rows) -> None:
    await at_schema(url, "0007", rows)
    database = await Database.open(url)
    try:
        assert (await database.read(rows_of))["matches"] == rows["matches"]
        stopping = (
            "UPDATE matches SET runs_since = NULL, halt = '{}' WHERE status = 'playing' AND runs_since IS NOT NULL"
        )
        with pytest.raises(Exception, match="ck_matches_halt"):
            await database.write(partial(execute, statement=stopping.format("left town")))
        await database.write(partial(execute, statement=stopping.format("left chat")))
        after = await database.read(rows_of)
        assert "left chat" in {row["halt"] for row in after["matches"]}
    finally:
        await database.close()


@OLD
@EITHER
async def test_an_offer_may_be_withdrawn_in_matches_of_before(url: str, rows: Rows) -> None:
    await at_schema(url, "0015", rows)
    database = await Database.open(url)
    try:
        assert (await database.read(rows_of))["matches"] == rows["matches"]
        latest = "UPDATE matches SET happened = '{}', draw_offer = NULL, takeback = NULL WHERE actor IS NOT NULL"
        latest += " AND status = 'playing'"  # a player withdraws an offer, never the staff
        with pytest.raises(Exception, match="ck_matches_happened"):
            await database.write(partial(execute, statement=latest.format("offer forgotten")))
        await database.write(partial(execute, statement=latest.format("offer withdrawn")))
        assert "offer withdrawn" in {row["happened"] for row in (await database.read(rows_of))["matches"]}
    finally:
        await database.close()


@OLD
@EITHER
async def test_no_match_of_before_has_another_half(url: str, rows: Rows) -> None:
    await at_schema(url, "0018", rows)
    database = await Database.open(url)
    try:
        assert (await database.read(rows_of))["matches"] == rows["matches"]
        assert {(row["mirror"], row["mirror_of"]) for row in rows["matches"]} == {(0, None)}
        making = "UPDATE matches SET {} WHERE status = 'playing'"
        for wrong in ("mirror = 1", "mirror_of = 'GONE'", "mirror = 1, mirror_of = code"):
            with pytest.raises(Exception, match="ck_matches_mirror_of"):
                await database.write(partial(execute, statement=making.format(wrong)))
        with pytest.raises(Exception, match="ck_matches_mirror"):
            await database.write(partial(execute, statement=making.format("mirror = 2")))
        await database.write(partial(execute, statement=making.format("mirror = 1, mirror_of = 'K7QM'")))
    finally:
        await database.close()


@OLD
@EITHER
async def test_matches_of_before_tell_their_first_turns(url: str, rows: Rows) -> None:
    await at_schema(url, "0023", rows)
    database = await Database.open(url)
    try:
        assert (await database.read(rows_of))["matches"] == rows["matches"]
        assert {row["status"] for row in rows["matches"] if row["first_turns"]} == {"over"}
    finally:
        await database.close()


@OLD
@EITHER
async def test_nobody_of_before_has_refused_that_puzzles_are_made_of_their_matches(url: str, rows: Rows) -> None:
    await at_schema(url, "0029", rows)
    database = await Database.open(url)
    try:
        after = await database.read(rows_of)
        assert {row["mined"] for row in after["players"]} == {None}
        assert after["site_puzzles"] == after["mining"] == [], "every match is still to be looked at"
        for wrong in ("INSERT INTO mining VALUES (1, 5, 1)", "INSERT INTO mining VALUES (0, 5, 0)"):
            with pytest.raises(Exception, match="ck_mining_"):
                await database.write(partial(execute, statement=wrong))
    finally:
        await database.close()


@OLD
@EITHER
async def test_opponents_and_members_of_before_follow_from_the_ledger_and_the_boards(url: str, rows: Rows) -> None:
    """Each channel had members of its own; now each server has, and who has met whom is counted."""
    before = [row | {"community": "f" * 32} for row in rows["members"][:1]]
    await at_schema(url, "0030", rows | {"members": before})
    database = await Database.open(url)
    try:
        after = await database.read(rows_of)
        assert after["ratings"] == rows["ratings"]
        counted = {row["player"] for row in rows["results"] if row["uncounted"] is None}
        assert counted
        assert {row["player"] for row in after["members"]} == counted
        assert "f" * 32 not in {row["community"] for row in after["members"]}
        assert {row["untested"] for row in after["results"]} == {0}
    finally:
        await database.close()


@OLD
@EITHER
async def test_guesses_of_before_are_summed(url: str, rows: Rows) -> None:
    await at_schema(url, "0037", rows)
    database = await Database.open(url)
    try:
        assert (await database.read(rows_of))["guessers"] == rows["guessers"]
        assert await check(database) == []
    finally:
        await database.close()


@OLD
@EITHER
async def test_the_numbers_of_before_follow_from_the_matches(url: str, rows: Rows) -> None:
    over = [row for row in rows["matches"] if row["status"] == "over" and row["seat_0"] != row["seat_1"]]
    hunts = {row["code"] for row in over if not row["rated"] and not row["mirror"] and row["bid"] is None}
    games = {"ruleset": TAPAL.key, "our_number": 1}
    played = [row | games if row["code"] in hunts else row for row in rows["matches"]]
    await at_schema(url, "0046", rows | {"matches": played, "pair_numbers": []})
    database = await Database.open(url)
    try:
        found = (await database.read(rows_of))["pair_numbers"]
        assert {row["community"] for row in found} > {""}
        everybody = [row["id"] for row in rows["players"]]
        await database.write(lambda connection: pair_numbers.recount_players(connection, everybody))
        assert (await database.read(rows_of))["pair_numbers"] == found
    finally:
        await database.close()


@OLD
@EITHER
async def test_no_match_of_before_was_for_the_number_of_two(url: str, rows: Rows) -> None:
    await at_schema(url, "0043", rows)
    database = await Database.open(url)
    try:
        assert {row["our_number"] for row in (await database.read(rows_of))["matches"]} == {0}
        making = "UPDATE matches SET our_number = 1, {} WHERE status = 'playing' AND rated = 0 AND mirror = 0"
        for wrong in ("bid = 16", "mirror = 1", "rated = 1, pace = 'coffee'"):
            with pytest.raises(Exception, match="ck_matches_"):
                await database.write(partial(execute, statement=making.format(wrong)))
    finally:
        await database.close()


@OLD
@EITHER
async def test_no_match_of_before_has_begun_by_a_bid(url: str, rows: Rows) -> None:
    await at_schema(url, "0020", rows)
    database = await Database.open(url)
    try:
        assert (await database.read(rows_of))["matches"] == rows["matches"]
        assert {row["bid"] for row in rows["matches"]} == {None}
        making = "UPDATE matches SET {} WHERE status = 'playing' AND rated = 0 AND mirror = 0"
        for wrong in ("bid = 0", "bid = 100", "bid = 16, rated = 1, pace = 'coffee'"):
            with pytest.raises(Exception, match="ck_matches_"):
                await database.write(partial(execute, statement=making.format(wrong)))
        await database.write(partial(execute, statement=making.format("bid = 16")))
    finally:
        await database.close()


@OLD
@EITHER
async def test_turns_of_before_nudges_were_counted_have_none_and_have_two_at_most(url: str, rows: Rows) -> None:
    await at_schema(url, "0008", rows)
    database = await Database.open(url)
    try:
        assert {row["nudges"] for row in (await database.read(rows_of))["matches"]} == {0}
        nudging = "UPDATE matches SET nudges = {} WHERE status = 'playing'"
        for wrong in ("3, nudged_at = changed", "1, nudged_at = NULL", "-1"):
            with pytest.raises(Exception, match="ck_matches_nudges"):
                await database.write(partial(execute, statement=nudging.format(wrong)))
        await database.write(partial(execute, statement=nudging.format("2, nudged_at = changed")))
    finally:
        await database.close()


@OLD
@EITHER
async def test_matches_of_before_the_nudges_have_none_and_may(url: str, rows: Rows) -> None:
    await at_schema(url, "0006", rows)
    database = await Database.open(url)
    try:
        after = await database.read(rows_of)
        assert after["matches"] == rows["matches"]
        assert {row["nudged_at"] for row in after["matches"]} == {None}
        nudging = "UPDATE matches SET happened = 'nudged' {} WHERE status = 'playing' AND happened = 'moved'"
        with pytest.raises(Exception, match="ck_matches_nudged"):
            await database.write(partial(execute, statement=nudging.format("")))
        await database.write(partial(execute, statement=nudging.format(", nudged_at = changed")))
    finally:
        await database.close()


@deep("each step is taken on empty tables in the quick suite")
@EITHER
async def test_a_row_that_breaks_a_rule_keeps_no_step_from_being_taken(
    url: str, backend: str, sql: Sql, rows: Rows, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    await at_schema(url, migrate.newest(), rows)
    player = sql("SELECT min(id) FROM players")
    sql(f"UPDATE players SET created = -1 WHERE id = '{player}'")
    if backend == "sqlite":
        sql("UPDATE leftovers SET view = 'gone'")
    with_next_step(monkeypatch, tmp_path)
    database = await Database.open(url)
    try:
        assert version(sql) == NEXT
        problems = [str(problem) for problem in await check(database)]
        assert any(player in problem and "a moment lies between" in problem for problem in problems)
    finally:
        await database.close()


async def test_migrations_make_the_tables_of_the_code(url: str, backend: str, sql: Sql, tmp_path: Path) -> None:
    """To open them again changes nothing."""
    await opened_and_closed(url)
    assert version(sql) == migrate.newest()
    database = await Database.open(url)
    try:
        assert version(sql) == migrate.newest()
        assert await differences(database) == []
    finally:
        await database.close()
    assert not backups(tmp_path)
    if backend == "sqlite":
        strict = {line.split("|")[1]: line.split("|")[5] for line in sql("PRAGMA table_list").splitlines()}
        assert all(strict[name] == "1" for name in metadata.tables)
        assert "CASCADE" not in sql("SELECT sql FROM sqlite_master")
    else:
        assert sql("SELECT count(*) FROM pg_constraint WHERE confdeltype = 'c'") == "0"
        assert sql("SELECT count(*) FROM pg_class WHERE relkind = 'S'") == "0", "no sequence makes ids"


def backups(folder: Path) -> list[Path]:
    return list(folder.glob("*.backup"))


async def differences(database: Database) -> list[object]:
    """The differences between the tables and the code: Alembic does not look at keys and constraints."""

    def compare(connection: SyncConnection) -> list[object]:
        found: list[object] = list(compare_metadata(MigrationContext.configure(connection), metadata))
        said = inspect(connection)

        def rule(name: object, sql: object) -> tuple[str, str]:
            """A server writes a rule in words of its own."""
            return str(name), str(sql) if connection.dialect.name == "sqlite" else ""

        for table in metadata.sorted_tables:
            there = {
                "key": [tuple(said.get_pk_constraint(table.name)["constrained_columns"])],
                "unique": sorted(tuple(each["column_names"]) for each in said.get_unique_constraints(table.name)),
                "check": sorted(rule(each["name"], each["sqltext"]) for each in said.get_check_constraints(table.name)),
                "points": sorted(
                    (each["constrained_columns"], each["referred_table"], each["referred_columns"])
                    for each in said.get_foreign_keys(table.name)
                ),
            }
            wanted = {
                "key": [tuple(table.primary_key.columns.keys())],
                "unique": sorted(tuple(each.columns.keys()) for each in of_kind(table, UniqueConstraint)),
                "check": sorted(rule(each.name, each.sqltext) for each in of_kind(table, CheckConstraint)),
                "points": sorted(
                    (list(each.column_keys), each.referred_table.name, [part.column.name for part in each.elements])
                    for each in of_kind(table, ForeignKeyConstraint)
                ),
            }
            if there != wanted:
                found.append((table.name, there, wanted))
        return found

    return await database.read(lambda connection: connection.run_sync(compare))


def of_kind(table: Any, kind: Any) -> Iterator[Any]:
    return (each for each in table.constraints if isinstance(each, kind))


def remembered(folder: Path) -> dict[Path, bytes]:
    """The notes of Papan on databases in a folder."""
    return {file: file.read_bytes() for file in folder.glob("*.known")}


@EITHER
@pytest.mark.usefixtures("at_once")
async def test_an_unknown_schema_is_refused(url: str, sql: Sql, tmp_path: Path) -> None:
    await (await Database.open(url, state=tmp_path)).close()
    sql("UPDATE alembic_version SET version_num = '9999'")
    known = remembered(tmp_path)
    assert known
    # The third start: a refused one gives the lock back.
    for opening in (Database.open, Database.look, partial(Database.adopt, state=tmp_path), Database.open):
        with pytest.raises(UnknownSchema) as refused:
            await opening(url)
        assert str(refused.value) == (
            "the database has schema 9999, which this Papan does not know (it knows schemas up to "
            f"{migrate.newest()}): start the Papan that wrote it, or begin anew with another database"
        )
    assert remembered(tmp_path) == known


NO_COPIES = {
    '        "copy": "copy IN (0, 1)",\n': "",
    '        sa.Column("copy", Flag, nullable=False, server_default="0"),\n': "",
}
"""What the first step lacked until 25 November."""


@pytest.mark.parametrize(
    "backend", quick_first(["sqlite", "postgresql"], "a step that fails is undone on both"), indirect=True
)
async def test_what_a_step_did_not_make_yet_is_added(
    url: str, sql: Sql, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as then:
        then.setattr(migrate, "STEPS", as_once(tmp_path, NO_COPIES))
        await at_schema(url, "0002", {"matches": []})
    sql("DROP INDEX ix_matches_era")
    await opened_and_closed(url)
    sql("DROP TABLE topics")
    with pytest.raises(UnusableDatabase, match="brought up to date when Papan starts"):
        await Database.look(url)
    database = await Database.open(url)
    try:
        assert await differences(database) == []
    finally:
        await database.close()


@EITHER
@pytest.mark.parametrize(
    ("changes", "schema", "reason"),
    quick_first(
        [
            ({'        "happened": (': '        "occurred": ('}, "0001", "happened"),
            ({}, "0007", "halt"),
        ],
        "one step that does not fit is told like another",
    ),
)
async def test_tables_of_before_the_first_release_are_refused_in_a_sentence(
    url: str,
    sql: Sql,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    changes: dict[str, str],
    schema: str,
    reason: str,
) -> None:
    with monkeypatch.context() as then:
        then.setattr(migrate, "STEPS", as_once(tmp_path, changes))
        await at_schema(url, "0001", {"matches": []})
    sql(f"UPDATE alembic_version SET version_num = '{schema}'")
    with pytest.raises(UnusableDatabase) as refused:
        await Database.open(url)
    said = str(refused.value)
    assert f"says that it has schema {schema}" in said
    assert reason in said
    assert "\n" not in said
    assert said.endswith("start the Papan that wrote it, or begin anew with another database (DATABASE_URL)")


def test_no_step_is_ever_changed() -> None:
    listed = dict(line.split()[::-1] for line in DIGESTS.read_text(encoding="ascii").splitlines())
    steps = (migrate.STEPS / "versions").glob("v*.py")
    assert listed == {step.name: hashlib.sha256(step.read_bytes()).hexdigest() for step in steps}, (
        "a step never changes, because databases are there that have taken it; the digest of a new one is added with: "
        "(cd bot/store/migrations/versions && sha256sum NAME) >> tests/bot/store/digests"
    )


@deep("each step is taken on empty tables in the quick suite")
@pytest.mark.parametrize(
    ("statement", "said"),
    quick_first(
        [("SELECT 1 FROM nowhere", "nowhere"), ("DELETE FROM players", "pointing at rows that are not there|foreign")],
        "one step that fails is undone like another",
    ),
)
async def test_a_step_that_fails_leaves_all_as_it_was(
    url: str, sql: Sql, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, statement: str, said: str
) -> None:
    match = await played(url)
    with monkeypatch.context() as later:
        with_next_step(later, tmp_path, f"op.execute({statement!r})")
        with pytest.raises(UnusableDatabase, match=said):
            await Database.open(url)
    assert version(sql) == migrate.newest()
    database = await Database.open(url)
    assert await check(database) == []
    assert (await Services.over(database, lambda: datetime.now(UTC), Random(1)).matches.get(match)).game.ply == 3
    await database.close()


async def played(url: str) -> str:
    """A database with a match of three moves; its code."""
    database = await Database.open(url)
    services = Services.over(database, lambda: datetime.now(UTC), Random(1))
    match, adi, siti, _ = await begun(services)
    await play(services, match, adi, siti, moves=3)
    await database.close()
    return match.code


@deep("each step is taken on empty tables in the quick suite")
async def test_tables_that_another_makes_meanwhile_are_not_strangers(
    postgresql: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = postgresql.create()
    url, others = postgresql.address(name), [1]

    def another_starts_first(connection: SyncConnection) -> Inspector:
        if others:
            others.pop()
            with ThreadPoolExecutor() as elsewhere:
                elsewhere.submit(asyncio.run, opened_and_closed(url)).result()
        return inspect(connection)

    monkeypatch.setattr(migrate, "inspect", another_starts_first)
    await opened_and_closed(url)
    assert postgresql.execute("SELECT version_num FROM alembic_version", name) == migrate.newest()
    postgresql.drop(name)


async def opened_and_closed(url: str) -> None:
    """A Papan that starts and ends."""
    await (await Database.open(url)).close()

"""The schema: created new and migrated from every earlier one, on both kinds of database, without loss."""

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    CheckConstraint,
    ForeignKeyConstraint,
    PrimaryKeyConstraint,
    UniqueConstraint,
    inspect,
    make_url,
    text,
)
from sqlalchemy import Connection as SyncConnection
from sqlalchemy.engine import Inspector
from sqlalchemy.ext.asyncio import create_async_engine

from bot.matches.names import NameTaken, skeleton
from bot.services.integrity import check
from bot.services.services import Services
from bot.store import Database, SchemaTooNew, UnusableDatabase, events, migrate
from bot.store.room import RoomStore
from bot.store.tables import LASTING, metadata
from loopback.postgresql import PostgreSQL
from tests.bot.conftest import in_file
from tests.bot.kit import begun, play
from tests.suites import either_database, quick_first
from tools.schema_rows import FOLDER, keep, rows_of

Rows: TypeAlias = dict[str, list[dict[str, Any]]]
Sql = Callable[[str], str]

EARLIER = [
    step.revision for step in ScriptDirectory(str(migrate.STEPS)).walk_revisions() if step.revision != migrate.newest()
][::-1]

EITHER = pytest.mark.parametrize("backend", either_database(), indirect=True)
"""What every step does is seen on both kinds in the quick suite already."""

MORE = """
import sqlalchemy as sa
from alembic import op
revision = "9999"
down_revision = {newest!r}
def upgrade():
    with op.batch_alter_table("players", recreate="auto", table_kwargs={{"sqlite_strict": True}}) as table:
        table.add_column(sa.Column("colour", sa.Text()))
        table.alter_column("resigns", new_column_name="gives_up")
    {rest}
"""


@pytest.fixture
def url(empty_url: str) -> str:
    """Here the tables are what is tested: no database has them yet."""
    return empty_url


def version(sql: Sql) -> str:
    return sql("SELECT version_num FROM alembic_version")


def with_one_more(monkeypatch: pytest.MonkeyPatch, folder: Path, rest: str = "pass") -> None:
    """A next step, as a later version of Papan would bring."""
    steps = folder / "migrations"
    steps.joinpath("versions").mkdir(parents=True)
    for file in ["env.py", *(f"versions/{step.name}" for step in migrate.STEPS.glob("versions/*.py"))]:
        steps.joinpath(file).write_text(migrate.STEPS.joinpath(file).read_text())
    steps.joinpath("versions", "v9999_next.py").write_text(MORE.format(newest=migrate.newest(), rest=rest))
    monkeypatch.setattr(migrate, "STEPS", steps)


async def at_schema(url: str, revision: str, rows: Rows) -> None:
    """A database as an earlier version has left it."""
    target = make_url(url)
    driver = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}[target.drivername]
    engine = create_async_engine(target.set(drivername=driver))
    async with engine.begin() as connection:
        await connection.run_sync(migrate.upgrade, revision)
        for table, kept in rows.items():
            # A match stands before its rematch, as they came to be.
            for row in sorted(kept, key=lambda row: row.get("rematch_of") is not None):
                names = [f'"{name}"' for name in row]
                values = [f":{name}" for name in row]
                insert = f'INSERT INTO "{table}" ({", ".join(names)}) VALUES ({", ".join(values)})'
                await connection.execute(text(insert), {name: from_json(value) for name, value in row.items()})
    await engine.dispose()


def from_json(value: Any) -> Any:
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


def kept_rows(revision: str) -> Rows:
    rows: Rows = json.loads(FOLDER.joinpath(f"{revision}.json").read_text(encoding="utf-8"))
    return rows


def as_of_today(table: str, row: dict[str, Any]) -> dict[str, Any]:
    """An earlier row as it has to stand in the tables of today, apart from columns that are new."""
    if table == "events" and "platform" in row:
        key = events.key_of(row["platform"], row["event"])
        return {name: value for name, value in row.items() if name != "platform"} | {"event": key}
    if table == "inbox" and row["done"] is not None:
        return {**row, "payload": ""}
    if table == "room_people" and "folded" in row:
        return {**row, "folded": skeleton(row["name"])}
    return row


def test_rows_of_every_earlier_schema_are_kept() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.json")) == EARLIER
    for revision in EARLIER:
        assert all(kept_rows(revision).values()), "a table without rows proves nothing"


async def test_the_tool_keeps_rows_of_every_table(tmp_path: Path) -> None:
    await keep(tmp_path / "rows.json")
    rows = json.loads(tmp_path.joinpath("rows.json").read_text(encoding="utf-8"))
    assert set(rows) == {table.name for table in LASTING}
    assert all(rows.values())


@pytest.mark.parametrize("revision", quick_first(EARLIER, "the first schema takes every step of the others"))
async def test_every_earlier_schema_is_brought_up_to_date_with_all_its_rows(
    url: str, backend: str, sql: Sql, revision: str, tmp_path: Path
) -> None:
    before = kept_rows(revision)
    await at_schema(url, revision, before)
    assert version(sql) == revision
    with pytest.raises(UnusableDatabase, match="older schema"):
        await Database.look(url)
    database = await Database.open(url)
    try:
        assert version(sql) == migrate.newest()
        assert await check(database) == []
        after = await database.read(rows_of)
        for table, rows in before.items():
            assert len(after[table]) == len(rows), table
            for row in rows:
                expected = as_of_today(table, row)
                assert any(expected.items() <= now.items() for now in after[table]), (table, row)
        services = Services.over(database, lambda: datetime.now(UTC), Random(1))
        for row in before["matches"]:
            match = await services.matches.get(row["code"])
            assert (match.game.ply, match.version, match.status.value) == (row["ply"], row["version"], row["status"])
        assert await differences(database) == []
    finally:
        await database.close()
    if backend == "sqlite":
        (backup,) = backups(tmp_path)
        assert in_file(backup, "SELECT version_num FROM alembic_version") == revision
        assert in_file(backup, "SELECT count(*) FROM moves") == str(len(before["moves"]))


@pytest.mark.parametrize("revision", quick_first(EARLIER, "the first schema takes every step of the others"))
async def test_what_an_earlier_papan_was_told_does_not_happen_again(url: str, revision: str) -> None:
    before = kept_rows(revision)
    await at_schema(url, revision, before)
    database = await Database.open(url)
    try:
        done = before["events"][0]
        # Since 0002 a row holds a digest of both, so what it stands for is looked for.
        told = {
            events.key_of(platform, f"{n}"): (platform, f"{n}") for platform in ("web", "discord") for n in range(99)
        }
        platform, event = told[done["event"]] if "platform" not in done else (done["platform"], done["event"])
        query = await database.read(lambda connection: events.effect_of(connection, platform, event))
        assert query == events.Effect(done["match"], done["outcome"])
    finally:
        await database.close()


@EITHER
async def test_names_of_the_room_that_look_alike_get_a_number_and_reserved_ones_go(url: str) -> None:
    names = ["Siti", "Siti 2", "Adi", "\u0405iti", "SITI", "Papan", "Komputer 8", "...", "007"]
    people = [
        {
            "id": f"{number}", "secret_hash": f"{number}" * 64, "name": name, "folded": name.casefold(), "language": "",
            "created": number,
        }
        for number, name in enumerate(names)
    ]  # fmt: skip
    await at_schema(url, "0013", {"room_people": people})
    database = await Database.open(url)
    try:
        after = (await database.read(rows_of))["room_people"]
        assert [row["name"] for row in after] == [
            "Siti", "Siti 2", "Adi", "\u0405iti 3", "SITI 4", "Guest 2", "Guest 3", "Guest 4", "007",
        ]  # fmt: skip
        assert await check(database) == []
        with pytest.raises(NameTaken):
            await RoomStore(database).add_member("s1ti", "en")
    finally:
        await database.close()


async def test_migrations_make_the_tables_of_the_code(database: Database, backend: str, sql: Sql) -> None:
    assert await differences(database) == []
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
    """Where the tables are not those of the code: Alembic does not look at keys and constraints."""

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


def test_keys_are_fit_for_many_machines() -> None:
    of_a_match = {name for name, table in metadata.tables.items() if "match" in table.c and name != "events"}
    assert of_a_match == {"moves", "views", "leftovers"}
    for table in metadata.sorted_tables:
        for key in of_kind(table, (PrimaryKeyConstraint, UniqueConstraint)):
            first = next(iter(key.columns)).name
            if table.name in of_a_match:
                assert first == "match", table.name
            elif table.name not in ("inbox", "offsets"):  # the queue of one bot, which one process works off
                assert first != "platform", table.name
        if table.name == "matches":
            assert not list(of_kind(table, UniqueConstraint))
        for index in table.indexes:
            assert next(iter(index.columns)).name != "platform" or table.name == "inbox"
        for column in table.primary_key:
            assert column.autoincrement is not True
            assert column.default is None
            assert column.server_default is None
        for points in of_kind(table, ForeignKeyConstraint):
            if points.referred_table.name in {"matches", *of_a_match}:
                assert "match" in points.column_keys, "both ends stand on one machine"


@EITHER
async def test_rows_that_contradict_themselves_are_kept_and_named(
    url: str, backend: str, sql: Sql, capsys: pytest.CaptureFixture[str]
) -> None:
    before = kept_rows("0006")
    await at_schema(url, "0006", before)
    code = sql("SELECT min(code) FROM matches WHERE status = 'playing'")
    sql(f"UPDATE matches SET hints_0 = -1, winner = 5 WHERE code = '{code}'")
    sql("UPDATE views SET posts = -1")
    if backend == "sqlite":
        sql("UPDATE leftovers SET view = 'gone'")
    database = await Database.open(url)
    try:
        assert version(sql) == migrate.newest()
        if backend == "sqlite":  # SQLAlchemy cannot read a table with a rule that is NOT VALID
            assert await differences(database) == []
        log = capsys.readouterr().out
        assert "rows_contradict_themselves" in log
        problems = [str(problem) for problem in await check(database)]
        assert any(f"match {code}: a count is not negative" in problem for problem in problems)
        assert any(f"match {code}: a side is 0 or 1" in problem for problem in problems)
        assert sum("a count is not negative" in problem for problem in problems) == 1 + len(before["views"])
        # From now on nothing like it is written.
        with pytest.raises(Exception, match="ck_players_moments"):
            await database.write(lambda connection: connection.execute(text("UPDATE players SET created = -1")))
    finally:
        await database.close()


async def test_opening_again_changes_nothing(url: str, sql: Sql, tmp_path: Path) -> None:
    for _ in range(2):
        database = await Database.open(url)
        assert version(sql) == migrate.newest()
        await database.close()
    assert not backups(tmp_path)


def remembered(folder: Path) -> dict[Path, bytes]:
    """What Papan has noted of databases in a folder."""
    return {file: file.read_bytes() for file in folder.glob("*.known")}


async def test_a_newer_schema_is_refused(url: str, sql: Sql, tmp_path: Path) -> None:
    await (await Database.open(url, state=tmp_path)).close()
    sql("UPDATE alembic_version SET version_num = '9999'")
    known = remembered(tmp_path)
    assert known
    # The third start: a refused one gives the lock back.
    for opening in (Database.open, Database.look, partial(Database.adopt, state=tmp_path), Database.open):
        with pytest.raises(SchemaTooNew, match=r"^the database has schema 9999, this Papan knows schemas up to \d+: "):
            await opening(url)
    assert remembered(tmp_path) == known


@EITHER
async def test_a_step_that_rebuilds_tables_keeps_their_rows(
    url: str, sql: Sql, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    match = await played(url)
    with_one_more(monkeypatch, tmp_path)
    await (await Database.open(url)).close()
    assert version(sql) == "9999"
    assert sql("SELECT count(*) FROM players WHERE colour IS NULL AND gives_up IS NULL") == "2"
    assert sql(f"SELECT count(*) FROM moves WHERE match = '{match}'") == "3"


async def test_a_step_that_fails_leaves_all_as_it_was(
    url: str, sql: Sql, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    match = await played(url)
    with monkeypatch.context() as later:
        with_one_more(later, tmp_path, "op.execute('SELECT 1 FROM nowhere')")
        with pytest.raises(UnusableDatabase, match="nowhere"):
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

"""A step of the schema that a test adds to those of Papan, and databases of the schemas before it."""

from collections.abc import Mapping
from pathlib import Path
from shutil import copytree
from typing import Any, TypeAlias

import pytest
from sqlalchemy import Connection, inspect, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import migrate

Rows: TypeAlias = dict[str, list[dict[str, Any]]]

NEXT = "9999"
STEP = """
import sqlalchemy as sa
from alembic import op
revision = {next!r}
down_revision = {newest!r}
def upgrade():
    with op.batch_alter_table("players", recreate="auto", table_kwargs={{"sqlite_strict": True}}) as table:
        table.add_column(sa.Column("colour", sa.Text(), nullable=False, server_default="green"))
        table.create_check_constraint(op.f("ck_players_colour"), "colour <> ''")
    {rest}
"""


def with_next_step(monkeypatch: pytest.MonkeyPatch, folder: Path, rest: str = "pass") -> Path:
    """Let Papan know one step more, as its next version would: players get a colour, then ``rest`` is done.

    Gives the folder of the steps.
    """
    steps = add_next_step(folder, rest)
    monkeypatch.setattr(migrate, "STEPS", steps)
    return steps


def add_next_step(folder: Path, rest: str = "pass") -> Path:
    """The steps of Papan and that one, in a folder of their own."""
    steps = folder / "migrations"
    copytree(migrate.STEPS, steps)
    step = STEP.format(next=NEXT, newest=migrate.newest(), rest=rest)
    steps.joinpath("versions", f"v{NEXT}_next.py").write_text(step)
    return steps


def as_once(folder: Path, changes: Mapping[str, str]) -> Path:
    """The first step with other content, as Papans under development had it, in a folder of its own with the others."""
    steps = folder / "steps of then"
    copytree(migrate.STEPS, steps)
    first = steps / "versions" / "v0001_first.py"
    content = first.read_text()
    for now, then in changes.items():
        assert now in content
        content = content.replace(now, then)
    first.write_text(content)
    return steps


async def at_schema(url: str, revision: str, rows: Rows) -> None:
    """Make a database as the Papan of an earlier schema has left it, without tables and columns that came later.

    Before there was a ledger no match was rated, and before there were mirror matches none had another half; there were
    no bids, no contests, no numbers of two and no reports: then the ``rows`` are changed so.
    """
    target = make_url(url)
    driver = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}[target.drivername]
    engine = create_async_engine(target.set(drivername=driver))
    async with engine.begin() as connection:
        await connection.run_sync(migrate.upgrade, revision)
        there = await connection.run_sync(lambda each: inspect(each).get_table_names())
        if "results" not in there:
            for row in rows["matches"]:
                row["rated"] = 0
        if "reports" not in there:
            rows["rulings"] = [row for row in rows.get("rulings", ()) if row["act"] != "reported"]
        columns = await connection.run_sync(_columns, "matches")
        for row in rows["matches"]:
            for name, none in _LATER.items():
                if name not in columns:
                    row[name] = none
        for table, kept in ((table, rows[table]) for table in rows if table in there):
            columns = await connection.run_sync(_columns, table)
            before = [_EARLIER.get(table, {}) | each for each in kept] if columns else []
            for row in ({name: value for name, value in each.items() if name in columns} for each in before):
                names, values = (", ".join(each.format(name) for name in row) for each in ('"{}"', ":{}"))
                await connection.execute(text(f'INSERT INTO "{table}" ({names}) VALUES ({values})'), row)
    await engine.dispose()


_LATER: Mapping[str, object] = {
    "mirror": 0,
    "mirror_of": None,
    "bid": None,
    "event_kind": None,
    "event_code": None,
    "our_number": 0,
    "swap": None,
    "swap_asked": None,
    "swaps": None,
    "origin": None,
    "origin_ply": None,
}
"""What matches were that came before some columns."""
_EARLIER: Mapping[str, dict[str, object]] = {"views": {"pinged_version": 0}}
"""Columns that were required once and are there no more, by table."""


def _columns(connection: Connection, table: str) -> set[str]:
    """The columns of a table; none where there is no such table yet."""
    known = inspect(connection)
    return {column["name"] for column in known.get_columns(table)} if known.has_table(table) else set()

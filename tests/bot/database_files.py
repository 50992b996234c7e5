"""Database files with the tables and no rows, copied from one that is made once in a run of the tests: ten times as
fast as taking every step of the schema for each test.
"""

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import Connection, create_engine, inspect

from bot.store import migrate
from tests.shared import made_once


def file_in(folder: Path, name: str = "papan.db") -> str:
    """The address of the database in a folder: a new one without rows, unless there is one already."""
    file = folder / name
    if not file.exists():
        file.write_bytes(_ready())
    return f"sqlite:///{file}"


def tables_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an empty file get what all steps of the schema make in one go, for what is tested behind them.

    A step that a test adds to those of Papan is taken as ever.
    """
    newest, one_by_one = migrate.newest(), migrate.upgrade

    def upgrade(connection: Connection, to: str = "head") -> None:
        empty = connection.dialect.name == "sqlite" and not inspect(connection).get_table_names()
        if not empty or to not in ("head", newest) or migrate.newest() != newest:
            one_by_one(connection, to)
            return
        for statement in _statements():
            connection.exec_driver_sql(statement)

    monkeypatch.setattr(migrate, "upgrade", upgrade)


@cache
def _statements() -> tuple[str, ...]:
    """The statements that make all that such a file has."""
    with TemporaryDirectory() as folder:
        file_in(Path(folder))
        with closing(sqlite3.connect(Path(folder) / "papan.db")) as connection:
            begin, *statements, commit = connection.iterdump()
    assert (begin, commit) == ("BEGIN TRANSACTION;", "COMMIT;")
    return tuple(statements)


@cache
def _ready() -> bytes:
    """The content of such a file."""
    return made_once("papan.db", _made)


def _made() -> bytes:
    """Take every step of the schema; the file has no identity yet, which Papan gives it when it opens it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "papan.db"
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            migrate.upgrade(connection)
        with closing(engine.raw_connection()) as raw:
            raw.cursor().execute("PRAGMA journal_mode=WAL")
        engine.dispose()
        return file.read_bytes()

"""Database files with the tables and no rows, copied from one that is made once in a run of the tests: ten times as
fast as taking every step of the schema for each test.
"""

from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import create_engine

from bot.store import migrate
from tests.shared import made_once


def file_in(folder: Path, name: str = "papan.db") -> str:
    """The address of the database in a folder: a new one without rows, unless there is one already."""
    file = folder / name
    if not file.exists():
        file.write_bytes(_ready())
    return f"sqlite:///{file}"


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

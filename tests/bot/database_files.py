"""Database files with the tables and no rows, copied from one that is made once in a process: ten times as fast as
taking every step of the schema for each test.
"""

from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import create_engine

from bot.store import migrate


def file_in(folder: Path, name: str = "papan.db") -> str:
    """The address of the database in a folder: a new one without rows, unless there is one already."""
    file = folder / name
    if not file.exists():
        file.write_bytes(_ready())
    return f"sqlite:///{file}"


@cache
def _ready() -> bytes:
    """The content of such a file; it has no identity yet, which Papan gives it when it opens it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "papan.db"
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            migrate.upgrade(connection)
        with closing(engine.raw_connection()) as raw:
            raw.cursor().execute("PRAGMA journal_mode=WAL")
        engine.dispose()
        return file.read_bytes()

"""The memory of a database file, kept beside it, so that another file in its place is noticed.

The file carries an identity and a version that grows with each commit (SQLite's ``application_id`` and
``user_version``). The same two stand in ``papan.db.known``, written after each commit: a file that is missing, another
one, or one that has gone back to an earlier version, as without its WAL, is not begun with.
"""

import os
import secrets
import sqlite3
from contextlib import suppress
from pathlib import Path

from bot.store.backends.memory import PRIVATE, RANGE, DatabaseVersion, LostDatabase, Memory
from bot.store.migrate import UnusableDatabase


class MovedDatabase(UnusableDatabase):
    """The file was moved, replaced or emptied while Papan had it open."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"the database {file} was moved, replaced or emptied while Papan was using it; nothing is written until it "
            "is back in its place"
        )


def version_of(connection: sqlite3.Connection) -> DatabaseVersion:
    """The identity of a database, 0 where it has none yet, and its version."""
    (identity,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return DatabaseVersion(identity % RANGE, version % RANGE)


class FileMemory(Memory):
    """The file ``papan.db.known`` beside a database."""

    def __init__(self, file: Path) -> None:
        super().__init__(file.with_name(file.name + ".known"), str(file))
        self._database = file

    def has_database(self) -> bool:
        """Is there a database, with something in it?"""
        return self._database.exists() and self._database.stat().st_size > 0

    def must_exist(self) -> DatabaseVersion | None:
        """The remembered version. Raises LostDatabase where there is one, and the database is missing or empty."""
        known = self.read()
        if known is not None:
            if not self._database.exists():
                raise LostDatabase(self.where, "is gone, and Papan does not begin an empty one in its place")
            if not self.has_database():
                raise LostDatabase(self.where, "has been emptied, and Papan does not begin a new one in its place")
        return known

    def compare(self, found: DatabaseVersion, known: DatabaseVersion) -> None:
        """Raises LostDatabase where the version of the database is not the remembered one, or later."""
        if found.identity != known.identity:
            raise LostDatabase(self.where, "is another one than Papan has kept here")
        if found.is_behind(known):
            raise LostDatabase(
                self.where,
                f"has gone back to version {found.version} from {known.version}, as an old copy does, or a file whose "
                f"{self._database.name}-wal is gone",
            )


class Guard:
    """Watches the commits of the connection that writes: each gets a number, and finds the file in its place.

    Raises MovedDatabase in the place of a commit that would go into a file that nobody finds any more.
    ``remembers``: without it the file beside stays as it is until ``accept``.
    """

    def __init__(self, file: Path, connection: sqlite3.Connection, *, remembers: bool) -> None:
        self._file = file
        self._connection = connection
        self._memory = FileMemory(file)
        self._remembers = remembers
        self._place = self._look()
        self._changes = connection.total_changes
        if not version_of(connection).identity:
            identity = 1 + secrets.randbelow(2**31 - 1)
            connection.execute(f"PRAGMA application_id = {identity}")
        self._now = self._next = version_of(connection)
        if remembers:
            self._memory.write(self._now)

    def accept(self) -> None:
        """Remember the database as it is, and from now on."""
        self._remembers = True
        self._memory.write(self._now)

    def begin(self) -> None:
        """A transaction begins."""
        self._changes = self._connection.total_changes

    def before_commit(self) -> None:
        """A transaction is to be committed: if it has changed anything, it makes a new version."""
        if self._connection.total_changes == self._changes:
            return
        if self._look() != self._place:
            raise MovedDatabase(self._file)
        known = version_of(self._connection)
        version = (known.version + 1) % RANGE
        signed = version - RANGE if version >= RANGE // 2 else version
        self._connection.execute(f"PRAGMA user_version = {signed}")
        self._next = DatabaseVersion(known.identity, version)

    def after_commit(self) -> None:
        """It is committed."""
        if self._connection.total_changes == self._changes:
            return
        self._now = self._next
        if self._remembers:
            with suppress(OSError):  # what is remembered may be older than the database
                self._memory.write(self._now)

    def _look(self) -> tuple[int, int] | None:
        """The file that has the name now; None where there is none, or an empty one."""
        # Never opened here: closing a file of one's own ends SQLite's locks on it.
        try:
            found = self._file.stat()
        except FileNotFoundError:
            return None
        return (found.st_dev, found.st_ino) if found.st_size else None


def make_private(file: Path) -> bool:
    """Make a database file that only its owner can read, if it is not there; close one that is there to others.

    Was it made?

    SQLite gives the files beside it the same mode. The owner's group keeps what the operator has given to it.
    """
    is_made = not file.exists()
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, PRIVATE))
    for each in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        with suppress(FileNotFoundError, PermissionError):  # what belongs to somebody else is for them to close
            mode = each.stat().st_mode & 0o777
            if mode & 0o007:
                each.chmod(mode & 0o770)
    return is_made

"""The memory of a database, kept apart from it, so that another database in its place is noticed.

One short line: the identity that the database carries, and the version that it had last. Of a file it stands beside it
(``papan.db.known``), of a server's database in the folder that PAPAN_STATE names.
"""

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from bot.store.migrate import UnusableDatabase

PRIVATE = 0o600
RANGE = 2**32
"""Identities and versions have 32 bits. A version goes on from 0 after the last one."""
WAY_OUT = "; put the right one back, restore a backup (papan restore), or go on with what is there: papan adopt"
_LINE = re.compile(r"papan ([0-9a-f]{8}) ([0-9a-f]{8})\n")


class LostDatabase(UnusableDatabase):
    """The database is not the one that Papan has kept in this place."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"the database {where} {what}{WAY_OUT}")


@dataclass(frozen=True)
class DatabaseVersion:
    """The identity of a database, and how far it has come. On a server no version is counted: it stays 0."""

    identity: int
    version: int = 0

    def is_behind(self, other: "DatabaseVersion") -> bool:
        """Is this an earlier version than the other?"""
        return 0 < (other.version - self.version) % RANGE < RANGE // 2


class Memory:
    """The file ``path`` that remembers the database called ``where``."""

    def __init__(self, path: Path, where: str) -> None:
        self.path = path
        self.where = where

    @classmethod
    def of_server(cls, folder: Path, where: str) -> "Memory":
        """The memory of a server's database, in a folder."""
        return cls(folder / f"postgresql-{hashlib.sha256(where.encode()).hexdigest()[:12]}.known", where)

    def read(self) -> DatabaseVersion | None:
        """The remembered version; None where there is none. Raises LostDatabase where it cannot be read."""
        try:
            said = self.path.read_text(encoding="ascii")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError):
            said = "-"
        if not said:  # the machine went down before it was written
            return None
        if not (found := _LINE.fullmatch(said)):
            raise LostDatabase(self.where, f"cannot be compared with {self.path.name}, which cannot be read")
        return DatabaseVersion(int(found[1], 16), int(found[2], 16))

    def write(self, now: DatabaseVersion) -> None:
        """Remember this version. One short line in the same place: it fits where a disk is full, too."""
        handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
        try:
            os.pwrite(handle, f"papan {now.identity:08x} {now.version:08x}\n".encode("ascii"), 0)
        finally:
            os.close(handle)

    def forget(self) -> None:
        """Remember nothing: the next start may begin an empty database."""
        self.path.unlink(missing_ok=True)

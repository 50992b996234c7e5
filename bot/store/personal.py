"""The account that a module of the store gives of the data it keeps about people, as its ``PERSONAL``.

The register of all of them (``bot/store/privacy.py``) makes ``/privacy``, its file, the deletion, and the page
``docs/privacy.md``.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import delete, or_

from bot.store.connection import AnyColumn, AnyRow, Connection
from bot.store.records import StoredMessage

Reader: TypeAlias = Callable[[Connection, str], Awaitable[object]]
"""Gives what is kept of a player, as plain values for JSON."""


@dataclass(frozen=True)
class Leaver:
    """A player whose data is deleted: their accounts as they were, and when that happens."""

    player: str
    accounts: tuple[AnyRow, ...]
    now: datetime
    emptied: list[StoredMessage] = field(default_factory=list)
    """Messages of the web room that others may have seen, which are empty now."""


Eraser: TypeAlias = Callable[[Connection, Leaver], Awaitable[None]]


@dataclass(frozen=True)
class PersonalData:
    """Data about people.

    ``sentence`` tells it to a person. The ``forgotten`` columns hold somebody's id, account or name, and hold it no
    more once ``erase`` was awaited; ``stays`` are those that go on holding an id or a digest of which nothing tells any
    more whose it is. ``export`` are the parts of the file of ``/privacy``.
    """

    sentence: str
    forgotten: Collection[AnyColumn] = ()
    stays: Collection[AnyColumn] = ()
    export: Mapping[str, Reader] = field(default_factory=dict)
    erase: Eraser | None = None


def dropped(*columns: AnyColumn) -> Eraser:
    """Drops the rows of a table in which one of these columns holds the player."""

    async def drop(connection: Connection, leaver: Leaver) -> None:
        await connection.execute(delete(columns[0].table).where(or_(*(each == leaver.player for each in columns))))

    return drop


def moment(at: datetime) -> str:
    """A moment as it stands in the file."""
    return at.isoformat(timespec="seconds")

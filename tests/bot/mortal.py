"""Processes of Papan that can be killed: at a statement of a transaction, one act fails there, or a whole process ends.

A process that has ended reads and writes nothing more, whatever it was doing, and gives nothing back. What it was just
saying to a platform may still arrive, as from a process that was killed a moment later.
"""

import asyncio
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, cast

from bot.bootstrap.assembly import RunningApp, run_app
from bot.bootstrap.settings import Settings
from bot.store import Database
from bot.store.connection import Connection, Work
from bot.store.database import Result
from tests.bot.deadly import KilledError

STOPPED_WITHIN = 60.0


@dataclass
class Death:
    """The statement at which whoever is armed dies: of a later transaction of theirs, and of that the number."""

    transaction: int
    statement: int
    of_process: bool = False
    """Not the act alone ends there, but the process."""
    has_come: bool = False


DIES: ContextVar[Death | None] = ContextVar("dies", default=None)


class Life:
    """Does a process still live, and for how many statements if that is fixed?"""

    def __init__(self) -> None:
        self.is_over = False
        self.left: int | None = None

    def spend(self) -> None:
        """A statement is made, which may be the last."""
        if self.left is not None:
            self.left -= 1
            self.is_over |= self.left <= 0


_LIFE: ContextVar[Life] = ContextVar("life")


class _MortalConnection:
    """A connection that serves as long as its process lives, and the act for which it is."""

    def __init__(self, connection: Connection, life: Life, death: Death | None) -> None:
        self._connection, self._life, self._death = connection, life, death
        self._left = death.statement if death else 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    async def execute(self, *given: Any) -> Any:
        self._left -= 1
        self._life.spend()
        before = bool(self._death and self._death.statement % 2)
        done = None if self._left == 0 and before else await self._connection.execute(*given)
        if self._left == 0 and self._death:
            self._death.has_come = True
            self._life.is_over |= self._death.of_process
            raise KilledError
        if self._life.is_over:
            raise KilledError
        return done


class MortalDatabase:
    """The database of a process; to be opened within the process's context."""

    def __init__(self, database: Database, life: Life) -> None:
        self._database, self._life = database, life

    @property
    def immortal(self) -> Database:
        """The same for whoever looks on, until a process that has died is stopped."""
        return self._database

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    @classmethod
    async def open(cls, url: str, **given: Any) -> "MortalDatabase":
        return cls(await Database.open(url, **given), _LIFE.get())

    def beside(self, answer_within: float) -> "MortalDatabase":
        return MortalDatabase(self._database.beside(answer_within), self._life)

    async def read(self, work: Work[Result], **given: Any) -> Result:
        self._lives()
        return await self._database.read(work, **given)

    async def write(self, work: Work[Result], *given: Any, **others: Any) -> Result:
        self._lives()
        death = DIES.get()
        if death:
            death.transaction -= 1
        dies = death if death and death.transaction < 0 and not death.has_come else None

        async def dying(connection: Connection) -> Result:
            return await work(cast("Connection", _MortalConnection(connection, self._life, dies)))

        return await self._database.write(dying, *given, **others)

    def _lives(self) -> None:
        if self._life.is_over:
            raise KilledError


class Process:
    """A running Papan, as one of the processes on its database."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.life = Life()
        self._over = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self.app: RunningApp

    async def start(self) -> None:
        begun = asyncio.get_running_loop().create_future()
        self._running = asyncio.create_task(self._run(begun))
        await asyncio.wait([begun, self._running], return_when=asyncio.FIRST_COMPLETED)
        if not begun.done():
            await self._running

    async def stop(self) -> None:
        """Stop in order, or after a death tidy up what a killed process leaves to the machine."""
        self._over.set()
        if self._running:
            async with asyncio.timeout(STOPPED_WITHIN):
                await self._running

    async def _run(self, begun: asyncio.Future[None]) -> None:
        _LIFE.set(self.life)
        DIES.set(None)
        with suppress(KilledError):
            async with run_app(self._settings) as self.app:
                begun.set_result(None)
                await self._over.wait()

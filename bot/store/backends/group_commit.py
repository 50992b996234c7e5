"""Group commit: one connection that writes; transactions that wait at the same time share one commit.

A commit waits for the disk, and on a file there is only one at a time. So the work that arrives during a commit goes
into the next one together, each piece behind a savepoint: one that fails undoes only itself, and no caller gets its
result before all of them are on the disk.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar, cast

from bot.store.backends.sqlite_thread import SqliteThread
from bot.store.connection import Work

Result = TypeVar("Result")

SHARED_WITHIN = 0.3
"""The most seconds that work which may wait spends on waiting for other work, to share its commit."""
AT_ONCE = 50
"""Pieces of work in one commit."""


@dataclass(frozen=True)
class _QueuedWork:
    work: Work[object]
    done: "asyncio.Future[object]"


class GroupCommit:
    """Runs pieces of work on a connection that writes: ``await run(work)``."""

    def __init__(self, thread: SqliteThread) -> None:
        self._worker = thread
        self._busy = asyncio.Lock()
        self._waiting: deque[_QueuedWork] = deque()
        self._running: asyncio.Task[None] | None = None
        self._begins: asyncio.TimerHandle | None = None

    async def run(self, work: Work[Result], *, may_wait: bool = False) -> Result:
        """The result of the work, once it is committed; an exception undoes it all.

        Work that ``may_wait`` is committed with what comes next, or after ``SHARED_WITHIN`` seconds.
        """
        loop = asyncio.get_running_loop()
        waiting = _QueuedWork(work, loop.create_future())
        self._waiting.append(waiting)
        if not may_wait:
            self._begin()
        elif self._begins is None:
            self._begins = loop.call_later(SHARED_WITHIN, self._begin)
        return cast(Result, await waiting.done)

    def _begin(self) -> None:
        if self._begins is not None:
            self._begins.cancel()
            self._begins = None
        if self._running is None:
            self._running = asyncio.create_task(self._work_off())

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[SqliteThread]:
        """The connection, exclusively."""
        async with self._busy:
            yield self._worker

    async def _work_off(self) -> None:
        try:
            while self._waiting:
                async with self._busy:
                    batch = [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]
                    await self._commit(batch)
        finally:
            self._running = None

    async def _commit(self, batch: list[_QueuedWork]) -> None:
        try:
            outcomes = await self._worker.write([each.work for each in batch])
        except Exception as error:  # the whole commit failed, whichever piece caused it
            outcomes = [error] * len(batch)
        for each, outcome in zip(batch, outcomes, strict=True):
            if each.done.cancelled():
                continue
            if isinstance(outcome, Exception):
                each.done.set_exception(outcome)
            else:
                each.done.set_result(outcome)

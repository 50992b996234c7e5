"""Tasks of which at most one runs for each key: boards that are sent, people who are told, moves that are searched.

A key is any hashable value; it is *due* when there may be work for it. The owner is told so by ``due``, finds out what
has to be done from its own data, and calls ``start``.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

import structlog

from bot.foundation.backoff import backoff

_log = structlog.get_logger(__name__)

Key = TypeVar("Key", bound=Hashable)
Work = Callable[[], Coroutine[None, None, None]]

CANCEL_WITHIN = 1.0
"""Seconds for a cancelled task to end in."""


class SingleFlight(Generic[Key]):
    """Runs at most one task for each key.

    ``due`` is called with a key when a timer of it fires, and once after its task has ended if it was asked for
    meanwhile. ``failed`` is the name of the log line for a task that raises; nothing else comes of that.
    """

    def __init__(self, due: Callable[[Key], None], failed: str) -> None:
        self._due = due
        self._failed = failed
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._missed: set[Key] = set()
        self._ended: set[Key] | None = None
        self._timers: dict[Key, asyncio.TimerHandle] = {}
        self._tries: Counter[Key] = Counter()
        self._stopped = False

    @property
    def running(self) -> Collection[Key]:
        """The keys of which a task runs."""
        return self._tasks.keys()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Within the context data are read, and what follows from them is started.

        A task that ends meanwhile may have changed what was read before: its key is deferred instead.
        """
        self._ended = set()
        try:
            yield
        finally:
            self._ended = None

    def defer(self, key: Key) -> bool:
        """Must this key wait, because its task runs, or has ended while data were read? Then it will be due."""
        if key in self._tasks:
            self._missed.add(key)
        elif self._ended is not None and key in self._ended:
            self._due(key)
        else:
            return False
        return True

    def is_deferred(self, key: Key) -> bool:
        """Was this key asked for since its task began?"""
        return key in self._missed

    def start(self, key: Key, work: Work, ended_with: Callable[[], None] | None = None) -> None:
        """Run ``work`` in a task, or ``defer`` the key. After ``stop`` nothing is started.

        ``ended_with`` is called when the task has ended, however it did, and the key is no longer running.
        """
        if self._stopped or self.defer(key):
            return

        def ended(task: asyncio.Task[None]) -> None:
            del self._tasks[key]
            if self._ended is not None:
                self._ended.add(key)
            if not task.cancelled() and (error := task.exception()):
                _log.error(self._failed, key=str(key), exc_info=error)
            if key in self._missed:
                self._missed.discard(key)
                if not self._stopped:
                    self._due(key)
            if ended_with and not self._stopped:
                ended_with()

        self._tasks[key] = task = asyncio.create_task(work(), name=str(key))
        task.add_done_callback(ended)

    def wake(self, key: Key, seconds: float) -> None:
        """The key is due after some time; a timer that it has already is replaced."""
        self.cancel_wake(key)

        def fire() -> None:
            del self._timers[key]
            self._due(key)

        if not self._stopped:
            self._timers[key] = asyncio.get_running_loop().call_later(seconds, fire)

    def cancel_wake(self, key: Key) -> None:
        """The timer of a key, if there is one, does not fire."""
        if timer := self._timers.pop(key, None):
            timer.cancel()

    def is_waiting(self, key: Key) -> bool:
        """Has this key a timer?"""
        return key in self._timers

    def retry(self, key: Key, seconds: float | None = None) -> int:
        """Work for a key has failed: it is due after ``seconds``, by default a back-off. The failures in a row."""
        self._tries[key] += 1
        self.wake(key, backoff(self._tries[key]) if seconds is None else seconds)
        return self._tries[key]

    def succeeded(self, key: Key) -> None:
        """Work for a key has not failed, or is given up: its failures are counted from 0 again."""
        self._tries.pop(key, None)
        self.cancel_wake(key)

    def keep_only(self, keys: Collection[Key]) -> None:
        """Forget the failures of all other keys, but of those that run: there is nothing to be done for them now."""
        for key in self._tries.keys() - set(keys) - self._tasks.keys():
            self.succeeded(key)

    async def stop(self, within: float) -> None:
        """Start nothing more, wait ``within`` seconds for what runs, and cancel what takes longer."""
        self._stopped = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        if self._tasks:
            _, late = await asyncio.wait([*self._tasks.values()], timeout=within)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late, timeout=CANCEL_WITHIN)

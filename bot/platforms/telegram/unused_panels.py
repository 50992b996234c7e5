"""Panels that all see although they are for one person: deleted once nobody has used them for a while,
or what they ask about has passed.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass

import structlog

_log = structlog.get_logger(__name__)

UNUSED_FOR = 600.0
"""Seconds without a press after which a panel goes."""
WATCHED = 1_000
"""The most panels that are watched; with one more the one unused for longest goes at once."""

Delete = Callable[[], Awaitable[object]]
Passed = Callable[[], Awaitable[object]]
"""Returns once a panel asks about what is no more."""


@dataclass(frozen=True)
class _Watched:
    """A panel that stands in a group."""

    timer: asyncio.TimerHandle
    delete: Delete
    passing: asyncio.Task[None] | None


class UnusedPanels:
    """A timer for each panel. After a restart a panel is watched again from its next press on."""

    def __init__(self) -> None:
        self._panels: OrderedDict[str, _Watched] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def watch(self, panel: str, delete: Delete, passed: Passed | None = None) -> None:
        """A panel was shown, or shows something else; it goes at once when what it asks about has ``passed``."""
        if (known := self._panels.get(panel)) and known.passing:
            known.passing.cancel()
        self._begin(panel, delete, self._start(self._pass(panel, passed)) if passed else None)

    def used(self, panel: str, delete: Delete) -> None:
        """A panel was pressed on: its time begins anew."""
        known = self._panels.get(panel)
        self._begin(panel, delete, known.passing if known else None)

    async def stop(self) -> None:
        """Leave all panels where they are."""
        for watched in self._panels.values():
            watched.timer.cancel()
        self._panels.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, panel: str, delete: Delete, passing: asyncio.Task[None] | None) -> None:
        if known := self._panels.pop(panel, None):
            known.timer.cancel()
        timer = asyncio.get_running_loop().call_later(UNUSED_FOR, self._expire, panel)
        self._panels[panel] = _Watched(timer, delete, passing)
        if len(self._panels) > WATCHED:
            self._expire(next(iter(self._panels)))

    def _expire(self, panel: str) -> None:
        watched = self._panels[panel]
        if watched.passing:
            watched.passing.cancel()
        self._start(self._delete(panel))

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _pass(self, panel: str, passed: Passed) -> None:
        try:
            await passed()
        except Exception as error:  # it goes when its time is over
            _log.warning("panel_not_followed", reason=type(error).__name__)
        else:
            await self._delete(panel)

    async def _delete(self, panel: str) -> None:
        watched = self._panels.pop(panel, None)
        if watched is None:
            return
        watched.timer.cancel()
        try:
            await watched.delete()
        except Exception as error:  # its buttons still work
            _log.warning("panel_left", reason=type(error).__name__)

"""Panels that all see although they are for one person: deleted once nobody has used them for a while."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import structlog

_log = structlog.get_logger(__name__)

UNUSED_FOR = 600.0
"""Seconds without a press after which a panel goes."""
WATCHED = 1_000
"""The most panels that are watched; with one more the one unused for longest goes at once."""

Delete = Callable[[], Awaitable[object]]


class UnusedPanels:
    """A timer for each panel. After a restart a panel is watched again from its next press on."""

    def __init__(self) -> None:
        self._panels: OrderedDict[str, tuple[asyncio.TimerHandle, Delete]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def watch(self, panel: str, delete: Delete) -> None:
        """A panel was shown or used; another call for it begins its time anew."""
        if known := self._panels.pop(panel, None):
            known[0].cancel()
        timer = asyncio.get_running_loop().call_later(UNUSED_FOR, self._expire, panel)
        self._panels[panel] = timer, delete
        if len(self._panels) > WATCHED:
            self._expire(next(iter(self._panels)))

    async def stop(self) -> None:
        """Leave all panels where they are."""
        for timer, _ in self._panels.values():
            timer.cancel()
        self._panels.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _expire(self, panel: str) -> None:
        timer, delete = self._panels.pop(panel)
        timer.cancel()
        task = asyncio.create_task(self._delete(delete))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @staticmethod
    async def _delete(delete: Delete) -> None:
        try:
            await delete()
        except Exception as error:  # its buttons still work
            _log.warning("panel_left", reason=type(error).__name__)

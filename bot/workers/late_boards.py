"""Boards that have shown an older version of their match for a minute, for monitoring."""

import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from bot.foundation.periodic import Periodic
from bot.services.news import News
from bot.store import View

LATE = 60.0
LOOK_EVERY = 10.0
"""Seconds between two looks while matches change or a board is behind."""
SWEEP_EVERY = 60.0
"""Seconds until it is looked even if no change is heard of."""


class LateBoards:
    """Looks at the boards behind every few seconds after a change. ``start`` once, ``stop`` once.

    ``behind`` gives the views that are behind now, as far as this process is to show them.
    """

    def __init__(
        self,
        behind: Callable[[], Awaitable[Iterable[View]]],
        changes: News[str],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._behind = behind
        self._clock = clock
        self._since: dict[tuple[str, str | None, int], float] = {}
        self._changes = changes
        self._looking = Periodic(
            "boards_not_looked_at",
            self._look_if_there,
            lambda: LOOK_EVERY if self._since else SWEEP_EVERY,
            least=LOOK_EVERY,
        )
        self._unsubscribe: Callable[[], None] = lambda: None

    async def start(self) -> None:
        """Begin to look."""
        self._unsubscribe = self._changes.subscribe(lambda _: self._looking.wake())
        await self._looking.start()

    async def stop(self) -> None:
        """Look no longer."""
        self._unsubscribe()
        await self._looking.stop()

    async def look(self) -> None:
        """Note which boards are behind now. One that has shown something newer meanwhile is counted from now."""
        now, before = self._clock(), self._since
        keys = [(view.id, view.message, view.shown_version) for view in await self._behind()]
        self._since = {key: before.get(key, now) for key in keys}

    async def check(self) -> str:
        """The fault, for the health page; empty where there is none."""
        await self.look()
        late = sum(self._clock() - since >= LATE for since in self._since.values())
        return f"{late} board{'s have' if late > 1 else ' has'} been behind for a minute" if late else ""

    async def _look_if_there(self) -> None:
        with suppress(Exception):  # the database is away, which is told by itself
            await self.look()

"""Looks once after the start for damaged pages of a database file, also of those that nobody reads for months."""

import asyncio

from bot.store import Database


class PageCheck:
    """Looks in the background, beside everything else. ``start`` once, ``stop`` once; the health page tells."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin; nobody has to wait for the end."""
        self._running = asyncio.create_task(self._database.check_pages())

    async def stop(self) -> None:
        """End, even if not every page was looked at."""
        if self._running:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

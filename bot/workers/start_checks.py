"""Checks that run once after the start, beside everything else: a version whose rules forbid a stored move is found
out at once, and so are damaged pages of a database file, also those that nobody reads for months.
"""

import asyncio

import structlog

from bot.services.services import Services
from bot.store import BrokenMatch, Database
from bot.store.matches import MatchRows

_log = structlog.get_logger(__name__)

AT_ONCE = 20
"""Matches that are read together."""
REST = 4.0
"""So many times as long as a replay has taken nothing is done after it: those who play have the processor first."""
NAMED = 50
"""So many matches are named in the log, each with what is wrong; ``papan check`` names them all."""
AGAIN = 5.0
"""Seconds until it goes on where the database did not answer."""


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


class ReplayCheck:
    """Replays every live match in the background. ``start`` once, ``stop`` once.

    Each process does it for itself, since each may be another version, and has to know what to pass over.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin; nobody has to wait for the end."""
        self._running = asyncio.create_task(self._replay())

    async def stop(self) -> None:
        """End, even if not everything is replayed."""
        if self._running:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def _replay(self) -> None:
        last, count = "", 0
        found: dict[str, str] = {}
        try:
            while page := await self._page(last):
                for rows in page:
                    if problem := await _problem(rows):
                        found |= self._services.matches.set_aside({rows.code: problem})
                    count += 1
                last = page[-1].code
            _log.info("live_matches_replayed", matches=count)
        finally:  # also where Papan is stopped before the end: nothing else has told of these
            if found:
                named = dict(list(found.items())[:NAMED])
                _log.error("live_matches_unreadable", matches=count, unreadable=len(found), problems=named)

    async def _page(self, after: str) -> list[MatchRows]:
        while True:
            try:
                return await self._services.matches.live_rows(after, AT_ONCE)
            except Exception as error:  # the database may be away for a while
                _log.warning("live_matches_not_read", error=type(error).__name__)
                await asyncio.sleep(AGAIN)


async def _problem(rows: MatchRows) -> str:
    """The fault that makes a match unreadable, else empty. In a thread, and not more often than ``REST`` allows."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    found = await asyncio.to_thread(rows.read)
    await asyncio.sleep(REST * (loop.time() - began))
    return found.problem if isinstance(found, BrokenMatch) else ""

"""Posts the puzzle of the day in each chat that has asked for one, and keeps its one message up to date.

Nothing is queued: what is to be done follows from the rows, so that a crash at any moment or a second process changes
nothing. Each chat is served by the process that holds its lease.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from hashlib import blake2b

import structlog

from bot.chat import BoardMessage, Gone, MessageGateway, PlaceMoved, Refused, ThreadClosed, Unreachable
from bot.chat.ports import Leases
from bot.foundation.bounded import BoundedMemory
from bot.matches.daily import LATE
from bot.services.learning.dailies import PuzzlesOf
from bot.services.services import Services
from bot.store.dailies import Daily, DailyPuzzle
from bot.workers.gateways import Gateways, LeaseLost, reason_of

_log = structlog.get_logger(__name__)

LOOK_EVERY = 10.0
EDIT_AGAIN_AFTER = 30.0
"""Seconds between two edits of a message because of its counts; the solution does not wait."""
SPARE = 6
"""So many messages of a chat's limit are left to answers and boards."""
MESSAGES = 10_000
"""The most messages of which it is known when they were edited last. Forgetting one costs an early edit."""
NONCE = 12
"""Bytes of a name by which Discord knows a message that is posted twice."""


ShowDaily = Callable[[Daily, DailyPuzzle, bool], Awaitable[BoardMessage | None]]
"""The message of a day, with the solution or without; None where its puzzle is there no more."""


class DailyPoster:
    """``start`` once, ``stop`` once; ``show`` composes a message, with the solution or without."""

    def __init__(
        self,
        services: Services,
        gateways: Mapping[str, MessageGateway],
        show: ShowDaily,
        leases: Leases,
        among: PuzzlesOf,
    ) -> None:
        self._dailies = services.dailies
        self._clock = services.clock
        self._gateways = Gateways(gateways, leases)
        self._show = show
        self._among = among
        self._edited = BoundedMemory[tuple[str, str, str], float](MESSAGES)
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End. What was under way is done by the next process that starts."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:  # the rows will tell what is left to do
                _log.exception("daily_waits")
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """Do what is due."""
        await self._dailies.advance(self._gateways.is_ours, self._among)
        for daily, puzzle in await self._dailies.open_ones():
            if self._gateways.is_ours(puzzle.platform, puzzle.chat):
                await self._serve(daily, puzzle)

    async def _serve(self, daily: Daily, puzzle: DailyPuzzle) -> None:
        """Bring the message of a day up to date, if it may be written now."""
        gateway, now = self._gateways[puzzle.platform], self._clock()
        over = now >= puzzle.until
        if puzzle.message is None and (over or now - puzzle.at > LATE):
            await self._dailies.shows(puzzle, "", closed=True)
            return
        shown = f"{puzzle.solved}/{puzzle.tried}"
        if puzzle.message and not over and (shown == puzzle.shown or self._edited_lately(puzzle)):
            return
        if gateway.wait(daily.place, SPARE) > 0:
            return
        try:
            async with self._gateways.slot(puzzle.platform), self._gateways.deadline():
                await self._write(gateway, daily, puzzle, shown, over=over)
        except LeaseLost:
            return
        except ThreadClosed:
            await self._dailies.shows(puzzle, puzzle.shown, closed=True)
        except PlaceMoved as moved:
            await self._dailies.moved(daily.place, moved.place, puzzle)
        except (Gone, Unreachable, Refused) as error:
            _log.warning("daily_given_up", reason=type(error).__name__, platform=puzzle.platform)
            await self._dailies.shows(puzzle, puzzle.shown, closed=True)
        except Exception as error:
            _log.warning("daily_waits", reason=reason_of(error), platform=puzzle.platform)

    async def _write(
        self, gateway: MessageGateway, daily: Daily, puzzle: DailyPuzzle, shown: str, *, over: bool
    ) -> None:
        board = await self._show(daily, puzzle, over)
        if board is None:
            await self._dailies.shows(puzzle, puzzle.shown, closed=True)
            return
        if not self._gateways.is_ours(puzzle.platform, puzzle.chat):
            raise LeaseLost
        if puzzle.message is None:
            message = await gateway.post(daily.place, board, once(puzzle))
            await self._dailies.posted(puzzle, message, shown)
        else:
            await gateway.edit(daily.place, puzzle.message, board)
            await self._dailies.shows(puzzle, shown, closed=over)
        self._edited.put(puzzle.key, asyncio.get_running_loop().time())

    def _edited_lately(self, puzzle: DailyPuzzle) -> bool:
        at = self._edited.get(puzzle.key)
        return at is not None and asyncio.get_running_loop().time() - at < EDIT_AGAIN_AFTER


def once(puzzle: DailyPuzzle) -> str:
    """Names the message of a day, so that a platform which can tell posts it once: at most 25 characters."""
    return blake2b(" ".join(puzzle.key).encode(), digest_size=NONCE).hexdigest()

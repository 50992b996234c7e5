"""Mines puzzles from the matches that were finished here, at night, while nobody plays.

The work is done by a process of its own that gives way to every other program. That is not enough, because it still
shares the memory and the caches of the machine: so it is halted with the first event of a person, and goes on when
nothing has come for a while.
"""

import asyncio
import math
import signal
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Protocol

import structlog

from bot.computer.mining_process import COMMAND, MiningFailed, MiningProcess
from bot.foundation import metrics
from bot.foundation.attention import Attention
from bot.foundation.hours import Hours
from bot.foundation.periodic import Periodic
from bot.foundation.shared_work import Leases
from engine.game import Game
from engine.puzzles import Puzzle
from engine.ruleset import Ruleset

_log = structlog.get_logger(__name__)

PUZZLES = "puzzles"
"""The kind of lease under which one process mines."""
QUIET = 5.0
"""Seconds without an event of a person after which mining goes on."""
LOOK_EVERY = 600.0
"""Seconds until it is looked whether there is a game to look at: first so long after the start, when others have
more to do."""
AGAIN_AFTER = 3600.0
"""Seconds until a process is started again after one has died."""
NO_SIGNALS = "processes cannot be halted on this system"


class Finished(Protocol):
    """A match that is over."""

    @property
    def number(self) -> int:
        """Its number among them."""

    @property
    def game(self) -> Game:
        """Its game."""


class FinishedGames(Protocol):
    """The matches that are over, and the puzzles found in them."""

    async def next_game(self) -> Finished | None:
        """One that was not looked at yet; None where there is none."""

    async def looked(self, number: int, found: Sequence[Puzzle]) -> None:
        """Note that one was looked at, and keep what was found in it."""

    async def of(self, ruleset: Ruleset) -> tuple[Puzzle, ...]:
        """The puzzles of a ruleset that were found so far."""


class PuzzleMiner:
    """``start`` once, ``stop`` once. Of several processes one mines.

    ``ready`` returns when the computer player is there, and ``now`` gives the machine's own time.
    """

    def __init__(
        self,
        games: FinishedGames,
        leases: Leases,
        attention: Attention,
        ready: Callable[[], Awaitable[object]],
        hours: Hours,
        command: Sequence[str] = COMMAND,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        self._games = games
        self._leases = leases
        self._attention = attention
        self._ready = ready
        self._hours = hours
        self._command = command
        self._now = now
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._calming: asyncio.TimerHandle | None = None
        self._process: MiningProcess | None = None
        self._not_before = 0.0
        self._looking = Periodic("puzzles_wait", self._mine_if_due, lambda: LOOK_EVERY, first=LOOK_EVERY)

    @property
    def process(self) -> int | None:
        """The number of the process that mines, if there is one now."""
        return self._process.id if self._process else None

    async def start(self) -> None:
        """Begin to look whether there is something to do."""
        if not hasattr(signal, "SIGSTOP"):
            _log.warning("puzzles_not_mined", reason=NO_SIGNALS)
            return
        self._attention.on_touch(self._halt)
        await self._looking.start()

    async def stop(self) -> None:
        """End; a game that is half looked at is taken up again later."""
        await self._looking.stop()
        if self._calming:
            self._calming.cancel()

    def _halt(self) -> None:
        """Somebody has done something: nothing is mined until they have their answer, and have thought for a while."""
        self._quiet.clear()
        if self._process:
            self._process.halt()
        if self._calming:
            self._calming.cancel()
        waits = self._attention.is_needed
        self._calming = None if waits else asyncio.get_running_loop().call_later(QUIET, self._go_on)

    def _go_on(self) -> None:
        self._quiet.set()
        if self._process:
            self._process.go_on()

    async def _mine_if_due(self) -> None:
        await self._ready()
        rests = asyncio.get_running_loop().time() < self._not_before
        if self._hours.left(self._now()) and not rests and self._leases.holds(PUZZLES):
            await self._mine_in_hours()

    async def _mine_in_hours(self) -> None:
        """Mine until nothing is left, the hours are over, or another process does it."""
        left = self._hours.left(self._now())
        mining = asyncio.create_task(self._mine())
        lost = asyncio.create_task(self._leases.wait_until_lost(PUZZLES))
        try:
            limit = None if math.isinf(left) else left
            await asyncio.wait((mining, lost), timeout=limit, return_when=asyncio.FIRST_COMPLETED)
        finally:
            mining.cancel()
            lost.cancel()
            ended, _ = await asyncio.gather(mining, lost, return_exceptions=True)
        if isinstance(ended, Exception):
            raise ended

    async def _mine(self) -> None:
        """Look at one game after another, until there is none."""
        looked, found = 0, 0
        try:
            while game := await self._next():
                puzzles = await self._puzzles_of(game)
                await self._games.looked(game.number, puzzles)
                metrics.PUZZLES_MINED.inc(len(puzzles))
                looked, found = looked + 1, found + len(puzzles)
        except MiningFailed as fault:
            self._not_before = asyncio.get_running_loop().time() + AGAIN_AFTER
            _log.warning("mining_failed", problem=str(fault))
        finally:
            if looked:
                _log.info("puzzles_mined", games=looked, puzzles=found)
            try:
                if self._process:
                    await self._process.end()
            finally:
                self._process = None

    async def _next(self) -> Finished | None:
        await self._quiet.wait()
        return await self._games.next_game()

    async def _puzzles_of(self, game: Finished) -> Sequence[Puzzle]:
        """The puzzles of a game; one at which the process ends is not looked at again. Raises MiningFailed."""
        if self._process is None:
            self._process = await MiningProcess.start(self._command)
            if not self._quiet.is_set():
                self._process.halt()
        try:
            return await self._process.mine(game.number, game.game, await self._games.of(game.game.ruleset))
        except MiningFailed:
            await self._games.looked(game.number, ())
            raise

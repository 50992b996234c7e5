"""Closes the votes of villages when they are over.

A vote is over at its time, or once enough of those who have a voice want the same. Where nobody has voted, twice, the
computer plays for the village. Each step follows from the rows, so that a crash at any moment or a second process
changes nothing.
"""

from contextlib import ExitStack
from random import Random

import structlog

from bot.computer.computer_player import choose_move
from bot.computer.search_pool import SearchPool
from bot.foundation.periodic import Periodic
from bot.foundation.shared_work import MATCHES, Leases
from bot.matches.match import Match
from bot.matches.refusals import UnknownMatch, UnreadableMatch
from bot.matches.village import LEVEL
from bot.services.news import Errand
from bot.services.services import Services
from engine.moves import Move

_log = structlog.get_logger(__name__)

SWEEP_EVERY = 300.0
"""Seconds until the rows are looked at even if nothing is heard."""
SWEEP_OFTEN = 5.0
"""The same where news of other processes are not received."""
AGAIN_AFTER = 30.0
"""Seconds until a step that has failed is tried again."""


class VillageVotes:
    """``start`` once, ``stop`` once. Of several processes each serves the matches whose leases it holds."""

    def __init__(self, services: Services, search_pool: SearchPool, chance: Random, leases: Leases) -> None:
        self._villages = services.villages
        self._news = services.news
        self._clock = services.clock
        self._search_pool = search_pool
        self._chance = chance
        self._leases = leases
        self._following = SWEEP_EVERY
        self._closing = Periodic("votes_wait", self._close_due, lambda: self._following, again=AGAIN_AFTER)
        self._subscriptions = ExitStack()

    async def start(self) -> None:
        """Begin, also with what has been due since before the start."""
        self._subscriptions.callback(self._news.errands.subscribe(self._heard))
        self._subscriptions.callback(self._leases.gained.subscribe(self._closing.wake))
        await self._closing.start()

    async def stop(self) -> None:
        """End at once; a vote that was about to be closed is closed after the next start."""
        self._subscriptions.close()
        await self._closing.stop()

    def _heard(self, errand: Errand) -> None:
        if errand is Errand.VILLAGE:
            self._closing.wake()

    async def _close_due(self) -> None:
        self._following = SWEEP_EVERY if self._leases.is_listening else SWEEP_OFTEN
        for code in filter(self._is_ours, await self._villages.due()):
            await self._close(code)
        if (following := await self._villages.next_due()) is not None:
            self._following = min(self._following, max((following - self._clock()).total_seconds(), 0.0))

    def _is_ours(self, code: str) -> bool:
        return self._leases.holds(MATCHES, code)

    async def _close(self, code: str) -> None:
        try:
            closed = await self._villages.close(code)
            if closed.waits:
                await self._villages.close(code, instead=await self._move(closed.match))
        except (UnknownMatch, UnreadableMatch):
            return
        except Exception as error:  # the others do not wait for one that cannot be closed now
            _log.warning("vote_not_closed", match=code, reason=type(error).__name__)
            self._closing.wake(AGAIN_AFTER)

    async def _move(self, match: Match) -> Move:
        """A move of the computer, for a village in which nobody has voted. Raises what a search does."""
        move, _ = await self._search_pool.ask("", choose_move(match.game, LEVEL, self._chance.random()))
        return move

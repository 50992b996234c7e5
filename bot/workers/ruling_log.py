"""Tells in the log channel of a server or group what its staff has decided: each ruling once, and nobody is called.

Nothing is queued: what is to be told follows from the rows, so that a crash at any moment or a second process changes
nothing. A ruling holds whether it can be told or not.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import timedelta

import structlog

from bot.chat import BoardMessage, Gone, MessageGateway, PlaceMoved, Refused, Unreachable
from bot.chat.ports import Leases
from bot.matches.communities import Community
from bot.matches.identity import Place
from bot.services.services import Services
from bot.store.rulings import Ruling
from bot.workers.gateways import Gateways, LeaseLost, reason_of

_log = structlog.get_logger(__name__)

LOOK_EVERY = 5.0
LATE = timedelta(days=1)
"""What could not be told for so long is told no more; ``/mod`` lists it."""
SPARE = 6
"""So many messages of a chat's limit are left to answers and boards."""
NONCE = 25
"""Letters of a name by which Discord knows a message that is posted twice."""

ComposeRuling = Callable[[Ruling, Community], Awaitable[BoardMessage]]
"""The message about a ruling."""


class RulingLog:
    """``start`` once, ``stop`` once; ``compose`` makes a message."""

    def __init__(
        self, services: Services, gateways: Mapping[str, MessageGateway], compose: ComposeRuling, leases: Leases
    ) -> None:
        self._services = services
        self._gateways = Gateways(gateways, leases)
        self._compose = compose
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End. What was not told yet is told by the next process that starts."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:  # the rows will tell what is left to do
                _log.exception("rulings_wait")
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """Tell what is not told yet."""
        for ruling, community in await self._services.rulings.untold():
            place = community.log if community else None
            if community is None or place is None or self._services.clock() - ruling.at > LATE:
                await self._services.rulings.told(ruling)
            elif self._gateways.is_ours(place.platform, place.chat):
                await self._serve(ruling, community, place)

    async def _serve(self, ruling: Ruling, community: Community, place: Place) -> None:
        gateway = self._gateways[place.platform]
        if gateway.wait(place, SPARE) > 0:
            return
        try:
            async with self._gateways.slot(place.platform), self._gateways.deadline():
                message = await self._compose(ruling, community)
                if not self._gateways.is_ours(place.platform, place.chat):
                    raise LeaseLost
                await gateway.post(place, message, ruling.id[:NONCE])
            await self._services.rulings.told(ruling)
        except LeaseLost:
            return
        except Refused as error:  # of this ruling's words: the next one may be told there
            _log.warning("ruling_not_told", reason=error.reason, platform=place.platform)
            await self._services.rulings.told(ruling)
        except (Gone, PlaceMoved, Unreachable) as error:
            _log.warning("ruling_not_told", reason=type(error).__name__, platform=place.platform)
            await self._services.communities.lost_log(community, place)
            await self._services.rulings.told(ruling)
        except Exception as error:
            _log.warning("ruling_waits", reason=reason_of(error), platform=place.platform)

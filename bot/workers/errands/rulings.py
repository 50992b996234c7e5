"""Tells in the log channel of a server or group what its staff has decided: each ruling once, and nobody is called.

A ruling holds whether it can be told or not.
"""

from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from datetime import timedelta

from bot.chat import BoardMessage, MessageGateway
from bot.matches.communities import Community
from bot.matches.identity import Place
from bot.services.news import Errand
from bot.services.services import Services
from bot.store.rulings import Ruling
from bot.workers.errands.courier import Due, ErrandKind
from bot.workers.gateways import Gateways

LATE = timedelta(days=1)
"""What could not be told for so long is told no more; ``/mod`` lists it."""
NONCE = 25
"""Letters of a name by which Discord knows a message that is posted twice."""

ComposeRuling = Callable[[Ruling, Community], Awaitable[BoardMessage]]
"""The message about a ruling."""


@dataclass(frozen=True)
class RulingToTell:
    """A ruling and the channel in which its community is told of it."""

    ruling: Ruling
    community: Community
    log: Place


class RulingLog(ErrandKind[RulingToTell, BoardMessage]):
    """``compose`` makes a message. Of a channel that has moved its hosts say where it is now."""

    errand = Errand.RULING

    def __init__(self, services: Services, compose: ComposeRuling) -> None:
        self._services = services
        self._compose = compose

    async def due(self, gateways: Gateways) -> Due[RulingToTell]:
        """The rulings that are not told yet."""
        found: list[RulingToTell] = []
        for ruling, community in await self._services.rulings.untold():
            log = community.log if community else None
            if community is None or log is None or self._services.clock() - ruling.at > LATE:
                await self._services.rulings.told(ruling)
            else:
                found.append(RulingToTell(ruling, community, log))
        return Due(found)

    def key(self, task: RulingToTell) -> Hashable:
        """Those of a community are told in their order, also where its hosts choose another channel meanwhile."""
        return task.community.platform, task.community.account

    def served(self, task: RulingToTell) -> tuple[str, str]:
        """By whoever serves the log channel."""
        return task.log.platform, task.log.chat

    async def place(self, task: RulingToTell, gateway: MessageGateway) -> Place:
        """The log channel."""
        return task.log

    async def compose(self, task: RulingToTell) -> BoardMessage:
        """The message."""
        return await self._compose(task.ruling, task.community)

    async def send(self, task: RulingToTell, gateway: MessageGateway, place: Place, message: BoardMessage) -> str:
        """Post it."""
        return await gateway.post(place, message, task.ruling.id[:NONCE])

    async def said(self, task: RulingToTell, message: str) -> None:
        """It is told."""
        await self._services.rulings.told(task.ruling)

    async def given_up(self, task: RulingToTell) -> None:
        """Its words were refused; the next one may be told there."""
        await self._services.rulings.told(task.ruling)

    async def lost_place(self, task: RulingToTell) -> None:
        """The hosts learn that nothing can be told there."""
        await self._services.communities.lost_log(task.community, task.log)
        await self._services.rulings.told(task.ruling)

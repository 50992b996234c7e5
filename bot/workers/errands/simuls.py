"""Posts the card of each simul once, and edits it; and opens the boards of those that have begun.

Where a group can show few boards at once, each stands in the private chats of its two: thirty boards would leave no
room for what people say, and their changes no room for one another.
"""

from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from hashlib import blake2b
from typing import TypeAlias

from bot.chat import BoardMessage, Gone, MessageGateway
from bot.foundation.bounded import BoundedMemory
from bot.matches.identity import Place
from bot.services.news import Errand
from bot.services.services import Services
from bot.store.simuls import Simul
from bot.workers.errands.courier import Due, ErrandKind
from bot.workers.gateways import Gateways

EDIT_AGAIN_AFTER = 10.0
"""Seconds between two edits of a card."""
CARDS = 1_000
"""The most cards that are being noted at once."""
NONCE = 12
"""Bytes of a name by which Discord knows a message that is posted twice."""

SimulCard: TypeAlias = tuple[Simul, BoardMessage]
"""A card, with the simul as it shows it."""
ShowSimul = Callable[[Simul], Awaitable[SimulCard | None]]
"""The card of a simul; None where there is none any more."""


class SimulErrands(ErrandKind[Simul, SimulCard]):
    """``show`` composes a card."""

    errand = Errand.SIMUL

    def __init__(self, services: Services, show: ShowSimul) -> None:
        self._simuls = services.simuls
        self._people = services.people
        self._communities = services.communities
        self._clock = services.clock
        self._show = show
        self._sent = BoundedMemory[str, Simul](CARDS)
        """The simuls as cards show them that stand there since a moment, until that is noted."""

    async def due(self, gateways: Gateways) -> Due[Simul]:
        """Open the boards of simuls that have begun; the cards that show another state."""
        for simul, entrant, nth in await self._simuls.to_seat():
            if gateways.is_ours(simul.place.platform, simul.place.chat):
                private = await self._private(simul, entrant.player, gateways[simul.place.platform])
                await self._simuls.seat(simul, entrant, nth, private)
        return Due(await self._simuls.to_show())

    async def _private(self, simul: Simul, guest: str, gateway: MessageGateway) -> dict[str, Place]:
        """The private chats of the two of a board, where it is to stand there."""
        if gateway.capabilities.live_boards is None or simul.host is None:
            return {}
        known = [await self._people.by_id(each, simul.place.platform) for each in (simul.host, guest)]
        return {each.id: await gateway.private_place(each.account) for each in known if each}

    def key(self, task: Simul) -> Hashable:
        """A simul has one card."""
        return task.id

    def served(self, task: Simul) -> tuple[str, str]:
        """By whoever serves the chat."""
        return task.place.platform, task.place.chat

    def wait(self, task: Simul) -> float:
        """A card is there at once, and edited now and then."""
        passed = (self._clock() - task.edited).total_seconds()
        return min(EDIT_AGAIN_AFTER - passed, EDIT_AGAIN_AFTER) if task.message else 0.0

    async def place(self, task: Simul, gateway: MessageGateway) -> Place:
        """The chat."""
        return task.place

    async def compose(self, task: Simul) -> SimulCard | None:
        """The card; None where the simul is there no more."""
        return await self._show(task)

    async def send(self, task: Simul, gateway: MessageGateway, place: Place, message: SimulCard) -> str:
        """Edit the one that stands there, or post it, also where somebody has deleted it."""
        simul, card = message
        stands = await self._show_in(task, gateway, place, card)
        self._sent.put(task.id, simul)
        return stands

    @staticmethod
    async def _show_in(task: Simul, gateway: MessageGateway, place: Place, card: BoardMessage) -> str:
        if task.message is not None:
            with suppress(Gone):
                await gateway.edit(place, task.message, card)
                return task.message
        return await gateway.post(place, card, once(task))

    async def said(self, task: Simul, message: str) -> None:
        """It shows the simul as it was read."""
        await self._simuls.shown(self._sent.pop(task.id) or task, message)

    async def given_up(self, task: Simul) -> None:
        """It stays as it is until the simul changes again."""
        await self._simuls.shown(task, task.message)

    async def lost_place(self, task: Simul) -> None:
        """It stands nowhere until it changes."""
        await self._simuls.shown(task, None)

    async def moved(self, task: Simul, place: Place) -> None:
        """It is posted where the chat is now."""
        if task.account == task.place.chat != place.chat:
            await self._communities.moved(task.place, place)
        else:
            await self._simuls.stand(task, place)


def once(simul: Simul) -> str:
    """Names the card of a simul, so that a platform which can tell posts it once, as for ladders."""
    what = f"simul {simul.id} {simul.place.chat} {simul.place.thread} {simul.message}"
    return blake2b(what.encode(), digest_size=NONCE).hexdigest()

"""Posts the card of each ladder once, and edits it; has those sink who have not played for a while,
and the shields of months be given.
"""

from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from hashlib import blake2b

from bot.chat import BoardMessage, Gone, MessageGateway
from bot.foundation.bounded import BoundedMemory
from bot.matches.identity import Place
from bot.services.news import Errand
from bot.services.services import Services
from bot.store.ladders import Ladder
from bot.workers.errands.courier import Due, ErrandKind
from bot.workers.gateways import Gateways

EDIT_AGAIN_AFTER = 10.0
"""Seconds between two edits of a card."""
CARDS = 1_000
"""The most cards that are being edited at once."""
NONCE = 12
"""Bytes of a name by which Discord knows a message that is posted twice."""

ShowLadder = Callable[[Ladder], Awaitable[tuple[Ladder, BoardMessage] | None]]
"""The card of a ladder, with the ladder as it shows it; None where there is none any more."""


class LadderErrands(ErrandKind[Ladder, BoardMessage]):
    """``show`` composes a card."""

    errand = Errand.LADDER

    def __init__(self, services: Services, show: ShowLadder) -> None:
        self._ladders = services.ladders
        self._shields = services.shields
        self._clock = services.clock
        self._show = show
        self._composed = BoundedMemory[str, Ladder](CARDS)

    async def due(self, gateways: Gateways) -> Due[Ladder]:
        """Give the shields, and have those sink who are due; the cards that show another version."""
        more = await self._shields.advance(gateways.is_ours)
        more |= await self._ladders.advance(gateways.is_ours)
        found = await self._ladders.to_show()
        if more:
            return Due(found, 0.0)
        moments = [await self._ladders.next_due(), await self._shields.next_due()]
        following = min(filter(None, moments), default=None)
        return Due(found, (following - self._clock()).total_seconds() if following else None)

    def key(self, task: Ladder) -> Hashable:
        """A ladder has one card."""
        return task.id

    def served(self, task: Ladder) -> tuple[str, str]:
        """By whoever serves the chat."""
        return task.place.platform, task.place.chat

    def wait(self, task: Ladder) -> float:
        """A card is there at once, and edited now and then."""
        passed = (self._clock() - task.edited).total_seconds()
        return min(EDIT_AGAIN_AFTER - passed, EDIT_AGAIN_AFTER) if task.message else 0.0

    async def place(self, task: Ladder, gateway: MessageGateway) -> Place:
        """The chat."""
        return task.place

    async def compose(self, task: Ladder) -> BoardMessage | None:
        """The card; None where the ladder is there no more."""
        shown = await self._show(task)
        if shown is None:
            return None
        self._composed.put(task.id, shown[0])
        return shown[1]

    async def send(self, task: Ladder, gateway: MessageGateway, place: Place, message: BoardMessage) -> str:
        """Edit the one that stands there, or post it, also where somebody has deleted it."""
        if task.message is not None:
            with suppress(Gone):
                await gateway.edit(place, task.message, message)
                return task.message
        return await gateway.post(place, message, once(task))

    async def said(self, task: Ladder, message: str) -> None:
        """It shows the ladder as it was read."""
        await self._ladders.shown(self._composed.get(task.id) or task, message)

    async def given_up(self, task: Ladder) -> None:
        """It stays as it is until the ladder changes again."""
        await self._ladders.shown(task, task.message)


def once(ladder: Ladder) -> str:
    """Names the card of a ladder, so that a platform which can tell posts it once: at most 25 characters.

    One that is posted because that before it was deleted is another one.
    """
    return blake2b(f"ladder {ladder.id} {ladder.message}".encode(), digest_size=NONCE).hexdigest()

"""Posts the card of a boards match once in each of its two chats, and edits it. With it the matches on the boards are
opened, whoever is late is replaced, and what has not begun in time is called off.

A board stands in both chats, and where a group can show few boards at once in the private chat of whoever plays.
"""

from collections.abc import Awaitable, Callable, Hashable
from typing import TypeAlias

from bot.chat import BoardMessage, MessageGateway
from bot.foundation.bounded import BoundedMemory
from bot.matches.boards_match import BoardsGame
from bot.matches.identity import Place
from bot.services.contests.boards import BoardsView
from bot.services.news import Errand
from bot.services.services import Services
from bot.store import Player
from bot.store.boards import BoardsSide
from bot.workers.errands.contest_cards import CARDS, show_in, wait_for
from bot.workers.errands.courier import Due, ErrandKind
from bot.workers.gateways import Gateways

BoardsCard: TypeAlias = tuple[BoardsSide, BoardMessage]
"""A card, with the chat in its boards match as it shows it."""
ShowBoards = Callable[[BoardsSide], Awaitable[BoardsCard | None]]
"""The card in a chat; None where there is none any more."""


class BoardsErrands(ErrandKind[BoardsSide, BoardsCard]):
    """``show`` composes a card."""

    errand = Errand.BOARDS

    def __init__(self, services: Services, show: ShowBoards) -> None:
        self._boards = services.boards
        self._people = services.people
        self._communities = services.communities
        self._clock = services.clock
        self._show = show
        self._sent = BoundedMemory[tuple[str, int], BoardsSide](CARDS)
        """The chats as cards show them that stand there since a moment, until that is noted."""

    async def due(self, gateways: Gateways) -> Due[BoardsSide]:
        """Open the matches of those that have begun, and replace whoever is late; the cards that show another state."""
        late, following = await self._boards.late()
        for each in late:
            if gateways.is_ours(each.first.place.platform, each.first.place.chat):
                await self._boards.replace_late(each)
        for view, game in await self._boards.to_open():
            first = view.sides[0].place
            if gateways.is_ours(first.platform, first.chat):
                await self._boards.open(view, game, await self._private(view, game, gateways))
        moments = filter(None, (following, await self._boards.expire()))
        soonest = min(moments, default=None)
        found = await self._boards.to_show()
        return Due(found, (soonest - self._clock()).total_seconds() if soonest else None)

    async def _private(self, view: BoardsView, game: BoardsGame, gateways: Gateways) -> dict[int, tuple[Player, Place]]:
        """The private chats of the two of a board, by their sides, where it is to stand there."""
        found: dict[int, tuple[Player, Place]] = {}
        for chat in view.sides:
            platform, seat = chat.place.platform, view.at(game.board, chat.side)
            if platform not in gateways or gateways[platform].capabilities.live_boards is None or seat is None:
                continue
            if known := await self._people.by_id(seat.player, platform):
                found[chat.side] = known, await gateways[platform].private_place(known.account)
        return found

    def key(self, task: BoardsSide) -> Hashable:
        """A boards match has one card in a chat."""
        return task.boards, task.side

    def served(self, task: BoardsSide) -> tuple[str, str]:
        """By whoever serves the chat."""
        return task.place.platform, task.place.chat

    def wait(self, task: BoardsSide) -> float:
        """A card is there at once, and edited now and then."""
        return wait_for(self._clock() - task.edited) if task.message else 0.0

    async def place(self, task: BoardsSide, gateway: MessageGateway) -> Place:
        """The chat."""
        return task.place

    async def compose(self, task: BoardsSide) -> BoardsCard | None:
        """The card; None where the boards match is there no more."""
        return await self._show(task)

    async def send(self, task: BoardsSide, gateway: MessageGateway, place: Place, message: BoardsCard) -> str:
        """Edit the one that stands there, or post it, also where somebody has deleted it."""
        side, card = message
        stands = await show_in(gateway, place, task.message, card, f"boards {task.boards}")
        self._sent.put((task.boards, task.side), side)
        return stands

    async def said(self, task: BoardsSide, message: str) -> None:
        """It shows the boards match as it was read."""
        await self._boards.shown(self._sent.pop((task.boards, task.side)) or task, message)

    async def given_up(self, task: BoardsSide) -> None:
        """It stays as it is until the boards match changes again."""
        await self._boards.shown(task, task.message)

    async def lost_place(self, task: BoardsSide) -> None:
        """It stands nowhere until the boards match changes; the other card says so."""
        await self._boards.shown(task, None)

    async def moved(self, task: BoardsSide, place: Place) -> None:
        """It is posted where the chat is now."""
        if task.account == task.place.chat != place.chat:
            await self._communities.moved(task.place, place)
        else:
            await self._boards.stand(task, place)

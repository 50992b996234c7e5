"""Posts the puzzle of the day in each chat that has asked for one, and keeps its one message up to date; and the card
of the week, once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from hashlib import blake2b

from bot.chat import BoardMessage, MessageGateway
from bot.foundation.bounded import BoundedMemory
from bot.matches.daily import LATE
from bot.matches.identity import Place
from bot.services.learning.dailies import PuzzlesOf
from bot.services.news import Errand
from bot.services.services import Services
from bot.store.dailies import Daily, DailyPuzzle
from bot.store.weeklies import Weekly
from bot.workers.errands.courier import Due, ErrandKind
from bot.workers.gateways import Gateways

EDIT_AGAIN_AFTER = 30.0
"""Seconds between two edits of a message because of its counts; the solution does not wait."""
MESSAGES = 10_000
"""The most messages of which it is known when they were edited last. Forgetting one costs an early edit."""
NONCE = 12
"""Bytes of a name by which Discord knows a message that is posted twice."""


ShowDaily = Callable[[Daily, DailyPuzzle, bool], Awaitable[BoardMessage | None]]
"""The message of a day, with the solution or without; None where its puzzle is there no more."""


ShowWeekly = Callable[[Weekly], Awaitable[BoardMessage | None]]
"""The card of a week; None where it has nothing to tell."""


@dataclass(frozen=True)
class DayToShow:
    """The message of a day in a chat, as it is to be: ``shown`` names the counts, ``over`` tells the solution."""

    daily: Daily
    puzzle: DailyPuzzle
    shown: str
    over: bool


class DailyPuzzles(ErrandKind[DayToShow, BoardMessage]):
    """``show`` composes a message, with the solution or without; ``among`` gives the puzzles that ship."""

    errand = Errand.DAILY

    def __init__(self, services: Services, show: ShowDaily, among: PuzzlesOf) -> None:
        self._dailies = services.dailies
        self._clock = services.clock
        self._show = show
        self._among = among
        self._edited = BoundedMemory[tuple[str, str, str], float](MESSAGES)

    async def due(self, gateways: Gateways) -> Due[DayToShow]:
        """Begin the puzzles whose hour has come; the messages that may still change."""
        more = await self._dailies.advance(gateways.is_ours, self._among)
        found: list[DayToShow] = []
        for daily, puzzle in await self._dailies.open_ones():
            now = self._clock()
            over = now >= puzzle.until
            if puzzle.message is not None or not (over or now - puzzle.at > LATE):
                found.append(DayToShow(daily, puzzle, f"{puzzle.solved}/{puzzle.tried}", over))
            elif gateways.is_ours(puzzle.platform, puzzle.chat):
                await self._dailies.shows(puzzle, "", closed=True)
        if more:
            return Due(found, 0.0)
        following = await self._dailies.next_due()
        return Due(found, (following - self._clock()).total_seconds() if following else None)

    def key(self, task: DayToShow) -> Hashable:
        """The messages of a chat come in their order, also where its hosts choose another topic meanwhile."""
        return self.served(task)

    def served(self, task: DayToShow) -> tuple[str, str]:
        """By whoever serves the chat."""
        return task.puzzle.platform, task.puzzle.chat

    def wait(self, task: DayToShow) -> float:
        """A message that shows what it should waits for the end of its day, other counts for a while."""
        if task.puzzle.message is None or task.over:
            return 0.0
        if task.shown == task.puzzle.shown:
            return (task.puzzle.until - self._clock()).total_seconds()
        edited = self._edited.get(task.puzzle.key)
        return edited + EDIT_AGAIN_AFTER - asyncio.get_running_loop().time() if edited is not None else 0.0

    async def place(self, task: DayToShow, gateway: MessageGateway) -> Place:
        """The chat."""
        return task.daily.place

    async def compose(self, task: DayToShow) -> BoardMessage | None:
        """The message; None where the puzzle is there no more."""
        return await self._show(task.daily, task.puzzle, task.over)

    async def is_wanted(self, task: DayToShow) -> bool:
        """One that stands there stays; none comes once it is switched off."""
        if task.puzzle.message is not None:
            return True
        now = await self._dailies.of_chat(task.daily.place)
        return now is not None and now.due is not None

    async def send(self, task: DayToShow, gateway: MessageGateway, place: Place, message: BoardMessage) -> str:
        """Post it, or edit the one that stands there."""
        if task.puzzle.message is None:
            return await gateway.post(place, message, once(*task.puzzle.key))
        await gateway.edit(place, task.puzzle.message, message)
        return task.puzzle.message

    async def said(self, task: DayToShow, message: str) -> None:
        """It shows the counts of now."""
        if task.puzzle.message is None:
            await self._dailies.posted(task.puzzle, message, task.shown)
        else:
            await self._dailies.shows(task.puzzle, task.shown, closed=task.over)
        self._edited.put(task.puzzle.key, asyncio.get_running_loop().time())

    async def given_up(self, task: DayToShow) -> None:
        """It stays as it is."""
        await self._dailies.shows(task.puzzle, task.puzzle.shown, closed=True)

    async def moved(self, task: DayToShow, place: Place) -> None:
        """The next puzzles come where the chat is now."""
        await self._dailies.moved(task.daily.place, place, task.puzzle)


class WeeklyPosts(ErrandKind[Weekly, BoardMessage]):
    """``show`` composes a card."""

    errand = Errand.WEEKLY

    def __init__(self, services: Services, show: ShowWeekly) -> None:
        self._weeklies = services.weeklies
        self._clock = services.clock
        self._show = show

    async def due(self, gateways: Gateways) -> Due[Weekly]:
        """The cards whose hour has come."""
        more = await self._weeklies.advance(gateways.is_ours)
        found = await self._weeklies.to_send()
        if more:
            return Due(found, 0.0)
        following = await self._weeklies.next_due()
        return Due(found, (following - self._clock()).total_seconds() if following else None)

    def key(self, task: Weekly) -> Hashable:
        """A community has one card."""
        return task.community

    def served(self, task: Weekly) -> tuple[str, str]:
        """By whoever serves the chat."""
        return task.platform, task.chat

    async def place(self, task: Weekly, gateway: MessageGateway) -> Place:
        """The chat."""
        return task.place

    async def compose(self, task: Weekly) -> BoardMessage | None:
        """The card; None where the week has nothing to tell."""
        return await self._show(task)

    async def is_wanted(self, task: Weekly) -> bool:
        """Not once it is switched off, nor where another process has sent it."""
        return await self._weeklies.is_wanted(task)

    async def send(self, task: Weekly, gateway: MessageGateway, place: Place, message: BoardMessage) -> str:
        """Post it."""
        return await gateway.post(place, message, once("weekly", task.community, str(task.at)))

    async def said(self, task: Weekly, message: str) -> None:
        """It is done."""
        await self._weeklies.done(task)

    async def given_up(self, task: Weekly) -> None:
        """The next one comes in a week."""
        await self._weeklies.done(task)


def once(*key: str) -> str:
    """Names a message, so that a platform which can tell posts it once: at most 25 characters."""
    return blake2b(" ".join(key).encode(), digest_size=NONCE).hexdigest()

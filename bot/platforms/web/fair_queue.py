"""Frames of many people take turns, so that a crowd at one address gets the share of one address."""

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass

from bot.platforms.web.budget import Budget, Budgets

LOOKED_AT = 0.01
"""Seconds between two looks at who may go, while somebody waits."""


@dataclass(eq=False)
class _QueuedFrame:
    address: str
    cost: float
    granted: asyncio.Future[None]


class FairQueue:
    """Lets frames through as fast as ``each`` allows an address, and ``together`` allows all of them.

    People whose frames have to wait take turns: a frame of each person, and round again.
    """

    def __init__(self, each: Budgets, together: Budget) -> None:
        self._each, self._together = each, together
        self._waiting: OrderedDict[str, deque[_QueuedFrame]] = OrderedDict()
        """By the person, in the order of their turns."""
        self._is_full = False
        """Does a frame wait for the budget of all together? Then none goes before it."""
        self._timer: asyncio.TimerHandle | None = None

    def may_go(self, address: str, person: str, cost: float) -> bool:
        """May a frame of a person at an address be acted on at once? Then it is counted."""
        return person not in self._waiting and not self._is_full and self._spend(address, cost)

    async def turn(self, address: str, person: str, cost: float) -> None:
        """Wait until a frame may go. A wait that is cancelled costs nothing."""
        frame = _QueuedFrame(address, cost, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(person, deque()).append(frame)
        self._look_again()
        await frame.granted

    def _spend(self, address: str, cost: float) -> bool:
        """Take the cost of a frame from both budgets, if they have enough."""
        each = self._each.of(address)
        if not each.has(cost):
            return False
        if not self._together.has(cost):
            self._is_full = True
            return False
        each.take(cost)
        self._together.take(cost)
        return True

    def _look_again(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LOOKED_AT, self._grant)

    def _grant(self) -> None:
        """Let through the frames that may go now, person after person."""
        self._timer, self._is_full = None, False
        for person in tuple(self._waiting):
            frames = self._waiting[person]
            while frames and frames[0].granted.done():  # nobody waits for it any more
                frames.popleft()
            if frames and self._spend(frames[0].address, frames[0].cost):
                frames.popleft().granted.set_result(None)
                self._waiting.move_to_end(person)
            if not frames:
                del self._waiting[person]
        if self._waiting:
            self._look_again()

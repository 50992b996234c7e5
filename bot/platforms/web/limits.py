"""Limits on the work for the room: a burst and a rate for each person, for each address from which nobody has come in
yet, and turns where many wait.
"""

import asyncio
import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

from bot.foundation.bounded import BoundedMemory

NETWORK_BITS = 64
"""The bits of an IPv6 address that name a network: one line is given all addresses in it."""
BUDGETS = 10_000
"""Budgets that are kept; the longest unused are dropped first."""
LOOKED_AT = 0.01
"""Seconds between two looks at who may go, while somebody waits."""


def asker_at(address: str) -> str:
    """The key under which requests from an address are counted: itself, of IPv6 its network."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if known.version == 4 or known.ipv4_mapped:
        return str(getattr(known, "ipv4_mapped", None) or known)
    return str(ipaddress.ip_network((known, NETWORK_BITS), strict=False))


class Budget:
    """The budget of one person or address: ``burst`` at a time, ``per_second`` in all, ``AT_ONCE`` requests at once."""

    AT_ONCE = 4

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._per_second, self._clock = burst, per_second, clock
        self._left = burst
        self._at = clock()
        self.slots = asyncio.Semaphore(self.AT_ONCE)

    def take(self, cost: float = 1.0) -> float:
        """Spend something; the seconds to wait before acting on it, 0 for none. Later askers wait behind this one.

        At most ``burst`` can be owed, so that nobody waits for long.
        """
        self._refill()
        self._left = max(-self._burst, self._left - cost)
        return max(0.0, -self._left / self._per_second)

    def has(self, cost: float) -> bool:
        """Is there enough to spend this without a wait? ``cost`` is at most ``burst``."""
        self._refill()
        return self._left >= cost

    def _refill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now


class Budgets:
    """A budget for each key: a person, or an address."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst, self._per_second = burst, per_second
        self._known = BoundedMemory[str, Budget](BUDGETS)

    def of(self, key: str) -> Budget:
        """The budget of a key."""
        return self._known.get_or_put(key, lambda: Budget(self._burst, self._per_second))


@dataclass(eq=False)
class _QueuedFrame:
    cost: float
    granted: asyncio.Future[None]


class FairQueue:
    """Frames of many askers take turns: a person, or an address from which nobody has come in.

    Lets frames through as fast as ``each`` allows an asker, and ``together`` allows all of them. Askers whose frames
    have to wait take turns: a frame of each, and round again.
    """

    def __init__(self, each: Budgets, together: Budget) -> None:
        self._each, self._together = each, together
        self._waiting: OrderedDict[str, deque[_QueuedFrame]] = OrderedDict()
        """By the asker, in the order of their turns."""
        self._is_full = False
        """Does a frame wait for the budget of all together? Then none goes before it."""
        self._timer: asyncio.TimerHandle | None = None

    def may_go(self, asker: str, cost: float) -> bool:
        """May a frame be acted on at once? Then it is counted."""
        return asker not in self._waiting and not self._is_full and self._spend(asker, cost)

    async def turn(self, asker: str, cost: float) -> None:
        """Wait until a frame may go. A wait that is cancelled costs nothing."""
        frame = _QueuedFrame(cost, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(asker, deque()).append(frame)
        self._look_again()
        await frame.granted

    def _spend(self, asker: str, cost: float) -> bool:
        """Take the cost of a frame from both budgets, if they have enough."""
        each = self._each.of(asker)
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
        """Let through the frames that may go now, asker after asker."""
        self._timer, self._is_full = None, False
        for asker in tuple(self._waiting):
            frames = self._waiting[asker]
            while frames and frames[0].granted.done():  # nobody waits for it any more
                frames.popleft()
            if frames and self._spend(asker, frames[0].cost):
                frames.popleft().granted.set_result(None)
                self._waiting.move_to_end(asker)
            if not frames:
                del self._waiting[asker]
        if self._waiting:
            self._look_again()

"""Limits on the work for the room: a burst and a rate, for each person and each address."""

import asyncio
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

NETWORK_BITS = 64
"""The bits of an IPv6 address that name a network: one line is given all addresses in it."""
KEPT = 10_000
"""Budgets that are kept; the longest unused are dropped first."""


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
        self._known: OrderedDict[str, Budget] = OrderedDict()

    def of(self, key: str) -> Budget:
        """The budget of a key."""
        budget = self._known.setdefault(key, Budget(self._burst, self._per_second))
        self._known.move_to_end(key)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return budget

"""Memory with a maximum: what the bot keeps of people, chats and pictures between requests, and may forget."""

import math
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedMemory(Generic[Key, Value]):
    """Values by their keys, at most ``most``: with one more, the least recently used is forgotten.

    With ``lasts`` a value counts for so many seconds after it was put, whether it is used or not. ``now`` is then the
    time by the clock of whoever asks, in seconds; a memory without ``lasts`` needs none. All methods take constant
    time, but ``values`` does not. Not for several threads, but for ``peek``.
    """

    def __init__(self, most: int, lasts: float = math.inf) -> None:
        self._most = most
        self._lasts = lasts
        self._kept: OrderedDict[Key, tuple[Value, float]] = OrderedDict()
        """Each value with the time until which it counts, the least recently used first."""

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: Key) -> bool:
        """Is there a value, perhaps one whose time is over? That is no use of it."""
        return key in self._kept

    def get(self, key: Key, now: float = 0.0) -> Value | None:
        """The value of a key, which is thereby used; None where there is none, or its time is over."""
        found = self._kept.get(key)
        if found is None:
            return None
        value, until = found
        if until <= now:
            del self._kept[key]
            return None
        self._kept.move_to_end(key)
        return value

    def get_or_put(self, key: Key, make: Callable[[], Value], now: float = 0.0) -> Value:
        """The value of a key, which is thereby used; where there is none, the one that ``make`` gives is put."""
        found = self._kept.get(key)
        if found is not None and now < found[1]:
            self._kept.move_to_end(key)
            return found[0]
        value = make()
        self.put(key, value, now)
        return value

    def peek(self, key: Key) -> Value | None:
        """The value of a key, perhaps one whose time is over, without using it; any thread may ask."""
        found = self._kept.get(key)
        return found[0] if found else None

    def put(self, key: Key, value: Value, now: float = 0.0) -> None:
        """Keep a value in the place of the one that its key had."""
        self._kept[key] = value, now + self._lasts
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def values(self) -> list[Value]:
        """All values, perhaps some whose time is over, without using them. Takes as long as there are values."""
        return [value for value, _ in self._kept.values()]

    def pop(self, key: Key) -> Value | None:
        """The value of a key, perhaps one whose time is over, which is forgotten; None where there is none."""
        found = self._kept.pop(key, None)
        return found[0] if found else None

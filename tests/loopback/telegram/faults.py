"""Things that go wrong on the way to Telegram, made to order."""

from collections import defaultdict, deque
from dataclasses import dataclass
from enum import Enum


class Mishap(Enum):
    """What happens to a request."""

    TOO_MANY = "429 with retry_after"
    INTERNAL = "500"
    BAD_GATEWAY = "502 from something before the server, not even JSON"
    CLOSED_BEFORE = "the connection ends, nothing was done"
    CLOSED_AFTER = "it was done, but the connection ends before the answer"
    SLOW = "the answer comes late"


@dataclass(frozen=True)
class Fault:
    """A mishap; ``seconds`` is retry_after (a whole number) or how late the answer comes."""

    mishap: Mishap
    seconds: float = 1


class Faults:
    """What is still to go wrong, by method."""

    def __init__(self) -> None:
        self._coming: defaultdict[str, deque[Fault]] = defaultdict(deque)

    def add(self, method: str, fault: Fault, times: int) -> None:
        """Let the next calls of a method go wrong."""
        self._coming[method.lower()].extend([fault] * times)

    def take(self, method: str) -> Fault | None:
        """What goes wrong with this call."""
        coming = self._coming.get(method.lower())
        return coming.popleft() if coming else None

    @property
    def left(self) -> int:
        """Faults that have not struck yet."""
        return sum(map(len, self._coming.values()))

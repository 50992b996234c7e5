"""Faults between the bot and Telegram, injected by tests."""

from dataclasses import dataclass
from enum import Enum


class Mishap(Enum):
    """A kind of fault of a request."""

    REFUSED = "400 for a reason that says nothing of the chat"
    TOO_MANY = "429 with retry_after"
    INTERNAL = "500"
    UNAVAILABLE = "503"
    BAD_GATEWAY = "502 from something before the server, not even JSON"
    CLOSED_BEFORE = "the connection ends, nothing was done"
    CLOSED_AFTER = "it was done, but the connection ends before the answer"
    SLOW = "it was done, but the answer comes late"


AFTER = (Mishap.CLOSED_AFTER, Mishap.SLOW)
"""Mishaps that strike when the request has been acted on."""


@dataclass(frozen=True)
class Fault:
    """A mishap; ``seconds`` is retry_after (a whole number) or how late the answer comes."""

    mishap: Mishap
    seconds: float = 1
    chat: int | None = None
    """The chat it is about; None for any."""
    sentence: str = "Bad Request: wrong remote weather"
    code: int = 400
    """Of a refusal."""


class Faults:
    """The faults still to come, by method and chat."""

    def __init__(self) -> None:
        self._coming: list[tuple[str, Fault]] = []

    def add(self, method: str, fault: Fault, times: int) -> None:
        """Inject a fault into the next calls of a method."""
        self._coming += [(method.lower(), fault)] * times

    def take(self, method: str, chat: int | None) -> Fault | None:
        """The fault of this call."""
        for planned in self._coming:
            name, fault = planned
            if name == method.lower() and fault.chat in (None, chat):
                self._coming.remove(planned)
                return fault
        return None

    @property
    def planned(self) -> list[str]:
        """The faults that have not struck yet, by their methods."""
        return [f"{method}: {fault.mishap.value}" for method, fault in self._coming]

    @property
    def left(self) -> int:
        """Faults that have not struck yet."""
        return len(self._coming)

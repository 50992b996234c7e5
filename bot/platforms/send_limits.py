"""Send limits: messages wait here, so that the platform does not refuse them.

The boards of a chat that have to wait stand in a line, and calls that are late. Each keeps its place while its match
goes on, and shows the newest state when its turn comes; whatever else is sent to the chat waits until the line is
empty.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from bot.chat import Later, Unreachable
from bot.foundation.bounded import BoundedMemory

CHATS = 10_000
"""The most chats whose messages are counted."""
MESSAGES = 64
"""The most messages of each chat that are counted; limits ask for fewer."""
LOST_AFTER = 2.0
"""Seconds after its turn at which a board that has not been sent loses its place in the line."""


@dataclass(frozen=True)
class Limit:
    """At most ``count`` messages and edits in any ``seconds``, by the times at which the platform had them.

    ``begun``: by the times at which they were sent off, of which nothing is spared: it only spreads them.
    """

    count: int
    seconds: float
    begun: bool = False

    def wait(self, times: Sequence[float], now: float, spare: int) -> float:
        """Seconds until one more may follow those sent at ``times`` and ``spare`` are still left after it.

        Where the limit is so low that little would remain, nothing is spared.
        """
        allowed = self.count - spare if self.count > 2 * spare and not self.begun else self.count
        return times[-allowed] + self.seconds - now if len(times) >= allowed else 0.0


@dataclass
class _ChatTraffic:
    """The times of the latest messages of a chat, and the boards that wait, each with the time of its turn."""

    begun: deque[float] = field(default_factory=lambda: deque(maxlen=MESSAGES))
    had: deque[float] = field(default_factory=lambda: deque(maxlen=MESSAGES))
    line: dict[str, float] = field(default_factory=dict)

    def ahead(self, turn: str, now: float) -> int:
        """The number of boards whose turn comes first. One that does not come for its turn loses it."""
        for other in [other for other, due in self.line.items() if due + LOST_AFTER < now and other != turn]:
            del self.line[other]
        return [*self.line, turn].index(turn) if turn else len(self.line)


class SendLimiter:
    """Counts what is sent: to all chats together within ``overall``, and to each chat within limits of its own.

    The count is this process's own: where others send too, the platform's refusal says when to go on.
    """

    def __init__(self, overall: Limit, clock: Callable[[], float] = time.monotonic) -> None:
        self._overall = overall
        self._clock = clock
        self._all: deque[float] = deque(maxlen=overall.count)
        self._chats = BoundedMemory[str, _ChatTraffic](CHATS)

    def wait(self, chat: str, limits: Sequence[Limit], spare: int = 0, turn: str = "") -> float:
        """Seconds until a message may go to a chat, 0 for now. ``spare`` more are left to what is more urgent.

        ``turn`` names a board. If it has to wait, it has its place in the line from now on: first come, first served.
        """
        now, traffic = self._clock(), self._chats.get(chat) or _ChatTraffic()
        begun, had, at = [*traffic.begun], [*traffic.had], now
        for _ in range(traffic.ahead(turn, now) + 1):
            waits = [limit.wait(begun if limit.begun else had, at, spare) for limit in limits]
            at += max(0.0, self._overall.wait(self._all, at, spare), *waits)
            begun.append(at)
            had.append(at)
        if turn and at > now:
            self._chats.get_or_put(chat, lambda: traffic).line[turn] = at
        return at - now

    @contextmanager
    def sending(self, chat: str, limits: Sequence[Limit], spare: int = 0, turn: str = "") -> Iterator[None]:
        """Count a message that is sent to a chat within the context. Raises Later if it may not yet, as ``wait`` says.

        It counts as sent at the end of the context: by its own count the platform had it then at the latest. What the
        platform has refused (Later with its seconds, Unreachable) does not count at all.
        """
        wait = self.wait(chat, limits, spare, turn)
        if wait > 0:
            raise Later(wait, "pace")
        began = self._clock()
        traffic = self._chats.get_or_put(chat, _ChatTraffic)
        traffic.line.pop(turn, None)
        traffic.begun.append(began)
        counts = (self._all, traffic.had)
        for count in counts:
            count.append(began)
        refused = False
        try:
            yield
        except (Later, Unreachable) as error:
            refused = isinstance(error, Unreachable) or error.seconds is not None
            raise
        finally:
            ended = self._clock()
            for count in counts:
                with suppress(ValueError):  # so many have followed meanwhile that it is forgotten
                    count.remove(began)
                if not refused:
                    count.append(ended)
            if refused:
                with suppress(ValueError):
                    traffic.begun.remove(began)

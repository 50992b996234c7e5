"""Send limits: messages wait here, so that the platform does not refuse them."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from bot.chat import Later

CHATS = 10_000
"""The most chats that are counted, those written to last."""


@dataclass(frozen=True)
class Limit:
    """At most ``count`` messages and edits in any ``seconds``."""

    count: int
    seconds: float

    def wait(self, times: "deque[float]", now: float, spare: int) -> float:
        """Seconds until one more may follow those sent at ``times`` and ``spare`` are still left after it.

        Where the limit is so low that little would remain, nothing is spared.
        """
        allowed = self.count - spare if self.count > 2 * spare else self.count
        return times[-allowed] + self.seconds - now if len(times) >= allowed else 0.0


class SendLimiter:
    """Counts what is sent: to all chats together within ``overall``, and to each chat within limits of its own.

    The count is this process's own: where others send too, the platform's refusal says when to go on.
    """

    def __init__(self, overall: Limit, clock: Callable[[], float] = time.monotonic) -> None:
        self._overall = overall
        self._clock = clock
        self._all: deque[float] = deque(maxlen=overall.count)
        self._sent: OrderedDict[str, deque[float]] = OrderedDict()

    def wait(self, chat: str, limits: Iterable[Limit], spare: int = 0) -> float:
        """Seconds until a message may go to a chat, 0 for now. ``spare`` more are left to what is more urgent."""
        now, times = self._clock(), self._sent.get(chat, deque())
        waits = [limit.wait(times, now, spare) for limit in limits]
        return max(0.0, self._overall.wait(self._all, now, spare), *waits)

    @contextmanager
    def sending(self, chat: str, limits: tuple[Limit, ...], spare: int = 0) -> Iterator[None]:
        """Count a message that is sent to a chat within the context. Raises Later if it may not yet, as ``wait`` says.

        It counts as sent at the end of the context: by its own count the platform had it then at the latest. What the
        platform has refused (Later, with its seconds) does not count at all.
        """
        wait = self.wait(chat, limits, spare)
        if wait > 0:
            raise Later(wait, "pace")
        began = self._clock()
        times = self._sent.setdefault(chat, deque(maxlen=max(limit.count for limit in limits)))
        self._sent.move_to_end(chat)
        if len(self._sent) > CHATS:
            self._sent.popitem(last=False)
        counts = (self._all, times)
        for count in counts:
            count.append(began)
        refused = False
        try:
            yield
        except Later as later:
            refused = later.seconds is not None
            raise
        finally:
            ended = self._clock()
            for count in counts:
                with suppress(ValueError):  # so many have followed meanwhile that it is forgotten
                    count.remove(began)
                if not refused:
                    count.append(ended)

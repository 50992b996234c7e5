"""The messages below a board, as far as this process has seen them.

It is kept in memory: after a restart a board counts as standing where people look until enough has been said again.
Where another process shows the boards of a chat, it is told in time (``newest``).
"""

from bisect import bisect_right, insort

from bot.chat import SCREENS
from bot.foundation.bounded import BoundedMemory

CHATS = 10_000
"""The most chats that are remembered."""
MESSAGES = 4 * SCREENS
"""The most messages that are remembered of each chat."""
REPORT_EVERY = 4
"""The newest messages are given after so many."""


class SeenMessages:
    """The numbers of the messages of each chat, later ones higher. What has been deleted does not count."""

    def __init__(self) -> None:
        self._chats = BoundedMemory[str, _Chat](CHATS)

    def note(self, chat: str, number: int, *, gapless: bool = False, screens: int = SCREENS) -> list[int]:
        """A message has been seen; the newest ones, from time to time, for those who show boards here.

        ``screens`` is their number, beyond which a board is out of sight. ``gapless``: the messages of this chat are
        numbered without gaps, so that others below are known as well.
        """
        known = self._chats.get_or_put(chat, _Chat)
        known.note(number, gapless=gapless)
        return known.report(screens)

    def forget(self, chat: str, number: int) -> None:
        """A message has been deleted."""
        if known := self._chats.get(chat):
            known.forget(number)

    def below(self, chat: str, number: int) -> int:
        """The number of messages known to stand below this one."""
        known = self._chats.get(chat)
        return known.below(number) if known else 0


class _Chat:
    def __init__(self) -> None:
        self._numbers: list[int] = []
        self._noted = 0

    def note(self, number: int, *, gapless: bool) -> None:
        last = self._numbers[-1] if self._numbers else None
        if gapless and number > (last or 0):
            first = number - MESSAGES if last is None else last
            self._numbers += range(max(first, number - MESSAGES) + 1, number)
        if number not in self._numbers[-MESSAGES:]:
            insort(self._numbers, number)
        del self._numbers[:-MESSAGES]
        self._noted += 1

    def forget(self, number: int) -> None:
        if number in self._numbers:
            self._numbers.remove(number)

    def below(self, number: int) -> int:
        return len(self._numbers) - bisect_right(self._numbers, number)

    def report(self, screens: int) -> list[int]:
        due = self._noted % REPORT_EVERY == 0 and len(self._numbers) >= screens
        return self._numbers[-screens:] if due else []

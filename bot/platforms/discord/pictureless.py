"""The channels where Papan may not attach pictures, learnt from a refusal."""

from collections import OrderedDict
from collections.abc import Iterable

ASK_AGAIN = 600.0
"""Seconds after which a picture is tried once more; sooner where the rights in a channel may have changed."""
_REMEMBERED = 10_000


class PicturelessChannels:
    """Channels that take boards as text only. Times are those of one monotonic clock."""

    def __init__(self) -> None:
        self._until: OrderedDict[str, float] = OrderedDict()

    def is_text_only(self, channel: str, now: float) -> bool:
        """Are pictures refused in a channel, as far as is known?"""
        return self._until.get(channel, now) > now

    def refused(self, channel: str, now: float) -> None:
        """A picture was refused in a channel, and the same board as text was not."""
        self._until[channel] = now + ASK_AGAIN
        self._until.move_to_end(channel)
        if len(self._until) > _REMEMBERED:
            self._until.popitem(last=False)

    def ask_again(self, channels: Iterable[int]) -> None:
        """The rights in these channels may have changed."""
        for channel in channels:
            self._until.pop(str(channel), None)

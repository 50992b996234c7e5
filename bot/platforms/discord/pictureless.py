"""The channels where Papan may not attach pictures, learnt from a refusal."""

from collections.abc import Iterable

from bot.foundation.bounded import BoundedMemory

ASK_AGAIN = 600.0
"""Seconds after which a picture is tried once more; sooner where the rights in a channel may have changed."""
CHANNELS = 10_000


class PicturelessChannels:
    """Channels that take boards as text only. Times are those of one monotonic clock."""

    def __init__(self) -> None:
        self._refused = BoundedMemory[str, bool](CHANNELS, ASK_AGAIN)

    def is_text_only(self, channel: str, now: float) -> bool:
        """Are pictures refused in a channel, as far as is known?"""
        return bool(self._refused.get(channel, now))

    def refused(self, channel: str, now: float) -> None:
        """A picture was refused in a channel, and the same board as text was not."""
        self._refused.put(channel, True, now)

    def ask_again(self, channels: Iterable[int]) -> None:
        """The rights in these channels may have changed."""
        for channel in channels:
            self._refused.pop(str(channel))

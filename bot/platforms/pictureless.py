"""The chats where Papan may not show pictures, learnt from a refusal."""

from collections.abc import Iterable

from bot.foundation.bounded import BoundedMemory

ASK_AGAIN = 600.0
"""Seconds after which a picture is tried once more; sooner where the rights in a chat may have changed."""
CHATS = 10_000


class PicturelessChats:
    """Chats that take boards as text only. Times are those of one monotonic clock."""

    def __init__(self) -> None:
        self._refused = BoundedMemory[str, bool](CHATS, ASK_AGAIN)
        self._changed = BoundedMemory[str, float](CHATS)
        """When the rights in a chat may last have changed: a refusal of what was sent before tells nothing of now."""

    def is_text_only(self, chat: str, now: float) -> bool:
        """Are pictures refused in a chat, as far as is known?"""
        return bool(self._refused.get(chat, now))

    def refused(self, chat: str, sent: float) -> None:
        """A picture that was sent to a chat at that time was refused, and the same board as text was not."""
        changed = self._changed.peek(chat)
        if changed is None or changed < sent:
            self._refused.put(chat, True, sent)

    def ask_again(self, chats: Iterable[int], now: float) -> None:
        """The rights in these chats may have changed."""
        for chat in map(str, chats):
            self._refused.pop(chat)
            self._changed.put(chat, now)

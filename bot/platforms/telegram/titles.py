"""The titles of groups: an answer about one may stand in a private chat."""

from telegram import Bot, Update
from telegram.error import TelegramError

from bot.chat import Place
from bot.foundation.bounded import BoundedMemory
from bot.platforms.telegram.errors import chat_id

GROUPS = 1_000
"""The most groups whose titles are remembered."""


class Titles:
    """The titles of groups: as an update told them last, else as Telegram tells them."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._seen = BoundedMemory[str, str](GROUPS)

    def note(self, update: Update) -> None:
        """Remember what the group of an update is called now."""
        chat = update.effective_chat
        if chat and chat.title:
            self._seen.put(str(chat.id), chat.title)

    async def of(self, place: Place) -> str:
        """The title of a group; empty for a private chat, and where Telegram does not tell."""
        if place.private:
            return ""
        if (seen := self._seen.get(place.chat)) is None:
            try:
                chat = await self._bot.get_chat(chat_id(place))
            except TelegramError:
                return ""
            seen = chat.title or ""
            self._seen.put(place.chat, seen)
        return seen

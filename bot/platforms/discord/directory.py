"""Ways to commands and messages on Discord: mentions that can be pressed, and links."""

import discord

from bot.chat import MessageLink, Place
from bot.platforms.discord.slash import LOCALISED
from bot.platforms.mentions import local_name


class Directory:
    """Mentions of commands, whose ids Discord gives when they are registered, and links to messages."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self.commands: dict[str, int] = {}
        """The ids of the commands by their English names."""
        self.has_activity = False
        """Can boards be opened as an activity?"""

    def command(self, name: str, language: str) -> str:
        """A mention of a command that can be pressed; its name alone where its id is not known."""
        if known := self.commands.get(name):
            return f"</{name}:{known}>"
        return f"/{local_name(name, language) if language in LOCALISED else name}"

    def is_thread(self, place: Place) -> bool:
        """Is a place a thread, as far as it is known? Its board is all that stands there."""
        known = self._client.get_channel(int(place.chat)) if place.chat.isdecimal() else None
        return isinstance(known, discord.Thread)

    def url(self, link: MessageLink) -> str:
        """The address of a message, or of a channel; empty where it is not known in which server its channel is."""
        if not link.place.chat.isdecimal() or not (link.message.isdecimal() or not link.message):
            return ""
        if link.place.private:
            return f"https://discord.com/channels/@me/{link.place.chat}/{link.message}"
        guild = getattr(self._client.get_channel(int(link.place.chat)), "guild", None)
        within = f"{link.place.chat}/{link.message}".removesuffix("/")
        return f"https://discord.com/channels/{guild.id}/{within}" if guild else ""

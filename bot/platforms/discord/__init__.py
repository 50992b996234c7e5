"""Discord: discord.py's client, slash commands from the command table, buttons that hold no state."""

from bot.platforms.discord.client import Shards
from bot.platforms.discord.platform import DiscordPlatform

__all__ = ["DiscordPlatform", "Shards"]

"""Discord: discord.py's client, slash commands from the command table, buttons that hold no state."""

from bot.platforms.discord.platform import DiscordPlatform, Shards

__all__ = ["DiscordPlatform", "Shards"]

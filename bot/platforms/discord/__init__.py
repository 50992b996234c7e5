"""Discord: discord.py's client, slash commands from the command table, buttons that hold no state."""

from bot.platforms.discord.platform import Discord, Shards

__all__ = ["Discord", "Shards"]

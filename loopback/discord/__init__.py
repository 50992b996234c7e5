"""A Discord on loopback: API and gateway with state, against which the real discord.py runs in the tests."""

from loopback.discord.people import Member
from loopback.discord.server import DiscordServer

__all__ = ["DiscordServer", "Member"]

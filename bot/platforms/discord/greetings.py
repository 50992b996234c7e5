"""Greets a server to which the bot was added."""

import asyncio

import aiohttp
import discord
import structlog

from bot.chat import AddedToGroup, Place, RequestHandler
from bot.platforms.discord.directory import Directory
from bot.platforms.discord.errors import reason_of
from bot.platforms.discord.formatting import nonce_of, send_arguments
from bot.platforms.discord.reading import PLATFORM

_log = structlog.get_logger(__name__)

WITHIN = 60.0
"""Seconds in which a greeting is sent; the library waits and tries again where Discord asks for that."""


async def greet(guild: discord.Guild, handler: RequestHandler, directory: Directory) -> None:
    """Greet a server in the channel for news of itself, or else the first one where the bot may write; once."""
    me = guild.me
    channels = [guild.system_channel, *guild.text_channels]
    channel = next((each for each in channels if each and _may_write(each.permissions_for(me))), None)
    if channel is None:
        return
    # The same news may come again; the moment of joining tells one adding from the next.
    event = f"added {guild.id} {me.joined_at.isoformat() if me.joined_at else ''}"
    place = Place(PLATFORM, str(channel.id), server=str(guild.id))
    adding = AddedToGroup(event, place, locale=str(guild.preferred_locale))
    greeting = await handler.added(adding)
    if greeting is None:
        return
    try:
        async with asyncio.timeout(WITHIN):
            await channel.send(**send_arguments(greeting, directory), nonce=nonce_of(event))
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError) as error:
        _log.info("not_greeted", platform=PLATFORM, reason=reason_of(error))


def _may_write(permissions: discord.Permissions) -> bool:
    return permissions.view_channel and permissions.send_messages

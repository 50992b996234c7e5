"""Messages to a whole server: the greeting where the bot was added, and news for those who manage it."""

import asyncio
from datetime import timedelta

import aiohttp
import discord
import structlog

from bot.chat import AddedToGroup, AllowedKind, Content, Place, RequestHandler
from bot.platforms.discord.directory import Directory
from bot.platforms.discord.errors import reason_of
from bot.platforms.discord.formatting import nonce_of, send_arguments
from bot.platforms.discord.reading import PLATFORM

_log = structlog.get_logger(__name__)

WITHIN = 60.0
"""Seconds in which a greeting is sent; the library waits and tries again where Discord asks for that."""
JUST_ADDED = timedelta(minutes=50)
"""The time after an adding in which it counts as new where nothing else tells: it is remembered for an hour."""


def is_just_added(guild: discord.Guild) -> bool:
    """Was the bot added to a server a short while ago, perhaps before it had connected?

    Of a server that comes within the first seconds of a connection the library says that the bot was in it before.
    """
    joined = guild.me.joined_at
    return joined is not None and discord.utils.utcnow() - joined < JUST_ADDED


async def greet(guild: discord.Guild, handler: RequestHandler, directory: Directory) -> None:
    """Tell of a server to which the bot was added; greet it in the channel for news of itself, or else the first one
    where the bot may write, if there is one; once.
    """
    me, channel = guild.me, _channel_for_news(guild)
    # The same news may come again; the moment of joining tells one adding from the next.
    event = f"added {guild.id} {me.joined_at.isoformat() if me.joined_at else ''}"
    place = Place(PLATFORM, str(channel.id if channel else guild.id), server=str(guild.id))
    adding = AddedToGroup(event, place, locale=str(guild.preferred_locale))
    greeting = await handler.added(adding)
    if greeting and channel:
        await _post(channel, greeting, directory, event)


async def tell_of_gone(
    gone: discord.abc.GuildChannel | discord.Role, handler: RequestHandler, directory: Directory
) -> None:
    """Tell of a deleted channel or role; the news for those who manage the server stands where it is greeted."""
    guild, kind = gone.guild, AllowedKind.ROLE if isinstance(gone, discord.Role) else AllowedKind.CHANNEL
    place = Place(PLATFORM, str(guild.id), server=str(guild.id))
    news = await handler.gone(place, kind, str(gone.id), str(guild.preferred_locale))
    if news and (channel := _channel_for_news(guild)):
        await _post(channel, news, directory, f"gone {gone.id}")


async def _post(channel: discord.TextChannel, content: Content, directory: Directory, event: str) -> None:
    try:
        async with asyncio.timeout(WITHIN):
            await channel.send(**send_arguments(content, directory), nonce=nonce_of(event))
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError) as error:
        _log.info("server_not_told", platform=PLATFORM, reason=reason_of(error))


def _channel_for_news(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel for news of the server itself, or else the first one where the bot may write."""
    channels = [guild.system_channel, *guild.text_channels]
    return next((each for each in channels if each and _may_write(each.permissions_for(guild.me))), None)


def _may_write(permissions: discord.Permissions) -> bool:
    return permissions.view_channel and permissions.send_messages

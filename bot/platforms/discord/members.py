"""The members of a server of Discord."""

from collections.abc import Mapping
from typing import cast

import discord

from bot.chat import Place, Unreachable
from bot.platforms.discord.errors import explained

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013


async def is_member(client: discord.Client, place: Place, account: str) -> bool | None:
    """Is a person in the server of a channel? None where Discord does not say, and for a channel of no server.

    Raises discord.HTTPException, or an error of the connection, where Discord does not answer.
    """
    if place.private or not (place.chat.isdecimal() and account.isdecimal()):
        return None
    try:
        guild = await _guild_of(client, int(place.chat))
        if guild is None:
            return None
        await client.http.get_member(guild, int(account))
    except discord.NotFound as error:
        return False if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER) else None
    except discord.Forbidden:
        return None
    return True


async def may_manage(client: discord.Client, place: Place, account: str) -> bool:
    """Has a person the right to manage the server of a channel? Not where Discord does not say.

    Raises discord.HTTPException, or an error of the connection, where Discord does not answer.
    """
    if place.private or not (place.chat.isdecimal() and account.isdecimal()):
        return False
    try:
        number = await _guild_of(client, int(place.chat))
        if number is None:
            return False
        # The library knows those whose news this process receives.
        guild = client.get_guild(number) or await client.fetch_guild(number, with_counts=False)
        member = await client.http.get_member(guild.id, int(account))
    except (discord.NotFound, discord.Forbidden):
        return False
    if guild.owner_id == int(account):
        return True
    roles = [guild.default_role, *(guild.get_role(int(role)) for role in member["roles"])]
    rights = [role.permissions for role in roles if role]
    return any(each.administrator or each.manage_guild for each in rights)


async def roles(client: discord.Client, place: Place, account: str) -> tuple[str, ...]:
    """The roles of a person in the server of a channel, by id; none where Discord does not say.

    Raises discord.HTTPException, or an error of the connection, where Discord does not answer.
    """
    if place.private or not (place.chat.isdecimal() and account.isdecimal()):
        return ()
    try:
        guild = await _guild_of(client, int(place.chat))
        member = await client.http.get_member(guild, int(account)) if guild else None
    except (discord.NotFound, discord.Forbidden):
        return ()
    return tuple(str(role) for role in member["roles"]) if member else ()


async def mark(client: discord.Client, place: Place, account: str, role: str, *, on: bool) -> None:
    """Give a member of the server of a channel a role, or take it.

    Raises Gone for who has left, Unreachable where the role is gone, stands above the bot's own, or a right is missing.
    """
    with explained():
        guild = await _guild_of(client, int(place.chat))
        if guild is None:
            raise Unreachable
        change = client.http.add_role if on else client.http.remove_role
        await change(guild, int(account), int(role), reason="Papan")


async def _guild_of(client: discord.Client, channel: int) -> int | None:
    """The id of the server of a channel or thread; an archived thread is not among those that the library knows."""
    if guild := getattr(client.get_channel(channel), "guild", None):
        return int(guild.id)
    found = cast("Mapping[str, str | None]", await client.http.get_channel(channel)).get("guild_id")
    return int(found) if found else None
